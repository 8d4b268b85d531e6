// Copyright 2026 the centipawn authors
//
// Permission is hereby granted, free of charge, to any person obtaining a copy of this software
// and associated documentation files (the "Software"), to deal in the Software without
// restriction, including without limitation the rights to use, copy, modify, merge, publish,
// distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the
// Software is furnished to do so, subject to the following conditions:
//
// The above copyright notice and this permission notice shall be included in all copies or
// substantial portions of the Software.
//
// THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING
// BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND
// NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM,
// DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
// OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.

//go:build !trace && !centipawn_live

// Package trace prints what an evaluation counts, for centipawn's fit; centipawn_trace.h for Go
// (1.18 or newer). Copy the folder into your module. Without the build tag trace its functions are
// empty, and of what stands in if trace.On { } nothing is left. Outside of it Go computes the
// arguments: it may check an index once more, or call a function. Weights are package variables.
// Once, before the first position:
//
//	trace.Set("myengine")
//	trace.Term(&Material, "material.{pawn,knight,bishop,rook,queen}") // two weights, S(mg, eg)
//	trace.Term(&PieceSquare, "pst.{pawn,knight,bishop,rook,queen,king}.{a8..h1}")
//	trace.Plain(&Tempo, "tempo")                      // one weight
//	trace.From(&Material[1], "material.{pawn,knight}") // a part: from this one on
//	trace.Named("BishopPair")                          // of a const, or an element of a map
//	trace.NamedPlain("tempo")
//
// Braces hold the names of a dimension, in the order of the array: a list, a range of numbers, or
// the squares a8..h1 or a1..h8. Beside every weight that is added, White's with 1, Black's with -1,
// with the weight itself, of which the address tells the column:
//
//	if trace.On {
//		trace.Count(&PieceSquare[piece][square], sign)
//		trace.CountNamed("tempo", side) // what has no address
//	}
//
// In every evaluation the factors of the two weights; what is added and not tuned, and a score, if
// there are any. Then the row; result as "1-0", game an id or "", eval White's view:
//
//	trace.Factors(float64(phase)/24, float64(24-phase)/24)
//	trace.Offset(centipawns)
//	trace.Score(centipawns) // a label beside the result: another engine's score, White's view
//	trace.Row(result, game, eval)
//
// An evaluation that is more than one sum of counts times weights, such as a square of king danger,
// is a formula over sums (docs/engine_formula.md). The formula is declared once, and the sums in front
// of the weights that are counted in them; those in front of all Sums are counted in linear:
//
//	trace.Formula(`danger = square(max(0, danger_black)) - square(max(0, danger_white));
//		linear + danger / 720 * mg`)
//	trace.Sums("danger_white", "danger_black")
//	trace.Term(&Attackers, "Attackers.{0..3}")
//
// Counts go to the sum that was chosen last, until another one is or the row ends:
//
//	trace.Sum("danger_white")                        // trace.Sum("linear") goes back
//	trace.CountIn("danger_black", &Attackers[1], n)  // this one alone
//	trace.Forget("danger_white")                     // what it counted: danger of one attacker is not added
//
// Before the row the numbers of the position that the formula reads, in every evaluation; and, so that
// a check tells which sum is off, what the engine has for a sum:
//
//	trace.Input("scale", float64(factor)/128)
//	trace.SumValue("danger_white", mg, eg)
//
// With the build tag centipawn_live nothing is counted, On is false, and the engine takes its weights
// from a file while it runs (docs/engine_live.md). The declarations are the same, and
//
//	trace.Halves(&MgTable, &EgTable, "pst.pawn.{a8..h1}") // Term of halves in two arrays
//	trace.Parameter(&Slope, "danger.slope")               // a weight that the formula reads
//	trace.LivePack(func(mg, eg int) int { return int(S(mg, eg)) }) // of two halves in one number: in front of Term
//	trace.LiveHook(rebuildTables)                         // after weights were taken
//	trace.LiveStart()                                     // takes the file that CENTIPAWN_WEIGHTS names
//	trace.LiveOption()                                    // in the answer to uci
//	if trace.LiveLine(line) { continue }                  // setoption name CentipawnWeights value FILE
//
// One goroutine at a time may evaluate. What is wrong ends the program, with the file and the line of
// the call.
package trace

// On says whether the build tag trace is there.
const On = false

// Live says whether the build tag centipawn_live is there.
const Live = false

// Halves declares weights of which the halves stand in two arrays.
func Halves[T any](mg, eg *T, names string) {}

// Parameter declares weights that the formula reads by their names.
func Parameter[T any](weights *T, names string) {}

// LivePack says how a weight of two halves is made of them, if it is one number.
func LivePack(pack func(mg, eg int) int) {}

// LiveHook is called after weights were taken from a file.
func LiveHook(hook func()) {}

// LiveStart takes the weights of the file that the environment names.
func LiveStart() {}

// LiveOption prints the option in the answer to uci.
func LiveOption() {}

// LiveLine does what a line of UCI asks for, and reports whether it was for the weights.
func LiveLine(line string) bool { return false }

// LiveLoad takes the weights of a file, and reports whether it did.
func LiveLoad(path string) bool { return false }

// Set names the set of terms.
func Set(name string) {}

// Term declares a weight, or an array or a slice of them, each with a half for the middlegame and
// one for the endgame.
func Term[T any](weights *T, names string) {}

// Plain declares weights without halves.
func Plain[T any](weights *T, names string) {}

// From declares as many weights as there are names, of which the first is given, with two halves.
func From[T any](first *T, names string) {}

// Named declares a weight without an address, with two halves.
func Named(name string) {}

// NamedPlain declares a weight without an address and without halves.
func NamedPlain(name string) {}

// Count counts a weight n times.
func Count[T any, N Number](weight *T, n N) {}

// CountNamed counts a weight without an address.
func CountNamed[N Number](name string, n N) {}

// Formula gives the evaluation as a formula over sums.
func Formula(text string) {}

// Sums gives sums the weights that are declared from now on.
func Sums(names ...string) {}

// Sum makes counts go to a sum.
func Sum(name string) {}

// CountIn counts a weight n times in a sum.
func CountIn[T any, N Number](sum string, weight *T, n N) {}

// Forget takes back what was counted in a sum.
func Forget(sum string) {}

// Input gives a number of the position that the formula reads.
func Input[N Number](name string, value N) {}

// SumValue gives what the engine has for a sum, to check against.
func SumValue[N Number](sum string, mg, eg N) {}

// Factors sets what the halves of a weight are multiplied by.
func Factors(mg, eg float64) {}

// Offset sets the centipawns of the position that are not a weight times a count.
func Offset[N Number](centipawns N) {}

// Score sets the label of the position in centipawns, from White's view.
func Score[N Number](centipawns N) {}

// Row prints what was counted, and forgets it.
func Row[N Number](result, game string, eval N) {}

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

//go:build trace && !centipawn_live

package trace

import (
	"fmt"
	"os"
	"reflect"
	"strconv"
	"strings"
	"unsafe"
)

// On says whether the build tag trace is there.
const On = true

// Live says whether the build tag centipawn_live is there.
const Live = false

// Halves declares weights of which the halves stand in two arrays.
func Halves[T any](mg, eg *T, names string) { Term(mg, names) }

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

const tapered = " tapered"

// A term is a weight, or an array of them, in a sum.
type term struct {
	names      string
	kind       string
	sum        int
	begin, end uintptr // in memory; 0: it has no address
	size       uintptr // of one
	column     int     // of the first
	columns    int
}

// A sum has what the engine gives for it, to check against.
type sum struct {
	name   string
	mg, eg float64
	given  bool
}

// An input is a number of the row.
type input struct {
	name  string
	value float64
	given bool
}

// row is what the evaluation has counted since the last row.
var row = struct {
	terms    []term
	sums     []sum // linear comes first
	declares []int // sums that get the weights that are declared
	sum      int   // that counts go to
	inputs   []input
	formula  bool
	rows     bool
	counts   []float64 // of column 1 on
	mg, eg   float64
	offset   float64
	score    float64
	scored   bool
}{sums: []sum{{name: "linear"}}, declares: []int{0}}

// Set names the set of terms.
func Set(name string) { write([]byte("# set " + name + "\n")) }

// Term declares a weight, or an array or a slice of them, each with a half for the middlegame and
// one for the endgame.
func Term[T any](weights *T, names string) { declare("Term", weights, names, tapered) }

// Plain declares weights without halves.
func Plain[T any](weights *T, names string) { declare("Plain", weights, names, "") }

// From declares as many weights as there are names, of which the first is given, with two halves.
func From[T any](first *T, names string) {
	all := expand("From", names)
	begin := uintptr(unsafe.Pointer(first))
	add("From", begin, begin+unsafe.Sizeof(*first)*uintptr(len(all)), names, all, tapered)
}

// Named declares a weight without an address, with two halves.
func Named(name string) { declareNamed("Named", name, tapered) }

// NamedPlain declares a weight without an address and without halves.
func NamedPlain(name string) { declareNamed("NamedPlain", name, "") }

// Formula gives the evaluation as a formula over sums.
func Formula(text string) {
	early("Formula", "the formula")
	if row.formula {
		fail("Formula", "the formula", "there is a formula already: an evaluation has one")
	}
	row.formula = true
	for _, line := range strings.Split(strings.ReplaceAll(text, ";", ";\n"), "\n") {
		if line = strings.TrimLeft(strings.TrimRight(line, "\r"), " \t\r"); line != "" {
			write([]byte("# formula " + line + "\n"))
		}
	}
}

// Sums gives sums the weights that are declared from now on.
func Sums(names ...string) {
	early("Sums", strings.Join(names, " "))
	if len(names) == 0 {
		fail("Sums", "the sums", "name them, or linear")
	}
	wanted := map[int]bool{}
	for _, name := range names {
		i := find(name)
		if i < 0 {
			i = len(row.sums)
			row.sums = append(row.sums, sum{name: name})
		}
		wanted[i] = true
	}
	row.declares = row.declares[:0]
	for i := range row.sums {
		if wanted[i] {
			row.declares = append(row.declares, i)
		}
	}
}

// Sum makes counts go to a sum.
func Sum(name string) { row.sum = known("Sum", name) }

// Count counts a weight n times.
func Count[T any, N Number](weight *T, n N) { count("Count", row.sum, weight, n) }

// CountIn counts a weight n times in a sum.
func CountIn[T any, N Number](sum string, weight *T, n N) {
	count("CountIn", known("CountIn", sum), weight, n)
}

func count[T any, N Number](call string, sum int, weight *T, n N) {
	at, size := uintptr(unsafe.Pointer(weight)), unsafe.Sizeof(*weight)
	of := func(t *term) bool { return at >= t.begin && at < t.end }
	t := declared(call, sum, of, "the weight", "no trace.Term declares it: declare the package variable and count it, not a copy")
	if size != t.size {
		fail(call, "the weight", fmt.Sprintf("it has %d bytes, a name of its trace.Term has %d: the Term has not as many names as weights", size, t.size))
	}
	row.counts[t.column+int((at-t.begin)/size)] += float64(n)
}

// CountNamed counts a weight without an address.
func CountNamed[N Number](name string, n N) {
	of := func(t *term) bool { return t.begin == 0 && t.names == name }
	row.counts[declared("CountNamed", row.sum, of, name, "no trace.Named declares it").column] += float64(n)
}

// Forget takes back what was counted in a sum.
func Forget(sum string) {
	of := known("Forget", sum)
	for _, t := range row.terms {
		for i := 0; t.sum == of && i < t.columns; i++ {
			row.counts[t.column+i] = 0
		}
	}
}

const allInputs = "give all inputs in every evaluation, before an early return, too"

// Input gives a number of the position that the formula reads. The first row has all that there are.
func Input[N Number](name string, value N) {
	for i := range row.inputs {
		if row.inputs[i].name == name {
			row.inputs[i].value, row.inputs[i].given = float64(value), true
			return
		}
	}
	if row.rows {
		fail("Input", name, "the first row had no such input: "+allInputs)
	}
	row.inputs = append(row.inputs, input{name, float64(value), true})
}

// SumValue gives what the engine has for a sum, to check against.
func SumValue[N Number](sum string, mg, eg N) {
	s := &row.sums[known("SumValue", sum)]
	s.mg, s.eg, s.given = float64(mg), float64(eg), true
}

// Factors sets what the halves of a weight are multiplied by.
func Factors(mg, eg float64) { row.mg, row.eg = mg, eg }

// Offset sets the centipawns of the position that are not a weight times a count.
func Offset[N Number](centipawns N) { row.offset = float64(centipawns) }

// Score sets the label of the position in centipawns, from White's view.
func Score[N Number](centipawns N) { row.score, row.scored = float64(centipawns), true }

// Row prints what was counted, and forgets it.
func Row[N Number](result, game string, eval N) {
	line := []byte(result)
	if game != "" {
		line = append(append(line, " qid:"...), game...)
	}
	line = append(line, fmt.Sprintf(" mg:%.6f eg:%.6f", row.mg, row.eg)...)
	line = inputs(line)
	if row.offset != 0 {
		line = number(append(line, " offset:"...), row.offset)
	}
	if row.scored {
		line = number(append(line, " score:"...), row.score)
	}
	line = number(append(line, " eval:"...), float64(eval))
	for i, s := range row.sums {
		if s.given {
			line = number(append(line, " sum."+s.name+":"...), s.mg)
			line = number(append(line, ','), s.eg)
			row.sums[i].given = false
		}
	}
	for i, n := range row.counts {
		if n != 0 {
			line = append(strconv.AppendInt(append(line, ' '), int64(i+1), 10), ':')
			line = number(line, n)
			row.counts[i] = 0
		}
	}
	write(append(line, '\n'))
	row.offset, row.scored, row.sum, row.rows = 0, false, 0, true
}

// inputs appends the inputs of a row. In front of the first row it declares them.
func inputs(line []byte) []byte {
	for i, in := range row.inputs {
		if !in.given {
			fail("Row", in.name, "the row has no such input: "+allInputs)
		}
		if !row.rows {
			write([]byte("# input " + in.name + "\n"))
		}
		line = number(append(line, " "+in.name+":"...), in.value)
		row.inputs[i].given = false
	}
	return line
}

// number appends v with nine significant digits.
func number(line []byte, v float64) []byte { return strconv.AppendFloat(line, v, 'g', 9, 64) }

// declare declares the columns of what weights points to.
func declare(call string, weights any, names, kind string) {
	v := reflect.ValueOf(weights)
	begin, bytes, of := v.Pointer(), v.Type().Elem().Size(), v.Type().Elem()
	if of.Kind() == reflect.Slice {
		begin, bytes, of = v.Elem().Pointer(), of.Elem().Size()*uintptr(v.Elem().Len()), of.Elem()
	}
	for of.Kind() == reflect.Array {
		of = of.Elem()
	}
	switch of.Kind() {
	case reflect.Slice:
		fail(call, names, "a slice of slices: declare each of them by a line of its own")
	case reflect.Map, reflect.Pointer, reflect.Interface:
		fail(call, names, "weights in a "+of.Kind().String()+" have no address of their own: declare each by trace.Named and count it by trace.CountNamed")
	}
	add(call, begin, begin+bytes, names, expand(call, names), kind)
}

func declareNamed(call, name, kind string) {
	if strings.Contains(name, "{") {
		fail(call, name, "it declares one weight: write a line for each name of the braces")
	}
	add(call, 0, 0, name, []string{name}, kind)
}

// add declares the columns of weights in the sums that get them.
func add(call string, begin, end uintptr, names string, all []string, kind string) {
	early(call, names)
	var text []byte
	for _, sum := range row.declares {
		unknown(call, term{names: names, kind: kind, sum: sum, begin: begin, end: end})
		size := (end - begin) / uintptr(len(all))
		row.terms = append(row.terms, term{names, kind, sum, begin, end, size, len(row.counts), len(all)})
		prefix := ""
		if sum > 0 {
			prefix = row.sums[sum].name + "/"
		}
		for _, name := range all {
			row.counts = append(row.counts, 0)
			text = append(text, fmt.Sprintf("# column %d %s%s%s\n", len(row.counts), prefix, name, kind)...)
		}
	}
	write(text)
}

// unknown refuses names that stand for something already.
func unknown(call string, n term) {
	for _, t := range row.terms {
		if t.names != n.names {
			continue
		}
		if t.sum == n.sum {
			fail(call, n.names, "it is declared twice")
		}
		if t.kind != n.kind || t.begin != n.begin || t.end != n.end {
			fail(call, n.names, "another sum has other weights by this name")
		}
	}
}

// early refuses declarations below the first row: a reader knows all columns by then.
func early(call, what string) {
	if row.rows {
		fail(call, what, "declare it before the first trace.Row")
	}
}

// find returns the number of a sum, or -1.
func find(name string) int {
	for i, s := range row.sums {
		if s.name == name {
			return i
		}
	}
	return -1
}

func known(call, name string) int {
	i := find(name)
	if i < 0 {
		fail(call, name, "no trace.Sums declares this sum")
	}
	return i
}

// declared returns the term of a weight in a sum.
func declared(call string, sum int, of func(*term) bool, name, none string) *term {
	var other *term
	for i := range row.terms {
		if t := &row.terms[i]; of(t) {
			if t.sum == sum {
				return t
			}
			other = t
		}
	}
	if other == nil {
		fail(call, name, none)
	}
	wanted := row.sums[sum].name
	fail(call, name, fmt.Sprintf("it is counted in the sum %s and declared in %s: put trace.Sums(%q) in front of its declaration, or choose the sum before you count",
		wanted, row.sums[other.sum].name, wanted))
	return nil
}

func write(text []byte) {
	if _, err := os.Stdout.Write(text); err != nil {
		fmt.Fprintln(os.Stderr, "trace:", err)
		os.Exit(1)
	}
}

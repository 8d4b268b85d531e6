// Package formula reads, evaluates and differentiates evaluations that are not linear: formulas over
// sums of count × weight.
//
//	danger = square(max(0, danger_white)) - square(max(0, danger_black));
//	eg = linear.eg + if linear.eg > 0 then max(complexity, -linear.eg) else -max(complexity, linear.eg);
//	linear.mg * mg + danger / 100 * mg + eg * eg_factor
//
// A formula is NAME = EXPRESSION; as often as it helps, and an expression: the evaluation in centipawns
// from White's view. See docs/formula.md for the language.
package formula

import "fmt"

// Linear is the name of the sum of the columns that name none.
const Linear = "linear"

// The row's own factors, as a formula names them: those of middlegame and of endgame weights.
const (
	MG = "mg"
	EG = "eg"
)

// An Error says what is wrong with a formula and where.
type Error struct {
	Line, Column int // from 1; bytes
	Text         string
}

func (e *Error) Error() string { return fmt.Sprintf("formula:%d:%d: %s", e.Line, e.Column, e.Text) }

// A Formula is a text that was read; what its names mean is not known yet.
type Formula struct {
	text string
}

// Text returns the formula as it was given.
func (f *Formula) Text() string { return f.text }

// Weights returns the names of the weights that the formula reads by name, weight(NAME) and those of
// its lookup tables NAME.0, NAME.1, …, in the order in which they first occur.
func (f *Formula) Weights() []string { return nil }

// Sums are the sums of a scope and whether one of their columns is tapered.
type Sum struct {
	Name    string
	Tapered bool
}

// A Scope says what names mean.
type Scope struct {
	Sums   []Sum    // Linear among them, if there are columns without a sum
	Inputs []string // numbers that a row has
}

// LeafKind says what a leaf is.
type LeafKind uint8

// The kinds of leaves.
const (
	SumMG  LeafKind = iota // of a sum: Σ count · middlegame weight; of a plain column its one weight
	SumEG                  // Σ count · endgame weight; of a plain column its one weight
	Input                  // of the row
	RowMG                  // the row's factor MG
	RowEG                  // the row's factor EG
	Weight                 // a weight by its name, the same for all rows
)

// A Leaf is what a program reads: a number for each row.
type Leaf struct {
	Kind LeafKind
	Name string // of the sum, the input or the weight
}

// A Program is a formula of which every name is known, compiled. It is safe for concurrent use.
type Program struct {
	Leaves []Leaf // without duplicates, in the order in which they are first read
}

// Split returns the rest g of a formula that is linear + g, where g does not read the sum linear; nil if
// the formula is linear alone. ok is false for another formula: then linear's two parts are leaves.
func (p *Program) Split() (rest *Program, ok bool) { return nil, false }

// Smooth returns the program without rounding: trunc(x) and round(x) are x, as their derivatives have it.
func (p *Program) Smooth() *Program { return p }

// A Fault is a row of which the evaluation is no finite number, and where in the formula that began.
type Fault struct {
	Row int // of the tape
	Error
}

// A Tape evaluates a program for several rows at a time. It is for one goroutine.
type Tape struct {
	p *Program
}

// NewTape returns a tape for up to n rows at a time.
func (p *Program) NewTape(n int) *Tape { return &Tape{p} }

// Leaf returns where the values of a leaf go, by row: to be filled before Values.
func (t *Tape) Leaf(leaf int) []float64 { return nil }

// Values evaluates the first n rows. The slice is the tape's.
func (t *Tape) Values(n int) []float64 { return nil }

// Slopes finds the derivatives of the n rows that Values evaluated last, by all leaves: see Slope. At a
// kink it is the derivative of the side that the row is on: of max(a, b) that by a where a = b.
func (t *Tape) Slopes(n int) {}

// Slope returns the derivatives by a leaf, by row. The slice is the tape's.
func (t *Tape) Slope(leaf int) []float64 { return nil }

// Curved reports whether a second derivative of the program by some two leaves is not 0 everywhere.
func (p *Program) Curved(a, b int) bool { return true }

// Bend stores in to, leaves × leaves, the second derivatives of a row that Values evaluated last.
func (t *Tape) Bend(row int, to []float64) {}

// Fault returns the first of the n rows whose value is not finite, nil if there is none.
func (t *Tape) Fault(n int) *Fault { return nil }

// Parse reads a formula. The error is an *Error.
func Parse(text string) (*Formula, error) { return &Formula{text}, nil }

// Compile gives the names of a formula their meaning. The error is an *Error: it names what is not known
// and what there is.
func (f *Formula) Compile(s Scope) (*Program, error) { return &Program{}, nil }

// Package candidates lists what an evaluation may lack, and counts it by side: terms, tables and
// families of sets, terms where a condition is true, of the side to move, squared, and multiplied
// by one another. What a candidate is worth is for others to say: the package knows no weights.
//
// A [Counter] counts the families of sets, [Counter.Collect] many positions into [Columns], and
// [Columns.Build] makes of them the columns of a candidate. Columns of an engine's own
// ([Columns.AddOwn]) give candidates by the same rules, from their names and counts alone.
//
// Counts that are of the position and not of a side, such as complexity, are no part of squares,
// products and conditions; they are candidates for the side that is ahead in material ([Ahead]).
package candidates

import "example.org/centipawn/features"

// A Column is what one term counts for White and for Black in the rows in which it counts. Rows
// ascend. The term's count is White less Black.
type Column struct {
	Name         string
	Rows         []uint32
	White, Black []float32
}

// A Base says what a base column is: a term that is counted as it stands.
type Base struct {
	features.Definition
	Family string

	// Net says that the sides are not known apart: White is max(0, c) and Black max(0, −c) of
	// White's count less Black's.
	Net bool

	// Even says that the count is of the position, the same for both colours: White has it, and
	// Black nothing.
	Even bool

	// Own says that the column is the engine's own ([Columns.AddOwn]), not one of the sets.
	Own bool
}

// An Entry is what one base column counts in a position.
type Entry struct {
	Column       int32
	White, Black float32
}

// A Kind says how a candidate is made of base columns.
type Kind string

// The kinds, in the order in which candidates are listed.
const (
	Family  Kind = "family"
	Table   Kind = "table"
	Term    Kind = "term"
	Where   Kind = "where"
	Mover   Kind = "mover"
	Ahead   Kind = "ahead"
	Square  Kind = "square"
	Product Kind = "product"
)

// Kinds returns the kinds in the order in which candidates are listed.
func Kinds() []Kind { return []Kind{Family, Table, Term, Where, Mover, Ahead, Square, Product} }

// Sentence says what a candidate of the kind is.
func (k Kind) Sentence() string {
	return map[Kind]string{
		Family:  "all terms of a family, but for counts of the position",
		Table:   "terms whose names differ in their last part alone, a square or a number",
		Term:    "one term",
		Where:   "a term or a table where a condition is true",
		Mover:   "a term or a table, of the side to move alone",
		Ahead:   "counts of the position, one or a family's, for the side that is ahead in material",
		Square:  "a number that a side has, squared",
		Product: "two numbers that a side has, multiplied",
	}[k]
}

// A Candidate is one column or several that stand or fall together.
type Candidate struct {
	Name    string // unique and stable
	Kind    Kind
	Formula string // one sentence: what is counted for one side
	Unit    string
	Source  string
	Own     bool // all of its columns are the engine's own

	Columns   []int     // base columns that it is made of, ascending
	Factors   []*Scalar // of a square one, of a product two
	Condition int       // index of [Conditions]; -1: none
}

// A Scalar is a number that a side has: the sum of the counts of base columns, each times its
// weight. Squares and products are made of scalars.
type Scalar struct {
	Name    string
	Formula string
	Unit    string
	Source  string
	Own     bool

	Columns []int     // ascending
	Weights []float32 // by column
}

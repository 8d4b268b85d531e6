// Package features counts the terms of a chess position: the numbers that an
// evaluation multiplies by its weights.
//
// A term is
//
//   - linear: an evaluation is the sum of count × weight, so that the fitter
//     never sees chess and the engine never sees the fitter;
//   - White-relative: White's count minus Black's, regardless of the side to move;
//   - antisymmetric: exchanging the colours negates it.
//
// A term is counted by one function, for the extractor and for the engine: it
// calls [Tally.Add], and the tally either records the count or adds weight ×
// count. [CheckLaws] tests that every term keeps these laws, a user's own too.
//
// Two things stand beside the sum. A [Scale] multiplies endgame weights by a fixed
// function of the position, and a set may end in one block of terms whose sums, one
// for each side, enter squared: [BlockValue].
//
// Terms that share work form a [Family]; a [Set] is an ordered, named list of
// families with a game phase. The package never reads files, never knows what
// a term is worth, and keeps no state between calls: counting is safe for
// concurrent use with a tally each.
package features

// A Term is the index of a term in its [Set]: the column of the matrix.
type Term int

// A Definition says what a term counts.
type Definition struct {
	// Name identifies the term in files, such as "passed_pawns". Lower case,
	// words joined by '_', parts by '.'.
	Name string

	// Unit is the unit of the count, such as "pawns".
	Unit string

	// Formula states in one sentence what is counted for one side.
	Formula string

	// Source names who described the term: author, year, title.
	Source string

	// Kind says whether the counts are whole numbers.
	Kind Kind

	// Taper says how many weights the term has.
	Taper Taper
}

// A Kind says what numbers a term's counts are.
type Kind uint8

const (
	Count Kind = iota // whole numbers
	Real              // any number that a float32 holds
)

// A Taper says how many weights a term has.
type Taper uint8

const (
	Plain   Taper = iota // one weight, whatever the phase
	Tapered              // a middlegame and an endgame weight, blended by the phase
)

// A Family counts terms that share work.
type Family struct {
	// Name says what the family is, such as "pawns".
	Name string

	// Terms lists what is counted, in the order of the columns.
	Terms []Definition

	// Quadratic says that the terms are not added up with all others, but make up
	// the set's block: see [BlockValue]. They are counted for each side apart, with
	// [Tally.AddSide], are whole numbers, and have one weight each.
	Quadratic bool

	// Depends says on what of the position the counts depend: an evaluator of a
	// search keeps them for the positions that agree in it. Default: everything.
	Depends Dependence

	// Count adds the terms of one position: Terms[k] is first+k in the set. A
	// term may be added in several pieces, from White's view; what is not added
	// is 0. It must depend on nothing but the position.
	Count func(c *Context, t *Tally, first Term)
}

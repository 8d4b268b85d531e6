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
// function of the position, and a set may have a formula of several sums, some of
// them White's and Black's own, others of the position: [NewFormulaSet].
//
// Terms that share work form a [Family]; a [Set] is an ordered, named list of
// families with a game phase. The package never reads files, never knows what
// a term is worth, and keeps no state between calls: counting is safe for
// concurrent use with a tally each.
package features

import "regexp"

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

// termName is what a term and a set may be called.
var termName = regexp.MustCompile(`^[a-z0-9_]+(\.[a-z0-9_]+)*$`)

// sumName is what a sum may be called.
var sumName = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

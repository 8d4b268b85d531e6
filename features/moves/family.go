package moves

import (
	"fmt"

	"example.org/centipawn/board"
	"example.org/centipawn/features"
)

// A family counts terms that share work.
type family struct {
	terms []features.Definition
	count func(p *position, m *move, t *features.Tally, first features.Term)
}

// define returns tapered terms of one name each, with what one count is.
func define(unit string, list ...[2]string) (defs []features.Definition) {
	for _, d := range list {
		defs = append(defs, features.Definition{Name: d[0], Unit: unit, Formula: d[1], Source: source, Taper: features.Tapered})
	}
	return defs
}

const source = "this project"

// byPiece returns a term for each of some kinds of pieces, in their order.
func byPiece(prefix, unit, formula string, from, to board.PieceType) (defs []features.Definition) {
	for pt := from; pt <= to; pt++ {
		defs = append(defs, define(unit, [2]string{prefix + "." + pt.String(), fmt.Sprintf(formula, pt)})...)
	}
	return defs
}

// Kinds of pieces that can be taken, and that can move.
const (
	takeable = features.Term(board.Queen) + 1
	movers   = features.Term(board.King) + 1
)

// concat joins lists of terms.
func concat(lists ...[]features.Definition) (all []features.Definition) {
	for _, l := range lists {
		all = append(all, l...)
	}
	return all
}

// add adds a count that is often 0.
func add(t *features.Tally, term features.Term, n int) {
	if n != 0 {
		t.Add(term, n)
	}
}

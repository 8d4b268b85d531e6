// Package textbook reads evaluations as textbooks have them: a value for each piece and a table of 64 squares
// for each, of one phase or two, found by the names of the pieces in a program's source. They become weights
// of the set pesto, in which the value of a piece is part of its table.
package textbook

import (
	"fmt"
	"slices"
	"strings"

	"example.org/centipawn/weights"
	"example.org/centipawn/weights/source/scan"
)

// Set is the set of terms of the weights that [Read] makes.
const Set = "pesto"

// An Order is that of the numbers of a table.
type Order uint8

const (
	ByTables  Order = iota // what the pawns' table and the king's say
	RankOne                // a1, b1 …
	RankEight              // a8, b8 …
)

// A Reading is weights, in centipawns, and what they were made of, a line each.
type Reading struct {
	File  *weights.File
	Notes []string
}

// A reader is what a source has.
type reader struct {
	tables [2][pieces]*table // of the middlegame and the endgame
	worth  [2]*worth         // nil: the tables hold the values
	pawn   float64           // what a pawn is worth, in the source's unit
	notes  []string
}

// Read finds tables and values. A piece with one table has it in both phases; of two the one whose name says
// endgame is the endgame's. Rooks, queens and kings may have none, which is 0. Values are added unless the
// tables hold them; a pawn worth about 1 or 10 makes all numbers centipawns, by 100 or 10. The error says
// what is missing, or which numbers say different things.
func Read(arrays []scan.Array, first Order) (*Reading, error) {
	list, left, err := tables(arrays)
	if err != nil {
		return nil, err
	}
	r := &reader{}
	for i, p := range []phase{middlegame, endgame} {
		for piece := range pieces {
			if r.tables[i][piece], err = tableOf(list, piece, p); err != nil {
				return nil, err
			}
		}
	}
	if err := r.whole(arrays, left); err != nil {
		return nil, err
	}
	if err := r.value(arrays); err != nil {
		return nil, err
	}
	rankEight, err := r.first(first)
	if err != nil {
		return nil, err
	}
	f, err := r.file(rankEight)
	if err != nil {
		return nil, err
	}
	if len(left) > 0 {
		r.notes = append(r.notes, "not used: "+strings.Join(left, "; "))
	}
	return &Reading{File: f, Notes: append(r.taken(), r.notes...)}, nil
}

// whole reports the first table that must be there and is not; left are those that were not taken.
func (r *reader) whole(arrays []scan.Array, left []string) error {
	for piece, name := range weights.PieceNames[:3] {
		if r.tables[0][piece] == nil {
			where := "the source"
			if len(arrays) > 0 {
				where = arrays[0].File
			}
			unused := ""
			if len(left) > 0 {
				unused = "; not used: " + strings.Join(left, "; ")
			}
			return fmt.Errorf("%s: no table of the %s: want 64 numbers whose name has the word %q, or one array of six tables, such as pst[6][64]: rename it, or name it in a file for -names%s",
				where, name, name, unused)
		}
	}
	return nil
}

// value finds what pieces are worth, and whether the tables hold it.
func (r *reader) value(arrays []scan.Array) (err error) {
	list := worths(arrays)
	for i, p := range []phase{middlegame, endgame} {
		if r.worth[i], err = worthOf(list, p); err != nil {
			return err
		}
	}
	pawns, knights := r.tables[0][0], r.tables[0][1]
	inside := (pawns.row(3)+pawns.row(4))/2 > 0 && knights.row(3) > 2*pawns.row(4) && slices.Min(knights.values[:]) > 0
	switch {
	case inside:
		r.worth, r.pawn = [2]*worth{}, pawns.row(3)
		r.notes = append(r.notes, "the tables hold the values of the pieces already: none are added")
	case r.worth[0] == nil:
		return fmt.Errorf("%s: no values of the pieces from pawn to queen: want an array such as piece_value[6], or five numbers such as PAWN_VALUE, that grow from pawn to queen", pawns.where)
	default:
		r.pawn = r.worth[0].values[0]
		if spread := slices.Max(knights.values[:]) - slices.Min(knights.values[:]); spread > 5*r.pawn {
			return fmt.Errorf("%s: the squares of a knight differ by %v, and a pawn is worth %v (%s): the tables and the values have different units: pass values in the unit of the tables",
				knights.where, spread, r.pawn, r.worth[0].where[0])
		}
	}
	if by := unit(r.pawn); by != 1 {
		r.notes = append(r.notes, fmt.Sprintf("a pawn is worth %v: all numbers times %v are centipawns", r.pawn, by))
	}
	return nil
}

// first says whether the tables begin with a8.
func (r *reader) first(first Order) (rankEight bool, err error) {
	if first != ByTables {
		return first == RankEight, nil
	}
	rankEight, witnesses, err := order(r.tables[0][0], r.tables[0][pieces-1])
	square, other, flag := "a1", "a8", "-rank8"
	if rankEight {
		square, other, flag = "a8", "a1", "-rank8=false"
	}
	r.notes = append(r.notes, fmt.Sprintf("the first number of a table is that of %s by the tables of %s; if it is that of %s, pass %s", square, witnesses, other, flag))
	return rankEight, err
}

// file returns the weights.
func (r *reader) file(rankEight bool) (*weights.File, error) {
	published, _ := weights.Published(Set)
	f := &weights.File{Set: Set, Phase: published.Phase, Terms: slices.Clone(published.Terms)}
	for i := range f.Terms {
		t := &f.Terms[i]
		group, _ := weights.GroupOf(t.Name)
		piece := slices.Index(weights.PieceNames[:], strings.TrimPrefix(group, "pst."))
		sq := weights.Square(t.Name)
		if rankEight {
			sq ^= 56
		}
		t.MG, t.EG = weights.Weight{Value: r.number(0, piece, sq)}, weights.Weight{Value: r.number(1, piece, sq)}
	}
	return f, f.Validate()
}

// number is what a piece is worth on a square of the source's order, in centipawns.
func (r *reader) number(phase, piece, sq int) (v float64) {
	if t := r.tables[phase][piece]; t != nil {
		v = t.values[sq]
	}
	return (v + r.valued(phase, piece)) * unit(r.pawn)
}

// valued is what a piece's value adds to its table, in the source's unit.
func (r *reader) valued(phase, piece int) float64 {
	if w := r.worth[phase]; w != nil && piece < len(w.values) {
		return w.values[piece]
	}
	return 0
}

// taken says what each piece has, and which have one phase.
func (r *reader) taken() (lines []string) {
	var alike []string
	for piece, name := range weights.PieceNames {
		mg, eg := r.tables[0][piece], r.tables[1][piece]
		line := fmt.Sprintf("%-6s  ", name)
		switch {
		case mg == nil:
			line += "no table: 0 on all squares"
		case mg.values == eg.values:
			line += mg.where
		case mg.where == eg.where:
			line += mg.where + ", both phases"
		default:
			line += fmt.Sprintf("%s, in the endgame %s", mg.where, eg.where)
		}
		lines = append(lines, line+r.added(piece))
		if (mg == nil || mg.values == eg.values) && r.valued(0, piece) == r.valued(1, piece) {
			alike = append(alike, name)
		}
	}
	if len(alike) > 0 {
		lines = append(lines, "alike in the middlegame and the endgame: "+strings.Join(alike, ", "))
	}
	return lines
}

// added says which value the squares of a piece have more.
func (r *reader) added(piece int) string {
	mg, eg := r.worth[0], r.worth[1]
	switch {
	case mg == nil || piece >= len(mg.values):
		return ""
	case mg.values[piece] == eg.values[piece]:
		return fmt.Sprintf(", and %v of %s", mg.values[piece], mg.where[piece])
	}
	return fmt.Sprintf(", and %v of %s, in the endgame %v of %s", mg.values[piece], mg.where[piece], eg.values[piece], eg.where[piece])
}

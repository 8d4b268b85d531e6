package textbook

import (
	"fmt"
	"slices"
	"strings"

	"example.org/centipawn/weights"
	"example.org/centipawn/weights/source/scan"
)

const squares = 64

// A table is the numbers of a piece's squares, in the source's order.
type table struct {
	piece  int
	phase  phase
	values [squares]float64
	where  string
}

// tables finds piece-square tables: one for each piece, or all in one array. left are those that look
// so and were not taken, with the reason.
func tables(arrays []scan.Array) (list []table, left []string, err error) {
	for i := range arrays {
		a := &arrays[i]
		n, ok := read(a)
		named := n.piece >= 0 || n.has(tableWords)
		switch {
		case !ok || !named || len(a.Labels(nil)) == pieces && a.Size() == pieces*squares:
		case a.Err != nil && a.Fault() != nil && a.Fault().Table() && n.piece >= 0 && !n.black:
			return nil, nil, a.Err
		case n.black && a.Size() == squares:
			left = append(left, at(a)+": Black's")
		case n.piece >= 0 && a.Size() == squares:
			list = append(list, boards(a, n.phase, a.Under(nil), n.piece)...)
		case n.piece < 0 && a.Size() > squares && a.Size()%squares == 0:
			stack := stacked(a, n)
			if list = append(list, stack...); stack == nil {
				left = append(left, fmt.Sprintf("%s: %d tables of %d numbers, not %d from pawn to king", at(a), a.Size()/squares, squares, pieces))
			}
		case n.piece >= 0 && a.Size() > squares:
			left = append(left, fmt.Sprintf("%s: %d numbers, a table has %d", at(a), a.Size(), squares))
		}
	}
	return list, left, nil
}

// boards reads the table of a piece from slots; pairs are two tables.
func boards(a *scan.Array, p phase, slots []int, piece int) (list []table) {
	phases := []phase{p}
	if a.Pairs {
		phases = []phase{middlegame, endgame}
	}
	for half, p := range phases {
		t := table{piece: piece, phase: p, where: at(a)}
		for i, slot := range slots {
			t.values[i] = a.Values[a.Value(slot, half)]
		}
		list = append(list, t)
	}
	return list
}

// stacked reads an array of tables in the order of the pieces: six, one of nothing before them, a second of
// the king after them, those of Black, or six for each phase. Nil: it is none of these.
func stacked(a *scan.Array, n name) (list []table) {
	slots := a.Under(nil)
	board := func(at, piece int, p phase) {
		list = append(list, boards(a, p, slots[at*squares:][:squares], piece)...)
	}
	count, first := a.Size()/squares, 0
	empty := func(at int) bool {
		return !slices.ContainsFunc(slots[at*squares:][:squares], func(s int) bool { return a.Values[a.Value(s, 0)] != 0 })
	}
	if count == 7 && empty(0) || count == 13 && empty(0) {
		first, count = 1, count-1
	}
	switch {
	case count == 2*pieces && len(a.Under([]int{0})) == 2*squares: // [6][2][64]
		for piece := range pieces {
			board(2*piece, piece, middlegame)
			board(2*piece+1, piece, endgame)
		}
	case count == 2*pieces && !mirrored(a, slots[first*squares:]) && len(a.Under([]int{0})) == pieces*squares: // [2][6][64]
		for piece := range pieces {
			board(piece, piece, middlegame)
			board(pieces+piece, piece, endgame)
		}
	case count == pieces, count == pieces+1, count == 2*pieces && mirrored(a, slots[first*squares:]):
		for piece := range pieces {
			board(first+piece, piece, n.phase)
		}
		if count == pieces+1 {
			board(pieces, pieces-1, endgame)
		}
	}
	return list
}

// mirrored reports whether the second six tables are Black's: the first six seen from the other side, or these
// with the other sign.
func mirrored(a *scan.Array, slots []int) bool {
	for _, sign := range []float64{1, -1} {
		same := true
		for i := range pieces * squares {
			same = same && a.Values[a.Value(slots[i], 0)] == sign*a.Values[a.Value(slots[pieces*squares+(i^56)], 0)]
		}
		if same {
			return true
		}
	}
	return false
}

// tableOf returns the table of a piece and a phase, or that of both, or that of the other; nil without one.
func tableOf(list []table, piece int, p phase) (found *table, err error) {
	for _, want := range []phase{p, both, middlegame + endgame - p} {
		for i := range list {
			t := &list[i]
			switch {
			case t.piece != piece || t.phase != want:
			case found == nil:
				found = t
			case found.values != t.values:
				return nil, fmt.Errorf("%s: a second table of the %s, beside %s: pass the names of the tables and values that count, each by -array",
					t.where, weights.PieceNames[piece], found.where)
			}
		}
		if found != nil {
			break
		}
	}
	return found, nil
}

// row returns the mean of a table's row, from 0.
func (t *table) row(row int) (mean float64) {
	for _, v := range t.values[row*8:][:8] {
		mean += v / 8
	}
	return mean
}

// order says whether tables begin with a8, by what they say: pawns are worth more before they promote than at
// home, a king less beyond the enemy's lines than at home. witnesses are the pieces that say so.
func order(pawn, king *table) (rankEight bool, witnesses string, err error) {
	var says []string
	vote := [2]bool{}
	for _, w := range []struct {
		of         string
		home, away float64 // by the first rows being White's home
	}{
		{"pawns", -pawn.row(1), -pawn.row(6)},
		{"king", kingRow(king, 0), kingRow(king, 7)},
	} {
		if w.home != w.away {
			eight := 0
			if w.home < w.away {
				eight = 1
			}
			vote[eight] = true
			says = append(says, w.of)
		}
	}
	if vote[0] == vote[1] {
		return false, "", fmt.Errorf("%s: the tables do not say whether their first number is a1's or a8's: pass -rank8 for a8, -rank8=false for a1", pawn.where)
	}
	return vote[1], strings.Join(says, " and "), nil
}

func kingRow(king *table, row int) float64 {
	if king == nil || king.phase == endgame {
		return 0
	}
	return king.row(row)
}

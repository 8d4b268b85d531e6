package textbook

import (
	"fmt"
	"slices"

	"example.org/centipawn/weights"
	"example.org/centipawn/weights/source/scan"
)

// A worth is what pieces from pawn to queen are worth, in the source's unit, and where that stands.
type worth struct {
	phase  phase
	values [5]float64
	where  [5]string
	named  bool // a word says that these are values
	local  bool // of a function
}

// plausible reports whether pieces can be worth so much: not the numbers of an enumeration.
func (w *worth) plausible() bool {
	v := w.values
	minor, most := min(v[1], v[2]), max(v[1], v[2])
	return v[0] > 0 && minor >= 2*v[0] && most <= 6*v[0] && v[3] > minor && v[4] > v[3] && v[4] >= 6*v[0] && v[4] <= 20*v[0]
}

// worths finds values of pieces: arrays in the order of the pieces, and numbers with a name for each.
func worths(arrays []scan.Array) (list []worth) {
	type parts struct {
		worth
		seen int // a bit for each piece
	}
	single := map[string]*parts{}
	var all []*parts
	for i := range arrays {
		a := &arrays[i]
		n, ok := read(a)
		switch {
		case !ok || n.black || a.Err != nil || len(a.Values) == 0:
		case a.Size() == 1 && n.piece >= 0 && n.piece < 5 && n.isValue():
			key := fmt.Sprint(a.File, a.Scope, a.Stands, n.phase, n.words)
			w := single[key]
			if w == nil || w.seen>>n.piece&1 > 0 && w.values[n.piece] != a.Values[0] { // of another branch of #if
				w = &parts{worth: worth{phase: n.phase, named: n.has(valueWords), local: a.Stands == scan.Local}}
				single[key], all = w, append(all, w)
			}
			w.values[n.piece], w.where[n.piece] = a.Values[0], at(a)
			w.seen |= 1 << n.piece
			if a.Pairs && a.Values[0] != a.Values[1] {
				w.seen = 0 // pairs are read in arrays alone
			}
		case n.piece < 0 && n.has(append([]string{"piece"}, valueWords...)) && a.Size() >= 5 && a.Size() <= 14 && len(a.Labels(nil)) == 0:
			list = append(list, vector(a, n)...)
		}
	}
	for _, w := range all {
		if w.seen == 1<<len(w.values)-1 {
			list = append(list, w.worth)
		}
	}
	list = slices.DeleteFunc(list, func(w worth) bool { return !w.plausible() })
	list = rather(list, func(w worth) bool { return w.named })
	return rather(list, func(w worth) bool { return !w.local })
}

// rather keeps those that are good, all if none is.
func rather(list []worth, good func(worth) bool) []worth {
	if !slices.ContainsFunc(list, good) {
		return list
	}
	return slices.DeleteFunc(list, func(w worth) bool { return !good(w) })
}

// vector reads an array of values, in which a 0 may stand first for the empty square. It may have pairs, or
// two rows, of the two phases.
func vector(a *scan.Array, n name) (list []worth) {
	rows := [][]int{a.Under(nil)}
	phases := []phase{n.phase}
	if row := a.Under([]int{0}); len(row) >= 5 && 2*len(row) == a.Size() {
		rows = [][]int{row, a.Under([]int{1})}
	}
	if a.Pairs || len(rows) == 2 && a.Values[rows[1][len(rows[1])-2]] > 0 { // not Black's, with the other sign
		phases = []phase{middlegame, endgame}
	}
	for half, p := range phases {
		row, w := rows[min(half, len(rows)-1)], worth{phase: p, named: true, local: a.Stands == scan.Local}
		if len(row) > 5 && a.Values[a.Value(row[0], half)] == 0 {
			row = row[1:]
		}
		for piece := range w.values {
			w.values[piece], w.where[piece] = a.Values[a.Value(row[piece], half)], at(a)
		}
		list = append(list, w)
	}
	return list
}

// worthOf returns the values of a phase, nil without any. The error says that two differ.
func worthOf(list []worth, p phase) (found *worth, err error) {
	for _, want := range []phase{p, both, middlegame, endgame} {
		for i := range list {
			w := &list[i]
			switch {
			case w.phase != want:
			case found == nil:
				found = w
			case found.values != w.values:
				return nil, fmt.Errorf("%s: the values of the pieces differ from those of %s: pass the names of the tables and values that count, each by -array", w.where[0], found.where[0])
			}
		}
		if found != nil {
			break
		}
	}
	return found, nil
}

// unit is by what values in the source's unit are multiplied to be centipawns: a pawn is worth 1, 10 or 100.
func unit(pawn float64) float64 {
	switch {
	case pawn < 2.5:
		return 100
	case pawn < 25:
		return 10
	}
	return 1
}

// at is the name of an array, file:line.
func at(a *scan.Array) string {
	name := a.Name
	if a.Stands == scan.Element || len(a.Name) == 1 && len(a.Scope) > 0 {
		name = a.Scope[len(a.Scope)-1] + "[" + a.Name + "]"
	}
	return fmt.Sprintf("%s (%s:%d)", name, a.File, a.Line)
}

// pieces is how many pieces there are.
const pieces = len(weights.PieceNames)

// Package audit says where fitted weights contradict chess sense.
//
// A least-squares fit knows nothing of chess: a wrong count, a redundant term or
// too little data shows in values that no player would believe. [Check] looks
// for them and returns warnings, never errors: a contradiction is a reason to
// look, and sometimes the data are right.
//
// The codes:
//
//	M04  a piece's endgame value outside 0.4 to 2.5 times its middle-game value, or of the other sign
//	M05  an order is broken: pawn < knight <= bishop < rook < queen; a passed pawn's
//	     worth rising with its rank; a piece-square value farther from the table's level
//	     than the piece is worth
//	M06  a weight of more than 20 centipawns whose 95 % interval holds zero
//	M07  a passed pawn worth more than a pawn on top of the pawn itself
//	M11  the move worth more than 40 centipawns
//	M15  knight and bishop of unequal value, as whole centipawns: no fault, but an
//	     exchange evaluation with these values takes bishop for knight as a gain or loss
//	A01  a sign that a chess player would not expect, with zero outside the 95 % interval
//
// A piece's value is its term material.<piece> plus the mean of its piece-square
// table; without the term, the mean of a table that holds it. The mean is over ranks
// 2 to 7 ([weights.Group.Mean]). Tables about 0 without material terms hold no values:
// then M04 and M05 judge none, and a note asks for them.
//
// Terms are known by their names: material.pawn to material.queen,
// pst.<piece>.<square>, passed_pawns or passed.r2 to passed.r7 and terms that
// begin like them, and the seven of set alphaone. Of other names only M06 is
// asked. Values are centipawns, White-relative; a tapered term is judged in the
// middle game and in the endgame apart. Of a file with a formula the terms of its sum linear are asked alone.
package audit

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"example.org/centipawn/internal/note"
	"example.org/centipawn/weights"
)

// Check returns what is doubtful in a file, in the order of the rules above and
// within a rule in the order of the pieces or of the file.
func Check(f *weights.File) note.List {
	var all note.List
	f = linear(f)
	for _, rule := range []func(*weights.File) note.List{
		ratios, noValues, pieceOrder, passerRanks, tables, unsupported, passers, move, minors, signs,
	} {
		all = append(all, rule(f)...)
	}
	return all
}

// linear returns a file with its terms of the sum linear alone: those of other sums of a formula are worth
// something else in every position, and need not be centipawns.
func linear(f *weights.File) *weights.File {
	if f.Formula == "" {
		return f
	}
	g := *f
	g.Terms = slices.DeleteFunc(slices.Clone(f.Terms), func(t weights.Term) bool { return !t.Linear() })
	return &g
}

// The limits of M04.
const (
	minRatio = 0.4
	maxRatio = 2.5
	nearZero = 0.005 // centipawns: of data that say nothing the search ends near 0, on either side
)

// ratios is M04. Of a table that holds its piece's value, the means are compared.
func ratios(f *weights.File) note.List {
	var all note.List
	for _, piece := range pieces {
		m, known := pieceValue(f, piece, middleGame)
		if !known || !m.tapered {
			continue
		}
		e, _ := pieceValue(f, piece, endgame)
		mg, eg := m.alone, e.alone
		switch {
		case max(math.Abs(mg), math.Abs(eg)) < nearZero:
		case mg*eg < 0:
			all.Add(note.M04, "%s: mg %s and eg %s differ in sign", m.source, weights.Number(mg), weights.Number(eg))
		case math.Abs(eg) < minRatio*math.Abs(mg) || math.Abs(eg) > maxRatio*math.Abs(mg):
			all.Add(note.M04, "%s: mg %s against eg %s is outside a ratio of %v to %v", m.source, weights.Number(mg), weights.Number(eg), minRatio, maxRatio)
		}
	}
	return all
}

// maxNoise belongs to M06, in centipawns.
const maxNoise = 20

// unsupported is M06. Weights without a standard error were not fitted. Those that a prior holds,
// of a strong one nearly all, are one note.
func unsupported(f *weights.File) note.List {
	var all note.List
	var held []weights.Named
	for _, t := range f.Terms { // weights of a block are not centipawns
		for _, w := range t.Weights() {
			if w.StdErr == 0 || math.Abs(w.Value) <= maxNoise || math.Abs(w.Value) >= w.Interval95() {
				continue
			}
			if w.Bound == weights.BoundPrior {
				held = append(held, w)
				continue
			}
			all.Add(note.M06, "%s: t = %.1f: the data do not support it", describe(w), w.T())
		}
	}
	return append(all, heldByPrior(held)...)
}

// mostHeld is how many weights the text of a note of many names; its columns are all.
const mostHeld = 3

// heldByPrior is M06 of the weights that the prior holds.
func heldByPrior(held []weights.Named) (all note.List) {
	if len(held) == 0 {
		return nil
	}
	var columns, largest []string
	for _, w := range held {
		columns = append(columns, w.Name)
	}
	slices.SortStableFunc(held, func(a, b weights.Named) int { return cmp.Compare(math.Abs(b.Value), math.Abs(a.Value)) })
	for _, w := range held[:min(mostHeld, len(held))] {
		largest = append(largest, describe(w))
	}
	text, what := strings.Join(largest, ", "), "it"
	if len(held) > mostHeld {
		text, what = fmt.Sprintf("%d weights, the largest %s", len(held), text), "them"
	} else if len(held) > 1 {
		what = "them"
	}
	all.Add(note.M06, "%s: %s: the data say little of %s", text, weights.HeldByPrior, what).Columns = columns
	return all
}

// maxTempo is the worth of the move that M11 lets pass, in centipawns.
const maxTempo = 40

// move is M11 for the term side_to_move. The fit itself looks at the intercepts.
func move(f *weights.File) note.List {
	t, ok := f.Term("side_to_move")
	if !ok {
		return nil
	}
	var all note.List
	for _, w := range t.Weights() {
		if math.Abs(w.Value) > maxTempo {
			all.Add(note.M11, "%s: the move is worth more than %d cp: noisy positions, or labels in the mover's view", describe(w), maxTempo)
		}
	}
	return all
}

// expected holds the sign of a term of which every player is sure.
var expected = map[string]float64{
	"tapered":       +1,
	"mobility":      +1,
	"king_attack":   +1,
	"pawn_shield":   +1,
	"passed_pawns":  +1,
	"doubled_pawns": -1,
	"pawn_islands":  -1,
	"side_to_move":  +1,
}

// signs is A01. What has zero in its 95 % interval, or none, has no
// sign.
func signs(f *weights.File) note.List {
	var all note.List
	for _, t := range f.Terms {
		sign := expected[t.Name]
		if strings.HasPrefix(t.Name, "material.") {
			sign = +1
		}
		for _, w := range t.Weights() {
			if sign*w.Value < 0 && w.StdErr > 0 && math.Abs(w.Value) >= w.Interval95() {
				all.Add(note.A01, "%s: a player would expect the other sign", describe(w))
			}
		}
	}
	return all
}

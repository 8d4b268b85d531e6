package audit

import (
	"math"
	"strings"

	"centipawn/weights"
)

// pieces are those with a value, in the order of M05.
var pieces = [...]string{"pawn", "knight", "bishop", "rook", "queen"}

// pieceValue returns what a piece is worth: its term material.<piece> plus the
// mean of its piece-square table, which may hold a part of the value. The
// standard error is the term's.
func pieceValue(f *weights.File, piece string, s stage) (weights.Named, bool) {
	t, ok := f.Term("material." + piece)
	if !ok {
		return weights.Named{}, false
	}
	w := s.at(t)
	if mean := tableMean(f, piece, s); mean != 0 {
		w.Name += " with its table's mean"
		w.Value += mean
	}
	return w, true
}

// tableMean is the mean over the squares that the piece's table has, 0 without
// a table.
func tableMean(f *weights.File, piece string, s stage) float64 {
	sum, n := 0.0, 0
	for _, t := range f.Terms {
		if onTable(t.Name, piece) {
			sum += s.at(t).Value
			n++
		}
	}
	return sum / max(1, float64(n))
}

func onTable(term, piece string) bool {
	return strings.HasPrefix(term, "pst."+piece+".") && weights.Square(term) >= 0
}

// pieceOrder is M05 for pawn < knight <= bishop < rook < queen.
func pieceOrder(f *weights.File) []weights.Warning {
	var all []weights.Warning
	for _, s := range stages {
		for i := 1; i < len(pieces); i++ {
			less, okLess := pieceValue(f, pieces[i-1], s)
			more, okMore := pieceValue(f, pieces[i], s)
			mayEqual := pieces[i] == "bishop"
			if !okLess || !okMore || less.Value < more.Value || mayEqual && less.Value == more.Value {
				continue
			}
			all = append(all, warning("M05", "%s is not below %s%s", describe(less), describe(more), inStdErrs(less.Weight, more.Weight)))
		}
	}
	return unique(all)
}

// unique drops a warning that repeats the one of the middle game, as plain
// terms, equal in both stages, make them.
func unique(all []weights.Warning) []weights.Warning {
	seen := make(map[weights.Warning]bool)
	var kept []weights.Warning
	for _, w := range all {
		if !seen[w] {
			kept = append(kept, w)
		}
		seen[w] = true
	}
	return kept
}

// isPasser reports whether a term values passed pawns: passed_pawns, passed.r2
// and terms that begin like them.
func isPasser(term string) bool {
	family, _, _ := strings.Cut(term, ".")
	return family == "passed" || strings.HasPrefix(family, "passed_pawns")
}

// passerRanks is M05 for the terms <family>.r2 to <family>.r7 of passed pawns.
func passerRanks(f *weights.File) []weights.Warning {
	var all []weights.Warning
	for _, s := range stages {
		below := make(map[string]weights.Named) // family: its weight one rank further back
		for rank := '2'; rank <= '7'; rank++ {
			for _, t := range f.Terms {
				family, ok := strings.CutSuffix(t.Name, ".r"+string(rank))
				if !ok || !isPasser(t.Name) {
					continue
				}
				w := s.at(t)
				if back, ok := below[family]; ok && back.Value > w.Value {
					all = append(all, warning("M05", "%s is above %s%s: a passed pawn should gain by advancing", describe(back), describe(w), inStdErrs(back.Weight, w.Weight)))
				}
				below[family] = w
			}
		}
	}
	return unique(all)
}

// tables is M05 for piece-square tables: a square should not be worth more than
// the piece that stands on it. One warning a table and stage, for its worst
// square. Pawns on the sixth and seventh rank are let pass: they exceed a pawn
// in published tables (PeSTO: 134 against 82), being passed or about to promote.
// Kings have no value to compare with.
func tables(f *weights.File) []weights.Warning {
	var all []weights.Warning
	for _, s := range stages {
		for _, piece := range pieces {
			value, ok := pieceValue(f, piece, s)
			if !ok {
				continue
			}
			if worst, n := beyond(f, piece, s, math.Abs(value.Value)); n > 0 {
				all = append(all, warning("M05", "%s is beyond the piece's own value %s, as the farthest of %d such squares", describe(worst), weights.Number(value.Value), n))
			}
		}
	}
	return unique(all)
}

// beyond returns the square of a piece's table farthest from zero, and how many
// are farther than limit centipawns.
func beyond(f *weights.File, piece string, s stage, limit float64) (worst weights.Named, n int) {
	for _, t := range f.Terms {
		if !onTable(t.Name, piece) || piece == "pawn" && weights.Square(t.Name) >= 40 {
			continue
		}
		w := s.at(t)
		if math.Abs(w.Value) <= limit {
			continue
		}
		if n++; math.Abs(w.Value) > math.Abs(worst.Value) {
			worst = w
		}
	}
	return worst, n
}

// The pawn of a file without material.pawn, for M07.
const (
	pestoPawn  = 94  // the higher of PeSTO's 82 (middle game) and 94 (endgame), in units of set alphaone's term tapered
	commonPawn = 100 // by definition of the unit
)

// pawn returns a pawn's worth for M07 and the words for where it comes from: the
// term material.pawn with the mean of its table; else the term tapered, which
// counts PeSTO's values, times 94; else 100 centipawns.
func pawn(f *weights.File, s stage) (float64, string) {
	if w, ok := pieceValue(f, "pawn", s); ok {
		return w.Value, w.Name
	}
	if t, ok := f.Term("tapered"); ok {
		return pestoPawn * s.at(t).Value, "94 × tapered"
	}
	return commonPawn, "by definition"
}

// passers is M07. The passed pawn is worth its weight on top of the pawn: more
// than another whole pawn points to a double count, most often with the pawns'
// piece-square table.
func passers(f *weights.File) []weights.Warning {
	var all []weights.Warning
	for _, s := range stages {
		worth, source := pawn(f, s)
		for _, t := range f.Terms {
			w := s.at(t)
			if !isPasser(t.Name) || worth <= 0 || w.Value <= worth {
				continue
			}
			all = append(all, warning("M07", "%s is more than a pawn, %s cp (%s)%s", describe(w), weights.Number(worth), source, overlap(f)))
		}
	}
	return unique(all)
}

// overlap says what else in the set values advanced pawns.
func overlap(f *weights.File) string {
	for _, t := range f.Terms {
		switch {
		case t.Name == "tapered":
			return "; the tables within tapered already reward advanced pawns"
		case onTable(t.Name, "pawn"):
			return "; pst.pawn already rewards advanced pawns"
		}
	}
	return ""
}

package audit

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"example.org/centipawn/internal/note"
	"example.org/centipawn/weights"
)

// pieces are those with a value, in the order of M05.
var pieces = [...]string{"pawn", "knight", "bishop", "rook", "queen"}

// A value is what a piece is worth in a stage.
type value struct {
	weights.Named         // in all; the standard error is the material term's, if there is one
	alone         float64 // without the table, unless the table holds the value
	source        string  // the material term, or "the mean of" the table
	tapered       bool
	level         float64 // what a square's worth is measured from: the table's mean, if it holds the value
}

// pieceValue returns what a piece is worth: its term material.<piece> plus the
// mean of its piece-square table, which may hold a part of the value; without
// the term, the mean alone if the tables hold the values (see
// [weights.File.TablesHoldMaterial]). Else the file says nothing of this one.
func pieceValue(f *weights.File, piece string, s stage) (value, bool) {
	mean, tapered, table := tableMean(f, piece, s)
	t, ok := f.Term("material." + piece)
	switch {
	case ok:
		v := value{Named: s.at(t), alone: s.at(t).Value, source: t.Name, tapered: t.Tapered}
		if mean != 0 {
			v.Name += " with its table's mean"
			v.Value += mean
		}
		return v, true
	case !table || !f.TablesHoldMaterial():
		return value{}, false
	}
	source := "mean of pst." + piece
	v := value{alone: mean, source: source, tapered: tapered, level: mean}
	v.Name, v.Value = source+s.suffix(tapered), mean
	return v, true
}

// tableMean returns the mean of the piece's table over the ranks 2 to 7, whether
// the table is tapered, and whether there is one.
func tableMean(f *weights.File, piece string, s stage) (mean float64, tapered, ok bool) {
	for _, g := range f.Groups() {
		if g.Board && g.Name == "pst."+piece {
			return g.Mean(func(t weights.Term) weights.Weight { return s.at(t).Weight }), g.Tapered, true
		}
	}
	return 0, false, false
}

// noValues asks for the values of the pieces, M05, if the file has tables and nothing says them.
func noValues(f *weights.File) (all note.List) {
	boards := slices.ContainsFunc(f.Groups(), func(g weights.Group) bool {
		return g.Board && g.Name != "pst.king" && strings.HasPrefix(g.Name, "pst.")
	})
	if boards && !f.NamesMaterial() && !f.TablesHoldMaterial() {
		all = append(all, note.Mention(note.M05, "the tables pst.* do not hold the pieces' values, and no weight is called material.*: no value of a piece is judged; name them material.pawn to material.queen"))
	}
	return all
}

func onTable(term, piece string) bool {
	return strings.HasPrefix(term, "pst."+piece+".") && weights.Square(term) >= 0
}

// minors is M15. One note for both stages, in the values that an exchange
// evaluation would use.
func minors(f *weights.File) note.List {
	var parts []string
	for _, s := range stages {
		knight, okKnight := pieceValue(f, "knight", s)
		bishop, okBishop := pieceValue(f, "bishop", s)
		if !okKnight || !okBishop || math.Round(knight.Value) == math.Round(bishop.Value) {
			continue
		}
		parts = append(parts, fmt.Sprintf("%s %s and %s %s", knight.Name, weights.Number(knight.Value), bishop.Name, weights.Number(bishop.Value)))
	}
	if len(parts) == 2 && parts[0] == parts[1] { // plain terms
		parts = parts[:1]
	}
	if len(parts) == 0 {
		return nil
	}
	return note.List{note.New(note.M15, "%s: no fault, but static exchange evaluation wants one value for both", strings.Join(parts, ", "))}
}

// pieceOrder is M05 for pawn < knight <= bishop < rook < queen.
func pieceOrder(f *weights.File) note.List {
	var all note.List
	for _, s := range stages {
		for i := 1; i < len(pieces); i++ {
			less, okLess := pieceValue(f, pieces[i-1], s)
			more, okMore := pieceValue(f, pieces[i], s)
			mayEqual := pieces[i] == "bishop"
			if !okLess || !okMore || less.Value < more.Value || mayEqual && less.Value == more.Value {
				continue
			}
			all.Add(note.M05, "%s is not below %s%s", describe(less.Named), describe(more.Named), inStdErrs(less.Weight, more.Weight))
		}
	}
	return unique(all)
}

// unique drops a warning that repeats the one of the middle game, as plain
// terms, equal in both stages, make them.
func unique(all note.List) note.List {
	seen := make(map[string]bool)
	return slices.DeleteFunc(all, func(n note.Note) bool {
		again := seen[n.String()]
		seen[n.String()] = true
		return again
	})
}

// passerRank is the name of a term of passed pawns by rank, such as passed.r2 or
// passed.rank.2.
var passerRank = regexp.MustCompile(`^(passed[^.]*)\.(?:r|rank\.)([2-7])$`)

// isPasser reports whether a term values passed pawns as such: passed, passed_pawns
// and what begins like it, or by rank. What else is counted of passed pawns, such as
// the distances of kings, comes on top.
func isPasser(term string) bool {
	family, _, _ := strings.Cut(term, ".")
	return term == "passed" || strings.HasPrefix(family, "passed_pawns") || passerRank.MatchString(term)
}

// passerRanks is M05 for passed pawns by rank.
func passerRanks(f *weights.File) note.List {
	var all note.List
	for _, s := range stages {
		below := make(map[string]weights.Named) // family: its weight one rank further back
		for rank := '2'; rank <= '7'; rank++ {
			for _, t := range f.Terms {
				m := passerRank.FindStringSubmatch(t.Name)
				if m == nil || m[2] != string(rank) {
					continue
				}
				family, w := m[1], s.at(t)
				if back, ok := below[family]; ok && back.Value > w.Value {
					all.Add(note.M05, "%s is above %s%s: a passed pawn should gain by advancing", describe(back), describe(w), inStdErrs(back.Weight, w.Weight))
				}
				below[family] = w
			}
		}
	}
	return unique(all)
}

// tables is M05 for piece-square tables: a square should not be worth more than
// the piece that stands on it. Where the table holds the piece's value, squares
// are measured from its mean. One warning a table and stage, for its worst
// square. Pawns on the sixth and seventh rank are let pass: they exceed a pawn
// in published tables (PeSTO: 134 against 82), being passed or about to promote.
// Kings have no value to compare with.
func tables(f *weights.File) note.List {
	var all note.List
	for _, s := range stages {
		for _, piece := range pieces {
			value, ok := pieceValue(f, piece, s)
			if !ok {
				continue
			}
			worst, n := beyond(f, piece, s, value)
			switch {
			case n > 0 && value.level != 0:
				all.Add(note.M05, "%s is farther from the %s than this is from 0, as the farthest of %d such squares", describe(worst), describe(value.Named), n)
			case n > 0:
				all.Add(note.M05, "%s is beyond the piece's own value %s, as the farthest of %d such squares", describe(worst), weights.Number(value.Value), n)
			}
		}
	}
	return unique(all)
}

// beyond returns the square of a piece's table farthest from its level, and how
// many are farther than the piece is worth. Squares that were frozen, as those
// where a pawn never stands, are not the fit's.
func beyond(f *weights.File, piece string, s stage, v value) (worst weights.Named, n int) {
	far := func(w weights.Named) float64 { return math.Abs(w.Value - v.level) }
	for _, t := range f.Terms {
		if !onTable(t.Name, piece) || piece == "pawn" && weights.Square(t.Name) >= 40 {
			continue
		}
		w := s.at(t)
		if far(w) <= math.Abs(v.Value) || w.Bound == weights.BoundFrozen {
			continue
		}
		if n++; n == 1 || far(w) > far(worst) {
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
func passers(f *weights.File) note.List {
	var all note.List
	for _, s := range stages {
		worth, source := pawn(f, s)
		for _, t := range f.Terms {
			w := s.at(t)
			if !isPasser(t.Name) || worth <= 0 || w.Value <= worth {
				continue
			}
			all.Add(note.M07, "%s is more than a pawn, %s cp (%s)%s", describe(w), weights.Number(worth), source, overlap(f))
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

package features

import (
	"slices"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/pst"
	"example.org/centipawn/tapered"
)

// TestSquareColumns looks at the columns that other programs rely on.
func TestSquareColumns(t *testing.T) {
	tests := []struct {
		set   *Set
		terms int
		names map[Term]string
	}{
		{PeSTO, 384, map[Term]string{0: "pst.pawn.a1", 1: "pst.pawn.b1", 8: "pst.pawn.a2", 64 + 28: "pst.knight.e4", 383: "pst.king.h8"}},
		{PeSTOMirrored, 192, map[Term]string{0: "pst.pawn.a1", 3: "pst.pawn.d1", 4: "pst.pawn.a2", 32 + 15: "pst.knight.d4", 191: "pst.king.d8"}},
	}
	for _, tt := range tests {
		terms := tt.set.Terms()
		if len(terms) != tt.terms || tt.set.Kind() != Count || tt.set.Phase() != &tapered.PeSTO {
			t.Errorf("%s: %d terms of kind %d and phase %s, want %d whole ones of phase pesto",
				tt.set.Name(), len(terms), tt.set.Kind(), tt.set.Phase().Name, tt.terms)
		}
		for term, name := range tt.names {
			if terms[term].Name != name {
				t.Errorf("%s: term %d is %s, want %s", tt.set.Name(), term, terms[term].Name, name)
			}
		}
		if i := slices.IndexFunc(terms, func(d Definition) bool { return d.Taper != Tapered }); i >= 0 {
			t.Errorf("%s: %s is not tapered", tt.set.Name(), terms[i].Name)
		}
	}
}

// TestSquares states every count that is not zero.
func TestSquares(t *testing.T) {
	type want map[string]float64
	tests := []struct {
		name, fen      string
		full, mirrored want
	}{
		{"level at the start", board.StartFEN, want{}, want{}},
		{"a white and a black pawn", "4k3/p7/8/8/6P1/8/8/4K3 w - - 0 1",
			want{"pst.pawn.g4": 1, "pst.pawn.a2": -1}, want{"pst.pawn.b4": 1, "pst.pawn.a2": -1}},
		{"equal but for left and right", "8/8/k6n/8/8/N6K/8/8 b - - 0 1",
			want{"pst.king.h3": 1, "pst.king.a3": -1, "pst.knight.a3": 1, "pst.knight.h3": -1}, want{}},
		{"two on one square of a mirrored table", "r3k3/8/8/8/8/8/8/2R1KR2 w - - 0 1",
			want{"pst.rook.c1": 1, "pst.rook.f1": 1, "pst.rook.a1": -1}, want{"pst.rook.c1": 2, "pst.rook.a1": -1}},
		{"Black's two", "2r1kr2/8/8/8/8/8/8/4K1Q1 w - - 0 1",
			want{"pst.rook.c1": -1, "pst.rook.f1": -1, "pst.queen.g1": 1}, want{"pst.rook.c1": -2, "pst.queen.b1": 1}},
		{"a king on the last rank and one at home", "4k2K/8/8/8/8/8/8/5B2 w - - 0 1",
			want{"pst.king.h8": 1, "pst.king.e1": -1, "pst.bishop.f1": 1}, want{"pst.king.a8": 1, "pst.king.d1": -1, "pst.bishop.c1": 1}},
	}
	for _, tt := range tests {
		for set, want := range map[*Set]want{PeSTO: tt.full, PeSTOMirrored: tt.mirrored} {
			for name, got := range counts(t, set, tt.fen) {
				if got != want[name] {
					t.Errorf("%s: %s: %s = %g, want %g, on %s", tt.name, set.Name(), name, got, want[name], tt.fen)
				}
			}
			for name := range want {
				if _, ok := set.Term(name); !ok {
					t.Errorf("%s has no term %s", set.Name(), name)
				}
			}
		}
	}
}

// publishedPeSTO returns the published values as weights of the set: those of a
// mirrored table are the means of two files'.
func publishedPeSTO(mirrored bool) (weights []tapered.Pair) {
	for pt := board.Pawn; pt <= board.King; pt++ {
		for sq := range board.Square(64) {
			v, w := pst.PeSTO.Value(pt, sq), pst.PeSTO.Value(pt, sq)
			if mirrored {
				w = pst.PeSTO.Value(pt, sq^7)
			}
			if !mirrored || sq.File() < 4 {
				weights = append(weights, tapered.Pair{MG: float64(v.MG+w.MG) / 2, EG: float64(v.EG+w.EG) / 2})
			}
		}
	}
	return weights
}

// TestPublishedPeSTO compares the counts times the published values with the
// sum over the board.
func TestPublishedPeSTO(t *testing.T) {
	balancer := pst.PeSTO.Balancer()
	trace, weights := PeSTO.NewTrace(), publishedPeSTO(false)
	for i := range Positions() {
		p := &Positions()[i]
		score := NewScore(packed(weights))
		PeSTO.Count(p, score)
		mg, eg := balancer.Balance(p)
		if want := tapered.Pack(mg, eg); score.sum != want {
			t.Fatalf("score %v, want %v, on %s", score.sum, want, p.FEN())
		}
		trace.Reset()
		PeSTO.Count(p, trace)
		var sum tapered.Pair
		columns, n := trace.Trace().AppendEntries(nil, nil)
		for k, column := range columns {
			sum.MG += weights[column].MG * float64(n[k])
			sum.EG += weights[column].EG * float64(n[k])
		}
		if sum != score.Sums().Linear {
			t.Fatalf("the row's sum is %v, the score %v, on %s", sum, score.Sums(), p.FEN())
		}
	}
}

// TestMirroredSquares: a mirrored table is worth what the full one is whose two
// halves are equal.
func TestMirroredSquares(t *testing.T) {
	full := make([]tapered.Pair, 384)
	mirrored := publishedPeSTO(true)
	for i := range full {
		full[i] = mirrored[i/64*32+int(folded(board.Square(i%64)))]
	}
	for i := range Positions() {
		p := &Positions()[i]
		a, b := NewScore(packed(full)), NewScore(packed(mirrored))
		PeSTO.Count(p, a)
		PeSTOMirrored.Count(p, b)
		if a.sum != b.sum {
			t.Fatalf("full tables of equal halves: %v, mirrored %v, on %s", a.sum, b.sum, p.FEN())
		}
	}
}

// TestSquareFamilyInSets: the family stands in a user's set, at any column.
func TestSquareFamilyInSets(t *testing.T) {
	s, err := NewSet("mine", &tapered.AlphaOne, pawnsFamily, PSTFamily(false), sideToMoveFamily)
	if err != nil {
		t.Fatal(err)
	}
	if err := CheckLawsOnPositions(s); err != nil {
		t.Error(err)
	}
	for i := range Positions() {
		p := &Positions()[i]
		mine, full := s.NewTrace(), PeSTO.NewTrace()
		s.Count(p, mine)
		PeSTO.Count(p, full)
		for k, def := range PeSTO.Terms() {
			if got, want := mine.Trace().Count(Term(3+k)), full.Trace().Count(Term(k)); got != want {
				t.Fatalf("%s counts %g after three terms, %g alone, on %s", def.Name, got, want, p.FEN())
			}
		}
	}
}

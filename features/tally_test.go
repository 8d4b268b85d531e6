package features

import (
	"math/rand/v2"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/tapered"
)

// TestAddSquares compares with calls of Add, one a square: for tables at any
// column, squares in both sets, terms that are counted again and again, and
// counts of other kinds beside them.
func TestAddSquares(t *testing.T) {
	const terms = 200
	r := rand.New(rand.NewPCG(1, 2))
	weights := randomWeights(r, terms)
	squares := func() board.Bitboard { return board.Bitboard(r.Uint64() & r.Uint64() & r.Uint64()) }
	got, want := NewTrace(terms), NewTrace(terms)
	for round := range 2000 {
		got.Reset()
		want.Reset()
		score, wantScore := NewScore(weights), NewScore(weights)
		for range r.IntN(4) {
			first := Term([...]int{0, 1, 63, 64, 100, terms - 64}[r.IntN(6)])
			plus, minus := squares(), squares()
			got.AddSquares(first, plus, minus)
			score.AddSquares(first, plus, minus)
			for _, tally := range []*Tally{want, wantScore} {
				slowAddSquares(tally, first, plus, minus)
			}
		}
		for range r.IntN(3) {
			term, n := Term(r.IntN(terms)), r.IntN(5)-2
			got.Add(term, n)
			want.Add(term, n)
			score.Add(term, n)
			wantScore.Add(term, n)
		}
		compareTraces(t, round, got.Trace(), want.Trace())
		if score.sum != wantScore.sum {
			t.Fatalf("round %d: score %v, want %v", round, score.Sums(), wantScore.Sums())
		}
	}
}

// randomWeights returns weights of either sign.
func randomWeights(r *rand.Rand, terms int) []tapered.Packed {
	weights := make([]tapered.Packed, terms)
	for i := range weights {
		weights[i] = tapered.Pack(r.IntN(2001)-1000, r.IntN(2001)-1000)
	}
	return weights
}

// packed returns whole weights as a score takes them.
func packed(weights []tapered.Pair) []tapered.Packed {
	list := make([]tapered.Packed, len(weights))
	for i, w := range weights {
		list[i] = tapered.Pack(int(w.MG), int(w.EG))
	}
	return list
}

// slowAddSquares is AddSquares by its definition.
func slowAddSquares(t *Tally, first Term, plus, minus board.Bitboard) {
	for sq := range board.Square(64) {
		if plus.Has(sq) {
			t.Add(first+Term(sq), 1)
		}
		if minus.Has(sq) {
			t.Add(first+Term(sq), -1)
		}
	}
}

// compareTraces compares counts and entries.
func compareTraces(t *testing.T, round int, got, want *Trace) {
	t.Helper()
	columns, entries := got.AppendEntries(nil, nil)
	k := 0
	for term := range Term(len(want.counts)) {
		n := want.Count(term)
		if got.Count(term) != n {
			t.Fatalf("round %d: term %d counts %g, want %g", round, term, got.Count(term), n)
		}
		if n == 0 {
			continue
		}
		if k == len(columns) || columns[k] != uint16(term) || entries[k] != float32(n) {
			t.Fatalf("round %d: entries %v of %v, want %g of term %d at %d", round, entries, columns, n, term, k)
		}
		k++
	}
	if k != len(columns) {
		t.Fatalf("round %d: %d entries, want %d", round, len(columns), k)
	}
}

// TestAddSquaresShortTable: a table of fewer than 64 squares needs no terms
// after it.
func TestAddSquaresShortTable(t *testing.T) {
	tally := NewTrace(3 + 16)
	tally.AddSquares(3, board.Rank2, board.Rank1)
	if a, h := tally.Trace().Count(3), tally.Trace().Count(3+15); a != -1 || h != 1 {
		t.Errorf("a1 counts %g, h2 %g, want -1 and 1", a, h)
	}
}

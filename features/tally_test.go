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

// TestSidesOfCalls: what every call adds to a tally of sides, for terms at any column.
func TestSidesOfCalls(t *testing.T) {
	family := func(count counter) *Family { return &Family{Count: count} }
	type sides [2]float32
	for name, tt := range map[string]struct {
		count func(t *Tally)
		want  sides // of term 70
		net   bool
	}{
		"squares of both":     {func(t *Tally) { t.AddSquares(70, 1, 1) }, sides{1, 1}, false},
		"White's square":      {func(t *Tally) { t.AddSquares(69, 2, 4) }, sides{1, 0}, false},
		"Black's square":      {func(t *Tally) { t.AddSquares(69, 1, 2) }, sides{0, 1}, false},
		"squares twice":       {func(t *Tally) { t.AddSquares(70, 1, 1); t.AddSquares(69, 0, 2) }, sides{1, 2}, false},
		"a difference":        {func(t *Tally) { t.Add(70, 3) }, sides{3, 0}, true},
		"Black's difference":  {func(t *Tally) { t.Add(70, -3) }, sides{0, 3}, true},
		"differences":         {func(t *Tally) { t.Add(70, -3); t.AddReal(70, 1.5); t.AddCounts(69, []int{0, 1}) }, sides{0, 0.5}, true},
		"counts":              {func(t *Tally) { t.AddDifferences(69, []int{1, 2}, []int{3, 4}) }, sides{2, 4}, false},
		"equal counts":        {func(t *Tally) { t.AddDifferences(69, []int{1, 2}, []int{3, 2}) }, sides{2, 2}, false},
		"a pair":              {func(t *Tally) { t.AddDifference(70, 5, 5); t.AddRealDifference(70, 0.5, 0) }, sides{5.5, 5}, false},
		"for a side":          {func(t *Tally) { t.AddFor(70, board.Black, 2); t.AddFor(70, board.White, 1) }, sides{1, 2}, false},
		"each":                {func(t *Tally) { t.AddEach(60, []uint8{10, 3, 10}, 1); t.AddEach(60, []uint8{10}, -1) }, sides{2, 1}, false},
		"a side's own":        {func(t *Tally) { t.AddSide(70, board.Black, 2); t.AddSide(70, board.White, 1) }, sides{1, 2}, false},
		"sides' own counts":   {func(t *Tally) { t.AddSideCounts(69, []int{1, 2}, []int{3, 4}) }, sides{2, 4}, false},
		"apart and together":  {func(t *Tally) { t.AddFor(70, board.Black, 2); t.Add(70, 1) }, sides{1, 2}, true},
		"below 0":             {func(t *Tally) { t.AddFor(70, board.Black, -2) }, sides{0, -2}, false},
		"another term":        {func(t *Tally) { t.Add(71, 1) }, sides{}, false},
		"a tally once before": {func(t *Tally) { t.Add(70, 1); t.AddDifference(70, 2, 2); t.Start(&Positions()[0]) }, sides{}, false},
	} {
		tally := NewSides(90)
		tally.Start(&Positions()[0])
		tally.CountSides(family(func(_ *Context, t *Tally, _ Term) { tt.count(t) }), 0)
		columns, white, black := tally.Trace().AppendSides(nil, nil, nil)
		got := sides{}
		for i, column := range columns {
			if column == 70 {
				got = sides{white[i], black[i]}
			}
		}
		if got != tt.want || tally.Trace().Net(70) != tt.net {
			t.Errorf("%s: %v, net %v; want %v, %v", name, got, tally.Trace().Net(70), tt.want, tt.net)
		}
	}
}

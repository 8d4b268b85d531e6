package features

import (
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/tapered"
)

// TestAddCounts compares the calls for many counts with calls of Add and AddSide,
// one a count, for a score and for a trace.
func TestAddCounts(t *testing.T) {
	const terms, block = 150, 20
	r := rand.New(rand.NewPCG(3, 4))
	weights := randomWeights(r, terms)
	trace := func() *Tally { return &Tally{trace: newTrace(&layout{places: terms + block}), black: block} }
	for round := range 1000 {
		first, n := Term(r.IntN(50)), r.IntN(7)-3
		white, black, offsets, sides := make([]int, r.IntN(40)), make([]int, 40), make([]uint8, r.IntN(15)), make([]int, block)
		for i := range sides {
			sides[i] = r.IntN(9) - 4
		}
		for i := range white {
			white[i], black[i] = r.IntN(5)-2, r.IntN(5)-2
		}
		for i := range offsets {
			offsets[i] = uint8(r.IntN(60))
		}
		fast, slow := []*Tally{NewScore(weights), trace()}, []*Tally{NewScore(weights), trace()}
		for k := range fast {
			fast[k].AddCounts(first, white)
			fast[k].AddDifferences(first+10, white, black)
			fast[k].AddEach(first+20, offsets, n)
			fast[k].AddSideCounts(terms-block, sides, black[:block])
			for i, n := range white {
				slow[k].Add(first+Term(i), n)
				slow[k].Add(first+10+Term(i), n-black[i])
			}
			for _, offset := range offsets {
				slow[k].Add(first+20+Term(offset), n)
			}
			for i, n := range black[:block] {
				slow[k].AddSide(terms-block+Term(i), board.White, sides[i])
				slow[k].AddSide(terms-block+Term(i), board.Black, n)
			}
		}
		if fast[0].sum != slow[0].sum || fast[0].sides != slow[0].sides {
			t.Fatalf("round %d: score %v, want %v", round, fast[0].Sums(), slow[0].Sums())
		}
		columns, entries := fast[1].Trace().AppendEntries(nil, nil)
		wantColumns, want := slow[1].Trace().AppendEntries(nil, nil)
		if !slices.Equal(columns, wantColumns) || !slices.Equal(entries, want) {
			t.Fatalf("round %d: row %v of %v, want %v of %v", round, entries, columns, want, wantColumns)
		}
	}
}

// TestAddSideCountsOfPlainTerms: terms of one weight are added White's and Black's in one number,
// and give the sums that two numbers give.
func TestAddSideCountsOfPlainTerms(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	weights := make([]tapered.Packed, 40)
	for round := range 1000 {
		for i := range weights {
			w := r.IntN(200_001) - 100_000
			weights[i] = tapered.Pack(w, w)
		}
		white, black := make([]int, r.IntN(30)), make([]int, 30)
		for i := range white {
			white[i], black[i] = r.IntN(41)-20, r.IntN(41)-20
		}
		first := Term(r.IntN(10))
		got, want := NewScore(weights), NewScore(weights)
		got.plain = true
		got.AddSideCounts(first, white, black)
		want.AddSideCounts(first, white, black)
		if got.sides != want.sides {
			t.Fatalf("round %d: %v, want %v, of %v and %v", round, got.sides, want.sides, white, black)
		}
	}
}

// TestAddPieces compares with AddSquares, a call a kind, at any column.
func TestAddPieces(t *testing.T) {
	const first, terms = 7, 7 + 6*64
	weights := randomWeights(rand.New(rand.NewPCG(5, 6)), terms)
	for i := range Positions() {
		p := &Positions()[i]
		score, want := NewScore(weights), NewScore(weights)
		trace, wantTrace := NewTrace(terms), NewTrace(terms)
		score.AddPieces(first, p)
		trace.AddPieces(first, p)
		for pt := board.Pawn; pt <= board.King; pt++ {
			for _, tally := range []*Tally{want, wantTrace} {
				slowAddSquares(tally, first+64*Term(pt), p.Pieces(board.White, pt), p.Pieces(board.Black, pt).Flip())
			}
		}
		if score.sum != want.sum {
			t.Fatalf("score %v, want %v, on %s", score.Sums(), want.Sums(), p.FEN())
		}
		compareTraces(t, i, trace.Trace(), wantTrace.Trace())
	}
}

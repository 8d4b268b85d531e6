package features

import (
	"example.org/centipawn/board"
	"example.org/centipawn/tapered"
)

// AddCounts adds counts[i] to the count of the term first + i, in one call. It is
// what families with many terms use: sums stay in registers, and a count of 0 costs
// less than to ask for it.
func (t *Tally) AddCounts(first Term, counts []int) {
	if t.trace != nil {
		t.trace.addCounts(first+t.trace.net, counts, 1)
		return
	}
	sum, weights := t.sum, t.weights[first:]
	weights = weights[:len(counts)]
	for i, n := range counts {
		sum += weights[i] * tapered.Packed(n)
	}
	t.sum = sum
}

// AddDifferences is [Tally.AddCounts] of White's counts less Black's.
func (t *Tally) AddDifferences(first Term, white, black []int) {
	if t.trace != nil {
		t.trace.addDifferences(first, white, black)
		return
	}
	sum, weights := t.sum, t.weights[first:]
	weights, black = weights[:len(white)], black[:len(white)]
	for i, n := range white {
		sum += weights[i] * tapered.Packed(n-black[i])
	}
	t.sum = sum
}

// AddEach adds n to the count of the term first + offset for every offset; one that
// stands twice counts twice. What is above 0 is White's, what is below 0 is Black's.
func (t *Tally) AddEach(first Term, offsets []uint8, n int) {
	if t.trace != nil {
		first += t.trace.black & Term(n>>63)
		for _, offset := range offsets {
			t.trace.add(first+Term(offset), float64(n))
		}
		return
	}
	var sum tapered.Packed
	weights := t.weights[first:]
	for _, offset := range offsets {
		sum += weights[offset]
	}
	t.sum += sum * tapered.Packed(n)
}

// AddSideCounts adds White's and Black's own counts of the terms from first on, of a family
// with two sums, in one call.
func (t *Tally) AddSideCounts(first Term, white, black []int) {
	if t.trace != nil {
		t.trace.addCounts(first, white, t.trace.own[board.White])
		t.trace.addCounts(first+t.black, black, t.trace.own[board.Black])
		return
	}
	weights := t.weights[first:]
	weights, black = weights[:len(white)], black[:len(white)]
	if t.plain {
		var both tapered.Packed // White's sum above, Black's below
		for i, n := range white {
			both += tapered.Packed(weights[i].EG()) * tapered.Pack(n, black[i])
		}
		t.sides[board.White] += tapered.Pack(both.MG(), both.MG())
		t.sides[board.Black] += tapered.Pack(both.EG(), both.EG())
		return
	}
	for i, n := range white {
		t.sides[board.White] += weights[i] * tapered.Packed(n)
		t.sides[board.Black] += weights[i] * tapered.Packed(black[i])
	}
}

func (tr *Trace) addDifferences(first Term, white, black []int) {
	if tr.black != 0 {
		tr.addCounts(first, white, 1)
		tr.addCounts(first+tr.black, black[:len(white)], -1)
		return
	}
	for i, n := range white {
		if n != black[i] {
			tr.add(first+Term(i), float64(n-black[i]))
		}
	}
}

func (tr *Trace) addCounts(first Term, counts []int, sign float64) {
	for i, n := range counts {
		if n != 0 {
			tr.add(first+Term(i), float64(n)*sign)
		}
	}
}

// AddFor adds n to a side's count of a term: n if it is White's, -n if it is Black's.
func (t *Tally) AddFor(term Term, color board.Color, n int) {
	if t.trace != nil {
		t.trace.add(term+Term(color)*t.trace.black, float64(n*(1-2*int(color))))
		return
	}
	t.sum += t.weights[term] * tapered.Packed(n*(1-2*int(color)))
}

// AddDifference adds White's count of a term less Black's, which is mostly 0.
func (t *Tally) AddDifference(term Term, white, black int) {
	if t.trace != nil {
		t.trace.addDifference(term, float64(white), float64(black))
		return
	}
	if white != black {
		t.sum += t.weights[term] * tapered.Packed(white-black)
	}
}

// AddRealDifference is [Tally.AddDifference] of counts that are not whole numbers, as [Tally.AddReal] takes them.
func (t *Tally) AddRealDifference(term Term, white, black float64) {
	if t.trace != nil {
		t.trace.addDifference(term, white, black)
		return
	}
	t.Add(term, int(white-black))
}

//go:noinline
func (tr *Trace) addDifference(term Term, white, black float64) {
	if tr.black != 0 {
		tr.add(term, white)
		tr.add(term+tr.black, -black)
	} else if white != black {
		tr.add(term, white-black)
	}
}

// AddPieces adds every piece of a position to piece-square tables of 64 terms each, the
// pawns' first: 1 for White's, to the term of its square, and -1 for Black's, to that
// of the square as Black sees it.
func (t *Tally) AddPieces(first Term, p *board.Position) {
	if t.trace != nil {
		for pt := board.Pawn; pt <= board.King; pt++ {
			t.trace.addSquares(first+64*Term(pt), p.Pieces(board.White, pt), p.Pieces(board.Black, pt).Flip())
		}
		return
	}
	sum, tables := t.sum, (*[64 * int(board.King+1)]tapered.Packed)(t.weights[first:])
	for pieces := p.ByColor(board.White); pieces != 0; {
		sq := pieces.Pop()
		sum += tables[int(p.PieceAt(sq).Type()&7)<<6|int(sq)]
	}
	for pieces := p.ByColor(board.Black); pieces != 0; {
		sq := pieces.Pop()
		sum -= tables[int(p.PieceAt(sq).Type()&7)<<6|int(sq.Flip())]
	}
	t.sum = sum
}

// AddUnless0 is Add of a count that is mostly 0: to look is cheaper than to add.
func (t *Tally) AddUnless0(term Term, n int) {
	if n != 0 {
		t.Add(term, n)
	}
}

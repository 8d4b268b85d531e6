package features

import (
	"math/bits"

	"example.org/centipawn/board"
	"example.org/centipawn/tapered"
)

// A Tally receives the counted terms of a position. One made by [NewScore]
// adds weight × count; one made by [NewTrace] records the counts. The terms
// cannot tell which: both see the same calls. A tally is for one goroutine.
type Tally struct {
	trace *Trace // nil while scoring

	weights []tapered.Packed // by Term; nil while tracing
	sum     tapered.Packed
	sides   [2]int // of the block, by board.Color

	context Context // of the position that is counted
}

// NewScore returns a tally that adds weight × count in whole numbers, for sets
// whose counts are whole ([Set.Kind]). The weights are by term, a plain term's
// twice; of the block the endgame's half alone counts.
func NewScore(weights []tapered.Packed) *Tally { return &Tally{weights: weights} }

// NewTrace returns a tally that records the counts of n terms.
func NewTrace(n int) *Tally { return &Tally{trace: newTrace(n, 0)} }

// Add adds n to the count of a term.
func (t *Tally) Add(term Term, n int) {
	if t.trace != nil {
		t.trace.add(term, float64(n))
		return
	}
	t.sum += t.weights[term] * tapered.Packed(n)
}

// AddReal adds x to the count of a term that is not a whole number. A tally made by
// [NewScore] takes the whole part.
func (t *Tally) AddReal(term Term, x float64) {
	if t.trace != nil {
		t.trace.add(term, x)
		return
	}
	t.Add(term, int(x))
}

// AddSide adds n to the count of a side's own of a term of the block.
func (t *Tally) AddSide(term Term, color board.Color, n int) {
	if t.trace != nil {
		t.trace.add(t.trace.side(term, color), float64(n))
		return
	}
	t.sides[color&1] += t.weights[term].EG() * n
}

// AddSquares adds 1 to the term first + square for every square of plus and -1
// for every square of minus. It is Add for terms by square, in one call.
func (t *Tally) AddSquares(first Term, plus, minus board.Bitboard) {
	if t.trace != nil {
		t.trace.addSquares(first, plus, minus)
		return
	}
	sum, weights := t.sum, t.weights[first:]
	for plus := plus &^ minus; plus != 0; {
		sum += weights[plus.Pop()]
	}
	for minus := minus &^ plus; minus != 0; {
		sum -= weights[minus.Pop()]
	}
	t.sum = sum
}

// unit is what one piece adds: White's and Black's.
var unit = [2]float32{1, -1}

// Sum returns the sum of weight × count, without the block, of a tally made by
// [NewScore].
func (t *Tally) Sum() tapered.Packed { return t.sum }

// Sides returns the sums of the block, by board.Color.
func (t *Tally) Sides() [2]int { return t.sides }

// Sums returns the sums of weight × count of a tally made by [NewScore].
func (t *Tally) Sums() Sums {
	return Sums{
		Linear: tapered.Pair{MG: float64(t.sum.MG()), EG: float64(t.sum.EG())},
		Sides:  [2]float64{float64(t.sides[board.White]), float64(t.sides[board.Black])},
	}
}

// Sums are the sums of weight × count of a position.
type Sums struct {
	Linear tapered.Pair
	Sides  [2]float64 // of the block, by board.Color
}

// BlockValue returns what a set's block adds to an evaluation, in centipawns from
// White's view, given the sums u of both sides, White's first, and the phase φ:
//
//	(max(0, u(White))² − max(0, u(Black))²) / 100 · φ
//
// so that the danger that a side makes grows faster than its parts: u = 100 is
// worth a pawn with all pieces on the board, u = 200 four. Below 0 it is nothing.
//
// Source: the attack units of king safety, chessprogramming.org, "King Safety";
// squared as in T. Romstad, M. Costalba and J. Kiiski, Stockfish (from 2016).
func BlockValue(u [2]float64, phi float64) float64 { return squareDifference(u) / blockUnit * phi }

// blockUnit is the square of a sum that is worth a centipawn.
const blockUnit = 100

// squareDifference returns the difference of the squares of the sums that are above 0.
func squareDifference(u [2]float64) float64 {
	white, black := max(0, u[board.White]), max(0, u[board.Black])
	return float64(white*white) - float64(black*black)
}

// Trace returns the counts of a tally made by [NewTrace].
func (t *Tally) Trace() *Trace { return t.trace }

// Start makes the tally ready to count p in parts. What the parts have in common is
// computed once.
func (t *Tally) Start(p *board.Position) {
	t.Reset()
	t.context.reset(p)
}

// UsePawns gives the tally what it need not compute of the position that it was
// started with: the skeletons of its pawns. They must stay as they are.
func (t *Tally) UsePawns(s *Skeletons) { t.context.skeletons = s }

// Reset makes the tally ready for another position.
func (t *Tally) Reset() {
	t.sum, t.sides = 0, [2]int{}
	if t.trace != nil {
		t.trace.reset()
	}
}

// A Trace holds the counts of one position: dense by term, with a note of the
// terms that were touched so that sparse sets need not look at all of them, and
// beside them, as sets, the pieces that AddSquares added. Counts are summed in
// float64, so that the order of a term's pieces leaves no trace in the float32
// of a row.
//
// A term of the block has two counts: White's in the term's own place, Black's
// after the last term, in the same order. These places are a row's columns.
type Trace struct {
	block   Term // the number of terms of the block
	counts  []float64
	touched []uint64     // bit set of terms whose count is in counts
	pieces  []squareSets // of 64 terms each
}

// squareSets are terms to which 1 was added, or taken from. None is in both sets.
type squareSets struct{ plus, minus uint64 }

func (m *squareSets) either() uint64 { return m.plus | m.minus }

func newTrace(terms, block int) *Trace {
	n := terms + block
	words := (n + 63) / 64
	return &Trace{Term(block), make([]float64, n), make([]uint64, words), make([]squareSets, words)}
}

// side returns the place of a side's count of a term of the block.
func (tr *Trace) side(term Term, color board.Color) Term { return term + Term(color)*tr.block }

// SideCount returns a side's own count of a term of the block.
func (tr *Trace) SideCount(term Term, color board.Color) float64 {
	return tr.Count(tr.side(term, color))
}

func (tr *Trace) add(term Term, x float64) {
	tr.counts[term] += x
	tr.touched[term>>6] |= 1 << (term & 63)
}

func (tr *Trace) addSquares(first Term, plus, minus board.Bitboard) {
	both := plus & minus
	p, m, shift := uint64(plus&^both), uint64(minus&^both), first&63
	tr.addPieces(first>>6, p<<shift, m<<shift)
	if p, m := p>>(64-shift), m>>(64-shift); p|m != 0 {
		tr.addPieces(first>>6+1, p, m)
	}
}

// addPieces adds to the terms from 64·word on. A term's second piece goes to counts.
func (tr *Trace) addPieces(word Term, plus, minus uint64) {
	m := &tr.pieces[word]
	again := (plus | minus) & m.either()
	m.plus |= plus &^ again
	m.minus |= minus &^ again
	for ; again != 0; again &= again - 1 {
		bit := bits.TrailingZeros64(again)
		tr.add(word<<6+Term(bit), float64(unit[minus>>bit&1]))
	}
}

// Count returns the count of a term, White's minus Black's; of a term of the block
// White's own.
func (tr *Trace) Count(term Term) float64 {
	m, bit := &tr.pieces[term>>6], term&63
	return tr.counts[term] + float64(m.plus>>bit&1) - float64(m.minus>>bit&1)
}

// weigh returns the sums of weight × count.
func (tr *Trace) weigh(weights []tapered.Pair) (sums Sums) {
	first := Term(len(weights)) - tr.block
	for word := range tr.pieces {
		for set := tr.touched[word] | tr.pieces[word].either(); set != 0; set &= set - 1 {
			place := Term(word<<6 + bits.TrailingZeros64(set))
			n := tr.Count(place)
			if place < first {
				sums.Linear.MG += weights[place].MG * n
				sums.Linear.EG += weights[place].EG * n
				continue
			}
			color := (place - first) / tr.block
			sums.Sides[color] += weights[place-color*tr.block].MG * n
		}
	}
	return sums
}

// AppendEntries appends the terms whose count is not zero, in rising order, to
// columns and their counts to counts. Columns are terms; those of the block are
// White's counts, and Black's follow the last term.
func (tr *Trace) AppendEntries(columns []uint16, counts []float32) ([]uint16, []float32) {
	for word := range tr.pieces {
		if tr.touched[word] == 0 {
			columns, counts = tr.pieces[word].appendEntries(columns, counts, word<<6)
			continue
		}
		tr.settle(word)
		for set := tr.touched[word]; set != 0; set &= set - 1 {
			term := word<<6 + bits.TrailingZeros64(set)
			if n := tr.counts[term]; n != 0 {
				columns, counts = append(columns, uint16(term)), append(counts, float32(n))
			}
		}
	}
	return columns, counts
}

// settle moves pieces to the counts.
func (tr *Trace) settle(word int) {
	m := tr.pieces[word]
	tr.pieces[word] = squareSets{}
	for set := m.either(); set != 0; set &= set - 1 {
		bit := bits.TrailingZeros64(set)
		tr.add(Term(word<<6+bit), float64(unit[m.minus>>bit&1]))
	}
}

// appendEntries appends the pieces of the terms from first on.
func (m *squareSets) appendEntries(columns []uint16, counts []float32, first int) ([]uint16, []float32) {
	minus := m.minus
	for set := m.either(); set != 0; set &= set - 1 {
		bit := bits.TrailingZeros64(set) & 63
		columns, counts = append(columns, uint16(first+bit)), append(counts, unit[minus>>bit&1])
	}
	return columns, counts
}

func (tr *Trace) reset() {
	for word, set := range tr.touched {
		for ; set != 0; set &= set - 1 {
			tr.counts[word<<6+bits.TrailingZeros64(set)] = 0
		}
		tr.touched[word] = 0
	}
	clear(tr.pieces)
}

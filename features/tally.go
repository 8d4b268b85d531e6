package features

import (
	"math/bits"

	"centipawn/board"
	"centipawn/tapered"
)

// A Tally receives the counted terms of a position. One made by [NewScore]
// adds weight × count; one made by [NewTrace] records the counts. The terms
// cannot tell which: both see the same calls. A tally is for one goroutine.
type Tally struct {
	trace *Trace // nil while scoring

	weights []tapered.Pair // by Term; nil while tracing
	sum     tapered.Pair

	context Context // of the position that is counted
}

// NewScore returns a tally that adds weight × count. The weights are by term,
// a plain term's twice.
func NewScore(weights []tapered.Pair) *Tally { return &Tally{weights: weights} }

// NewTrace returns a tally that records the counts of n terms.
func NewTrace(n int) *Tally { return &Tally{trace: newTrace(n)} }

// Add adds n to the count of a term.
func (t *Tally) Add(term Term, n int) { t.AddReal(term, float64(n)) }

// AddReal adds x to the count of a term that is no whole number.
func (t *Tally) AddReal(term Term, x float64) {
	if t.trace != nil {
		t.trace.add(term, x)
		return
	}
	w := &t.weights[term]
	t.sum.MG += w.MG * x
	t.sum.EG += w.EG * x
}

// AddSquares adds 1 to the term first + square for every square of plus and -1
// for every square of minus. It is Add for terms by square, in one call.
func (t *Tally) AddSquares(first Term, plus, minus board.Bitboard) {
	if t.trace != nil {
		t.trace.addSquares(first, plus, minus)
		return
	}
	for squares := plus ^ minus; squares != 0; {
		sq := squares.Pop()
		t.AddReal(first+Term(sq), float64(unit[minus>>(sq&63)&1]))
	}
}

// unit is what one man adds: White's and Black's.
var unit = [2]float32{1, -1}

// Sum returns the sum of weight × count of a tally made by [NewScore].
func (t *Tally) Sum() tapered.Pair { return t.sum }

// Trace returns the counts of a tally made by [NewTrace].
func (t *Tally) Trace() *Trace { return t.trace }

// Reset makes the tally ready for another position.
func (t *Tally) Reset() {
	t.sum = tapered.Pair{}
	if t.trace != nil {
		t.trace.reset()
	}
}

// A Trace holds the counts of one position: dense by term, with a note of the
// terms that were touched so that sparse sets need not look at all of them, and
// beside them, as sets, the men that AddSquares added. Counts are summed in
// float64, so that the order of a term's pieces leaves no trace in the float32
// of a row.
type Trace struct {
	counts  []float64
	touched []uint64 // bit set of terms whose count is in counts
	men     []men    // of 64 terms each
}

// men are terms to which 1 was added, or taken from. None is in both sets.
type men struct{ plus, minus uint64 }

func (m *men) either() uint64 { return m.plus | m.minus }

func newTrace(n int) *Trace {
	words := (n + 63) / 64
	return &Trace{make([]float64, n), make([]uint64, words), make([]men, words)}
}

func (tr *Trace) add(term Term, x float64) {
	tr.counts[term] += x
	tr.touched[term>>6] |= 1 << (term & 63)
}

func (tr *Trace) addSquares(first Term, plus, minus board.Bitboard) {
	both := plus & minus
	p, m, shift := uint64(plus&^both), uint64(minus&^both), first&63
	tr.addMen(first>>6, p<<shift, m<<shift)
	if p, m := p>>(64-shift), m>>(64-shift); p|m != 0 {
		tr.addMen(first>>6+1, p, m)
	}
}

// addMen adds to the terms from 64·word on. A term's second man goes to counts.
func (tr *Trace) addMen(word Term, plus, minus uint64) {
	m := &tr.men[word]
	again := (plus | minus) & m.either()
	m.plus |= plus &^ again
	m.minus |= minus &^ again
	for ; again != 0; again &= again - 1 {
		bit := bits.TrailingZeros64(again)
		tr.add(word<<6+Term(bit), float64(unit[minus>>bit&1]))
	}
}

// Count returns the count of a term.
func (tr *Trace) Count(term Term) float64 {
	m, bit := &tr.men[term>>6], term&63
	return tr.counts[term] + float64(m.plus>>bit&1) - float64(m.minus>>bit&1)
}

// AppendEntries appends the terms whose count is not zero, in rising order, to
// columns and their counts to counts.
func (tr *Trace) AppendEntries(columns []uint16, counts []float32) ([]uint16, []float32) {
	for word := range tr.men {
		if tr.touched[word] == 0 {
			columns, counts = tr.men[word].appendEntries(columns, counts, word<<6)
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

// settle moves men to the counts.
func (tr *Trace) settle(word int) {
	m := tr.men[word]
	tr.men[word] = men{}
	for set := m.either(); set != 0; set &= set - 1 {
		bit := bits.TrailingZeros64(set)
		tr.add(Term(word<<6+bit), float64(unit[m.minus>>bit&1]))
	}
}

// appendEntries appends the men of the terms from first on.
func (m *men) appendEntries(columns []uint16, counts []float32, first int) ([]uint16, []float32) {
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
	clear(tr.men)
}

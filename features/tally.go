package features

import (
	"math/bits"

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
func NewTrace(n int) *Tally {
	return &Tally{trace: &Trace{counts: make([]float64, n), touched: make([]uint64, (n+63)/64)}}
}

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
// terms that were touched so that sparse sets need not look at all of them.
// Counts are summed in float64, so that the order of a term's pieces leaves no
// trace in the float32 of a row.
type Trace struct {
	counts  []float64
	touched []uint64 // bit set of terms
}

func (tr *Trace) add(term Term, x float64) {
	tr.counts[term] += x
	tr.touched[term>>6] |= 1 << (term & 63)
}

// Count returns the count of a term.
func (tr *Trace) Count(term Term) float64 { return tr.counts[term] }

// AppendEntries appends the terms whose count is not zero, in rising order, to
// columns and their counts to counts.
func (tr *Trace) AppendEntries(columns []uint16, counts []float32) ([]uint16, []float32) {
	for word, set := range tr.touched {
		for ; set != 0; set &= set - 1 {
			term := word<<6 + bits.TrailingZeros64(set)
			if n := tr.counts[term]; n != 0 {
				columns = append(columns, uint16(term))
				counts = append(counts, float32(n))
			}
		}
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
}

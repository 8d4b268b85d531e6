package features

import "math/bits"

// NewSides returns a tally that records of n terms what White and what Black count, each side's own
// apart: see [Trace.AppendSides]. It is for families ([Tally.CountSides]), not for sets. A term has
// three places: what White counts, what Black counts, negated, and what was added as a difference.
func NewSides(n int) *Tally {
	area := Term(n+63) &^ 63 // words of the areas' bit sets stand one under the other
	trace := newTrace(&layout{places: 3 * int(area)})
	trace.black, trace.net, trace.own = area, 2*area, [2]float64{1, -1}
	return &Tally{trace: trace, black: area}
}

// CountSides adds what a family counts in the position that the tally of sides was started with
// ([Tally.Start]), its first term being first.
func (t *Tally) CountSides(f *Family, first Term) {
	if f.Sides != nil {
		f.Sides(&t.context, t, first)
		return
	}
	f.Count(&t.context, t, first)
}

// AppendSides appends the terms of a tally of sides that count for White or for Black, in rising
// order, to columns, and what they count to white and black. What was added as a difference
// alone ([Tally.Add]) is White's above 0 and Black's below it: see [Trace.Net].
func (tr *Trace) AppendSides(columns []uint16, white, black []float32) ([]uint16, []float32, []float32) {
	for word := range tr.pieces {
		if tr.pieces[word].either() != 0 {
			tr.settle(word)
		}
	}
	for word, words := 0, len(tr.pieces)/3; word < words; word++ {
		for set := tr.touched[word] | tr.touched[word+words] | tr.touched[word+2*words]; set != 0; set &= set - 1 {
			term := Term(word<<6 + bits.TrailingZeros64(set))
			net := tr.counts[term+tr.net]
			w, b := tr.counts[term]+max(0, net), max(0, -net)-tr.counts[term+tr.black]
			if w != 0 || b != 0 {
				columns, white, black = append(columns, uint16(term)), append(white, float32(w)), append(black, float32(b))
			}
		}
	}
	return columns, white, black
}

// Net reports whether a difference was added to a term of a tally of sides, so that the sides are not known.
func (tr *Trace) Net(term Term) bool {
	place := term + tr.net
	return tr.touched[place>>6]>>(place&63)&1 != 0
}

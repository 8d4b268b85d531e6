package eval

import (
	"math"
	"slices"

	"example.org/centipawn/board"
	"example.org/centipawn/features"
	"example.org/centipawn/tapered"
)

// An Explanation is an evaluation term by term. The terms' parts add up to it.
//
// Of a linear set a term's part is count × weight. Of a set with a formula it is count ×
// weight × the price of its sum: the mean, over a straight path from no counts at all to
// those of the position, of what a unit of the sum adds there. A term is thus
// credited with what it does together with all others in every measure from none to what they
// are, and the parts add up to what the formula makes of the counts.
//
// Source: R. Aumann and L. Shapley, Values of Non-Atomic Games (1974), chapter 3; for
// functions of many inputs M. Sundararajan, A. Taly and Q. Yan, "Axiomatic Attribution for Deep
// Networks" (2017), integrated gradients.
type Explanation struct {
	Phase float64 `json:"phase"`          // φ, 1 with all pieces on the board
	Scale float64 `json:"scale"`          // of the endgame weights, 1 if the set has none
	Lines []Line  `json:"terms"`          // those whose count is not zero, in the set's order; White's own counts before Black's
	Sums  []Sum   `json:"sums,omitempty"` // of the set's formula; absent: the set is linear
	Rest  float64 `json:"rest,omitempty"` // centipawns that no term has a part in: what a formula makes of no counts, and jumps
	Sum   float64 `json:"sum"`            // of the products and the rest: the evaluation in centipawns
}

// A Line is one term of an evaluation, of one that White and Black count apart a side's.
type Line struct {
	Term    string       `json:"term"`
	In      string       `json:"in,omitempty"` // the sum that it counts in; absent: linear
	Unit    string       `json:"unit"`         // of the count
	Count   float64      `json:"count"`        // White's minus Black's; of a sum what goes to it: a side's own count, or the position's
	Weight  tapered.Pair `json:"weight"`       // centipawns a count; both the same for a plain term; of a sum in its unit
	Product float64      `json:"product"`      // the term's part, in centipawns: of a linear set count × blended weight
}

// A Sum is a sum of count × weight that a formula reads.
type Sum struct {
	Name    string       `json:"name"`
	Plain   bool         `json:"plain"`   // the terms have one weight: the values are the same
	Value   tapered.Pair `json:"value"`   // of the middlegame and of the endgame weights
	Price   tapered.Pair `json:"price"`   // centipawns that a unit of either adds on the way from no counts; of a plain sum both together
	Product float64      `json:"product"` // the parts of its terms, in centipawns
}

// Explain returns the evaluation of p term by term.
func (e *Evaluator) Explain(p *board.Position) Explanation {
	e.trace.Reset()
	e.set.Count(p, e.trace)
	x := Explanation{Lines: []Line{}}
	x.Phase, x.Scale = e.set.PhaseScale(e.trace)
	if e.set.Formula() != "" {
		e.explainFormula(&x)
		x.Sum = e.set.Evaluate(p, e.trace, e.weights)
		x.share()
		return x
	}
	for term, def := range e.set.Terms() {
		n := e.trace.Trace().Count(features.Term(term))
		if n == 0 {
			continue
		}
		w := e.weights[term]
		product := n * w.MG
		if def.Taper == features.Tapered {
			product = n * (w.MG*x.Phase + w.EG*(1-x.Phase)*x.Scale)
		}
		x.Lines = append(x.Lines, Line{Term: def.Name, Unit: def.Unit, Count: n, Weight: w, Product: product})
		x.Sum += product
	}
	return x
}

// explainFormula adds lines and sums of the position that was traced last, without the parts.
func (e *Evaluator) explainFormula(x *Explanation) {
	if e.path == nil {
		e.path = newPath(e.set, e.weights[len(e.set.Terms()):])
	}
	at, values := make(map[string]int), make([]tapered.Pair, len(e.path.names))
	for _, name := range e.path.names {
		at[name] = len(x.Sums)
		x.Sums = append(x.Sums, Sum{Name: name, Plain: e.path.plain(name)})
	}
	for place, c := range e.set.Columns() {
		n := e.trace.Trace().Count(features.Term(place))
		if n == 0 {
			continue
		}
		def, w := &e.set.Terms()[c.Term], e.weights[c.Term]
		x.Lines = append(x.Lines, Line{Term: def.Name, In: c.Sum, Unit: def.Unit, Count: n, Weight: w})
		value := &values[at[nameOf(c.Sum)]]
		value.MG += n * w.MG
		value.EG += n * w.EG
	}
	for i, price := range e.path.walk(values, x.Phase, x.Scale) {
		x.Sums[i].Value, x.Sums[i].Price = values[i], price
	}
}

// share gives the lines their parts by the prices of the sums. What is left to the last
// places of the numbers goes to the largest part.
func (x *Explanation) share() {
	sum := func(l *Line) *Sum {
		return &x.Sums[slices.IndexFunc(x.Sums, func(s Sum) bool { return s.Name == nameOf(l.In) })]
	}
	largest, left := -1, x.Sum
	for i := range x.Lines {
		l := &x.Lines[i]
		price := sum(l).Price
		l.Product = l.Count * (l.Weight.MG*price.MG + l.Weight.EG*price.EG)
		left -= l.Product
		if largest < 0 || math.Abs(l.Product) > math.Abs(x.Lines[largest].Product) {
			largest = i
		}
	}
	if largest >= 0 && math.Abs(left) <= lastPlaces*max(1, math.Abs(x.Sum)) {
		x.Lines[largest].Product += left
		left = 0
	}
	x.Rest = left
	for i := range x.Lines {
		sum(&x.Lines[i]).Product += x.Lines[i].Product
	}
}

// lastPlaces is what the parts may miss of the evaluation, relative to it, before it is
// said.
const lastPlaces = 1e-6

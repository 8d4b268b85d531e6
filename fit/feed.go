package fit

import (
	"gonum.org/v1/gonum/floats"

	"centipawn/matrix"
)

// A rowFeed prepares the training rows of blocks for an estimate: labels less
// what is held fixed, and weights as the loss wants them.
type rowFeed struct {
	*selection
	design  *design
	reweigh *reweighing // nil for least squares
	entries []entry     // scratch
}

// A reweighing multiplies the weight of a row by a function of its residual
// under the current estimate.
type reweighing struct {
	current *scorer
	factor  func(residual float64) float64
}

// take takes the training rows of b and returns the sum of their labels, weighted.
func (f *rowFeed) take(b *matrix.Block, rows *selection) (labels float64) {
	f.selection = rows
	labels = floats.Dot(f.w, f.y)
	if r := f.reweigh; r != nil {
		for k, i := range f.index {
			f.w[k] *= r.factor(f.y[k] - r.current.score(b, int(i)))
		}
	}
	switch fixed := f.design.fixed; {
	case fixed != nil:
		for k, i := range f.index {
			f.y[k] -= fixed.score(b, int(i))
		}
	case b.Offset != nil:
		for k, i := range f.index {
			f.y[k] -= float64(b.Offset[i])
		}
	}
	return labels
}

// full reports whether the rows of b are dense already: an entry for every
// column, each of them plain and fitted.
func (f *rowFeed) full(b *matrix.Block) bool {
	return f.design.plain && len(b.Columns) == b.Rows()*len(f.design.terms)
}

package linear

import (
	"gonum.org/v1/gonum/floats"

	"example.org/centipawn/fit/rows"
	"example.org/centipawn/matrix"
)

// A RowFeed prepares the training rows of blocks for an estimate: labels less
// the fixed weights, and weights as the loss wants them.
type RowFeed struct {
	*rows.Selection
	Design  *rows.Design
	reweigh *reweighing  // nil for least squares
	entries []rows.Entry // scratch
}

// A reweighing multiplies the weight of a row by a function of its residual
// under the current estimate.
type reweighing struct {
	current *rows.Scorer
	factor  func(residual float64) float64
}

// take takes the training rows of b and returns the sum of their labels, weighted.
func (f *RowFeed) take(b *matrix.Block, sel *rows.Selection) (labels float64) {
	f.Selection = sel
	labels = floats.Dot(f.W, f.Y)
	if r := f.reweigh; r != nil {
		for k, i := range f.Index {
			f.W[k] *= r.factor(f.Y[k] - r.current.Score(b, int(i)))
		}
	}
	f.lessFixed(b)
	return labels
}

// lessFixed takes the fixed weights off the labels.
func (f *RowFeed) lessFixed(b *matrix.Block) {
	switch fixed := f.Design.FixedScore; {
	case fixed != nil:
		for k, i := range f.Index {
			f.Y[k] -= fixed.Score(b, int(i))
		}
	case b.Offset != nil:
		for k, i := range f.Index {
			f.Y[k] -= float64(b.Offset[i])
		}
	}
}

// full reports whether the rows of b are dense already: an entry for every
// column, each of them plain and fitted.
func (f *RowFeed) full(b *matrix.Block) bool {
	return f.Design.Plain && len(b.Columns) == b.Rows()*len(f.Design.Terms)
}

package texel

import (
	"fmt"
	"math"
	"slices"

	"example.org/centipawn/fit/descent"
	"example.org/centipawn/fit/penalty"
	"example.org/centipawn/fit/rows"
	"example.org/centipawn/internal/note"
)

// weighed is fold with the balance of the training rows.
func (t *Scaled) weighed(want rows.Part, fold, folds int) shareOfRows {
	s := t.fold(want, fold, folds)
	s.balancer = t.Balance.weigh()
	return s
}

// Objective returns what is to be minimised over some rows.
func (t *Prepared) Objective(rows *Packed, s Strengths) (*Objective, error) {
	mean, err := t.named(t.Opt.Prior)
	if err != nil {
		return nil, fmt.Errorf("%w: the prior is of another set (%s)", err, note.F11)
	}
	unit := t.RowUnit(rows.Scale) / max(1, rows.TotalWeight())
	return &Objective{
		rows: rows, Chains: t.chains, batches: max(1, (rows.Rows()+t.Opt.BatchRows-1)/t.Opt.BatchRows),
		penalty: &penalty.Penalty{Ridge: s.Ridge * unit, Prior: s.Prior * unit, Smooth: s.Smooth * unit, Mean: mean, Weights: len(t.Design.Names), Bends: t.bends},
	}, nil
}

// RowUnit is what a drawn row with a count of 1 adds to the loss for a weight of
// one centipawn: the unit of penalties.
func (t *Job) RowUnit(scale float64) float64 { return scale * scale * t.Loss.Drawn }

// sampleRows is the number of rows for each weight that the preconditioner is
// made of: the error of a covariance of p weights from n rows is about √(p/n).
const sampleRows = 120

// DescentOptions returns what all searches have in common.
func (t *Prepared) DescentOptions(f *Objective) descent.Options {
	o := t.Opt
	return descent.Options{
		Method:    t.Method,
		Low:       withIntercepts(t.low, len(t.sources), math.Inf(-1)),
		High:      withIntercepts(t.high, len(t.sources), math.Inf(1)),
		Tolerance: o.Tolerance, Passes: o.Passes, Rate: o.Rate, MatrixLimit: t.matrixLimit(),
		Every: t.every(f),
	}
}

// every is the part of the rows, one in so many, that the preconditioner is made of: all where it
// solves for the weights.
func (t *Prepared) every(f *Objective) int {
	if t.Loss.Linear && t.Grouping != 0 {
		return 1
	}
	return max(1, f.rows.Rows()/(sampleRows*max(1, f.Size())))
}

// matrixLimit is the most weights and intercepts for which the search makes a matrix.
func (t *Prepared) matrixLimit() int {
	if t.Dense == 0 {
		return 0
	}
	return t.Dense + len(t.sources)
}

// withIntercepts appends n values to bounds; nil stays nil.
func withIntercepts(bounds []float64, n int, v float64) []float64 {
	if bounds == nil {
		return nil
	}
	return append(slices.Clone(bounds), slices.Repeat([]float64{v}, n)...)
}

package texel

import (
	"centipawn/fit/measure"
	"centipawn/fit/sparse"
	"centipawn/winprob"
)

// A Loss is what a fit has to know of a loss of expected scores.
type Loss struct {
	name string
	rows sparse.Loss
	k    winprob.Loss

	// drawn is what a drawn row adds to the loss for a logit of 1, doubled: the unit of
	// penalties.
	drawn float64

	sum    func(measure.ErrorSums) float64 // the weighted sum of the losses of rows
	metric func(*measure.Metrics) float64  // its mean

	// slope returns minus the derivative of a row's loss by the logit, d = e·(1−e), and the
	// Gauss–Newton part of the second; both in the same arbitrary unit.
	slope func(e, d, target float64) (first, second float64)
}

// losses are the losses of expected scores, see the package comment.
var losses = []*Loss{
	{
		name: "sigmoid", rows: sparse.Squared, k: winprob.Squared, drawn: 1. / 16,
		sum:    func(s measure.ErrorSums) float64 { return s.Squared },
		metric: func(m *measure.Metrics) float64 { return m.MSE },
		slope:  func(e, d, target float64) (float64, float64) { return d * (target - e), d * d },
	},
	{
		name: "crossentropy", rows: sparse.CrossEntropy, k: winprob.CrossEntropy, drawn: 1. / 8,
		sum:    func(s measure.ErrorSums) float64 { return s.Entropy },
		metric: func(m *measure.Metrics) float64 { return m.LogLoss },
		slope:  func(e, d, target float64) (float64, float64) { return target - e, d },
	},
}

// LossNamed returns a loss of expected scores, nil for a name that is none's.
func LossNamed(name string) *Loss {
	for _, l := range losses {
		if l.name == name {
			return l
		}
	}
	return nil
}

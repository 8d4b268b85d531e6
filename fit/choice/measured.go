package choice

import (
	"context"
	"math"

	"example.org/centipawn/fit/rows"
)

// Measured is the fit with its errors on both parts.
type Measured struct {
	*Inferred
	TrainMetrics, TestMetrics *Metrics // test is nil without roots

	// The start weights on the test roots, or without any on the training roots, the fit there, and the
	// fit less the start weights; nil without start weights.
	Start, Fitted, Change *Metrics

	// Rounded is what whole centipawns cost on the same roots: rounded less fitted.
	Rounded *Metrics

	Calibration []Bin     // on the same roots
	Calibrated  rows.Part // which these are
	Slope       float64   // of the new on the old evaluation within roots; 0 without an old one
}

// Measure evaluates the fit on both parts.
func (in *Inferred) Measure(ctx context.Context) (*Measured, error) {
	m, at := &Measured{Inferred: in, Calibrated: rows.Train}, in.Temperature.Value
	train, err := in.Train.Evaluations(ctx, in.Weights)
	if err != nil {
		return nil, err
	}
	fitted := in.Train.Tally(train, at)
	m.TrainMetrics = fitted.Metrics(in.Bootstrap, !in.Opt.Quick)
	m.Slope = in.Train.slope(train)
	roots := in.Train
	if in.Test.Len() > 0 {
		roots, m.Calibrated = in.Test, rows.Test
		test, err := roots.Evaluations(ctx, in.Weights)
		if err != nil {
			return nil, err
		}
		fitted = roots.Tally(test, at)
		m.TestMetrics = fitted.Metrics(in.Bootstrap, !in.Opt.Quick)
	}
	m.Calibration = fitted.Calibration()
	return m, m.compare(ctx, roots, fitted)
}

// compare measures start weights and rounded weights beside the fit.
func (m *Measured) compare(ctx context.Context, roots *Roots, fitted *Tallies) error {
	if m.Opt.Quick {
		return nil
	}
	at := m.Temperature.Value
	if len(m.Opt.Start) > 0 {
		start := roots.Tally(roots.olds(), at)
		m.Start, m.Fitted = start.Metrics(m.Bootstrap, true), fitted.Metrics(m.Bootstrap, true)
		m.Change = fitted.Less(start, m.Bootstrap)
	}
	whole := make([]float64, len(m.Weights))
	for j, w := range m.Weights {
		if whole[j] = w; m.Design.InPawns(j) {
			whole[j] = math.Round(w)
		}
	}
	scores, err := roots.Evaluations(ctx, whole)
	m.Rounded = roots.Tally(scores, at).Less(fitted, m.Bootstrap)
	return err
}

// olds returns the old evaluations of all moves, root by root.
func (r *Roots) olds() (all []float64) {
	for _, g := range r.list {
		low, high := r.span(int(g))
		all = append(all, r.old[low:high]...)
	}
	return all
}

// slope returns that of new evaluations on the old ones, what all moves of a root have in common
// taken off. Moves without counts are left out.
func (r *Roots) slope(scores []float64) float64 {
	var xy, xx float64
	for _, g := range r.list {
		low, high := r.span(int(g))
		var n, x, y, products, squares float64
		for m, s := range scores[:high-low] {
			if r.empty[low+m] {
				continue
			}
			old := r.old[low+m]
			n++
			x += old
			y += s
			products += old * s
			squares += old * old
		}
		scores = scores[high-low:]
		if w := r.root[g].Weight; n > 0 {
			xy += w * (products - x*y/n)
			xx += w * (squares - x*x/n)
		}
	}
	if xx == 0 {
		return 0
	}
	return xy / xx
}

// Unsealed measures the fit on the sealed part of the split.
func (m *Measured) Unsealed(ctx context.Context) (*Metrics, error) {
	p := m.Pass("roots of the sealed part", m.Data, rows.AllRows, blocksOfPart)
	p.Selection.Divider.Open = true
	all, _, err := Collect(ctx, p, m.Design, m.config(), nil)
	if err != nil {
		return nil, err
	}
	sealed := all.of(rows.Test)
	scores, err := sealed.Evaluations(ctx, m.Weights)
	if err != nil {
		return nil, err
	}
	return sealed.Tally(scores, m.Temperature.Value).Metrics(m.Bootstrap, true), nil
}

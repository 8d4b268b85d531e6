package linear

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"example.org/centipawn/fit/rows"
)

// sums makes a pass and returns the problem's sums, rows reweighted by r.
func (e *Problem) sums(ctx context.Context, stage string, r *reweighing) (*System, error) {
	total, err := e.gram(ctx, stage, r)
	if err != nil {
		return nil, err
	}
	s := total.System(e.Intercepts)
	if s.Weight == 0 {
		return nil, fmt.Errorf("%w: %s", ErrNoRows, NoScores)
	}
	return s, nil
}

// Estimate makes the passes that the loss needs.
func (e *Problem) Estimate(ctx context.Context) (*Estimate, error) {
	s, err := e.sums(ctx, "least squares", nil)
	if err != nil {
		return nil, err
	}
	est := &Estimate{System: s, Factor: s.Factorise(), Bread: s, Converged: true}
	est.Solve(s, e.Ridge)
	if e.Delta > 0 {
		err = e.huber(ctx, est)
	}
	return est, err
}

// Mean returns the mean label of the training rows.
func (est *Estimate) Mean() float64 { return est.System.Labels / est.System.Weight }

// Solve sets weights and intercepts from the sums of a pass.
func (est *Estimate) Solve(s *System, ridge float64) {
	if f := est.Factor; s == est.System && ridge == 0 {
		est.Beta = f.Solve()
	} else {
		est.Beta = s.penalised(ridge).Factorise().Solve()
	}
	est.Intercepts = est.Intercepts[:0]
	for _, m := range s.Sources {
		if m.X != nil { // the source has an intercept
			est.Intercepts = append(est.Intercepts, rows.SourceIntercept{Source: m.Source, Value: m.Y - floats.Dot(m.X, est.Beta), Rows: m.Rows})
		}
	}
}

// huber minimises Huber's loss by least squares with each row reweighted by
// min(1, δ/|r|), r its residual in the round before. The loss falls in every
// round.
//
// Source: P. Holland, R. Welsch, "Robust Regression Using Iteratively Reweighted
// Least-Squares" (1977).
func (e *Problem) huber(ctx context.Context, est *Estimate) error {
	delta := e.Delta
	weight := func(r float64) float64 { return min(1, delta/math.Abs(r)) }
	est.Converged = false
	for est.Rounds < e.Iterations && !est.Converged {
		est.Rounds++
		s, err := e.reweighed(ctx, fmt.Sprintf("reweighting %d", est.Rounds), est, weight)
		if err != nil {
			return err
		}
		before := est.Beta
		est.Solve(s, e.Ridge)
		est.Change = est.distance(before)
		est.Converged = est.Change <= e.Tolerance
	}
	return e.huberBread(ctx, est)
}

// reweighed makes a pass with each row reweighted by a function of its residual.
func (e *Problem) reweighed(ctx context.Context, stage string, est *Estimate, factor func(residual float64) float64) (*System, error) {
	current, err := e.Model(est).Scorer(e.Data.Schema())
	if err != nil {
		return nil, err
	}
	return e.sums(ctx, stage, &reweighing{current, factor})
}

// distance returns how far the weights have moved, in standard deviations of columns.
func (est *Estimate) distance(before []float64) (change float64) {
	for j, b := range before {
		change = max(change, math.Abs(est.Beta[j]-b)*est.System.deviation(j))
	}
	return change
}

// huberBread sets the derivative of the scores: sums of products over the rows
// within ±δ.
func (e *Problem) huberBread(ctx context.Context, est *Estimate) error {
	within := func(r float64) float64 {
		if math.Abs(r) <= e.Delta {
			return 1
		}
		return 0
	}
	var err error
	est.Bread, err = e.reweighed(ctx, "curvature", est, within)
	if errors.Is(err, ErrNoRows) {
		err = fmt.Errorf("fit: no residual is within ±%g centipawns: Delta is too small", e.Delta)
	}
	return err
}

// Model returns the estimate with the fixed weights.
func (e *Problem) Model(est *Estimate) rows.Model {
	m := rows.Model{Weights: append([]rows.NamedWeight(nil), e.Design.Fixed...), Intercepts: est.Intercepts}
	for j, name := range e.Design.Names {
		m.Weights = append(m.Weights, rows.NamedWeight{Name: name, Value: est.Beta[j]})
	}
	return m
}

// psi returns the derivative of the loss, halved: the residual, bounded by ±δ with Huber.
func (e *Problem) psi(r float64) float64 {
	if e.Delta > 0 {
		return min(max(r, -e.Delta), e.Delta)
	}
	return r
}

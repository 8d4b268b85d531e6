package fit

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
)

// A problem is least squares of the training rows, or Huber's loss of them.
type problem struct {
	*job
	delta      float64 // of Huber, centipawns; 0: least squares
	ridge      float64 // rows, see Options.Ridge
	intercepts bool    // one a source
	iterations int     // of reweighting, at most
	tolerance  float64 // see Options.Tolerance
	scoreBytes int     // see the constant; tests make it small
}

// An estimate is what the passes gave.
type estimate struct {
	beta       []float64
	intercepts []SourceIntercept
	system     *system // least squares of the data, without ridge
	factor     *factor // of system
	bread      *system // the derivative of the scores, for standard errors
	rounds     int     // of reweighting
	change     float64 // of the last round, see Options.Tolerance
	converged  bool
}

// errNoRows reports an empty training part.
var errNoRows = errors.New("fit: no row is left for training")

// sums makes a pass and returns the problem's sums, rows reweighted by r.
func (e *problem) sums(ctx context.Context, stage string, r *reweighing) (*system, error) {
	total := newGram(len(e.design.names))
	fresh := func() *gramSum {
		return &gramSum{gram: *newGram(total.order), rows: rowFeed{design: e.design, reweigh: r}}
	}
	err := sum(ctx, e.training(stage), fresh, func(g *gramSum) { total.merge(&g.gram) })
	if err != nil {
		return nil, err
	}
	s := total.system(e.intercepts)
	if s.weight == 0 {
		return nil, fmt.Errorf("%w: their labels are scores, and the rows have none; results are fitted with -loss sigmoid", errNoRows)
	}
	return s, nil
}

// estimate makes the passes that the loss needs.
func (e *problem) estimate(ctx context.Context) (*estimate, error) {
	s, err := e.sums(ctx, "least squares", nil)
	if err != nil {
		return nil, err
	}
	est := &estimate{system: s, factor: s.factorise(), bread: s, converged: true}
	est.solve(s, e.ridge)
	if e.delta > 0 {
		err = e.huber(ctx, est)
	}
	return est, err
}

// mean returns the mean label of the training rows.
func (est *estimate) mean() float64 { return est.system.labels / est.system.weight }

// solve sets weights and intercepts from the sums of a pass.
func (est *estimate) solve(s *system, ridge float64) {
	if f := est.factor; s == est.system && ridge == 0 {
		est.beta = f.solve()
	} else {
		est.beta = s.penalised(ridge).factorise().solve()
	}
	est.intercepts = est.intercepts[:0]
	for _, m := range s.sources {
		if m.x != nil { // the source has an intercept
			est.intercepts = append(est.intercepts, SourceIntercept{Source: m.source, Value: m.y - floats.Dot(m.x, est.beta), Rows: m.rows})
		}
	}
}

// huber minimises Huber's loss by least squares with each row reweighted by
// min(1, δ/|r|), r its residual in the round before. The loss falls in every
// round.
//
// Source: P. Holland, R. Welsch, "Robust Regression Using Iteratively Reweighted
// Least-Squares" (1977).
func (e *problem) huber(ctx context.Context, est *estimate) error {
	delta := e.delta
	weight := func(r float64) float64 { return min(1, delta/math.Abs(r)) }
	est.converged = false
	for est.rounds < e.iterations && !est.converged {
		est.rounds++
		current, err := e.scorer(est)
		if err != nil {
			return err
		}
		s, err := e.sums(ctx, fmt.Sprintf("reweighting %d", est.rounds), &reweighing{current, weight})
		if err != nil {
			return err
		}
		before := est.beta
		est.solve(s, e.ridge)
		est.change = 0
		for j := range before {
			est.change = max(est.change, math.Abs(est.beta[j]-before[j])*est.system.deviation(j))
		}
		est.converged = est.change <= e.tolerance
	}
	return e.huberBread(ctx, est)
}

// huberBread sets the derivative of the scores: sums of products over the rows
// within ±δ.
func (e *problem) huberBread(ctx context.Context, est *estimate) error {
	current, err := e.scorer(est)
	if err != nil {
		return err
	}
	within := func(r float64) float64 {
		if math.Abs(r) <= e.delta {
			return 1
		}
		return 0
	}
	est.bread, err = e.sums(ctx, "curvature", &reweighing{current, within})
	if errors.Is(err, errNoRows) {
		err = fmt.Errorf("fit: no residual is within ±%g centipawns: Delta is too small", e.delta)
	}
	return err
}

// model returns the estimate with what was held fixed.
func (e *problem) model(est *estimate) Model {
	m := Model{Weights: append([]NamedWeight(nil), e.design.held...), Intercepts: est.intercepts}
	for j, name := range e.design.names {
		m.Weights = append(m.Weights, NamedWeight{name, est.beta[j]})
	}
	return m
}

func (e *problem) scorer(est *estimate) (*scorer, error) {
	return e.model(est).scorer(e.data.Schema())
}

// psi returns the derivative of the loss, halved: the residual, bounded by ±δ with Huber.
func (e *problem) psi(r float64) float64 {
	if e.delta > 0 {
		return min(max(r, -e.delta), e.delta)
	}
	return r
}

package fit

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"centipawn/matrix"
)

// An estimator makes passes over the training rows.
type estimator struct {
	data   Data
	opt    Options
	design *design

	scoreBytes int // see the constant; tests make it small
	passes     int // made so far
}

// source names a source: its file, where the data know it.
func (e *estimator) source(i uint8) string {
	if d, ok := e.data.(interface{ Provenance() matrix.Provenance }); ok {
		if list := d.Provenance().Sources; int(i) < len(list) && list[i].Name != "" {
			return list[i].Name
		}
	}
	return fmt.Sprintf("source %d", i)
}

// An estimate is what the passes gave.
type estimate struct {
	beta       []float64
	intercepts []SourceIntercept
	system     *system // least squares of the data, without ridge
	factor     *factor // of system
	bread      *system // the derivative of the scores, for standard errors
	rounds     int     // of reweighting
	units      []bool  // of expected scores, by weight: a plain column that is ±1 in every row
	change     float64 // of the last round, see Options.Tolerance
	converged  bool
}

// errNoRows reports an empty training part.
var errNoRows = errors.New("fit: no row is left for training")

// grain returns the number of blocks to a partial: adding up the partials of a
// wide matrix must not cost more than making them. It depends on nothing but the
// number of weights, or results would depend on more.
func grain(weights int) int {
	if weights > 256 {
		return 8
	}
	return 1
}

// scan describes a pass over the estimator's data.
func (e *estimator) scan(stage string) scan {
	e.passes++
	return scan{e.data, stage, e.opt.Threads, grain(len(e.design.names)), e.opt.Progress}
}

// feed returns what selects the training rows.
func (e *estimator) feed(r *reweighing) rowFeed {
	return rowFeed{selection: newSelection(e.opt), design: e.design, reweigh: r}
}

// newSelection selects rows as the options say.
func newSelection(o Options) selection {
	split := o.Split
	if o.Test != nil {
		split.By = SplitNone
	}
	return selection{target: o.Target, divider: newDivider(split)}
}

// sums makes a pass and returns the problem's sums, rows reweighted by r.
func (e *estimator) sums(ctx context.Context, stage string, r *reweighing) (*system, error) {
	var s *system
	var err error
	if e.opt.Method == QR {
		s, err = e.triangle(ctx, stage, r)
	} else {
		s, err = e.gram(ctx, stage, r)
	}
	switch {
	case err != nil:
		return nil, err
	case s.weight == 0:
		return nil, fmt.Errorf("%w: the labels of the loss %v are scores, and the rows have none; results are fitted with -loss sigmoid", errNoRows, e.opt.Loss)
	}
	return s, nil
}

func (e *estimator) gram(ctx context.Context, stage string, r *reweighing) (*system, error) {
	total := newGram(len(e.design.names))
	fresh := func() *gramSum { return &gramSum{gram: *newGram(total.order), rows: e.feed(r)} }
	err := fold(ctx, e.scan(stage), fresh, (*gramSum).add, func(g *gramSum) { total.merge(&g.gram) })
	if err != nil {
		return nil, err
	}
	return total.system(e.opt.Intercept), nil
}

func (e *estimator) triangle(ctx context.Context, stage string, r *reweighing) (*system, error) {
	total := newTriangle(len(e.design.names))
	fresh := func() *triangleSum { return &triangleSum{triangle: *newTriangle(total.order), rows: e.feed(r)} }
	err := fold(ctx, e.scan(stage), fresh, (*triangleSum).add, func(t *triangleSum) { total.merge(&t.triangle) })
	if err != nil {
		return nil, err
	}
	return total.system(e.opt.Intercept), nil
}

// estimate makes the passes that the loss needs.
func (e *estimator) estimate(ctx context.Context) (*estimate, error) {
	s, err := e.sums(ctx, "least squares", nil)
	if err != nil {
		return nil, err
	}
	est := &estimate{system: s, factor: s.factorise(), bread: s, converged: true}
	est.solve(s, e.opt.Ridge)
	if e.opt.Loss == Huber {
		err = e.huber(ctx, est)
	}
	return est, err
}

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
func (e *estimator) huber(ctx context.Context, est *estimate) error {
	delta := e.opt.Delta
	weight := func(r float64) float64 { return min(1, delta/math.Abs(r)) }
	est.converged = false
	for est.rounds < e.opt.Iterations && !est.converged {
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
		est.solve(s, e.opt.Ridge)
		est.change = 0
		for j := range before {
			est.change = max(est.change, math.Abs(est.beta[j]-before[j])*est.system.deviation(j))
		}
		est.converged = est.change <= e.opt.Tolerance
	}
	return e.huberBread(ctx, est)
}

// huberBread sets the derivative of the scores: sums of products over the rows
// within ±δ.
func (e *estimator) huberBread(ctx context.Context, est *estimate) error {
	current, err := e.scorer(est)
	if err != nil {
		return err
	}
	within := func(r float64) float64 {
		if math.Abs(r) <= e.opt.Delta {
			return 1
		}
		return 0
	}
	est.bread, err = e.sums(ctx, "curvature", &reweighing{current, within})
	if errors.Is(err, errNoRows) {
		err = fmt.Errorf("fit: no residual is within ±%g centipawns: Delta is too small", e.opt.Delta)
	}
	return err
}

// model returns the estimate with what was held fixed.
func (e *estimator) model(est *estimate) Model {
	m := Model{Weights: append([]NamedWeight(nil), e.design.held...), Intercepts: est.intercepts}
	for j, name := range e.design.names {
		m.Weights = append(m.Weights, NamedWeight{name, est.beta[j]})
	}
	return m
}

func (e *estimator) scorer(est *estimate) (*scorer, error) {
	return e.model(est).scorer(e.data.Schema())
}

// psi returns the derivative of the loss, halved: the residual, bounded by ±δ
// with Huber.
func (o Options) psi(r float64) float64 {
	if o.Loss == Huber {
		return min(max(r, -o.Delta), o.Delta)
	}
	return r
}

package linear

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"example.org/centipawn/fit/rows"
	"example.org/centipawn/internal/shards"
	"example.org/centipawn/matrix"
)

// A Problem is least squares of the training rows, or Huber's loss of them.
type Problem struct {
	*rows.Job
	Delta      float64 // of Huber, centipawns; 0: least squares
	Ridge      float64 // rows, see fit.Options.Ridge
	Intercepts bool    // one a source
	Iterations int     // of reweighting, at most
	Tolerance  float64 // see fit.Options.Tolerance

	// Exchange, if it is not nil, shares the sums of products with other processes. What follows the
	// estimate is for the one that leads.
	Exchange shards.Exchange
}

// An Estimate is what the passes gave.
type Estimate struct {
	Beta       []float64
	Intercepts []rows.SourceIntercept
	System     *System // least squares of the data, without ridge
	Factor     *Factor // of system
	Bread      *System // the derivative of the scores, for standard errors
	Rounds     int     // of reweighting
	Change     float64 // of the last round, see fit.Options.Tolerance
	Converged  bool
}

// ErrNoRows reports an empty training part.
var ErrNoRows = errors.New("fit: no row is left for training")

// NoScores is why there may be none.
const NoScores = "their labels are scores, and the rows have none; results are fitted with -loss sigmoid"

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

// gram makes a pass, or the process's share of it, and returns the sums over all rows.
func (e *Problem) gram(ctx context.Context, stage string, r *reweighing) (*Gram, error) {
	n := e.segments()
	low, high := 0, n
	if e.Exchange != nil {
		low, high = e.Exchange.Range(n)
	}
	mine := func() (*GramPart, error) { return e.gramPart(ctx, stage, r, low, high) }
	var all *GramPart
	var err error
	if e.Exchange == nil {
		all, err = mine()
	} else {
		all, err = shards.Gather(ctx, e.Exchange, "products", e.fresh, mine)
	}
	if err != nil {
		return nil, err
	}
	return all.whole(n)
}

// segments is how many there are.
func (e *Problem) segments() int { return shards.Segments(e.Data.Blocks()) }

// fresh returns sums of no segment of the problem's rows.
func (e *Problem) fresh() *GramPart {
	sources := 1
	if e.Data.Schema().Optional.Has(matrix.WithSource) {
		sources = len(Gram{}.margins)
	}
	return newGramPart(len(e.Design.Names), sources)
}

// gramPart makes the sums of the segments low to high−1, rows reweighted by r.
func (e *Problem) gramPart(ctx context.Context, stage string, r *reweighing, low, high int) (*GramPart, error) {
	part, order := e.fresh(), len(e.Design.Names)
	fresh := func() *GramSum {
		return &GramSum{Gram: *NewGram(order), Rows: RowFeed{Design: e.Design, reweigh: r}}
	}
	pass, segment := e.Training(stage), NewGram(order)
	for i := low; i < high; i++ {
		segment.Reset()
		one := pass.Of(i*shards.SegmentBlocks, (i+1)*shards.SegmentBlocks)
		if err := rows.Sum(ctx, one, fresh, func(g *GramSum) { segment.Merge(&g.Gram) }); err != nil {
			return nil, err
		}
		if err := part.add(i, segment); err != nil {
			return nil, err
		}
	}
	return part, nil
}

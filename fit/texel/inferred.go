package texel

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"example.org/centipawn/fit/linear"
	"example.org/centipawn/fit/rows"
	"example.org/centipawn/fit/sandwich"
	"example.org/centipawn/fit/search"
	"example.org/centipawn/fit/sparse"
)

// Games that are many are put together at random into pools for standard errors: at
// least so many, of which the error of a standard error is 1.6 %, and up to eight times
// as many where their products are cheap.
const (
	leastPools   = 2048
	mostPools    = 8 * leastPools
	poolProducts = 1 << 31
)

// pools returns the number of pools for so many weights.
func pools(weights int) int {
	return min(max(leastPools, poolProducts/max(1, weights*weights)), mostPools)
}

// Inferred is the minimum with what second derivatives and games say of its weights.
type Inferred struct {
	*Found
	Inference *Inference     // nil for a quick fit, and a large one
	Scores    *sparse.Scores // the rows and games of the weights; of a large fit without sums; nil for a quick one
	point     []float64      // weights in their gauge, then intercepts
}

// An Inference is what the second derivatives and the games say of the weights.
type Inference struct {
	System  *linear.System // of the rows alone
	Factor  *linear.Factor
	Gauge   *gauge
	Scores  *sparse.Scores
	StdErr  []float64 // by weight, then by intercept
	Freedom []float64 // degrees of freedom of stdErr
	Penalty []float64 // share of what is known that the penalties say

	// Negative are weights that a direction moves in which the loss of a formula is curved downwards.
	Negative []string

	search.Minimum
	inverse *mat.Dense // of the second derivatives of the rows, penalties left out
}

// countPools is how many parts the games are cut into where they are only counted.
const countPools = 2048

// Infer makes the passes for standard errors, identification and gauge; none for a quick fit, and
// for a large one that which counts rows and games.
func (t *Found) Infer(ctx context.Context) (out *Inferred, err error) {
	out = &Inferred{Found: t, point: slices.Clone(t.Minimum)}
	if t.Opt.Quick {
		return out, nil
	}
	if t.Large() {
		t.Meter.Report(rows.Progress{Stage: "counting rows and games"})
		out.Scores, err = t.Rows.Counts(ctx, t.Minimum, countPools)
		return out, err
	}
	t.Rows.Progress = func(n int) {
		t.Meter.Report(rows.Progress{Stage: "standard errors", Done: n, Total: t.Rows.Rows()})
	}
	t.Rows.Progress(0)
	in := &Inference{Minimum: search.Minimum{F: t.objective, Point: t.Search.Weights, Active: make([]int8, len(t.Minimum))}}
	copy(in.Active, t.Search.Bound)
	plain, whole, err := t.second(ctx, in) // most of the time goes there
	t.Rows.Progress = nil
	if err != nil {
		return nil, err
	}
	tail := t.tail()
	in.Hold(plain)
	in.Hold(whole)
	if in.Scores, err = t.Rows.Scores(ctx, t.Minimum, pools(len(t.Minimum))); err != nil {
		return nil, err
	}
	if in.Negative, err = t.negative(ctx, in, whole); err != nil {
		return nil, err
	}
	tail()
	in.System = t.system(plain, in)
	in.Factor = in.System.Factorise()
	tail()
	est := &linear.Estimate{Beta: make([]float64, len(t.Design.Names)), System: in.System, Factor: in.Factor, Bread: in.System}
	if t.penalised() {
		est.Bread = t.system(whole, in)
	}
	if err := t.identify(ctx, est, in); err != nil {
		return nil, err
	}
	tail()
	if in.Gauge, err = t.gaugeOf(in); err != nil {
		return nil, err
	}
	if err := t.applyGauge(ctx, in.Gauge, out.point); err != nil {
		return nil, err
	}
	in.inverse = in.Factor.Inverse()
	tail()
	out.Inference, out.Scores = in, in.Scores
	if err := t.errorBars(ctx, in, est, plain, whole, tail); err != nil {
		return nil, err
	}
	t.Minima.Measure(t.Design.Names, in.StdErr)
	return out, nil
}

// tailSteps are those that follow the second derivatives: scores, factor, dependences, inverse,
// influence, single games, and those of the bars.
const tailSteps = 6 + sandwich.Steps

// tail returns what is to be called after each of them: from a thousand weights on they take seconds.
func (t *Found) tail() (done func()) {
	at := rows.Progress{Stage: "error bars", Total: tailSteps}
	t.Meter.Report(at)
	return func() {
		at.Done++
		t.Meter.Report(at)
	}
}

// gaugeOf returns the gauge of the weights; where penalties or bounds choose, it has nothing to do.
func (t *Found) gaugeOf(in *Inference) (*gauge, error) {
	null := t.linearNull(in.Factor.Null)
	if t.penalised() || t.chosen(null) {
		null = nil
	}
	return newGauge(null, t.Design.Names, in.Scores.Rows, in.System.Sources)
}

// applyGauge moves a point to where the gauge wants it. Where a formula reads the parts of the sum linear,
// a null space of derivatives need not be one of evaluations: if the loss moves, the gauge chooses nothing.
func (t *Found) applyGauge(ctx context.Context, g *gauge, point []float64) error {
	if g.Null == nil || t.Design.Form == nil || !t.Design.Form.Whole {
		g.Apply(mat.NewDense(len(point), 1, point))
		return nil
	}
	moved := slices.Clone(point)
	g.Apply(mat.NewDense(len(moved), 1, moved))
	scratch := make([]float64, len(point))
	before, err := t.Rows.Gradient(ctx, point, scratch)
	if err != nil {
		return err
	}
	after, err := t.Rows.Gradient(ctx, moved, scratch)
	if err != nil {
		return err
	}
	if math.Abs(after-before) > gaugeLoss*before {
		g.Null = nil
		return nil
	}
	copy(point, moved)
	return nil
}

// gaugeLoss is the share of the loss that a gauge may move it by: rounding.
const gaugeLoss = 1e-10

// penalised reports whether there is a penalty.
func (t *Found) penalised() bool {
	return !t.objective.Penalty.IsZero()
}

// second returns the second derivatives of the sum of the rows' losses at the
// point that was found, with those of the penalties and without.
func (t *Found) second(ctx context.Context, in *Inference) (plain, whole *mat.SymDense, err error) {
	plain, whole, err = in.Second(ctx, t.curvature())
	if err != nil {
		return nil, nil, err
	}
	plain.ScaleSym(t.Rows.TotalWeight(), plain)
	whole.ScaleSym(t.Rows.TotalWeight(), whole)
	whole.AddSym(whole, plain)
	return plain, whole, nil
}

// curvature is the kind of second derivatives that errors are made of. Penalties leave
// residuals that the curvature of the logistic itself would take for information.
func (t *Found) curvature() sparse.Curvature {
	if t.penalised() && !t.Loss.Linear {
		return sparse.GaussNewton
	}
	return sparse.Exact
}

// identify finds dependent columns by the Gauss–Newton matrix where the second
// derivatives are not positive definite: those of the squared loss need not be, away
// from its minimum, although no column depends on others.
func (t *Found) identify(ctx context.Context, est *linear.Estimate, in *Inference) error {
	expected := 0
	for j, n := range in.System.Active {
		if n > 0 && in.Active[j] == 0 && (t.Grouping == 0 || in.System.Raw[j] != 0) { // 0: the same in all rows of each group
			expected++
		}
	}
	if in.Factor.Rank == expected {
		return nil
	}
	if dependent, err := t.dependent(ctx, in.Factor.Null); dependent || err != nil {
		return err
	}
	system, err := t.expected(ctx, in)
	if err != nil {
		return err
	}
	factor := system.Factorise()
	if est.Bread == est.System && factor.Rank > in.Factor.Rank {
		est.Bread = system // an error of 0 would say that the weight is known
	}
	in.System, in.Factor, est.System, est.Factor = system, factor, system, factor
	return nil
}

// dependent reports whether no row sees a move of the weights along any of some
// directions, so that the Gauss–Newton matrix has them in its null space, too. A pass
// for each is quick; that matrix takes as long as some fifty.
func (t *Found) dependent(ctx context.Context, directions *mat.Dense) (bool, error) {
	if directions == nil || t.Grouping != 0 || t.Rows.offsets || t.Rows.Rows() > kPoints || t.Design.Form != nil {
		return false, nil
	}
	p, m := directions.Dims()
	if m > maxDirections {
		return false, nil
	}
	for k := range m {
		w := append(mat.Col(nil, k, directions), make([]float64, t.Rows.Weights-p)...)
		points, err := t.Rows.Points(ctx, w, 0, false)
		if err != nil {
			return false, err
		}
		for _, s := range points.Score {
			if math.Abs(float64(s)) > linear.Negligible {
				return false, nil
			}
		}
	}
	return true, nil
}

// maxDirections is for how many directions passes are still quicker than the matrix.
const maxDirections = 8

// chosen reports whether bounds or orders have a say about weights that the null
// space moves.
func (t *Found) chosen(null *mat.Dense) bool {
	if null == nil || t.Low == nil {
		return false
	}
	ordered := make(map[int]bool)
	for _, chain := range t.Chains {
		for _, j := range chain {
			ordered[j] = true
		}
	}
	for j := range t.Design.Names {
		if math.IsInf(t.Low[j], -1) && math.IsInf(t.High[j], 1) && !ordered[j] {
			continue
		}
		if mat.Norm(null.RowView(j), 2) > linear.Negligible {
			return true
		}
	}
	return false
}

// system makes a system of second derivatives.
func (t *Found) system(h *mat.SymDense, in *Inference) *linear.System {
	var at []search.Intercept // nil: none, as sources are
	if t.sources != nil {
		at = make([]search.Intercept, 0, len(t.sources))
	}
	for k, src := range t.sources {
		at = append(at, search.Intercept{Source: src, Rows: in.Scores.Rows[len(t.Design.Names)+k]})
	}
	return in.Minimum.System(h, t.Rows.Rows(), in.Scores.Rows, at)
}

// errorBars sets standard errors and their degrees of freedom.
func (t *Found) errorBars(ctx context.Context, in *Inference, est *linear.Estimate, plain, whole *mat.SymDense, tail func()) error {
	n, order := in.Scores, len(t.Minimum)
	exact, kind := sandwich.Few(n.Games, n.All, t.Rows.Rows()), t.curvature()
	if exact == nil && kind == sparse.Exact && !t.Loss.Convex {
		var err error
		if est.Bread, err = t.expected(ctx, in); err != nil {
			return err
		}
		kind = sparse.GaussNewton
	}
	e := &search.Evidence{Kind: kind, Rows: n.Rows, Chosen: search.ByFolds(t.Choices), Problem: sandwich.Problem{
		Inverse: est.Influence(0, order), Sums: n.Pools, Games: n.All, Threads: t.Threads, Done: tail,
		Exact: exact, Freedom: sandwich.Many(n.Games, n.All, n.Effective),
	}}
	e.Effect = mat.DenseCopyOf(e.Inverse)
	in.Gauge.Apply(e.Effect)
	t.AddUp(e.Effect)
	if t.penalised() {
		e.Pull = mat.NewSymDense(order, nil)
		for i := range order {
			for j := i; j < order; j++ {
				e.Pull.SetSym(i, j, whole.At(i, j)-plain.At(i, j))
			}
		}
	}
	bars, err := in.Bars(ctx, e)
	in.StdErr, in.Freedom, in.Penalty = bars.StdErr, bars.Freedom, bars.Penalty
	return err
}

// expected returns the system of the Gauss–Newton matrix. It is the bread where games are few:
// without one of them the second derivatives of the squared loss themselves may be next to
// singular. Of 20 games of TCEC errors by these are 1.1 to 2.2 times those of fits without each
// game, and by the Gauss–Newton matrix 0.9 to 1.2 times.
func (t *Found) expected(ctx context.Context, in *Inference) (*linear.System, error) {
	h := mat.NewSymDense(t.objective.Size(), nil)
	if err := t.objective.Plain().Second(ctx, t.Search.Weights, sparse.GaussNewton, 1, h); err != nil {
		return nil, err
	}
	h.ScaleSym(t.Rows.TotalWeight(), h)
	in.Hold(h)
	return t.system(h, in), nil
}

// linearNull returns the part of a null space that moves no weight of a formula but those of the sum
// linear: along the others evaluations stay the same only as far as derivatives tell.
func (t *Found) linearNull(null *mat.Dense) *mat.Dense {
	if null == nil || t.Design.Form == nil {
		return null
	}
	p, m := null.Dims()
	touching := mat.NewDense(p, m, nil)
	for j := range p {
		if !t.Design.InPawns(j) {
			touching.SetRow(j, null.RawRowView(j))
		}
	}
	var svd mat.SVD
	if !svd.Factorize(touching, mat.SVDThinV) {
		return nil
	}
	var v mat.Dense
	svd.VTo(&v)
	values := svd.Values(nil)
	first := slices.IndexFunc(values, func(s float64) bool { return s <= linear.Negligible })
	if first < 0 {
		return nil
	}
	_, k := v.Dims()
	out := new(mat.Dense)
	out.Mul(null, v.Slice(0, m, first, k))
	for j := range p {
		if !t.Design.InPawns(j) {
			clear(out.RawRowView(j))
		}
	}
	return out
}

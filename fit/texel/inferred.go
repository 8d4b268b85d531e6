package texel

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"example.org/centipawn/fit/linear"
	"example.org/centipawn/fit/rows"
	"example.org/centipawn/fit/sandwich"
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
	Scores    *sparse.Scores // what stands behind the weights; of a large fit without sums; nil for a quick one
	point     []float64      // weights in their gauge, then intercepts
}

// An Inference is what the second derivatives and the games say of the weights.
type Inference struct {
	System  *linear.System // of the rows alone
	Factor  *linear.Factor
	Gauge   *gauge
	Scores  *sparse.Scores
	StdErr  []float64  // by weight, then by intercept
	Freedom []float64  // degrees of freedom of stdErr
	Penalty []float64  // share of what is known that the penalties say
	Active  []int8     // by weight: −1, +1 at a bound; 2 both; 0 free
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
	plain, whole, err := t.second(ctx) // most of the time goes there
	t.Rows.Progress = nil
	if err != nil {
		return nil, err
	}
	tail := t.tail()
	in := &Inference{Active: make([]int8, len(t.Minimum))}
	copy(in.Active, t.Search.Bound)
	hold(plain, in.Active)
	hold(whole, in.Active)
	if in.Scores, err = t.Rows.Scores(ctx, t.Minimum, pools(len(t.Minimum))); err != nil {
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
	in.Gauge.Apply(mat.NewDense(len(out.point), 1, out.point))
	in.inverse = in.Factor.Inverse()
	tail()
	out.Inference, out.Scores = in, in.Scores
	return out, t.errorBars(ctx, in, est, plain, whole, tail)
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

// penalised reports whether there is a penalty.
func (t *Found) penalised() bool {
	return !t.objective.penalty.IsZero()
}

// second returns the second derivatives of the sum of the rows' losses at the
// point that was found, with those of the penalties and without.
func (t *Found) second(ctx context.Context) (plain, whole *mat.SymDense, err error) {
	f := t.objective
	n := f.Size()
	plain = mat.NewSymDense(n, nil)
	if err := f.plain().Second(ctx, t.Search.Weights, f.curvature(), 1, plain); err != nil {
		return nil, nil, err
	}
	plain.ScaleSym(t.Rows.TotalWeight(), plain)
	whole = mat.NewSymDense(n, nil)
	f.penalty.Curve(whole)
	f.Chains.PullSym(whole)
	whole.ScaleSym(t.Rows.TotalWeight(), whole)
	whole.AddSym(whole, plain)
	return plain, whole, nil
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
	if directions == nil || t.Grouping != 0 || t.Rows.offsets || t.Rows.Rows() > kPoints || t.Design.BlockIsFree() {
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
	if null == nil || t.low == nil {
		return false
	}
	ordered := make(map[int]bool)
	for _, chain := range t.chains {
		for _, j := range chain {
			ordered[j] = true
		}
	}
	for j := range t.Design.Names {
		if math.IsInf(t.low[j], -1) && math.IsInf(t.high[j], 1) && !ordered[j] {
			continue
		}
		if mat.Norm(null.RowView(j), 2) > linear.Negligible {
			return true
		}
	}
	return false
}

// hold leaves weights at active bounds out of second derivatives: nothing is
// known of them but the bound.
func hold(h *mat.SymDense, active []int8) {
	for j, a := range active {
		if a == 0 {
			continue
		}
		for i := range h.SymmetricDim() {
			h.SetSym(i, j, 0)
		}
	}
}

// system makes a system of second derivatives: intercepts eliminated, as in a
// problem of least squares with rows of weight d, the rows' curvature. Weights that are held are no
// columns of it: no row has them.
func (t *Found) system(h *mat.SymDense, in *Inference) *linear.System {
	p, scores := len(t.Design.Names), in.Scores
	s := &linear.System{
		Order: p, Rows: t.Rows.Rows(), Weight: 1, Labels: 0, Active: in.taken(scores.Rows[:p]),
		Raw: make([]float64, p), Cross: mat.NewSymDense(max(1, p), nil), RHS: make([]float64, p), Tolerance: texelTolerance,
	}
	for i := range p {
		s.Raw[i] = h.At(i, i)
		for j := i; j < p; j++ {
			s.Cross.SetSym(i, j, h.At(i, j))
		}
	}
	if t.sources == nil {
		s.Sources = []linear.SourceMeans{{Rows: s.Rows, Weight: 1}}
		return s
	}
	s.Weight = 0
	for k, src := range t.sources {
		d := h.At(p+k, p+k)
		m := linear.SourceMeans{Source: src, Rows: scores.Rows[p+k], Weight: d, X: make([]float64, p)}
		for j := range p {
			if d > 0 {
				m.X[j] = h.At(j, p+k) / d
			}
		}
		s.Sources = append(s.Sources, m)
		s.Weight += d
		s.Cross.SymRankOne(s.Cross, -d, mat.NewVecDense(p, m.X))
	}
	return s
}

// taken returns the rows of each weight, 0 of those that are held.
func (in *Inference) taken(n []int) []int {
	n = slices.Clone(n)
	for j := range n {
		if in.Active[j] != 0 {
			n[j] = 0
		}
	}
	return n
}

// texelTolerance is the share of a column's length below which it is taken for
// a linear combination of others: sums over the rows of products that were
// rounded to 16 digits.
const texelTolerance = 1e-11

// errorBars sets standard errors and their degrees of freedom.
func (t *Found) errorBars(ctx context.Context, in *Inference, est *linear.Estimate, plain, whole *mat.SymDense, tail func()) error {
	f, n, order := t.objective, in.Scores, len(t.Minimum)
	exact, kind := sandwich.Few(n.Games, n.All, t.Rows.Rows()), f.curvature()
	if exact == nil && kind == sparse.Exact && !t.Loss.Convex {
		var err error
		if est.Bread, err = t.expected(ctx, in); err != nil {
			return err
		}
		kind = sparse.GaussNewton
	}
	p := &sandwich.Problem{
		Order: order, Inverse: est.Influence(0, order), Sums: n.Pools, Games: n.All, Threads: t.Threads,
		Exact: exact, Freedom: sandwich.Many(n.Games, n.All, n.Effective),
	}
	p.Effect, p.Done = t.effect(in.Gauge, p.Inverse), tail
	tail()
	var err error
	if p.Single, err = t.Rows.Single(ctx, f.Weights(t.Search.Weights), kind, exact); err != nil {
		return err
	}
	in.single(p, f)
	tail()
	if t.penalised() {
		p.Penalty = in.penalty(f, t.Search.Weights, plain, whole, t.Rows.TotalWeight())
		p.Penalty.Scores = func(step []float64) []float64 {
			g, at := make([]float64, order), slices.Clone(t.Search.Weights)
			floats.Add(at, step)
			if _, err := f.plain().Gradient(ctx, at, g); err != nil {
				return nil
			}
			in.toPoint(g, &Objective{}) // chains are pulled already
			floats.Scale(t.Rows.TotalWeight(), g)
			return g
		}
	}
	bars := p.Bars()
	in.StdErr, in.Freedom, in.Penalty = bars.StdErr, bars.Freedom, bars.Penalty
	for j := range in.StdErr {
		if n.Rows[j] == 0 { // the data say nothing of it, and what stands there is rounding
			in.StdErr[j], in.Freedom[j] = 0, 0
		}
	}
	return nil
}

// expected returns the system of the Gauss–Newton matrix. It is the bread where games are few:
// without one of them the second derivatives of the squared loss themselves may be next to
// singular. Of 20 games of TCEC errors by these are 1.1 to 2.2 times those of fits without each
// game, and by the Gauss–Newton matrix 0.9 to 1.2 times.
func (t *Found) expected(ctx context.Context, in *Inference) (*linear.System, error) {
	h := mat.NewSymDense(t.objective.Size(), nil)
	if err := t.objective.plain().Second(ctx, t.Search.Weights, sparse.GaussNewton, 1, h); err != nil {
		return nil, err
	}
	h.ScaleSym(t.Rows.TotalWeight(), h)
	hold(h, in.Active)
	return t.system(h, in), nil
}

// effect turns scores into changes of the weights that are shown: in their gauge, and
// chains added up.
func (t *Found) effect(g *gauge, inverse *mat.Dense) *mat.Dense {
	l := mat.DenseCopyOf(inverse)
	g.Apply(l)
	for _, chain := range t.chains {
		for k, j := range chain[1:] {
			floats.Add(l.RawRowView(j), l.RawRowView(chain[k]))
		}
	}
	return l
}

// single takes the games that are left out one by one out of the pools, and both to
// the point, without weights at active bounds.
func (in *Inference) single(p *sandwich.Problem, f *Objective) {
	pools := len(p.Sums) / p.Order
	if p.Exact == nil {
		p.Sums = nil
	}
	for i := range p.Single {
		g := &p.Single[i]
		if p.Sums != nil {
			g.AddScore(p.Sums[sparse.PoolOf(g.ID, pools)*p.Order:][:p.Order], -1)
		}
		p.Single[i] = in.free(g, f, p.Order)
	}
	for at := 0; at < len(p.Sums); at += p.Order {
		in.toPoint(p.Sums[at:][:p.Order], f)
	}
}

// toPoint turns derivatives by weights into those by the point.
func (in *Inference) toPoint(u []float64, f *Objective) {
	f.Chains.Pull(u)
	for j, a := range in.Active {
		if a != 0 {
			u[j] = 0
		}
	}
}

// free is toPoint for the rows of a game.
func (in *Inference) free(g *sandwich.Game, f *Objective, order int) sandwich.Game {
	if len(f.Chains) == 0 && !slices.ContainsFunc(in.Active, func(a int8) bool { return a != 0 }) {
		return *g
	}
	return g.Map(order, func(x []float64) { in.toPoint(x, f) })
}

// penalty returns the penalties' derivatives by the point, in the unit of the sum of
// the rows' losses.
func (in *Inference) penalty(f *Objective, point []float64, plain, whole *mat.SymDense, total float64) *sandwich.Penalty {
	p := &sandwich.Penalty{Second: mat.NewSymDense(len(point), nil), Gradient: make([]float64, len(point))}
	for i := range point {
		for j := i; j < len(point); j++ {
			p.Second.SetSym(i, j, whole.At(i, j)-plain.At(i, j))
		}
	}
	f.penalty.Add(f.Weights(point), p.Gradient)
	in.toPoint(p.Gradient, f)
	floats.Scale(total, p.Gradient)
	return p
}

// linearNull returns the part of a null space that moves no weight of the block:
// along the others evaluations stay the same only as far as derivatives tell.
func (t *Found) linearNull(null *mat.Dense) *mat.Dense {
	if null == nil || !t.Design.BlockIsFree() {
		return null
	}
	p, m := null.Dims()
	touching := mat.NewDense(p, m, nil)
	for j := range p {
		if t.Design.InBlock(j) {
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
		if t.Design.InBlock(j) {
			clear(out.RawRowView(j))
		}
	}
	return out
}

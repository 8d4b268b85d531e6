package fit

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"centipawn/fit/sandwich"
	"centipawn/fit/sparse"
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

// inferred is the minimum with what second derivatives and games say of its weights.
type inferred struct {
	*found
	inference *inference // nil for a quick fit
	point     []float64  // weights in their gauge, then intercepts
}

// An inference is what the second derivatives and the games say of the weights.
type inference struct {
	system  *system // of the rows alone
	factor  *factor
	gauge   *gauge
	scores  *sparse.Scores
	stdErr  []float64  // by weight, then by intercept
	freedom []float64  // degrees of freedom of stdErr
	active  []int8     // by weight: −1, +1 held by a bound; 2 both; 0 free
	inverse *mat.Dense // of the second derivatives of the rows, penalties left out
}

// infer makes the passes for standard errors, identification and gauge; none for a quick fit.
func (t *found) infer(ctx context.Context) (out *inferred, err error) {
	out = &inferred{found: t, point: slices.Clone(t.at)}
	if t.opt.Quick {
		return out, nil
	}
	plain, whole, err := t.second(ctx)
	if err != nil {
		return nil, err
	}
	in := &inference{active: make([]int8, len(t.at))}
	copy(in.active, t.search.Bound)
	hold(plain, in.active)
	hold(whole, in.active)
	if in.scores, err = t.Scores(ctx, t.at, pools(len(t.at))); err != nil {
		return nil, err
	}
	in.system = t.system(plain, in.scores)
	in.factor = in.system.factorise()
	est := &estimate{beta: make([]float64, len(t.design.names)), system: in.system, factor: in.factor, bread: in.system}
	if t.penalised() {
		est.bread = t.system(whole, in.scores)
	}
	if err := t.identify(ctx, est, in); err != nil {
		return nil, err
	}
	null := t.linearNull(in.factor.null)
	if t.penalised() || t.chosen(null) {
		null = nil // penalties or bounds choose
	}
	if in.gauge, err = newGauge(null, t.design.names, in.scores.Rows, in.system.sources); err != nil {
		return nil, err
	}
	in.gauge.apply(mat.NewDense(len(out.point), 1, out.point))
	in.inverse = in.factor.inverse()
	out.inference = in
	return out, t.errorBars(ctx, in, est, plain, whole)
}

// penalised reports whether there is a penalty.
func (t *found) penalised() bool {
	p := t.objective.penalty
	return p.ridge+p.prior+p.smooth > 0
}

// second returns the second derivatives of the sum of the rows' losses at the
// point that was found, with those of the penalties and without.
func (t *found) second(ctx context.Context) (plain, whole *mat.SymDense, err error) {
	f := t.objective
	n := f.Size()
	plain = mat.NewSymDense(n, nil)
	if err := f.plain().second(ctx, t.search.Weights, f.curvature(), 1, plain); err != nil {
		return nil, nil, err
	}
	plain.ScaleSym(t.TotalWeight(), plain)
	whole = mat.NewSymDense(n, nil)
	f.penalty.curve(whole)
	f.pullSym(whole)
	whole.ScaleSym(t.TotalWeight(), whole)
	whole.AddSym(whole, plain)
	return plain, whole, nil
}

// identify tells dependent columns by the Gauss–Newton matrix where the second
// derivatives are not positive definite: those of the squared loss need not be, away
// from its minimum, although no column depends on others.
func (t *found) identify(ctx context.Context, est *estimate, in *inference) error {
	expected := 0
	for j, n := range in.system.active {
		if n > 0 && in.active[j] == 0 {
			expected++
		}
	}
	if in.factor.rank == expected {
		return nil
	}
	if dependent, err := t.dependent(ctx, in.factor.null); dependent || err != nil {
		return err
	}
	h := mat.NewSymDense(t.objective.Size(), nil)
	if err := t.objective.plain().second(ctx, t.search.Weights, sparse.GaussNewton, 1, h); err != nil {
		return err
	}
	h.ScaleSym(t.TotalWeight(), h)
	hold(h, in.active)
	system := t.system(h, in.scores)
	factor := system.factorise()
	if est.bread == est.system && factor.rank > in.factor.rank {
		est.bread = system // an error of 0 would say that the weight is known
	}
	in.system, in.factor, est.system, est.factor = system, factor, system, factor
	return nil
}

// dependent reports whether no row sees a move of the weights along any of some
// directions, so that the Gauss–Newton matrix has them in its null space, too. A pass
// for each is quick; that matrix takes as long as some fifty.
func (t *found) dependent(ctx context.Context, directions *mat.Dense) (bool, error) {
	if directions == nil || t.offsets || t.Rows() > kPoints || t.design.blockIsFree() {
		return false, nil
	}
	p, m := directions.Dims()
	if m > maxDirections {
		return false, nil
	}
	for k := range m {
		w := append(mat.Col(nil, k, directions), make([]float64, t.Weights-p)...)
		points, err := t.Points(ctx, w, 0, false)
		if err != nil {
			return false, err
		}
		for _, s := range points.Score {
			if math.Abs(float64(s)) > negligible {
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
func (t *found) chosen(null *mat.Dense) bool {
	if null == nil || t.low == nil {
		return false
	}
	ordered := make(map[int]bool)
	for _, chain := range t.chains {
		for _, j := range chain {
			ordered[j] = true
		}
	}
	for j := range t.design.names {
		if math.IsInf(t.low[j], -1) && math.IsInf(t.high[j], 1) && !ordered[j] {
			continue
		}
		if mat.Norm(null.RowView(j), 2) > negligible {
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
// problem of least squares with rows of weight d, the rows' curvature.
func (t *found) system(h *mat.SymDense, scores *sparse.Scores) *system {
	p := len(t.design.names)
	s := &system{
		order: p, rows: t.Rows(), weight: 1, labels: 0, active: scores.Rows[:p],
		raw: make([]float64, p), cross: mat.NewSymDense(max(1, p), nil), rhs: make([]float64, p), tolerance: texelTolerance,
	}
	for i := range p {
		s.raw[i] = h.At(i, i)
		for j := i; j < p; j++ {
			s.cross.SetSym(i, j, h.At(i, j))
		}
	}
	if t.sources == nil {
		s.sources = []sourceMeans{{rows: s.rows, weight: 1}}
		return s
	}
	s.weight = 0
	for k, src := range t.sources {
		d := h.At(p+k, p+k)
		m := sourceMeans{source: src, rows: scores.Rows[p+k], weight: d, x: make([]float64, p)}
		for j := range p {
			if d > 0 {
				m.x[j] = h.At(j, p+k) / d
			}
		}
		s.sources = append(s.sources, m)
		s.weight += d
		s.cross.SymRankOne(s.cross, -d, mat.NewVecDense(p, m.x))
	}
	return s
}

// texelTolerance is the share of a column's length below which it is taken for
// a linear combination of others: sums over the rows of products that were
// rounded to 16 digits.
const texelTolerance = 1e-11

// errorBars sets standard errors and their degrees of freedom.
func (t *found) errorBars(ctx context.Context, in *inference, est *estimate, plain, whole *mat.SymDense) error {
	f, n, order := t.objective, in.scores, len(t.at)
	p := &sandwich.Problem{
		Order: order, Inverse: est.influence(0, order), Sums: n.Pools, Games: n.All, Threads: t.threads,
		Exact: sandwich.Few(n.Games, n.All, t.Rows()), Freedom: sandwich.Many(n.Games, n.All, n.Effective),
	}
	p.Effect = t.effect(in.gauge, p.Inverse)
	var err error
	if p.Single, err = t.Single(ctx, f.weights(t.search.Weights), f.curvature(), p.Exact); err != nil {
		return err
	}
	in.single(p, f)
	if t.penalised() {
		p.Penalty = in.penalty(f, t.search.Weights, plain, whole, t.TotalWeight())
	}
	bars := p.Bars()
	in.stdErr, in.freedom = bars.StdErr, bars.Freedom
	for j := range in.stdErr {
		if n.Rows[j] == 0 { // the data say nothing of it, and what stands there is rounding
			in.stdErr[j], in.freedom[j] = 0, 0
		}
	}
	return nil
}

// effect turns scores into changes of the weights that are shown: in their gauge, and
// chains added up.
func (t *found) effect(g *gauge, inverse *mat.Dense) *mat.Dense {
	l := mat.DenseCopyOf(inverse)
	g.apply(l)
	for _, chain := range t.chains {
		for k, j := range chain[1:] {
			floats.Add(l.RawRowView(j), l.RawRowView(chain[k]))
		}
	}
	return l
}

// single takes the games that are left out one by one out of the pools, and both to
// the point, without weights at active bounds.
func (in *inference) single(p *sandwich.Problem, f *objective) {
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
func (in *inference) toPoint(u []float64, f *objective) {
	f.pull(u)
	for j, a := range in.active {
		if a != 0 {
			u[j] = 0
		}
	}
}

// free is toPoint for the rows of a game.
func (in *inference) free(g *sandwich.Game, f *objective, order int) sandwich.Game {
	if len(f.chains) == 0 && !slices.ContainsFunc(in.active, func(a int8) bool { return a != 0 }) {
		return *g
	}
	return g.Map(order, func(x []float64) { in.toPoint(x, f) })
}

// penalty returns the penalties' derivatives by the point, in the unit of the sum of
// the rows' losses.
func (in *inference) penalty(f *objective, point []float64, plain, whole *mat.SymDense, total float64) *sandwich.Penalty {
	p := &sandwich.Penalty{Second: mat.NewSymDense(len(point), nil), Gradient: make([]float64, len(point))}
	for i := range point {
		for j := i; j < len(point); j++ {
			p.Second.SetSym(i, j, whole.At(i, j)-plain.At(i, j))
		}
	}
	f.penalty.add(f.weights(point), p.Gradient)
	in.toPoint(p.Gradient, f)
	floats.Scale(total, p.Gradient)
	return p
}

// linearNull returns the part of a null space that moves no weight of the block:
// along the others evaluations stay the same only as far as derivatives tell.
func (t *found) linearNull(null *mat.Dense) *mat.Dense {
	if null == nil || !t.design.blockIsFree() {
		return null
	}
	p, m := null.Dims()
	touching := mat.NewDense(p, m, nil)
	for j := range p {
		if t.design.inBlock(j) {
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
	first := slices.IndexFunc(values, func(s float64) bool { return s <= negligible })
	if first < 0 {
		return nil
	}
	_, k := v.Dims()
	out := new(mat.Dense)
	out.Mul(null, v.Slice(0, m, first, k))
	for j := range p {
		if t.design.inBlock(j) {
			clear(out.RawRowView(j))
		}
	}
	return out
}

package choice

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"example.org/centipawn/fit/linear"
	"example.org/centipawn/fit/rows"
	"example.org/centipawn/fit/sandwich"
	"example.org/centipawn/fit/sparse"
)

// Inferred is the minimum with what second derivatives and games say of its weights.
type Inferred struct {
	*Found
	System *linear.System // of the roots alone; nil of a quick fit, and of a large one
	Factor *linear.Factor
	sandwich.Bars
	Active []int8 // by weight: −1, +1 at a bound; 2 both; 0 free
}

// mostPools is the most pools that games are put together into for standard errors: the error of
// these is then 1.6 %.
const mostPools = 2048

// Infer computes standard errors and dependences; none for a quick fit and a large one.
//
// Those of [Regret] rest on second derivatives without their negative parts.
func (t *Found) Infer(ctx context.Context) (*Inferred, error) {
	n := len(t.Weights)
	in := &Inferred{Found: t, Active: make([]int8, n)}
	copy(in.Active, t.Search.Bound)
	if t.Opt.Quick || t.Large() {
		return in, nil
	}
	t.Meter.Report(rows.Progress{Stage: "standard errors", Total: 1})
	f, kind := t.objective, Exact
	if t.Loss == Regret {
		kind = Positive
	}
	total, point := t.Train.TotalWeight(), t.Search.Weights
	plain, whole := mat.NewSymDense(n, nil), mat.NewSymDense(n, nil)
	if err := f.plain().second(ctx, point, kind, 1, plain); err != nil {
		return nil, err
	}
	whole.CopySym(plain)
	extra := mat.NewSymDense(n, nil)
	f.Penalty.Curve(extra)
	f.Chains.PullSym(extra)
	whole.AddSym(whole, extra)
	for _, h := range []*mat.SymDense{plain, whole, extra} {
		h.ScaleSym(total, h)
		in.hold(h)
	}
	in.System = t.system(plain, in)
	in.Factor = in.System.Factorise()
	est := &linear.Estimate{Beta: make([]float64, n), System: in.System, Factor: in.Factor, Bread: in.System}
	if !f.Penalty.IsZero() {
		est.Bread = t.system(whole, in)
	}
	var err error
	in.Bars, err = in.bars(ctx, est.Influence(0, n), kind, extra)
	return in, err
}

// hold leaves weights at active bounds out: nothing is known of them but the bound.
func (in *Inferred) hold(h *mat.SymDense) {
	for j, a := range in.Active {
		for i := range in.Active {
			if a != 0 {
				h.SetSym(i, j, 0)
			}
		}
	}
}

// system makes a system of second derivatives, as of least squares.
func (t *Found) system(h *mat.SymDense, in *Inferred) *linear.System {
	n := len(t.Weights)
	s := &linear.System{
		Order: n, Rows: t.Train.Len(), Weight: 1, Active: slices.Clone(t.Support.Roots), Raw: make([]float64, n),
		Cross: mat.NewSymDense(max(1, n), nil), RHS: make([]float64, n), Tolerance: tolerance,
		Sources: []linear.SourceMeans{{Rows: t.Train.Len(), Weight: 1}},
	}
	for i := range n {
		if s.Raw[i] = h.At(i, i); in.Active[i] != 0 {
			s.Active[i] = 0
		}
		for j := i; j < n; j++ {
			s.Cross.SetSym(i, j, h.At(i, j))
		}
	}
	return s
}

// tolerance is the share of a column's length below which it is taken for a combination of others.
const tolerance = 1e-11

// bars computes the errors of the weights.
func (in *Inferred) bars(ctx context.Context, inverse *mat.Dense, kind Curvature, extra *mat.SymDense) (b sandwich.Bars, err error) {
	f, n, s := in.objective, len(in.Weights), in.Support
	exact := sandwich.Few(s.Games, s.All, in.Train.Moves())
	p := &sandwich.Problem{
		Order: n, Inverse: inverse, Games: s.All, Threads: in.Threads, Exact: exact, Freedom: sandwich.Many(s.Games, s.All, s.Effective),
		Effect: in.effect(inverse),
	}
	pools := min(mostPools, max(1, s.All))
	if p.Sums, err = in.Train.Scores(ctx, in.Weights, pools); err != nil {
		return b, err
	}
	if p.Single, err = in.Train.Single(ctx, in.Weights, kind, exact); err != nil {
		return b, err
	}
	in.take(p, pools)
	if !f.Penalty.IsZero() {
		p.Penalty = &sandwich.Penalty{Second: extra, Gradient: make([]float64, n), Scores: in.scoresAt(ctx)}
		f.Penalty.Add(in.Weights, p.Penalty.Gradient)
		in.toPoint(p.Penalty.Gradient)
		floats.Scale(in.Train.TotalWeight(), p.Penalty.Gradient)
	}
	b = p.Bars()
	for j := range b.StdErr {
		if s.Roots[j] == 0 { // the data say nothing of it, and what stands there is rounding
			b.StdErr[j], b.Freedom[j] = 0, 0
		}
	}
	return b, nil
}

// scoresAt returns what sums the derivatives of the roots' losses at weights that are moved.
func (in *Inferred) scoresAt(ctx context.Context) func(step []float64) []float64 {
	return func(step []float64) []float64 {
		g, at := make([]float64, len(step)), slices.Clone(in.Search.Weights)
		floats.Add(at, step)
		if _, err := in.Train.Gradient(ctx, in.objective.weights(at), g); err != nil {
			return nil
		}
		in.toPoint(g)
		floats.Scale(in.Train.TotalWeight(), g)
		return g
	}
}

// take takes the games that are left out one by one out of the pools, and both to the point.
func (in *Inferred) take(p *sandwich.Problem, pools int) {
	if p.Exact == nil {
		p.Sums = nil
	}
	for i := range p.Single {
		g := &p.Single[i]
		if p.Sums != nil {
			g.AddScore(p.Sums[sparse.PoolOf(g.ID, pools)*p.Order:][:p.Order], -1)
		}
		if len(in.chains) > 0 || slices.ContainsFunc(in.Active, func(a int8) bool { return a != 0 }) {
			p.Single[i] = g.Map(p.Order, in.toPoint)
		}
	}
	for at := 0; at < len(p.Sums); at += p.Order {
		in.toPoint(p.Sums[at:][:p.Order])
	}
}

// toPoint turns derivatives by weights into those by the point, without weights at active bounds.
func (in *Inferred) toPoint(u []float64) {
	in.chains.Pull(u)
	for j, a := range in.Active {
		if a != 0 {
			u[j] = 0
		}
	}
}

// effect turns scores into changes of the weights: those of chains added up.
func (in *Inferred) effect(inverse *mat.Dense) *mat.Dense {
	l := mat.DenseCopyOf(inverse)
	for _, chain := range in.chains {
		for k, j := range chain[1:] {
			floats.Add(l.RawRowView(j), l.RawRowView(chain[k]))
		}
	}
	return l
}

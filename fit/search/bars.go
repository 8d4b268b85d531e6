package search

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"example.org/centipawn/fit/linear"
	"example.org/centipawn/fit/penalty"
	"example.org/centipawn/fit/sandwich"
	"example.org/centipawn/fit/sparse"
)

// A Minimum is where a search ended, for what derivatives and games say of its weights. All is in the
// unit of the sum of the rows' losses.
type Minimum struct {
	F      *Objective
	Point  []float64
	Active []int8 // by weight: −1, +1 at a bound; 2 both; 0 free
}

// Hold leaves weights at active bounds out of second derivatives: nothing is
// known of them but the bound.
func (m *Minimum) Hold(h *mat.SymDense) {
	for j, a := range m.Active {
		if a == 0 {
			continue
		}
		for i := range h.SymmetricDim() {
			h.SetSym(i, j, 0)
		}
	}
}

// Second returns the second derivatives of the rows' losses, penalties left out, and those of the
// penalties.
func (m *Minimum) Second(ctx context.Context, kind sparse.Curvature) (rows, pull *mat.SymDense, err error) {
	n := m.F.Size()
	rows, pull = mat.NewSymDense(n, nil), mat.NewSymDense(n, nil)
	if err := m.F.Plain().Second(ctx, m.Point, kind, 1, rows); err != nil {
		return nil, nil, err
	}
	m.F.Penalty.Curve(pull)
	m.F.Chains.PullSym(pull)
	return rows, pull, nil
}

// An Intercept is where the intercept of a source stands in second derivatives, after the weights.
type Intercept struct {
	Source uint8
	Rows   int
}

// tolerance is the share of a column's length below which it is taken for
// a linear combination of others: sums over the rows of products that were
// rounded to 16 digits.
const tolerance = 1e-11

// System makes a system of second derivatives, intercepts eliminated, as in a
// problem of least squares with rows of weight d, the rows' curvature. seen are the rows of each weight;
// weights that are held are not columns of it: no row has them.
func (m *Minimum) System(h *mat.SymDense, rows int, seen []int, intercepts []Intercept) *linear.System {
	p := m.F.Penalty.Weights
	s := &linear.System{
		Order: p, Rows: rows, Weight: 1, Active: m.taken(seen[:p]), Raw: make([]float64, p),
		Cross: mat.NewSymDense(max(1, p), nil), RHS: make([]float64, p), Tolerance: tolerance,
	}
	for i := range p {
		s.Raw[i] = h.At(i, i)
		for j := i; j < p; j++ {
			s.Cross.SetSym(i, j, h.At(i, j))
		}
	}
	if intercepts == nil {
		s.Sources = []linear.SourceMeans{{Rows: rows, Weight: 1}}
		return s
	}
	s.Weight = 0
	for k, at := range intercepts {
		d := h.At(p+k, p+k)
		means := linear.SourceMeans{Source: at.Source, Rows: at.Rows, Weight: d, X: make([]float64, p)}
		for j := range p {
			if d > 0 {
				means.X[j] = h.At(j, p+k) / d
			}
		}
		s.Sources = append(s.Sources, means)
		s.Weight += d
		s.Cross.SymRankOne(s.Cross, -d, mat.NewVecDense(p, means.X))
	}
	return s
}

// taken returns the rows of each weight, 0 of those that are held.
func (m *Minimum) taken(n []int) []int {
	n = slices.Clone(n)
	for j := range n {
		if m.Active[j] != 0 {
			n[j] = 0
		}
	}
	return n
}

// AddUp turns changes of points, by row of l, into those of weights: those of chains are added up.
func (p *Problem) AddUp(l *mat.Dense) *mat.Dense {
	for _, chain := range p.Chains {
		for k, j := range chain[1:] {
			floats.Add(l.RawRowView(j), l.RawRowView(chain[k]))
		}
	}
	return l
}

// Evidence is what error bars are made of.
type Evidence struct {
	sandwich.Problem                  // Exact, Freedom, Games, Inverse, Effect and, by weight, Sums
	Kind             sparse.Curvature // of the rows of single games
	Pull             *mat.SymDense    // second derivatives of the penalties; nil: there are none
	Rows             []int            // by weight
	Chosen           bool             // folds of the same games chose a strength of the penalties
}

// Bars returns the errors of weights, and calls the problem's Done, if it is not nil, after each of its steps.
func (m *Minimum) Bars(ctx context.Context, e *Evidence) (b sandwich.Bars, err error) {
	p := &e.Problem
	p.Order = m.F.Size()
	done := func() {
		if p.Done != nil {
			p.Done()
		}
	}
	done()
	if p.Single, err = m.F.Rows.Single(ctx, m.F.Weights(m.Point), e.Kind, p.Exact); err != nil {
		return b, err
	}
	m.separate(p)
	done()
	if e.Pull != nil {
		p.Penalty = m.penalty(ctx, e.Pull)
		p.Penalty.Chosen = e.Chosen
	}
	b = p.Bars()
	for j := range b.StdErr {
		if e.Rows[j] == 0 { // the data say nothing of it, and what stands there is rounding
			b.StdErr[j], b.Freedom[j] = 0, 0
		}
	}
	return b, nil
}

// separate takes the games that are left out one by one out of the pools, and both to
// the point, without weights at active bounds.
func (m *Minimum) separate(p *sandwich.Problem) {
	pools := len(p.Sums) / p.Order
	if p.Exact == nil {
		p.Sums = nil
	}
	as := len(m.F.Chains) == 0 && !slices.ContainsFunc(m.Active, func(a int8) bool { return a != 0 })
	for i := range p.Single {
		g := &p.Single[i]
		if p.Sums != nil {
			g.AddScore(p.Sums[sparse.PoolOf(g.ID, pools)*p.Order:][:p.Order], -1)
		}
		if !as {
			p.Single[i] = g.Map(p.Order, func(x []float64) { m.toPoint(x, m.F.Chains) })
		}
	}
	for at := 0; at < len(p.Sums); at += p.Order {
		m.toPoint(p.Sums[at:][:p.Order], m.F.Chains)
	}
}

// toPoint turns derivatives by weights into those by the point.
func (m *Minimum) toPoint(u []float64, chains penalty.Chains) {
	chains.Pull(u)
	for j, a := range m.Active {
		if a != 0 {
			u[j] = 0
		}
	}
}

// penalty returns the penalties' derivatives by the point.
func (m *Minimum) penalty(ctx context.Context, second *mat.SymDense) *sandwich.Penalty {
	p := &sandwich.Penalty{Second: second, Gradient: make([]float64, len(m.Point))}
	m.F.Penalty.Add(m.F.Weights(m.Point), p.Gradient)
	m.toPoint(p.Gradient, m.F.Chains)
	floats.Scale(m.F.Rows.TotalWeight(), p.Gradient)
	p.Scores = func(step []float64) []float64 {
		g, at := make([]float64, len(m.Point)), slices.Clone(m.Point)
		floats.Add(at, step)
		if _, err := m.F.Plain().Gradient(ctx, at, g); err != nil {
			return nil
		}
		m.toPoint(g, nil) // chains are pulled already
		floats.Scale(m.F.Rows.TotalWeight(), g)
		return g
	}
	return p
}

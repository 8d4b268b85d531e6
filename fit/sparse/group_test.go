package sparse

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// byGroup gives the rows of a problem groups: two a game, whose rows stand apart.
func (p *problem) byGroup() *problem {
	rng := rand.New(rand.NewPCG(8, 8))
	for i := range p.source.rows {
		r := &p.source.rows[i]
		r.group = uint64(r.cluster)<<1 + uint64(rng.IntN(2))
	}
	p.source.grouped, p.spec.Grouped = true, true
	return p
}

// explicit returns the problem with a column for each group that says something, in the order of the
// groups, and without the rows of the others, with how many groups and rows these are.
func (p *problem) explicit() (*problem, Silence) {
	members, order := make(map[uint64][]float32), []uint64(nil)
	for _, r := range p.source.rows {
		members[r.group] = append(members[r.group], r.target)
	}
	var silent Silence
	for _, m := range members {
		all := func(t float32) bool { return !slices.ContainsFunc(m, func(v float32) bool { return v != t }) }
		if len(m) == 1 || !p.spec.Loss.Linear && (all(0) || all(1)) {
			silent.Groups++
			silent.Rows += len(m)
			if len(m) == 1 {
				silent.Single++
			}
		}
	}
	out, source := *p, *p.source
	source.rows, source.grouped, source.intercept = nil, false, true
	out.source, out.spec.Grouped, out.spec.Columns = &source, false, slices.Clone(p.spec.Columns)
	for _, r := range p.source.rows {
		m := members[r.group]
		all := func(t float32) bool { return !slices.ContainsFunc(m, func(v float32) bool { return v != t }) }
		if len(m) == 1 || !p.spec.Loss.Linear && (all(0) || all(1)) {
			continue
		}
		n := slices.Index(order, r.group)
		if n < 0 {
			n, order = len(order), append(order, r.group)
			out.spec.Columns = append(out.spec.Columns, plainColumn(int32(out.spec.Weights)))
			out.spec.Weights++
		}
		r.intercept = uint16(len(p.spec.Columns) + n)
		source.rows = append(source.rows, r)
	}
	return &out, silent
}

// groupProblems are problems of every kind with groups, of every loss that knows them.
func groupProblems(rows int) (list []*problem) {
	for _, p := range problems(rows) {
		if p.source.intercept && len(p.spec.Block) == 0 { // those columns have another use here
			p.source.intercept = false
		}
		if p.source.intercept || p.spec.Loss.Slopes == nil {
			continue
		}
		list = append(list, p.byGroup())
	}
	for _, delta := range []float64{0, 50} {
		q := *list[2]
		q.name, q.spec.Loss, q.scale = fmt.Sprintf("centipawns %g", delta), Centipawns(delta), 1
		source := *q.source
		source.rows = slices.Clone(source.rows)
		rng := rand.New(rand.NewPCG(3, 3))
		for i := range source.rows {
			source.rows[i].target = float32(200 * rng.NormFloat64())
		}
		q.source = &source
		list = append(list, &q)
	}
	return list
}

// TestGroupsAreColumns: loss, gradient and second derivatives with intercepts that are eliminated are
// those of a problem with a column for each, at the intercepts that make its loss smallest.
func TestGroupsAreColumns(t *testing.T) {
	for _, p := range groupProblems(400) {
		t.Run(p.name, func(t *testing.T) {
			segments(t, 2)
			d, w, ctx := p.design(t), p.weights(), t.Context()
			q, silent := p.explicit()
			e := q.design(t)
			if d.Groups().Silent != silent || d.Rows()-silent.Rows != e.Rows() || math.Abs(d.TotalWeight()-e.TotalWeight()) > 1e-9*e.TotalWeight() || silent.Single == 0 {
				t.Fatalf("left out %+v of %d rows: want %+v", d.Groups().Silent, d.Rows(), silent)
			}
			n, all := d.Weights, e.Weights
			g := make([]float64, n)
			loss, err := d.Gradient(ctx, w, g)
			if err != nil {
				t.Fatal(err)
			}
			at := slices.Clone(w)
			for n, b := range d.profile.at {
				if !d.groups.silent[n] {
					at = append(at, b)
				}
			}
			for i := range at[n:] {
				at[n+i] /= d.Scale
			}
			want := make([]float64, all)
			wantLoss, err := e.Gradient(ctx, at, want)
			if err != nil {
				t.Fatal(err)
			}
			compare(t, "loss", []float64{loss}, []float64{wantLoss}, 1e-12)
			compare(t, "gradient", g, want[:n], 1e-12)
			compare(t, "gradient by intercepts", append(want[n:], want[0]), append(make([]float64, all-n), want[0]), 1e-10)
			for _, kind := range []Curvature{GaussNewton, Exact} {
				h, whole := mat.NewSymDense(n, nil), mat.NewSymDense(all, nil)
				if err := errors.Join(d.Curvature(ctx, w, kind, 1, h), e.Curvature(ctx, at, kind, 1, whole)); err != nil {
					t.Fatal(err)
				}
				compare(t, fmt.Sprint("curvature ", kind), full(h), full(schur(whole, n)), 1e-10)
				if kind == GaussNewton {
					diagonal, want := make([]float64, n), make([]float64, n)
					if err := d.Diagonal(ctx, w, 1, diagonal); err != nil {
						t.Fatal(err)
					}
					for j := range want {
						want[j] = h.At(j, j)
					}
					compare(t, "diagonal", diagonal, want, 1e-12)
					d.checkProduct(t, w, h)
				}
			}
		})
	}
}

// checkProduct compares a product with that of a matrix.
func (d *Design) checkProduct(t *testing.T, w []float64, h *mat.SymDense) {
	t.Helper()
	p, err := d.Product(t.Context(), w)
	if err != nil || p == nil {
		if len(d.Block) == 0 {
			t.Fatalf("no product: %v", err)
		}
		return
	}
	v, to := make([]float64, d.Weights), make([]float64, d.Weights)
	for j := range v {
		v[j] = math.Sin(float64(j + 1))
	}
	if err := p.Times(t.Context(), v, to); err != nil {
		t.Fatal(err)
	}
	var want mat.VecDense
	want.MulVec(h, mat.NewVecDense(len(v), v))
	compare(t, "product", to, want.RawVector().Data, 1e-10)
}

// schur eliminates what comes after the first n.
func schur(h *mat.SymDense, n int) *mat.SymDense {
	all := h.SymmetricDim()
	out := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			v := h.At(i, j)
			for k := n; k < all; k++ { // a row has one of these columns
				if d := h.At(k, k); d > 0 {
					v -= h.At(i, k) * h.At(j, k) / d
				}
			}
			out.SetSym(i, j, v)
		}
	}
	return out
}

// TestGroupDerivatives: gradient and exact second derivatives are those of central differences.
func TestGroupDerivatives(t *testing.T) {
	for _, p := range groupProblems(400) {
		if p.spec.Loss.Linear && p.name != "centipawns 0" {
			continue // no second derivative at δ
		}
		t.Run(p.name, func(t *testing.T) {
			d, w, ctx := p.design(t), p.weights(), t.Context()
			for i := range w {
				w[i] /= 2
			}
			g, scratch := make([]float64, d.Weights), make([]float64, d.Weights)
			loss := func(w []float64) float64 {
				f, err := d.Gradient(ctx, w, scratch)
				if err != nil {
					t.Fatal(err)
				}
				return f
			}
			loss(w)
			copy(g, scratch)
			step := 2e-4 * testScale / d.Scale
			compare(t, "gradient", g, differences(loss, w, step), 1e-5)
			h := mat.NewSymDense(d.Weights, nil)
			if err := d.Curvature(ctx, w, Exact, 1, h); err != nil {
				t.Fatal(err)
			}
			var want []float64
			for j := range w {
				want = append(want, differences(func(w []float64) float64 { loss(w); return scratch[j] }, w, step)...)
			}
			compare(t, "second derivatives", full(h), want, 1e-4)
		})
	}
}

// TestGroupScores: the scores of games are those of the profiled loss, whether summed in pools or row
// by row, and rows are centred so that second derivatives of all games make that of the loss.
func TestGroupScores(t *testing.T) {
	for _, p := range groupProblems(400) {
		if p.spec.Loss.Linear || len(p.spec.Block) > 0 {
			continue
		}
		t.Run(p.name, func(t *testing.T) {
			d, w, ctx := p.design(t), p.weights(), t.Context()
			g, h := make([]float64, d.Weights), mat.NewSymDense(d.Weights, nil)
			_, err := d.Gradient(ctx, w, g)
			if err = errors.Join(err, d.Curvature(ctx, w, Exact, 1, h)); err != nil {
				t.Fatal(err)
			}
			s, err := d.Scores(ctx, w, 50)
			if err != nil {
				t.Fatal(err)
			}
			pooled, single := make([]float64, d.Weights), make([]float64, d.Weights)
			for i, v := range s.Pools {
				pooled[i%d.Weights] += v / d.TotalWeight()
			}
			compare(t, "pools", pooled, g, 1e-5) // slopes are kept in 32 bits
			games, err := d.Single(ctx, w, Exact, nil)
			if err != nil {
				t.Fatal(err)
			}
			second := mat.NewSymDense(d.Weights, nil)
			for i := range games {
				games[i].AddScore(single, 1/d.TotalWeight())
				for r := range games[i].Rows() {
					lo, hi := games[i].Start[r], games[i].Start[r+1]
					x := mat.NewVecDense(d.Weights, nil)
					for e := lo; e < hi; e++ {
						x.SetVec(int(games[i].Index[e]), games[i].X[e])
					}
					second.SymRankOne(second, games[i].Second[r]/d.TotalWeight(), x)
				}
			}
			compare(t, "single", single, g, 1e-10)
			compare(t, "second", full(second), full(h), 1e-10)
		})
	}
}

// TestGroupsSameBytes: threads change no bit.
func TestGroupsSameBytes(t *testing.T) {
	for _, loss := range []*Loss{Sigmoid, CrossEntropy} {
		p := large(loss, false).byGroup()
		w := p.weights()
		for _, blocks := range []int{128, 20} {
			segments(t, blocks)
			var want []float64
			for _, threads := range []int{1, 2, 3, 8} {
				p.spec.Threads = threads
				d, ctx := p.design(t), t.Context()
				g, h, diagonal := make([]float64, d.Weights), mat.NewSymDense(d.Weights, nil), make([]float64, d.Weights)
				f, err := d.Gradient(ctx, w, g)
				err = errors.Join(err, d.Curvature(ctx, w, Exact, 3, h), d.Diagonal(ctx, w, 1, diagonal))
				if err != nil {
					t.Fatal(err)
				}
				got := slices.Concat([]float64{f}, g, full(h), diagonal)
				if want == nil {
					want = got
				}
				if !slices.Equal(got, want) {
					t.Errorf("%s: %d threads, segments of %d: other bytes", loss.Name, threads, blocks)
				}
			}
		}
	}
}

// TestGroupsNeedMemory: rows by group that do not fit are refused with what to do.
func TestGroupsNeedMemory(t *testing.T) {
	segments(t, 2)
	p := groupProblems(400)[0]
	p.spec.Memory = 1000
	if _, err := New(t.Context(), p.source, p.spec); !errors.Is(err, errTooLarge) {
		t.Error(err)
	}
}

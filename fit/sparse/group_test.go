package sparse_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"example.org/centipawn/fit/sparse"
	"example.org/centipawn/fit/sparse/grouped"
	"example.org/centipawn/internal/long"
)

// byGroup gives the rows of a problem groups: two a game, whose rows stand apart.
func byGroup(p *sparse.Problem) *sparse.Problem {
	rng := rand.New(rand.NewPCG(8, 8))
	for i := range p.Source.Rows {
		r := &p.Source.Rows[i]
		r.Group = uint64(r.Cluster)<<1 + uint64(rng.IntN(2))
	}
	p.Source.Grouped = true
	return p
}

// explicit returns the problem with a column for each group that says something, in the order of the
// groups, and without the rows of the others, with how many groups and rows these are.
func explicit(p *sparse.Problem) (*sparse.Problem, grouped.Silence) {
	members, order := make(map[uint64][]float32), []uint64(nil)
	for _, r := range p.Source.Rows {
		members[r.Group] = append(members[r.Group], r.Target)
	}
	var silent grouped.Silence
	for _, m := range members {
		all := func(t float32) bool { return !slices.ContainsFunc(m, func(v float32) bool { return v != t }) }
		if len(m) == 1 || !p.Spec.Loss.Linear && (all(0) || all(1)) {
			silent.Groups++
			silent.Rows += len(m)
			if len(m) == 1 {
				silent.Single++
			}
		}
	}
	out, source := *p, *p.Source
	source.Rows, source.Grouped, source.Intercept = nil, false, true
	out.Source, out.Spec.Columns = &source, slices.Clone(p.Spec.Columns)
	for _, r := range p.Source.Rows {
		m := members[r.Group]
		all := func(t float32) bool { return !slices.ContainsFunc(m, func(v float32) bool { return v != t }) }
		if len(m) == 1 || !p.Spec.Loss.Linear && (all(0) || all(1)) {
			continue
		}
		n := slices.Index(order, r.Group)
		if n < 0 {
			n, order = len(order), append(order, r.Group)
			out.Spec.Columns = append(out.Spec.Columns, sparse.PlainColumn(int32(out.Spec.Weights)))
			out.Spec.Weights++
		}
		r.Intercept = uint16(len(p.Spec.Columns) + n)
		source.Rows = append(source.Rows, r)
	}
	return &out, silent
}

// packGroups packs the rows of a problem with groups.
func packGroups(t testing.TB, p *sparse.Problem) *grouped.Design {
	t.Helper()
	d, err := grouped.New(t.Context(), p.Source, p.Spec)
	if err != nil {
		t.Fatal(err)
	}
	d.Scale = p.Scale
	return d
}

// intercepts returns those of the groups that say something, in the order of the groups.
func intercepts(p *sparse.Problem, w []float64) (list []float64) {
	var order []uint64
	logits, targets, weights := make(map[uint64][]float64), make(map[uint64][]float32), make(map[uint64][]float32)
	for _, r := range p.TwinRows() {
		if logits[r.Group] == nil {
			order = append(order, r.Group)
		}
		logits[r.Group] = append(logits[r.Group], p.Scale*r.Score(w))
		targets[r.Group], weights[r.Group] = append(targets[r.Group], r.Target), append(weights[r.Group], r.Weight)
	}
	for _, group := range order {
		t := targets[group]
		all := func(to float32) bool { return !slices.ContainsFunc(t, func(v float32) bool { return v != to }) }
		if len(t) > 1 && (p.Spec.Loss.Linear || !all(0) && !all(1)) {
			b, _ := p.Spec.Loss.Intercept(0, logits[group], nil, t, weights[group])
			list = append(list, b/p.Scale)
		}
	}
	return list
}

// groupProblems are problems of every kind with groups, of every loss that knows them.
func groupProblems(rows int) (list []*sparse.Problem) {
	for _, p := range sparse.Problems(rows) {
		if p.Source.Intercept && p.Spec.Form == nil { // those columns have another use here
			p.Source.Intercept = false
		}
		if p.Source.Intercept || p.Spec.Loss.Slopes == nil {
			continue
		}
		list = append(list, byGroup(p))
	}
	for _, delta := range []float64{0, 50} {
		q := *list[2]
		q.Name, q.Spec.Loss, q.Scale = fmt.Sprintf("centipawns %g", delta), sparse.Centipawns(delta), 1
		source := *q.Source
		source.Rows = slices.Clone(source.Rows)
		rng := rand.New(rand.NewPCG(3, 3))
		for i := range source.Rows {
			source.Rows[i].Target = float32(200 * rng.NormFloat64())
		}
		q.Source = &source
		list = append(list, &q)
	}
	return list
}

// TestGroupsAreColumns: loss, gradient and second derivatives with intercepts that are eliminated are
// those of a problem with a column for each, at the intercepts that make its loss smallest.
func TestGroupsAreColumns(t *testing.T) {
	short := long.Short(t)
	for i, p := range groupProblems(400) {
		if short && i%3 != 0 {
			continue
		}
		t.Run(p.Name, func(t *testing.T) {
			sparse.Segments(t, 2)
			d, w, ctx := packGroups(t, p), p.Weights(), t.Context()
			q, silent := explicit(p)
			e := q.Design(t)
			if d.Groups.Silent != silent || d.Rows()-silent.Rows != e.Rows() || math.Abs(d.TotalWeight()-e.TotalWeight()) > 1e-9*e.TotalWeight() || silent.Single == 0 {
				t.Fatalf("left out %+v of %d rows: want %+v", d.Groups.Silent, d.Rows(), silent)
			}
			n, all := d.Weights, e.Weights
			g := make([]float64, n)
			loss, err := d.Gradient(ctx, w, g)
			if err != nil {
				t.Fatal(err)
			}
			at := append(slices.Clone(w), intercepts(p, w)...)
			want := make([]float64, all)
			wantLoss, err := e.Gradient(ctx, at, want)
			if err != nil {
				t.Fatal(err)
			}
			sparse.Compare(t, "loss", []float64{loss}, []float64{wantLoss}, 1e-12)
			sparse.Compare(t, "gradient", g, want[:n], 1e-12)
			sparse.Compare(t, "gradient by intercepts", append(want[n:], want[0]), append(make([]float64, all-n), want[0]), 1e-10)
			for _, kind := range []sparse.Curvature{sparse.GaussNewton, sparse.Exact} {
				h, whole := mat.NewSymDense(n, nil), mat.NewSymDense(all, nil)
				if err := errors.Join(d.Curvature(ctx, w, kind, 1, h), e.Curvature(ctx, at, kind, 1, whole)); err != nil {
					t.Fatal(err)
				}
				sparse.Compare(t, fmt.Sprint("curvature ", kind), sparse.Full(h), sparse.Full(schur(whole, n)), 1e-10)
				if kind == sparse.GaussNewton {
					diagonal, want := make([]float64, n), make([]float64, n)
					if err := d.Diagonal(ctx, w, 1, diagonal); err != nil {
						t.Fatal(err)
					}
					for j := range want {
						want[j] = h.At(j, j)
					}
					sparse.Compare(t, "diagonal", diagonal, want, 1e-12)
					checkProduct(t, d, w, h)
				}
			}
		})
	}
}

// checkProduct compares a product with that of a matrix.
func checkProduct(t *testing.T, d *grouped.Design, w []float64, h *mat.SymDense) {
	t.Helper()
	p, err := d.Product(t.Context(), w)
	if err != nil {
		t.Fatal(err)
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
	sparse.Compare(t, "product", to, want.RawVector().Data, 1e-10)
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
		if p.Spec.Loss.Linear && p.Name != "centipawns 0" {
			continue // no second derivative at δ
		}
		t.Run(p.Name, func(t *testing.T) {
			d, w, ctx := packGroups(t, p), p.Weights(), t.Context()
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
			step := 2e-4 * sparse.TestScale / d.Scale
			sparse.Compare(t, "gradient", g, sparse.Differences(loss, w, step), 1e-5)
			h := mat.NewSymDense(d.Weights, nil)
			if err := d.Curvature(ctx, w, sparse.Exact, 1, h); err != nil {
				t.Fatal(err)
			}
			var want []float64
			for j := range w {
				want = append(want, sparse.Differences(func(w []float64) float64 { loss(w); return scratch[j] }, w, step)...)
			}
			sparse.Compare(t, "second derivatives", sparse.Full(h), want, 1e-4)
		})
	}
}

// TestGroupScores: the scores of games are those of the profiled loss, whether summed in pools or row
// by row, and rows are centred so that second derivatives of all games make that of the loss.
func TestGroupScores(t *testing.T) {
	for _, p := range groupProblems(400) {
		if p.Spec.Loss.Linear || p.Spec.Form != nil {
			continue
		}
		t.Run(p.Name, func(t *testing.T) {
			d, w, ctx := packGroups(t, p), p.Weights(), t.Context()
			g, h := make([]float64, d.Weights), mat.NewSymDense(d.Weights, nil)
			_, err := d.Gradient(ctx, w, g)
			if err = errors.Join(err, d.Curvature(ctx, w, sparse.Exact, 1, h)); err != nil {
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
			sparse.Compare(t, "pools", pooled, g, 1e-5) // slopes are kept in 32 bits
			games, err := d.Single(ctx, w, sparse.Exact, nil)
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
			sparse.Compare(t, "single", single, g, 1e-10)
			sparse.Compare(t, "second", sparse.Full(second), sparse.Full(h), 1e-10)
		})
	}
}

// TestGroupsSameBytes: threads change no bit.
func TestGroupsSameBytes(t *testing.T) {
	threads := []int{1, 2, 3, 8}
	if long.Short(t) {
		threads = []int{1, 8}
	}
	for _, loss := range []*sparse.Loss{sparse.Sigmoid, sparse.CrossEntropy} {
		p := byGroup(sparse.Large(loss, false))
		w := p.Weights()
		for _, blocks := range []int{128, 20} {
			sparse.Segments(t, blocks)
			var want []float64
			for _, threads := range threads {
				p.Spec.Threads = threads
				d, ctx := packGroups(t, p), t.Context()
				g, h, diagonal := make([]float64, d.Weights), mat.NewSymDense(d.Weights, nil), make([]float64, d.Weights)
				f, err := d.Gradient(ctx, w, g)
				err = errors.Join(err, d.Curvature(ctx, w, sparse.Exact, 3, h), d.Diagonal(ctx, w, 1, diagonal))
				if err != nil {
					t.Fatal(err)
				}
				got := slices.Concat([]float64{f}, g, sparse.Full(h), diagonal)
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
	sparse.Segments(t, 2)
	p := groupProblems(400)[0]
	p.Spec.Memory = 1000
	if _, err := grouped.New(t.Context(), p.Source, p.Spec); err == nil || !strings.Contains(err.Error(), "must all be in memory: allow more of it (-memory)") {
		t.Error(err)
	}
}

// TestGroupsFault: where a row is not finite the loss is +Inf, and other passes say which row it is.
func TestGroupsFault(t *testing.T) {
	for _, text := range []string{"log(x)", "sqrt(x)"} {
		d := packGroups(t, byGroup(sparse.Divided(text)))
		good, bad, g := []float64{10, 20, 20}, []float64{10, 20, 0}, make([]float64, 3)
		want, err := d.Gradient(t.Context(), good, g)
		loss, bothErr := d.Gradient(t.Context(), bad, g)
		if err = errors.Join(err, bothErr); err != nil || !math.IsInf(loss, 1) || g[0] != 0 {
			t.Fatalf("%s: loss %g, gradient %v, %v", text, loss, g, err)
		}
		var f *sparse.Fault
		if !errors.As(d.Fault(), &f) || f.Block != 468 || f.Row != 34 {
			t.Errorf("%s: %v", text, d.Fault())
		}
		if err := d.Curvature(t.Context(), bad, sparse.GaussNewton, 1, mat.NewSymDense(3, nil)); !errors.As(err, &f) || f.Row != 34 {
			t.Errorf("%s: curvature: %v", text, err)
		}
		if again, err := d.Gradient(t.Context(), good, g); again != want || err != nil {
			t.Errorf("%s: loss %g after a fault, %g before, %v", text, again, want, err)
		}
	}
}

// TestGroupsStopped: a pass that ends with an error returns nothing else.
func TestGroupsStopped(t *testing.T) {
	p := groupProblems(400)[0]
	d, err := grouped.New(t.Context(), p.Source, p.Spec)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if product, err := d.Product(ctx, p.Weights()); product != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("%v, %v", product, err)
	}
	if games, err := d.Single(ctx, p.Weights(), sparse.Exact, nil); games != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("%d games, %v", len(games), err)
	}
}

// trees is tables with rows by eight, which differ by some columns from the first, as the leaves of a
// tree do, and in two trees of five some by a piece less.
func trees(rows int) *sparse.Problem {
	p := sparse.Tables(rows)
	rng := rand.New(rand.NewPCG(3, 4))
	for i := range p.Source.Rows {
		r := &p.Source.Rows[i]
		if i%8 != 0 {
			first := &p.Source.Rows[i-i%8]
			r.Columns, r.Counts, r.MG, r.EG = slices.Clone(first.Columns), slices.Clone(first.Counts), first.MG, first.EG
			for range 3 {
				if at := rng.IntN(len(r.Columns) - 1); r.Columns[at+1] > r.Columns[at]+1 {
					r.Columns[at]++
				}
			}
			if i/8%5 < 2 && i%3 == 0 && r.MG > 0 {
				r.MG, r.EG = r.MG-1, r.EG-1
			}
		}
		r.Group, r.Cluster = uint64(i/8), uint32(i/8)
	}
	p.Source.Grouped = true
	return p
}

// BenchmarkGroups: gradients and curvatures of rows by trees.
func BenchmarkGroups(b *testing.B) {
	p := trees(*sparse.BenchRows)
	d, w := packGroups(b, p), p.Weights()
	g, h := make([]float64, 768), mat.NewSymDense(768, nil)
	for name, pass := range map[string]func() error{
		"Gradient":  func() error { _, err := d.Gradient(b.Context(), w, g); return err },
		"Curvature": func() error { return d.Curvature(b.Context(), w, sparse.GaussNewton, 1, h) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if err := pass(); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(d.Rows()), "ns/row")
		})
	}
}

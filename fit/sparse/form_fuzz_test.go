package sparse

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"example.org/centipawn/fit/sparse/packed"
	"example.org/centipawn/internal/formula"
)

// A writer writes random formulas.
type writer struct {
	*rand.Rand
	names []string // of what a formula reads
}

// expression returns one that is finite whatever it reads, and of a few hundred at most.
func (w writer) expression(depth int) string {
	if depth == 0 || w.IntN(5) == 0 {
		if w.IntN(6) == 0 {
			return fmt.Sprint(w.IntN(90))
		}
		return w.names[w.IntN(len(w.names))]
	}
	a, b, n := w.expression(depth-1), w.expression(depth-1), 1+w.IntN(60)
	switch w.IntN(13) {
	case 0:
		return fmt.Sprintf("(%s - %s)", a, b)
	case 1:
		return fmt.Sprintf("%s * %s / %d", a, b, 60+n)
	case 2:
		return fmt.Sprintf("%s / (1 + square(%s / %d))", a, b, n)
	case 3:
		return fmt.Sprintf("min(%s, %s)", a, b)
	case 4:
		return fmt.Sprintf("max(%s, %s, -%d)", a, b, n)
	case 5:
		return fmt.Sprintf("abs(%s)", a)
	case 6:
		return fmt.Sprintf("clamp(%s, -%d, 40)", a, n)
	case 7:
		return fmt.Sprintf("square(max(0, %s)) / %d", a, 100+n)
	case 8:
		return fmt.Sprintf("sqrt(1 + square(%s))", a)
	case 9:
		return fmt.Sprintf("%d * sigmoid(%s / %d)", n, a, 20+n)
	case 10:
		return fmt.Sprintf("(if %s > %s then %s else %s)", a, b, w.expression(depth-1), w.expression(depth-1))
	case 11:
		return fmt.Sprintf("(if %s <= %d and %s < 5 then -%s else %s)", a, n, b, a, b)
	}
	return fmt.Sprintf("(%s + %s)", a, b)
}

// randomForm draws a problem with a form.
func randomForm(seed uint64) (*Problem, error) {
	rng := rand.New(rand.NewPCG(seed, 99))
	p := &Problem{Name: fmt.Sprint("seed ", seed), Scale: TestScale, counts: smallCounts}
	if rng.IntN(3) == 0 {
		p.counts = realCounts
	}
	p.Spec = Spec{Loss: CrossEntropy, Spec: packed.Spec{MG: mgTable, EG: egTable, Threads: 1 + rng.IntN(3), Memory: int64(rng.IntN(2))}}
	const weights = 10
	some := func() int32 { return int32(rng.IntN(weights+1)) - 1 }
	for range rng.IntN(4) {
		p.Spec.Columns = append(p.Spec.Columns, []packed.Column{PlainColumn(some()), taperedColumn(some(), some())}[rng.IntN(2)])
	}
	f := &formSpec{weights: map[string]packed.FormLeaf{"p": {Index: some(), Value: 20}, "q": {Index: some(), Value: 1}}}
	w := writer{rng, []string{"mg", "eg", "weight(p)", "weight(q)"}}
	for i := range int32(1 + rng.IntN(3)) {
		f.sums = append(f.sums, fmt.Sprint("s", i))
		w.names = append(w.names, f.sums[i], f.sums[i], f.sums[i]+".mg", f.sums[i]+".eg")
		for range 1 + rng.IntN(5) {
			c := entry(i, PlainColumn(some()))
			if rng.IntN(2) == 0 {
				c.Weights = taperedColumn(some(), some())
			}
			for k, j := range c.Weights.Weights() {
				if j < 0 && rng.IntN(3) == 0 {
					c.Fixed[k] = 10 * rng.NormFloat64()
				}
			}
			f.columns = append(f.columns, c)
		}
	}
	for i := range int32(rng.IntN(3)) {
		f.inputs = append(f.inputs, fmt.Sprint("i", i))
		w.names = append(w.names, f.inputs[i])
		f.columns = append(f.columns, inputColumn(i))
	}
	rng.Shuffle(len(f.columns), func(i, j int) { f.columns[i], f.columns[j] = f.columns[j], f.columns[i] })
	for _, name := range f.sums {
		f.text += fmt.Sprintf("%s / 7 + ", name)
	}
	f.text += w.expression(1 + rng.IntN(4))
	var err error
	p.Spec, err = f.parsed(p.Spec)
	p.Spec.Columns = append(p.Spec.Columns, PlainColumn(0), taperedColumn(-1, -1)) // of fill: one in no row, one of no weight
	p.Spec.Weights = weights
	p.fill(seed, 150, rng.IntN(2) == 0)
	return p, err
}

// dense returns the loss, its gradient and its second derivatives, with or without those of the form.
func (t *twin) dense(w []float64, exact bool) (loss float64, g []float64, h *mat.SymDense) {
	g, h = make([]float64, len(w)), mat.NewSymDense(len(w), nil)
	for i := range t.rows {
		r := &t.rows[i]
		share := float64(r.Weight) / t.weight()
		e, y := 1/(1+math.Exp(-t.scale*r.Score(w))), float64(r.Target)
		x, _ := r.jacobian(w)
		loss += share * t.loss.at(e, y)
		floats.AddScaled(g, share*t.scale*t.loss.slope(e, y), x)
		h.SymRankOne(h, share*t.scale*t.scale*t.loss.gaussNewton(e, y), mat.NewVecDense(len(x), x))
		if exact && r.form != nil {
			bend := mat.NewDense(len(w), len(w), nil)
			r.form.bend(w, bend)
			bend.Scale(share*t.scale*t.loss.slope(e, y), bend)
			for a := range w {
				for b := a; b < len(w); b++ {
					h.SetSym(a, b, h.At(a, b)+bend.At(a, b))
				}
			}
		}
	}
	return loss, g, h
}

// bend stores the second derivatives of a row's form.
func (f *twinForm) bend(w []float64, to *mat.Dense) {
	t, n := f.tape(w), len(f.Leaves)
	bend, jacobian := make([]float64, n*n), mat.NewDense(n, len(w), nil)
	t.Bend(0, bend)
	for i, leaf := range f.Program.Leaves {
		row := jacobian.RawRowView(i)
		switch leaf.Kind {
		case formula.SumMG, formula.SumEG:
			for c, x := range f.counts[:len(f.Columns)] {
				for k, j := range f.Columns[c].Weights.Weights() {
					if f.Columns[c].Sum == f.Leaves[i].Index && j >= 0 && (k == 0 || k == 1+int(leaf.Kind-formula.SumMG)) {
						row[j] += x
					}
				}
			}
		case formula.Weight:
			if j := f.Leaves[i].Index; j >= 0 {
				row[j]++
			}
		}
	}
	to.Product(jacobian.T(), mat.NewDense(n, n, bend), jacobian)
}

// FuzzForms: all passes over rows with a random form are what the rows make one by one, in dense form.
func FuzzForms(f *testing.F) {
	for seed := range uint64(60) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		Segments(t, 2)
		p, err := randomForm(seed)
		var bad *formula.Error
		if errors.As(err, &bad) {
			return // a formula that is refused, such as one of constants alone
		}
		d, w, slow := p.Design(t), p.Weights(), p.twin()
		for i := range w {
			w[i] /= 3
		}
		checkForm(t, d, w, slow)
	})
}

func checkForm(t *testing.T, d *Design, w []float64, slow *twin) {
	t.Helper()
	ctx := t.Context()
	g, h := make([]float64, d.Weights), mat.NewSymDense(d.Weights, nil)
	loss, err := d.Gradient(ctx, w, g)
	if err != nil {
		t.Fatal(err)
	}
	wantLoss, want, exact := slow.dense(w, true)
	_, _, gauss := slow.dense(w, false)
	Compare(t, "loss", []float64{loss}, []float64{wantLoss}, 1e-12)
	Compare(t, "gradient", g, want, 1e-10)
	for _, c := range []struct {
		kind Curvature
		want *mat.SymDense
	}{{GaussNewton, gauss}, {Exact, exact}} {
		if err := d.Curvature(ctx, w, c.kind, 1, h); err != nil {
			t.Fatal(err)
		}
		Compare(t, fmt.Sprint("curvature ", c.kind), Full(h), Full(c.want), 1e-10)
	}
	diagonal, wantDiagonal := make([]float64, d.Weights), make([]float64, d.Weights)
	for j := range wantDiagonal {
		wantDiagonal[j] = gauss.At(j, j)
	}
	product, err := d.Product(ctx, w)
	if err = errors.Join(err, d.Diagonal(ctx, w, 1, diagonal)); err != nil {
		t.Fatal(err)
	}
	Compare(t, "diagonal", diagonal, wantDiagonal, 1e-10)
	along, v, wantAlong := make([]float64, d.Weights), slices.Clone(w), mat.NewVecDense(d.Weights, nil)
	slices.Reverse(v)
	if err := product.Times(ctx, v, along); err != nil {
		t.Fatal(err)
	}
	wantAlong.MulVec(gauss, mat.NewVecDense(len(v), v))
	Compare(t, "product", along, wantAlong.RawVector().Data, 1e-6)
	scores, err := d.Scores(ctx, w, 13)
	if err != nil {
		t.Fatal(err)
	}
	sum := make([]float64, d.Weights)
	for i, v := range scores.Pools {
		sum[i%d.Weights] += v / d.TotalWeight()
	}
	Compare(t, "scores", sum, want, 1e-5)
	clear(sum)
	for b := range 3 {
		if _, err := d.Batch(ctx, b, 3, w, g); err != nil {
			t.Fatal(err)
		}
		floats.AddScaled(sum, slow.packed(d.rowsOf(), 3, b).weight()/d.TotalWeight(), g)
	}
	Compare(t, "batches", sum, want, 1e-9)
	games, err := d.Single(ctx, w, GaussNewton, nil)
	if err != nil {
		t.Fatal(err)
	}
	clear(sum)
	for i := range games {
		games[i].AddScore(sum, 1/d.TotalWeight())
	}
	Compare(t, "single rows", sum, want, 1e-10)
}

// rowsOf returns the rows of a full segment of a design whose segments are two blocks of 61 rows.
func (d *Design) rowsOf() int { return 122 }

package sparse

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"example.org/centipawn/winprob"
)

// TestOrdered: loss, gradient and second derivatives of a model whose margin and scale depend on the
// phase, against probabilities and central differences.
func TestOrdered(t *testing.T) {
	m := winprob.WDL{A: [2]float64{90, 250}, B: [2]float64{60, 140}}
	p := &problem{spec: Spec{Columns: []Column{taperedColumn(0, 1), taperedColumn(2, 3), plainColumn(4)}, MG: mgTable, EG: egTable, Weights: 5, Loss: Ordered(m, testScale), Threads: 2},
		counts: smallCounts, scale: testScale}
	p.fill(3, 900, false)
	rng := rand.New(rand.NewPCG(4, 4))
	for i := range p.source.rows {
		p.source.rows[i].target = float32(rng.IntN(3)) / 2
	}
	d, ctx := p.design(t), t.Context()
	w := []float64{80, 120, -40, 30, 15}
	g, scratch := make([]float64, 5), make([]float64, 5)
	loss := func(w []float64) float64 {
		f, err := d.Gradient(ctx, w, scratch)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	f := loss(w)
	copy(g, scratch)
	points, err := d.Points(ctx, w, 0, true)
	if err != nil {
		t.Fatal(err)
	}
	points.Result = nil
	for _, e := range points.Expected {
		points.Result = append(points.Result, uint8(winprob.OutcomeOf(float64(e))))
	}
	test, err := m.Test(points)
	if err != nil || math.Abs(test.LogLoss-f) > 1e-6 {
		t.Errorf("loss %g, the model says %+v (%v)", f, test, err)
	}
	compare(t, "gradient", g, differences(loss, w, 1e-2), 1e-6)
	h := mat.NewSymDense(5, nil)
	if err := d.Curvature(ctx, w, Exact, 1, h); err != nil {
		t.Fatal(err)
	}
	var want []float64
	for j := range w {
		want = append(want, differences(func(w []float64) float64 { loss(w); return scratch[j] }, w, 1e-2)...)
	}
	compare(t, "second derivatives", full(h), want, 1e-6)
	other := winprob.WDL{A: [2]float64{10, 20}, B: [2]float64{60, 140}}
	if d.SetLoss(Ordered(other, testScale)); loss(w) == f {
		t.Error("another model has the same loss")
	}
}

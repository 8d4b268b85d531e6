package sparse

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"example.org/centipawn/fit/sparse/packed"
	"example.org/centipawn/winprob"
)

// TestOrdered: loss, gradient and second derivatives of a model whose margin and scale depend on the
// phase, against probabilities and central differences.
func TestOrdered(t *testing.T) {
	m := winprob.WDL{A: [2]float64{90, 250}, B: [2]float64{60, 140}}
	p := &Problem{Spec: Spec{Spec: packed.Spec{Columns: []packed.Column{taperedColumn(0, 1), taperedColumn(2, 3), PlainColumn(4)}, MG: mgTable, EG: egTable, Weights: 5, Threads: 2}, Loss: Ordered(m, TestScale)},
		counts: smallCounts, Scale: TestScale}
	p.fill(3, 900, false)
	rng := rand.New(rand.NewPCG(4, 4))
	for i := range p.Source.Rows {
		p.Source.Rows[i].Target = float32(rng.IntN(3)) / 2
	}
	d, ctx := p.Design(t), t.Context()
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
	Compare(t, "gradient", g, Differences(loss, w, 1e-2), 1e-6)
	h := mat.NewSymDense(5, nil)
	if err := d.Curvature(ctx, w, Exact, 1, h); err != nil {
		t.Fatal(err)
	}
	var want []float64
	for j := range w {
		want = append(want, Differences(func(w []float64) float64 { loss(w); return scratch[j] }, w, 1e-2)...)
	}
	Compare(t, "second derivatives", Full(h), want, 1e-6)
	other := winprob.WDL{A: [2]float64{10, 20}, B: [2]float64{60, 140}}
	if d.SetLoss(Ordered(other, TestScale)); loss(w) == f {
		t.Error("another model has the same loss")
	}
}

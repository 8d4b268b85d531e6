package sparse

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"example.org/centipawn/fit/sparse/packed"
	"example.org/centipawn/internal/formula"
)

// Divided has an evaluation that is not finite where the sum is 60, and a derivative that is not where it is 0.
func Divided(text string) *Problem {
	f := &formSpec{text: text, sums: []string{"x"}, columns: []packed.FormColumn{entry(0, PlainColumn(1)), entry(0, PlainColumn(2))}}
	p := &Problem{Name: text, Scale: TestScale, Source: &testSource{perBlock: 100}}
	p.Spec = f.with(Spec{Spec: packed.Spec{Columns: []packed.Column{PlainColumn(0)}, MG: mgTable, EG: egTable, Weights: 3, Threads: 2}})
	for i := range 40000 {
		r := testRow{Columns: []uint16{0, 1}, Counts: []float32{1, float32(1 + i%50)}, Target: 0.5, MG: uint8(i % 3), Cluster: uint32(i / 10)}
		if i == 31234 {
			r.Columns, r.Counts = []uint16{0, 2}, []float32{1, 3}
		}
		p.Source.Rows = append(p.Source.Rows, r)
	}
	return p
}

// TestFault: where a row is not finite the loss is +Inf and says which row it is, whatever the threads and the
// memory; all other passes end with that. What follows at other weights knows nothing of it.
func TestFault(t *testing.T) {
	Segments(t, 100)
	for _, text := range []string{"log(x)", "1000 / max(0, x)", "sqrt(x)"} {
		for _, c := range []struct {
			threads int
			memory  int64
		}{{1, 0}, {2, 1}, {8, 0}} {
			p := Divided(text)
			p.Spec.Threads, p.Spec.Memory = c.threads, c.memory
			p.checkFault(t)
		}
	}
}

func (p *Problem) checkFault(t *testing.T) {
	t.Helper()
	d, good, bad := p.Design(t), []float64{10, 20, 20}, []float64{10, 20, 0}
	g, h := make([]float64, 3), mat.NewSymDense(3, nil)
	want, err := d.Gradient(t.Context(), good, g)
	if err != nil || math.IsInf(want, 0) || d.Fault() != nil {
		t.Fatalf("%s: %g, %v, %v", p.Name, want, err, d.Fault())
	}
	loss, err := d.Gradient(t.Context(), bad, g)
	if err != nil || !math.IsInf(loss, 1) || slices.ContainsFunc(g, func(v float64) bool { return v != 0 }) {
		t.Errorf("%s: loss %g, gradient %v, %v", p.Name, loss, g, err)
	}
	// 312 full blocks before it, and an empty one after each second
	check := func(what string, err error) {
		var f *Fault
		var e *formula.Error
		if !errors.As(err, &f) || f.Block != 312+156 || f.Row != 34 || f.Game != 3123 || !errors.As(err, &e) || e.Line != 1 {
			t.Errorf("%s: %s: %#v, %v", p.Name, what, f, err)
		} else if !strings.Contains(err.Error(), "row 34 of block 468 (game 3123)") {
			t.Errorf("%s: %s: %v", p.Name, what, err)
		}
	}
	check("Gradient", d.Fault())
	_, batch := d.Batch(t.Context(), 31234%7, 7, bad, g)
	for b := range 7 {
		if _, err := d.Batch(t.Context(), b, 7, bad, g); err != nil {
			batch = err
		}
	}
	check("Batch", batch)
	_, scores := d.Scores(t.Context(), bad, 50)
	check("Scores", scores)
	_, single := d.Single(t.Context(), bad, Exact, nil)
	check("Single", single)
	check("Curvature", d.Curvature(t.Context(), bad, GaussNewton, 1, h))
	check("Diagonal", d.Diagonal(t.Context(), bad, 1, g))
	check("Product", func() error {
		product, err := d.Product(t.Context(), bad)
		if err == nil { // its values are finite
			err = product.Times(t.Context(), good, g)
		}
		return err
	}())
	if !strings.HasPrefix(p.Name, "sqrt") { // of which the values are finite
		_, points := d.Points(t.Context(), bad, 0, false)
		check("Points", points)
	}
	if again, err := d.Gradient(t.Context(), good, g); again != want || err != nil || d.Fault() != nil {
		t.Errorf("%s: loss %v after faults, %v before, %v", p.Name, again, want, err)
	}
}

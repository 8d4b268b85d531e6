package sparse

import (
	"testing"

	"example.org/centipawn/fit/sparse/packed"
)

// TestBlockBelowZero: where both sums are below 0 there is no derivative, and no
// row speaks of the weight.
func TestBlockBelowZero(t *testing.T) {
	p := &Problem{
		Spec:   withBlock(Spec{Spec: packed.Spec{Columns: []packed.Column{PlainColumn(0)}, MG: mgTable, EG: egTable, Weights: 2, Threads: 1}}, 1),
		Source: &testSource{perBlock: 2}, Scale: TestScale,
	}
	p.Source.Rows = []testRow{{Columns: []uint16{0, 1, 2}, Counts: []float32{1, 2, 3}, Target: 1}}
	d := p.Design(t)
	for w, active := range map[float64]bool{-5: false, 0: false, 5: true} {
		g := make([]float64, 2)
		if _, err := d.Gradient(t.Context(), []float64{10, w}, g); err != nil {
			t.Fatal(err)
		}
		s, err := d.Scores(t.Context(), []float64{10, w}, 1)
		if err != nil {
			t.Fatal(err)
		}
		if (g[1] != 0) != active || (s.Rows[1] != 0) != active {
			t.Errorf("weight %g: derivative %g, %d rows; active: want %v", w, g[1], s.Rows[1], active)
		}
	}
}

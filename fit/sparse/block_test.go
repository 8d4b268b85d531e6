package sparse

import (
	"errors"
	"testing"

	"example.org/centipawn/fit/sparse/packed"
)

func TestBlockValue(t *testing.T) {
	tests := []struct {
		name              string
		white, black, phi float64
		want              float64
	}{
		{"100 is a pawn", 100, 0, 1, 100},
		{"200 is four", 200, 0, 1, 400},
		{"Black's is taken off", 0, 200, 1, -400},
		{"both", 100, 50, 1, 75},
		{"below 0 it is nothing", -100, -300, 1, 0},
		{"one below 0", -100, 100, 1, -100},
		{"half the pieces", 100, 0, 0.5, 50},
		{"an ending", 100, 0, 0, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := packed.BlockValue(tt.white, tt.black, tt.phi); got != tt.want {
				t.Errorf("%g, want %g", got, tt.want)
			}
		})
	}
}

// TestBlockCounts: what a byte cannot hold is an error that names the column.
func TestBlockCounts(t *testing.T) {
	for _, count := range []float32{127, -128, 128, -129, 0.5, 256} {
		p := &Problem{
			Spec:   withBlock(Spec{Spec: packed.Spec{Columns: []packed.Column{PlainColumn(0)}, MG: mgTable, EG: egTable, Weights: 2, Threads: 1}}, 1),
			Source: &testSource{perBlock: 2},
		}
		p.Source.Rows = []testRow{{Columns: []uint16{0, 2}, Counts: []float32{1, count}, Target: 1}}
		_, err := New(t.Context(), p.Source, p.Spec)
		fits := count == 127 || count == -128
		var e *packed.CountError
		switch {
		case fits && err != nil:
			t.Errorf("count %g: %v", count, err)
		case !fits && (!errors.As(err, &e) || e.Column != 2 || e.Count != count):
			t.Errorf("count %g: error %v, want one of column 2", count, err)
		}
	}
}

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

package rows

import (
	"math"
	"testing"

	"example.org/centipawn/matrix"
)

// TestPowers: the powers of formulas, and those that have none.
func TestPowers(t *testing.T) {
	columns := []matrix.Column{{Name: "x"}, {Name: "y", Tapered: true}, {Name: "white/d.a"}, {Name: "white/d.b"}, {Name: "black/d.a"}, {Name: "black/d.b"}, {Name: "in", Kind: matrix.Input}}
	for _, tt := range []struct {
		formula string
		want    map[string]float64 // nil: none
	}{
		{matrix.BlockFormula + " + 0 * in", map[string]float64{"d.a": 0.5, "d.b": 0.5}},
		{"linear + in * (white - black)", map[string]float64{}},
		{"linear + weight(h) * (sigmoid((white - weight(c)) / 10) - sigmoid((black - weight(c)) / 10)) * in", map[string]float64{"d.a": 0, "d.b": 0, "c": 0}},
		{"linear.mg * mg + (if linear.eg > 0 then linear.eg else linear.eg / 2) * eg + max(0, white) * in - black", map[string]float64{}},
		{"linear + lookup(white, 0, 100, t, 4) - lookup(black, 0, 100, t, 4) + in * weight(w)", map[string]float64{"d.a": 0, "d.b": 0}},
		{"linear + max(0, white - 50) * in - black", nil},
		{"linear + clamp(white, -300, 300) - black * in", nil},
		{"linear + in * 20 + white - black", nil},
		{"linear + sqrt(square(white) + square(black)) * in", map[string]float64{}},
		{"linear + (if white > 40 then 2 * white else white) * in - black", nil},
	} {
		s := matrix.Schema{Set: "test", Columns: columns, MG: []float32{0, 1}, EG: []float32{1, 0}}
		s, err := s.WithFormula(tt.formula)
		if err != nil {
			t.Fatal(err)
		}
		d, err := NewDesign(s, nil, nil)
		if err != nil {
			t.Fatalf("%s: %v", tt.formula, err)
		}
		powers, ok := d.Powers()
		if ok != (tt.want != nil) {
			t.Errorf("%s: powers %v, %t", tt.formula, powers, ok)
			continue
		}
		for j, name := range d.Names {
			want, other := tt.want[name]
			if !other {
				want = 1
			}
			if ok && math.Abs(powers[j]-want) > 1e-12 {
				t.Errorf("%s: %s has the power %g, want %g", tt.formula, name, powers[j], want)
			}
		}
	}
}

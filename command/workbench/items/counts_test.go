package items

import (
	"math"
	"strings"
	"testing"

	"example.org/centipawn/matrix"
	"example.org/centipawn/weights"
	"example.org/centipawn/weights/fixtures"
	"example.org/centipawn/weights/paired"
)

// offKinks is a formula of which the rows are on no kink: there differences are of both sides.
func offKinks() *weights.File {
	f := fixtures.Formula()
	f.Formula = strings.Replace(f.Formula, "strength, 0, 20,", "strength, -3.71, 21.3,", 1)
	return f
}

// TestSlopes: what one of a weight adds to rows of a formula is what their evaluations move by for a little of it, and
// a row that both sides count a term in supports it once.
func TestSlopes(t *testing.T) {
	f := offKinks()
	set := fixtures.Rows(t, f, 400)
	rows := Rows{Set: set}
	sizes, err := rows.Sizes(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	const step = 1e-4
	evaluations := func(of *weights.File) (list []float64) {
		s, err := paired.ModelOf(of, set, 0).Scorer(set.Schema())
		if err != nil {
			t.Fatal(err)
		}
		var b matrix.Block
		if err := set.ReadBlock(0, &b); err != nil {
			t.Fatal(err)
		}
		for i := range b.Rows() {
			list = append(list, s.Score(&b, i))
		}
		return list
	}
	for k := range f.Terms {
		g, h := offKinks(), offKinks()
		name := g.Terms[k].Weights()[0].Name
		if g.Terms[k].Tapered {
			g.Terms[k].MG.Value, h.Terms[k].MG.Value = g.Terms[k].MG.Value+step, h.Terms[k].MG.Value-step
		} else {
			g.Terms[k].Value.Value, h.Terms[k].Value.Value = g.Terms[k].Value.Value+step, h.Terms[k].Value.Value-step
		}
		high, low, squares := evaluations(g), evaluations(h), 0.0
		for i := range high {
			d := (high[i] - low[i]) / (2 * step)
			squares += d * d
		}
		if want := math.Sqrt(squares / float64(len(high))); math.Abs(sizes[name]-want) > 1e-5*max(want, 1e-3) {
			t.Errorf("%s: %g, by differences %g", name, sizes[name], want)
		}
	}
	support, err := rows.Support(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if n := support["danger.attackers"]; n == 0 || n > 400 || support["danger.slope"] != 400 {
		t.Errorf("support %v", support)
	}
}

package weights

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// TestTablesHoldMaterial: PeSTO's tables with the pieces' values hold them, also after a fit to little
// data; the same without the values do not, nor do tables beside material.*.
func TestTablesHoldMaterial(t *testing.T) {
	values := map[string][2]float64{"pawn": {82, 94}, "knight": {337, 281}, "bishop": {365, 297}, "rook": {477, 512}, "queen": {1025, 936}}
	rng := rand.New(rand.NewPCG(1, 9))
	for name, tt := range map[string]struct {
		change func(t *Term)
		want   bool
	}{
		"published": {func(*Term) {}, true},
		"noisy":     {func(t *Term) { t.MG.Value += 60 * rng.NormFloat64(); t.EG.Value += 60 * rng.NormFloat64() }, true},
		"in pawns":  {func(t *Term) { t.MG.Value /= 100; t.EG.Value /= 100 }, true},
		"without the values": {func(t *Term) {
			if v, ok := values[strings.Split(t.Name, ".")[1]]; ok {
				t.MG.Value, t.EG.Value = t.MG.Value-v[0], t.EG.Value-v[1]
			}
		}, false},
		"all zero":          {func(t *Term) { t.MG.Value, t.EG.Value = 0, 0 }, false},
		"noise about 0":     {func(t *Term) { t.MG.Value, t.EG.Value = 30*rng.NormFloat64(), 30*rng.NormFloat64() }, false},
		"all between 0, 50": {func(t *Term) { t.MG.Value, t.EG.Value = 50*rng.Float64(), 50*rng.Float64() }, false},
	} {
		f, ok := Published("pesto")
		if !ok {
			t.Fatal("no set pesto")
		}
		for i := range f.Terms {
			tt.change(&f.Terms[i])
		}
		if got := f.TablesHoldMaterial(); got != tt.want {
			t.Errorf("%s: %v", name, got)
		}
		if f.Terms = append(f.Terms, Term{Name: "material.pawn"}); f.TablesHoldMaterial() {
			t.Errorf("%s, with material.pawn: the tables hold the values", name)
		}
	}
}

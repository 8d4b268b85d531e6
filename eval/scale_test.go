package eval_test

import (
	"math"
	"testing"

	"example.org/centipawn/eval"
	"example.org/centipawn/search"
	"example.org/centipawn/weights"
)

var _ search.Scaled = (*eval.SearchEvaluator)(nil)

// TestScaleOfSearch: weights that are larger by a factor, with a spread that is larger by it or
// a K of results that is smaller, have that factor as their scale; without either it is 1.
func TestScaleOfSearch(t *testing.T) {
	k, spread := weights.Builtin().Provenance.K.Value, *weights.Builtin().Provenance.Spread
	wider, deeper := spread, spread
	given, fitted := []weights.SourceK{{K: 1}}, []weights.SourceK{{K: 1, StdErr: 0.01}}
	wider.StdDev *= 1.3
	deeper.Depth++
	for _, tt := range []struct {
		name   string
		labels []weights.SourceK
		k      *weights.K
		spread *weights.Spread
		want   float64
	}{
		{"built in", weights.Builtin().Provenance.LabelK, weights.Builtin().Provenance.K, &spread, 1},
		{"larger by its K", nil, &weights.K{Value: k / 1.3}, nil, 1.3},
		{"larger by its spread", nil, &weights.K{Value: k}, &wider, 1.3},
		{"a spread at another depth", nil, &weights.K{Value: k / 1.2}, &deeper, 1.2},
		{"nothing known", nil, nil, nil, 1},
		{"K of another unit", nil, &weights.K{Value: k / 100}, nil, 4},
		{"K of scores", given, &weights.K{Value: k / 1.3}, nil, 1},
		{"K of scores whose own is of results", fitted, &weights.K{Value: k / 1.3}, nil, 1.3},
		{"spread, and K of scores", given, &weights.K{Value: k}, &wider, 1.3},
	} {
		f := *weights.Builtin()
		f.Provenance.LabelK, f.Provenance.K, f.Provenance.Spread = tt.labels, tt.k, tt.spread
		e, err := eval.NewSearch(&f)
		if err != nil {
			t.Fatal(err)
		}
		if got := e.Scale(); math.Abs(got-tt.want) > 1e-9 {
			t.Errorf("%s: scale %v, want %v", tt.name, got, tt.want)
		}
	}
}

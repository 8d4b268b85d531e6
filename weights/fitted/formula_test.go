package fitted_test

import (
	"bytes"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/centipawn/fit"
	"example.org/centipawn/internal/formula"
	"example.org/centipawn/matrix"
	"example.org/centipawn/weights"
	"example.org/centipawn/weights/fitted"
	"example.org/centipawn/weights/fixtures"
	"example.org/centipawn/weights/paired"
)

// TestFormulaFile: the file of a fit has the formula of its rows, terms by their weights with their sums, inputs and
// parameters; terms that were left out stand there with 0. It starts another fit, and evaluates rows as the formula does.
func TestFormulaFile(t *testing.T) {
	like := fixtures.Formula()
	like.Formula += " + abs(linear) / 50"
	like.Terms = append(like.Terms, weights.Term{Name: "tempo", Value: weights.Weight{Value: 20}}, // linear is mixed
		weights.Term{Name: "both", Sums: []string{"linear", "white"}, Value: weights.Weight{Value: 4}},
		weights.Term{Name: "late", Sums: []string{"white", "linear"}, Value: weights.Weight{Value: -3}})
	data := fixtures.Rows(t, like, 3000)
	res, err := fit.Fit(t.Context(), data, fit.Options{Loss: fit.Sigmoid, Fixed: []fit.Fixed{{Pattern: "danger.checks", Value: 7.3}, {Pattern: "curve.*", Value: 40}, {Pattern: "danger.slope", Value: 0.0123}},
		Texel: fit.Texel{K: 1, Search: fit.Search{Start: fitted.Named(like), Prior: fitted.Named(like), PriorRows: 10}, Scaling: fit.Scaling{Scale: fit.ScaleNone}}})
	if err != nil {
		t.Fatal(err)
	}
	f := fitted.File(res, data, fitted.About{Tool: "a test"})
	if err := f.Validate(); err != nil {
		t.Fatal(err)
	}
	if f.Formula != like.Formula || !slices.Equal(f.Inputs, like.Inputs) || len(f.Terms) != len(like.Terms) {
		t.Fatalf("formula %q, inputs %v, %d terms", f.Formula, f.Inputs, len(f.Terms))
	}
	for _, want := range like.Terms {
		got, ok := f.Term(want.Name)
		if !ok || !slices.Equal(got.Sums, want.Sums) || got.Parameter != want.Parameter || got.Tapered != want.Tapered {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
	var text bytes.Buffer
	if err := f.Encode(&text); err != nil {
		t.Fatal(err)
	}
	back, err := weights.Decode("x", &text)
	if err != nil || cmp.Diff(f.Terms, back.Terms) != "" || back.Formula != f.Formula {
		t.Errorf("read back: %v\n%s", err, cmp.Diff(f.Terms, back.Terms))
	}
	scores(t, f, data)
	held, err := fitted.Freeze(data.Schema(), "danger.*", fitted.Named(f))
	if err != nil || len(held) != 3 {
		t.Errorf("frozen %v, %v: want three weights, each once", held, err)
	}
}

// scores compares what a model of the file says of rows with the formula of the file.
func scores(t *testing.T, f *weights.File, data *matrix.Set) {
	t.Helper()
	model := paired.ModelOf(f, data, 0)
	model.Intercepts = nil
	s, err := model.Scorer(data.Schema())
	if err != nil {
		t.Fatal(err)
	}
	p, err := f.Program()
	if err != nil {
		t.Fatal(err)
	}
	values := map[string]float64{}
	for _, w := range f.Weights() {
		values[w.Name] = w.Value
	}
	var b matrix.Block
	if err := data.ReadBlock(0, &b); err != nil {
		t.Fatal(err)
	}
	tape, schema := p.NewTape(1), data.Schema()
	for i := range 200 {
		for l, leaf := range p.Leaves {
			tape.Leaf(l)[0] = valueOf(leaf, &schema, &b, i, values)
		}
		if got, want := s.Score(&b, i), tape.Values(1)[0]; math.Abs(got-want) > 1e-9*max(1, math.Abs(want)) {
			t.Fatalf("row %d: %v, by the formula %v", i, got, want)
		}
	}
}

// valueOf is a leaf of a row, by its definition.
func valueOf(leaf formula.Leaf, s *matrix.Schema, b *matrix.Block, i int, values map[string]float64) (v float64) {
	switch leaf.Kind {
	case formula.Weight:
		return values[leaf.Name]
	case formula.RowMG:
		return float64(s.MG[b.MG[i]])
	case formula.RowEG:
		return float64(s.EG[b.EG[i]])
	}
	columns, counts := b.Row(i)
	for k, c := range columns {
		col := s.Columns[c]
		sum, n := col.Sum(), float64(counts[k])
		if sum == "" {
			sum = formula.Linear
		}
		switch {
		case col.Kind == matrix.Input && leaf.Kind == formula.Input && col.Name == leaf.Name:
			v += n
		case col.Kind != matrix.Term || sum != leaf.Name || leaf.Kind == formula.Input:
		case !col.Tapered:
			v += n * values[col.Term()]
		case leaf.Kind == formula.SumMG:
			v += n * values[col.Term()+".mg"]
		case leaf.Kind == formula.SumEG:
			v += n * values[col.Term()+".eg"]
		}
	}
	return v
}

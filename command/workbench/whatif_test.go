package workbench

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/command/fit"
	"example.org/centipawn/command/workbench/items"
	"example.org/centipawn/command/workbench/measures"
	"example.org/centipawn/features"
	"example.org/centipawn/fit/measure"
	"example.org/centipawn/fit/rows"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/long"
	"example.org/centipawn/weights"
)

// fitted fits the sample with flags and returns the weights file.
func fitted(t *testing.T, sample string, flags ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "fitted.json")
	args := append(flags, "-o", path, sample)
	if err := fit.Main(t.Context(), args, cli.Streams{Out: io.Discard, Err: io.Discard}); err != nil {
		t.Fatal(err)
	}
	return path
}

// near reports whether two losses agree to 1e-9 of their size.
func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*max(1, math.Abs(b)) }

// TestWhatIf: the loss of fitted weights is that of the fit's test, and the loss after a change is that
// of a slow pass over the rows with the exported file; centipawns and expected scores.
func TestWhatIf(t *testing.T) {
	for name, flags := range map[string][]string{
		"centipawns": {"-set", "alphaone"},
		"results":    {"-set", "alphaone", "-loss", "sigmoid", "-prior", "published"},
	} {
		t.Run(name, func(t *testing.T) {
			if name == "results" {
				long.Skip(t, "fits results")
			}
			sample := smallSample(t)
			file := fitted(t, sample, flags...)
			server, token := newTest(t, file, sample)
			f, err := weights.Read(file)
			if err != nil {
				t.Fatal(err)
			}
			params := url.Values{"weights": {"fitted.json"}, "rows": {"sample.csv"}}
			got := ask[shownEffect](t, server, "/api/whatif", params).Loss
			if want := f.Provenance.Test; got.Rows != want.N || !near(got.Before.MSE, want.MSE.Value) || got.Before != got.After && !near(got.After.MSE, got.Before.MSE) || got.Touched != 0 || got.Note != "" {
				t.Errorf("%+v, the fit's test has %d rows of mse %v", got, want.N, want.MSE.Value)
			}
			if want := f.Provenance.Test.LogLoss.Value; got.Before.LogLoss != nil && !near(*got.Before.LogLoss, want) {
				t.Errorf("log loss %g, the fit's test has %g", *got.Before.LogLoss, want)
			}
			for i, w := range f.Weights() {
				if i%37 == 5 {
					params.Add("set", fmt.Sprintf("%s=%g", w.Name, w.Value+float64(i%7)*5+10))
				}
			}
			got = ask[shownEffect](t, server, "/api/whatif", params).Loss
			slow := slowLoss(t, sample, exported(t, server.URL, token, params["set"]), rows.Test)
			if !near(got.After.MSE, slow) || got.Touched == 0 || got.Touched > got.Rows {
				t.Errorf("after the change %v in %d rows, want %v", got.After.MSE, got.Touched, slow)
			}
		})
	}
}

// TestWhatIfBlock: the same of a file with a quadratic block that no fit has made, on all rows.
func TestWhatIfBlock(t *testing.T) {
	sample := smallSample(t)
	set, err := features.Lookup("standard_safety")
	if err != nil {
		t.Fatal(err)
	}
	f := *must(t, "published:standard_safety")
	f.Formula = weights.BlockFormula
	dangers := set.Families()[len(set.Families())-1].Terms
	for i, def := range dangers {
		f.Terms = append(f.Terms, weights.Term{Name: def.Name, Sums: []string{"white", "black"}, Value: weights.Weight{Value: float64(i%5) * 4}})
	}
	path := filepath.Join(t.TempDir(), "fitted.json")
	if err := f.Write(path); err != nil {
		t.Fatal(err)
	}
	server, token := newTest(t, path, sample)
	danger := f.Terms[len(f.Terms)-len(dangers):]
	changes := []string{danger[1].Name + "=30", danger[3].Name + "=-2", "pst.knight.f3.mg=400"}
	got := ask[shownEffect](t, server, "/api/whatif", url.Values{"weights": {"fitted.json"}, "rows": {"sample.csv"}, "set": changes}).Loss
	if want := slowLoss(t, sample, &f, rows.AllRows); !near(got.Before.MSE, want) {
		t.Errorf("before the change %v, want %v", got.Before.MSE, want)
	}
	if want := slowLoss(t, sample, exported(t, server.URL, token, changes), rows.AllRows); !near(got.After.MSE, want) || got.Touched == 0 {
		t.Errorf("after the change %v in %d rows, want %v", got.After.MSE, got.Touched, want)
	}
}

// exported returns the changed file.
func exported(t *testing.T, server, token string, set []string) *weights.File {
	t.Helper()
	body, err := json.Marshal(order{"fitted.json", set})
	if err != nil {
		t.Fatal(err)
	}
	reply, err := http.Post(server+"/api/export?token="+token, "application/json", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer reply.Body.Close()
	f, err := weights.Decode("export", reply.Body)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(f.Provenance.Tool, "made by hand") || f.Provenance.Test != nil || len(f.Provenance.Constraints) < len(set) {
		t.Errorf("the file does not say that it is made by hand: %+v", f.Provenance)
	}
	return f
}

// slowLoss measures a file on the test rows of the sample, as fit does.
func slowLoss(t *testing.T, sample string, f *weights.File, part rows.Part) float64 {
	t.Helper()
	set := rowsOf(t, sample, f.Set)
	p := &f.Provenance
	var model rows.Model
	for i, source := range set.Provenance().Sources {
		for _, a := range p.Intercepts {
			if a.Source == source.Name {
				model.Intercepts = append(model.Intercepts, rows.SourceIntercept{Source: uint8(i), Value: a.Value})
			}
		}
	}
	if p.K != nil {
		model.K = p.K.Value
	}
	for _, w := range f.Weights() {
		model.Weights = append(model.Weights, rows.NamedWeight{Name: w.Name, Value: w.Value})
	}
	split := rows.Split{Share: p.Split.Share, Seed: p.Split.Seed}
	if part == rows.AllRows {
		split.By = rows.SplitNone
	}
	found, err := measure.Evaluate(context.Background(), set, part, []rows.Model{model}, measure.EvalOptions{
		Target: rows.Target{Expected: p.Probabilistic()}, Split: split,
	})
	if err != nil {
		t.Fatal(err)
	}
	return found[0].Bare().MSE
}

// TestWorst: the worst rows are those of a slow listing, with positions that evaluate to what is said.
func TestWorst(t *testing.T) {
	sample := smallSample(t)
	server, _ := newTest(t, sample, "published:pesto")
	got := ask[shownEffect](t, server, "/api/whatif", url.Values{"weights": {"published:pesto"}, "rows": {"sample.csv"}, "set": {"pst.queen.d1.mg=500"}, "worst": {"risen"}})
	e, err := items.NewEvaluator(measures.ByHand(must(t, "published:pesto"), got.Values))
	if err != nil {
		t.Fatal(err)
	}
	before, err := items.NewEvaluator(must(t, "published:pesto"))
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Loss.Worst) != measures.WorstRows || got.Loss.Rows == 0 {
		t.Fatalf("%d worst of %s", len(got.Loss.Worst), got.Loss.Part)
	}
	for i, w := range got.Loss.Worst {
		p, err := board.ParseFEN(w.FEN)
		if err != nil {
			t.Fatal(err)
		}
		// A row's phase is kept in 32 bits: evaluations agree to six digits and not to nine.
		if math.Abs(w.CP-e.Evaluate(&p)) > 1e-3 || w.After != w.CP {
			t.Errorf("%s: %g, want %g", w.FEN, w.CP, e.Evaluate(&p))
		}
		r, old := w.Label-w.CP, w.Label-before.Evaluate(&p)
		if !near(w.Loss, r*r) || math.Abs(w.Rise-(r*r-old*old)) > 1e-6*w.Loss {
			t.Errorf("%s: loss %g, rise %g, want %g and %g", w.FEN, w.Loss, w.Rise, r*r, r*r-old*old)
		}
		if i > 0 && w.Rise > got.Loss.Worst[i-1].Rise {
			t.Errorf("row %d rises more than the one before it", w.Row)
		}
	}
	set := rowsOf(t, sample, "pesto")
	largest := 0.0
	after := rows.Model{}
	for _, w := range measures.ByHand(must(t, "published:pesto"), got.Values).Weights() {
		after.Weights = append(after.Weights, rows.NamedWeight{Name: w.Name, Value: w.Value})
	}
	old := rows.Model{}
	for _, w := range must(t, "published:pesto").Weights() {
		old.Weights = append(old.Weights, rows.NamedWeight{Name: w.Name, Value: w.Value})
	}
	was := make(map[int]float64)
	for p, err := range measure.Predict(t.Context(), set, old, measure.PredictOptions{Split: rows.Split{By: rows.SplitNone}}) {
		if err != nil {
			t.Fatal(err)
		}
		was[p.Row] = p.Residual()
	}
	for p, err := range measure.Predict(t.Context(), set, after, measure.PredictOptions{Split: rows.Split{By: rows.SplitNone}}) {
		if err != nil {
			t.Fatal(err)
		}
		largest = max(largest, p.Residual()*p.Residual()-was[p.Row]*was[p.Row])
	}
	if !near(got.Loss.Worst[0].Rise, largest) {
		t.Errorf("the largest rise is %g, want %g", got.Loss.Worst[0].Rise, largest)
	}
}

// TestOtherLabels: weights that were fitted to scores are measured on results where there is nothing else.
func TestOtherLabels(t *testing.T) {
	path := filepath.Join(t.TempDir(), "results.epd")
	const text = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 c9 \"1-0\";\n4k3/4p3/8/8/8/8/8/4K3 w - - 0 1 c9 \"1/2-1/2\";\n"
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	server, _ := newTest(t, path)
	got := ask[shownEffect](t, server, "/api/whatif", url.Values{"weights": {"builtin"}, "rows": {"results.epd"}}).Loss
	if got.Rows != 2 || got.Note == "" || got.Worst[0].Label == got.Worst[1].Label {
		t.Errorf("%+v", got)
	}
}

// TestMirrored: of a position and its mirror image, which rows know by one key, each row has its own.
func TestMirrored(t *testing.T) {
	path := filepath.Join(t.TempDir(), "mirrored.epd")
	const text = "4k3/8/8/8/8/8/4P3/4K2R w - - 0 1 c9 \"1-0\";\n4k2r/4p3/8/8/8/8/8/4K3 b - - 0 1 c9 \"1/2-1/2\";\n"
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	server, _ := newTest(t, path, "published:pesto")
	got := ask[shownEffect](t, server, "/api/whatif", url.Values{"weights": {"published:pesto"}, "rows": {"mirrored.epd"}}).Loss
	if len(got.Worst) != 2 {
		t.Fatalf("%d rows, want 2", len(got.Worst))
	}
	for _, w := range got.Worst {
		if want := 1 + w.Row; w.Line != want || (w.CP > 0) != strings.Contains(w.FEN, " w ") {
			t.Errorf("row %d of line %d has the evaluation %g: %s", w.Row, w.Line, w.CP, w.FEN)
		}
	}
}

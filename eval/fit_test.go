package eval_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/centipawn/eval"
	"example.org/centipawn/extract"
	"example.org/centipawn/features"
	"example.org/centipawn/features/standard"
	"example.org/centipawn/fit"
)

// TestEvaluateIsWhatTheFitSees: the evaluation of a position is the prediction of its
// row, with an endgame scale and a block.
func TestEvaluateIsWhatTheFitSees(t *testing.T) {
	f := eval.SafetyFile()
	e, err := eval.New(f)
	if err != nil {
		t.Fatal(err)
	}
	positions := features.Positions()
	var lines strings.Builder
	for i := range positions {
		fmt.Fprintf(&lines, "%s c9 \"1-0\";\n", strings.Join(strings.Fields(positions[i].FEN())[:4], " "))
	}
	name := filepath.Join(t.TempDir(), "positions.epd")
	if err := os.WriteFile(name, []byte(lines.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	data, _, err := extract.Memory(t.Context(), []string{name}, extract.Options{Set: standard.Safety})
	if err != nil {
		t.Fatal(err)
	}
	m := fit.Model{}
	for _, w := range f.Weights() {
		m.Weights = append(m.Weights, fit.NamedWeight{Name: w.Name, Value: w.Value})
	}
	rows, scaled, blocks := 0, 0, 0
	for p, err := range fit.Predict(t.Context(), data, m, fit.PredictOptions{Target: fit.Target{Expected: true}, Split: fit.Split{By: fit.SplitNone}}) {
		if err != nil {
			t.Fatal(err)
		}
		pos := &positions[p.Row]
		rows++
		if got := e.Evaluate(pos); math.Abs(got-p.Predicted) > 1e-3 {
			t.Fatalf("evaluation %g, prediction %g, on %s", got, p.Predicted, pos.FEN())
		}
		x := e.Explain(pos)
		sum := x.Rest
		for _, line := range x.Lines {
			sum += line.Product
		}
		if math.Abs(x.Sum-p.Predicted) > 1e-3 || math.Abs(sum-x.Sum) > 1e-9*math.Max(1, math.Abs(sum)) {
			t.Fatalf("explained as %g, lines and rest %g, prediction %g, on %s", x.Sum, sum, p.Predicted, pos.FEN())
		}
		if x.Scale != 1 {
			scaled++
		}
		if x.Sums[1].Product+x.Sums[2].Product != 0 {
			blocks++
		}
	}
	if rows != len(positions) || scaled < 20 || blocks < 500 {
		t.Errorf("%d rows of %d positions, %d with a scale, %d with danger", rows, len(positions), scaled, blocks)
	}
}

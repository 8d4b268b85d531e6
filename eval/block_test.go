package eval

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"centipawn/extract"
	"centipawn/features"
	"centipawn/fit"
	"centipawn/weights"
)

// safetyFile returns weights of the set standard_safety, drawn at random.
func safetyFile() *weights.File {
	rng := rand.New(rand.NewPCG(1, 2))
	draw := func() weights.Weight { return weights.Weight{Value: math.Round(400*rng.NormFloat64()) / 8} }
	set := features.StandardSafety
	f := &weights.File{Set: set.Name(), SetHash: set.Hash(), Phase: set.Phase().Name, EndgameScale: set.Scale().Name,
		Block: &weights.Block{Form: weights.BlockForm}}
	first, _ := set.Block()
	for i, def := range set.Terms() {
		switch {
		case features.Term(i) >= first:
			f.Block.Terms = append(f.Block.Terms, weights.Term{Name: def.Name, Value: weights.Weight{Value: math.Abs(draw().Value) / 4}})
		case def.Taper == features.Tapered:
			f.Terms = append(f.Terms, weights.Term{Name: def.Name, Tapered: true, MG: draw(), EG: draw()})
		default:
			f.Terms = append(f.Terms, weights.Term{Name: def.Name, Value: draw()})
		}
	}
	return f
}

// TestEvaluateIsWhatTheFitSees: the evaluation of a position is the prediction of its
// row, with an endgame scale and a block.
func TestEvaluateIsWhatTheFitSees(t *testing.T) {
	f := safetyFile()
	e, err := New(f)
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
	data, _, err := extract.Memory(t.Context(), []string{name}, extract.Options{Set: features.StandardSafety})
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
		sum := x.Block.Value
		for _, line := range x.Lines {
			sum += line.Product
		}
		if math.Abs(x.Sum-p.Predicted) > 1e-3 || math.Abs(sum-x.Sum) > 1e-9*math.Max(1, math.Abs(sum)) {
			t.Fatalf("explained as %g, lines and block %g, prediction %g, on %s", x.Sum, sum, p.Predicted, pos.FEN())
		}
		white, black := 0.0, 0.0
		for _, line := range x.Block.Lines {
			white += line.White * line.Weight
			black += line.Black * line.Weight
		}
		if math.Abs(white-x.Block.White)+math.Abs(black-x.Block.Black) > 1e-9 {
			t.Fatalf("sums %g and %g, of the lines %g and %g", x.Block.White, x.Block.Black, white, black)
		}
		if x.Scale != 1 {
			scaled++
		}
		if x.Block.Value != 0 {
			blocks++
		}
	}
	if rows != len(positions) || scaled < 20 || blocks < 500 {
		t.Errorf("%d rows of %d positions, %d with a scale, %d with a block", rows, len(positions), scaled, blocks)
	}
}

// TestNewRefusesBlocks: what the file calls its block is the block of the set.
func TestNewRefusesBlocks(t *testing.T) {
	tests := []struct {
		name   string
		change func(*weights.File)
		want   string
	}{
		{"another scale", func(f *weights.File) { f.EndgameScale = "" }, `the weights are for the endgame scale "", set standard_safety has "endgame": fit them again`},
		{"a block's term outside", func(f *weights.File) { f.Terms[0] = f.Block.Terms[0] }, "is of the block of set standard_safety, and not of the weights' block"},
		{"a term in the block", func(f *weights.File) { f.Block.Terms[0].Name = f.Terms[0].Name }, "is of the weights' block, and not of that of set standard_safety"},
		{"an unknown one", func(f *weights.File) { f.Block.Terms[0].Name = "unknown" }, "the weights name a term unknown, which set standard_safety does not have"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := safetyFile()
			tt.change(f)
			if _, err := New(f); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want %q in it", err, tt.want)
			}
		})
	}
	f := safetyFile()
	f.Block = nil
	e, err := New(f)
	if err != nil {
		t.Fatal(err)
	}
	if x := e.Explain(&features.Positions()[0]); x.Block == nil || x.Block.Value != 0 {
		t.Errorf("a block that was not fitted: %+v", x.Block)
	}
}

package eval

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/features"
	"example.org/centipawn/weights"
)

// safetyFile returns weights of the set standard_safety, drawn at random.
func safetyFile() *weights.File { return randomFile("standard_safety") }

// randomFile returns weights of a set, drawn at random.
func randomFile(name string) *weights.File {
	rng := rand.New(rand.NewPCG(1, 2))
	draw := func() weights.Weight { return weights.Weight{Value: math.Round(400*rng.NormFloat64()) / 8} }
	set, err := features.Lookup(name)
	if err != nil {
		panic(err)
	}
	f := &weights.File{Set: set.Name(), SetHash: set.Hash(), Phase: set.Phase().Name}
	if set.Scale() != nil {
		f.EndgameScale = set.Scale().Name
	}
	first, end := set.Block()
	if first < end {
		f.Formula = weights.BlockFormula
	}
	for i, def := range set.Terms() {
		switch {
		case features.Term(i) >= first:
			f.Terms = append(f.Terms, weights.Term{Name: def.Name, Sums: []string{"white", "black"}, Value: weights.Weight{Value: math.Abs(draw().Value) / 4}})
		case def.Taper == features.Tapered:
			f.Terms = append(f.Terms, weights.Term{Name: def.Name, Tapered: true, MG: draw(), EG: draw()})
		default:
			f.Terms = append(f.Terms, weights.Term{Name: def.Name, Value: draw()})
		}
	}
	return f
}

// TestNewRefusesBlocks: what the file calls its block is the block of the set.
func TestNewRefusesBlocks(t *testing.T) {
	tests := []struct {
		name   string
		change func(*weights.File)
		want   string
	}{
		{"another scale", func(f *weights.File) { f.EndgameScale = "" }, `the weights are for the endgame scale "", set standard_safety has "endgame": fit them again`},
		{"a block's term outside", func(f *weights.File) { f.Terms[0] = f.Terms[len(f.Terms)-1]; f.Terms[0].Sums = nil }, "is in the block of set standard_safety, but not in that of the weights file"},
		{"a term in the block", func(f *weights.File) { f.Terms[len(f.Terms)-1].Name = f.Terms[0].Name }, "is in the block of the weights file, but not in that of set standard_safety"},
		{"an unknown one", func(f *weights.File) { f.Terms[len(f.Terms)-1].Name = "unknown" }, "the weights file has a term unknown, set standard_safety has not"},
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
	f.Formula, f.Terms = "", slices.DeleteFunc(f.Terms, func(t weights.Term) bool { return !t.Linear() })
	e, err := New(f)
	if err != nil {
		t.Fatal(err)
	}
	if x := e.Explain(&features.Positions()[0]); x.Block == nil || x.Block.Value != 0 {
		t.Errorf("a block that was not fitted: %+v", x.Block)
	}
}

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
	f.Formula = set.Formula()
	for i, def := range set.Terms() {
		t := weights.Term{Name: def.Name, Sums: set.SumsOf(features.Term(i)), Tapered: def.Taper == features.Tapered}
		switch {
		case t.Tapered:
			t.MG, t.EG = draw(), draw()
		case !t.Linear():
			t.Value.Value = math.Abs(draw().Value) / 4
		default:
			t.Value = draw()
		}
		f.Terms = append(f.Terms, t)
	}
	for _, name := range set.Parameters() {
		f.Terms = append(f.Terms, weights.Term{Name: name, Parameter: true, Value: weights.Weight{Value: 1 + rng.Float64()}})
	}
	return f
}

// TestNewRefusesFormulas: formula, sums and parameters are those of the set.
func TestNewRefusesFormulas(t *testing.T) {
	tests := []struct {
		name   string
		change func(*weights.File)
		want   string
	}{
		{"another scale", func(f *weights.File) { f.EndgameScale = "" }, `the weights are for the endgame scale "", set standard_safety has "endgame": fit them again`},
		{"a term outside of its sums", func(f *weights.File) { f.Terms[0] = f.Terms[len(f.Terms)-1]; f.Terms[0].Sums = nil }, "counts in the linear sum of the weights file, in the sums white, black of set standard_safety"},
		{"a linear term in sums", func(f *weights.File) { f.Terms[0].Sums = []string{"white", "black"} }, "counts in the sums white, black of the weights file, in the linear sum of set standard_safety"},
		{"one sum", func(f *weights.File) { f.Terms[len(f.Terms)-1].Sums = []string{"white"} }, "counts in the sums white of the weights file, in the sums white, black of set standard_safety"},
		{"an unknown one", func(f *weights.File) { f.Terms[len(f.Terms)-1].Name = "unknown" }, "the weights file has a term unknown, set standard_safety has not"},
		{"another formula", func(f *weights.File) { f.Formula = "linear + white - black" }, `the weights are for the formula "linear + white - black", set standard_safety has "linear + (`},
		{"a parameter", func(f *weights.File) { f.Terms[0] = weights.Term{Name: "k", Parameter: true} }, "the weights file has a parameter k, which the formula of set standard_safety does not read"},
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
	x := e.Explain(&features.Positions()[0])
	for _, line := range x.Lines {
		if line.In != "" && line.Product != 0 {
			t.Errorf("danger that was not fitted: %+v", line)
		}
	}
}

// TestNewRefusesNoParameter: without a weight that the formula reads there is no evaluation.
func TestNewRefusesNoParameter(t *testing.T) {
	f := randomFile(curved.Name())
	f.Terms = f.Terms[:len(f.Terms)-1]
	if _, err := New(f); err == nil || err.Error() != "the weights file lacks steepness, which the formula of set curved reads" {
		t.Errorf("error %v", err)
	}
}

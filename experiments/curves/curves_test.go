package curves

import (
	"testing"

	"example.org/centipawn/features"
	"example.org/centipawn/features/standard"
	"example.org/centipawn/tapered"
)

var variants = []*features.Set{Sigmoid, Table, BothHalves}

func TestLaws(t *testing.T) {
	for _, s := range variants {
		if err := features.CheckLawsOnPositions(s); err != nil {
			t.Error(err)
		}
	}
}

// TestStart: with all weights but those of the linear terms at 0, a variant is the set without its
// nonlinear parts.
func TestStart(t *testing.T) {
	for _, s := range append(variants, standard.Nonlinear) {
		weights := make([]tapered.Pair, len(s.Terms())+len(s.Parameters()))
		linear := make([]tapered.Pair, len(weights))
		for i := range s.Terms() {
			if s.SumsOf(features.Term(i)) == nil {
				linear[i] = tapered.Pair{MG: float64(i%17) - 8, EG: float64(i%23) - 11}
			}
		}
		copy(weights, linear)
		trace := s.NewTrace()
		for i := range features.Positions() {
			p := &features.Positions()[i]
			got := s.Evaluate(p, trace, weights)
			sum := tapered.Pair{}
			for term := range s.Terms() {
				n := trace.Trace().Count(features.Term(term))
				sum.MG += n * linear[term].MG
				sum.EG += n * linear[term].EG
			}
			phi, scale := s.PhaseScale(trace)
			if want := sum.MG*phi + sum.EG*(1-phi)*scale; got-want > 1e-9 || want-got > 1e-9 {
				t.Fatalf("%s: %v, linear %v, on %s", s.Name(), got, want, p.FEN())
			}
		}
	}
}

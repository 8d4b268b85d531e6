package weights

import (
	"math"
	"slices"
)

// Whole rounds to the nearest integer, a half away from zero, so that a weight and its
// negative round alike.
func Whole(v float64) float64 { return PlusZero(math.Round(v)) }

// SumStep is what the weights of terms in sums other than linear are rounded to. They need not be
// centipawns: in a square or a sigmoid whole numbers would be too coarse.
const SumStep = 1.0 / 16

// RoundedTo returns a copy of the file with its weights rounded to multiples of a step in
// centipawns, a half away from zero; of terms in sums other than linear to multiples of [SumStep].
// Parameters are not rounded: what a step of them does only the formula knows.
func (f *File) RoundedTo(step float64) *File {
	r := *f
	r.Terms = slices.Clone(f.Terms)
	for i := range r.Terms {
		t, step := &r.Terms[i], step
		if t.Parameter {
			continue
		}
		if !t.Linear() {
			step = SumStep
		}
		for _, w := range []*Weight{&t.Value, &t.MG, &t.EG} {
			w.Value = PlusZero(math.Round(w.Value/step) * step)
		}
	}
	return &r
}

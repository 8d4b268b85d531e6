package weights

import (
	"math"
	"slices"
)

// Whole rounds to the nearest integer, a half away from zero, so that a weight and its
// negative round alike.
func Whole(v float64) float64 { return PlusZero(math.Round(v)) }

// BlockStep is what the weights of a [Block] are rounded to. They are not centipawns
// but enter squared, so that whole numbers would be too coarse.
const BlockStep = 1.0 / 16

// RoundedTo returns a copy of the file with its weights rounded to multiples of a step in
// centipawns, a half away from zero; of the block to multiples of [BlockStep].
func (f *File) RoundedTo(step float64) *File {
	r := *f
	r.Terms = rounded(f.Terms, step)
	if f.Block != nil {
		block := *f.Block
		block.Terms = rounded(block.Terms, BlockStep)
		r.Block = &block
	}
	return &r
}

// rounded returns the terms with their values rounded to multiples of step.
func rounded(terms []Term, step float64) []Term {
	terms = slices.Clone(terms)
	for i := range terms {
		for _, w := range []*Weight{&terms[i].Value, &terms[i].MG, &terms[i].EG} {
			w.Value = PlusZero(math.Round(w.Value/step) * step)
		}
	}
	return terms
}

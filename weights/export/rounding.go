package export

import (
	"fmt"
	"math"

	"example.org/centipawn/internal/note"
	"example.org/centipawn/weights"
)

// A Rounding says what becomes of the weights as integers.
type Rounding struct {
	Weights int     // rounded weights: two of a tapered term
	Largest string  // name of the weight that moves farthest, "" without weights
	Change  float64 // by how much it moves, in centipawns, rounded minus fitted
	Lost    int     // weights that are not zero and round to zero
}

// RoundingOf returns the rounding that [Code] applies to the file.
func RoundingOf(f *weights.File, opt Options) Rounding {
	var r Rounding
	opt = opt.withDefaults(f)
	for _, t := range f.Terms {
		if !t.Linear() || !t.Tapered && opt.Digits != Whole {
			continue
		}
		for _, w := range t.Weights() {
			r.add(w)
		}
	}
	return r
}

func (r *Rounding) add(w weights.Named) {
	rounded := math.Round(w.Value)
	r.Weights++
	if w.Value != 0 && rounded == 0 {
		r.Lost++
	}
	if change := rounded - w.Value; r.Largest == "" || math.Abs(change) > math.Abs(r.Change) {
		r.Largest, r.Change = w.Name, change
	}
}

// maxLost is the share of weights that may lose their sign in rounding before
// it is a warning.
const maxLost = 0.005

// Warnings returns O01 if more than 0.5 % of the weights become zero. What the
// rounding does to the error on held-out rows is for the caller to measure.
func (r Rounding) Warnings() (list note.List) {
	if float64(r.Lost) > maxLost*float64(r.Weights) {
		list.Add(note.O01, "%d of %d weights round to zero and lose their sign", r.Lost, r.Weights)
	}
	return list
}

// String says in a sentence how far rounding goes.
func (r Rounding) String() string {
	if r.Weights == 0 {
		return "no weight is rounded"
	}
	return fmt.Sprintf("%d weights rounded, %s moves farthest: %s cp; %d become zero", r.Weights, r.Largest, weights.Signed(r.Change), r.Lost)
}

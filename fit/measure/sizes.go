package measure

import "math"

// Sizes is a histogram of the sizes of residuals, in steps of 2 to 3 %: weights
// and weighted squares by bin.
type Sizes struct {
	w, squared [sizeBins]float64
}

const (
	sizeSteps = 32                             // bins an octave
	smallest  = 1.0 / 16                       // centipawns; smaller ones share the first bin
	sizeBins  = 24 * sizeSteps                 // up to 2²⁰ centipawns, the rest in the last bin
	sizeShift = 52 - 5                         // leaves exponent and the first five bits of the mantissa
	sizeBase  = (1023 - 4) << (52 - sizeShift) // of the smallest
)

// Add counts a residual of size r and weight w.
func (s *Sizes) Add(r, w float64) {
	bin := 0
	if r > smallest {
		bin = min(int(math.Float64bits(r)>>sizeShift)-sizeBase, sizeBins-1)
	}
	s.w[bin] += w
	s.squared[bin] += w * r * r
}

// Merge adds the counts of o.
func (s *Sizes) Merge(o *Sizes) {
	for i := range s.w {
		s.w[i] += o.w[i]
		s.squared[i] += o.squared[i]
	}
}

// Tail returns the share of the squared error that the largest residuals cause,
// share of the rows being taken (by weight), 0 if there is none.
func (s *Sizes) Tail(share float64) float64 {
	var w, squared float64
	for i := range s.w {
		w += s.w[i]
		squared += s.squared[i]
	}
	left, part := share*w, 0.0
	for i := sizeBins - 1; i >= 0 && left > 0; i-- {
		if s.w[i] == 0 {
			continue
		}
		f := min(1, left/s.w[i]) // of the bin
		part += f * s.squared[i]
		left -= s.w[i]
	}
	if squared == 0 {
		return 0
	}
	return part / squared
}

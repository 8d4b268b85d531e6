package sparse

import (
	"math"
	"slices"
)

// maxLogit bounds the intercepts of losses of expected scores: beyond, such a score is 0 or 1 to 13
// digits whatever the evaluation. The squared loss may have its minimum at infinity.
const maxLogit = 32

// enough is the step after which an intercept is found: the next would be its third power, about.
const (
	enough       = 1e-4 // logits
	enoughLinear = 1e-9 // centipawns
)

// Intercept returns the intercept that makes the loss of rows with these logits smallest, by steps of
// third order within a bracket; where the loss is not convex, a minimum downhill from b. at are the
// predictions there, in the memory of scratch: expected scores, or z of a loss that is linear or raw.
// Only losses with Slopes have one.
//
// Source: E. Halley (1694), as in J. Traub, "Iterative Methods for the Solution of Equations" (1964).
func (l *Loss) Intercept(b float64, z, scratch []float64, target, weight []float32) (found float64, at []float64) {
	low, high, widest, tolerance := -maxLogit+0., maxLogit+0., 4., enough
	if l.Linear {
		low, high, widest, tolerance = math.Inf(-1), math.Inf(1), math.Inf(1), enoughLinear
	}
	b = min(max(b, low), high)
	e := slices.Grow(scratch[:0], len(z))[:len(z)]
	longer := 1.
	for range 200 {
		for i, v := range z {
			e[i] = v + b
		}
		l.expected(e)
		var s slopes
		s.first, s.second, s.third, s.gauss = l.Slopes(e, target, weight)
		if s.first < 0 {
			low = b
		} else {
			high = b
		}
		step := s.step(widest)
		if l.Linear && s.second == 0 { // all residuals are in Huber's tails, where steps are short
			step, longer = step*longer, 2*longer
		}
		next := b + step
		if !(next > low && next < high) && !math.IsInf(low, 0) && !math.IsInf(high, 0) && math.Abs(step) > tolerance {
			next = low + (high-low)/2
			step = next - b
		}
		b = next
		if !(math.Abs(step) > tolerance) {
			l.shift(e, step)
			break
		}
	}
	return b, e
}

// shift makes the predictions those after a last, small step.
func (l *Loss) shift(at []float64, step float64) {
	if l.Linear {
		for i := range at {
			at[i] += step
		}
		return
	}
	for i, e := range at { // the fourth term is below rounding
		d := e - e*e
		at[i] = e + step*d*(1+step*((1-2*e)/2+step*(1-6*d)/6))
	}
}

// slopes are the derivatives of a group's loss by its intercept, in the loss's unit; gauss stands for
// the second one where that is not positive.
type slopes struct{ first, second, third, gauss float64 }

// step returns the way to the minimum, as far as the derivatives tell.
func (s *slopes) step(widest float64) (step float64) {
	switch bent := 2*s.second*s.second - s.first*s.third; {
	case s.first == 0:
		return 0
	case s.second > 0 && bent > s.second*s.second:
		step = -2 * s.first * s.second / bent
	case s.second > 0:
		step = -s.first / s.second
	case s.gauss > 0:
		step = -s.first / s.gauss
	default:
		step = math.Copysign(widest, -s.first)
	}
	return min(max(step, -widest), widest)
}

package descent

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
)

const (
	armijo    = 1e-4  // part of the promised fall that a step must bring
	wolfe     = 0.9   // part of the slope that may be left
	noise     = 1e-12 // of f: falls below it are judged by slopes (W. Hager and H. Zhang 2005)
	maxTrials = 40
)

// search looks along the direction, clipped to the box, for a point that is lower
// and where the slope has risen, and sets w, g to it. The first trial has length
// 1, but see firstLength. Points where f is not finite count as too far.
func (r *run) search(ctx context.Context, direction, w, g []float64) (f float64, tries int, err error) {
	lo, hi, t := 0.0, math.Inf(1), r.firstLength()
	for tries = 1; tries <= maxTrials; tries++ {
		floats.AddScaledTo(w, r.Weights, t, direction)
		clipped := r.box.clip(w)
		before, moved := r.slope(w, r.Gradient)
		if !moved {
			return 0, tries, errStalled
		}
		var after float64
		if f, after, err = r.slopeAt(ctx, w, g, before); err != nil {
			return 0, tries, err
		}
		switch {
		case !r.lower(f, before, after):
			hi = t
			t = shorten(lo, hi, before, after)
			if r.hopeless(-before * t / hi) {
				return 0, tries, errSettled
			}
		case !clipped && after < wolfe*before:
			lo = t
			t = min(4*t, (lo+hi)/2)
		default:
			r.keepLength(t, tries)
			return f, tries, nil
		}
	}
	return 0, tries, errStalled
}

// hopeless says whether with kinks the fall that a step promises is too small to matter: five of them would not unsettle
// the run.
func (r *run) hopeless(promised float64) bool {
	return r.opt.Kinked && promised >= 0 && settling*promised < r.unsettled()
}

// firstLength is that of the first trial: with kinks, which stop a step short of where the curvature says, that of
// the last step, four times as much if that was its first trial. A new matrix is trusted again.
func (r *run) firstLength() float64 {
	if r.Length == 0 {
		return 1
	}
	return r.Length
}

// keepLength keeps the length of a step that took some trials for the next one.
func (r *run) keepLength(t float64, tries int) {
	switch {
	case r.opt.Kinked && tries == 1:
		r.Length = min(1, 4*t)
	case r.opt.Kinked:
		r.Length = t
	}
}

// slopeAt returns f at w and the product of the step there with its gradient, which goes to
// g: infinite where f is not finite, and without a pass where the step leads upwards.
func (r *run) slopeAt(ctx context.Context, w, g []float64, before float64) (f, after float64, err error) {
	if !(before < 0) {
		return 0, math.Inf(1), nil
	}
	if f, err = r.pass(ctx, w, g); err != nil || !finite(f, g) {
		return f, math.Inf(1), err
	}
	after, _ = r.slope(w, g)
	return f, after, nil
}

// slope returns the product of the step to w with a gradient.
func (r *run) slope(w, g []float64) (slope float64, moved bool) {
	for j, v := range w {
		s := v - r.Weights[j]
		moved = moved || s != 0
		slope += s * g[j]
	}
	return slope, moved
}

// lower says whether a step fell enough; before and after are the products of
// the whole step with the gradients at its ends. Where the fall is within
// rounding the slopes decide.
func (r *run) lower(f, before, after float64) bool {
	if math.IsInf(after, 0) || math.IsNaN(after) || !(before < 0) {
		return false
	}
	if math.Abs(before) > noise*math.Abs(r.F) {
		return f <= r.F+armijo*before
	}
	return f <= r.F+noise*math.Abs(r.F) && after <= -0.8*before
}

// shorten returns the next length within lo and hi: where a parabola through
// the slopes is lowest, kept off the ends.
func shorten(lo, hi, before, after float64) float64 {
	k := 0.1
	if !math.IsInf(after, 0) && !math.IsNaN(after) && after > before {
		k = before / (before - after)
	}
	return lo + min(max(k, 0.1), 0.5)*(hi-lo)
}

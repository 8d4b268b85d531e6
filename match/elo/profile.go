package elo

import "math"

// farT is the t-value beyond which an end of an interval is infinite: some 250,000
// normalised Elo of a pair.
const farT = 1000

// withinT returns the ends of the t-values whose likeliest distribution explains the
// observed outcomes nearly as well as these themselves: twice the log likelihood is less
// than the square of wide below. An end is infinite where nothing bounds it.
//
// Source: A. Owen, "Empirical Likelihood" (2001), 3.4, for the profile; the cells are
// those that a result may have, whether observed or not.
func (o *outcomes) withinT(wide float64) (low, high float64) {
	best := o.likelihood(&o.f)
	at := o.tValue(&o.f)
	// depth is the root of what the likelihood loses: nearly linear in t.
	depth := func(t float64) float64 {
		p := o.withT(t)
		return math.Sqrt(max(0, 2*o.n*(best-o.likelihood(&p))))
	}
	step := wide / math.Sqrt(o.n)
	return crossing(depth, wide, at, -step), crossing(depth, wide, at, step)
}

// crossing returns where depth, which is 0 at start and grows from there, reaches wide:
// by steps in step's direction that double until it is passed, then by false position
// (Illinois), which a bisection now and then keeps from creeping.
func crossing(depth func(float64) float64, wide, start, step float64) float64 {
	a, b := start, start+step
	ya, yb := -wide, depth(b)-wide
	for ; yb < 0; step *= 2 {
		if math.Abs(b) > farT {
			return math.Inf(int(math.Copysign(1, step)))
		}
		a, ya = b, yb
		b += step
		yb = depth(b) - wide
	}
	for n := 0; n < 100 && math.Abs(b-a) > 1e-8*(1+math.Abs(b)) && yb != 0; n++ {
		x := b - yb*(b-a)/(yb-ya)
		if n%8 == 7 {
			x = a + (b-a)/2
		}
		y := depth(x) - wide
		if (y < 0) == (yb < 0) {
			ya /= 2
		} else {
			a, ya = b, yb
		}
		b, yb = x, y
	}
	return b
}

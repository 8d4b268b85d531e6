package kernel

import "math"

// All slices of a call have the same length: that of the batch. A function that passes derivatives on adds
// them to to, or stores them there if it is the first that does; d are the derivatives by what the
// operation gives. If masked, nothing is passed where d is 0, even if the derivative of the operation is
// infinite or NaN.

// Fill stores a value everywhere.
func Fill[T float64 | uint64](z []T, value T) {
	for i := range z {
		z[i] = value
	}
}

// AllFinite reports whether no value is infinite or NaN: those have an exponent of eleven ones.
func AllFinite(x []float64) bool {
	var carry uint64
	for _, v := range x {
		carry |= math.Float64bits(v)&^(1<<63) + 1<<52
	}
	return carry>>63 == 0
}

// Mask returns all bits if yes, else none.
func Mask(yes bool) uint64 {
	var m uint64
	if yes {
		m = 1
	}
	return -m
}

// Flowing returns x where d is not 0, else 0.
func Flowing(x, d float64) float64 {
	return math.Float64frombits(math.Float64bits(x) & Mask(d != 0))
}

// Store sets or adds.
func Store(to *float64, x float64, first bool) {
	if first {
		*to = x
	} else {
		*to += x
	}
}

// Compared stores what a comparison of x and y says: all bits for yes.
func Compared(op Op, z []uint64, x, y []float64) {
	x, y = x[:len(z)], y[:len(z)]
	switch op {
	case Less:
		for i := range z {
			z[i] = Mask(x[i] < y[i])
		}
	case AtMost:
		for i := range z {
			z[i] = Mask(x[i] <= y[i])
		}
	case Equal:
		for i := range z {
			z[i] = Mask(x[i] == y[i])
		}
	default:
		for i := range z {
			z[i] = Mask(x[i] != y[i])
		}
	}
}

// Joined stores where two truth values are both yes, or with Or at least one.
func Joined(op Op, z, x, y []uint64) {
	x, y = x[:len(z)], y[:len(z)]
	for i := range z {
		if z[i] = x[i] & y[i]; op == Or {
			z[i] = x[i] | y[i]
		}
	}
}

// Choose stores x where a truth value is yes, else y.
func Choose(z []float64, yes []uint64, x, y []float64) {
	yes, x, y = yes[:len(z)], x[:len(z)], y[:len(z)]
	for i, m := range yes {
		z[i] = math.Float64frombits(math.Float64bits(x[i])&m | math.Float64bits(y[i])&^m)
	}
}

// Binary stores what an operation makes of x and y: Add, Sub, Mul, Div, Min or Max.
func Binary(op Op, z, x, y []float64) {
	x, y = x[:len(z)], y[:len(z)]
	switch op {
	case Add:
		for i := range z {
			z[i] = x[i] + y[i]
		}
	case Sub:
		for i := range z {
			z[i] = x[i] - y[i]
		}
	case Mul:
		for i := range z {
			z[i] = x[i] * y[i]
		}
	case Div:
		for i := range z {
			z[i] = x[i] / y[i]
		}
	case Min:
		for i := range z {
			z[i] = min(x[i], y[i])
		}
	default:
		for i := range z {
			z[i] = max(x[i], y[i])
		}
	}
}

// Unary stores what an operation makes of x.
func Unary(op Op, z, x []float64) {
	x = x[:len(z)]
	switch op {
	case Neg:
		for i := range z {
			z[i] = -x[i]
		}
	case Abs:
		for i := range z {
			z[i] = math.Abs(x[i])
		}
	case Square:
		for i := range z {
			z[i] = x[i] * x[i]
		}
	case Trunc:
		for i := range z {
			z[i] = math.Trunc(x[i])
		}
	default:
		for i := range z {
			z[i] = op.Number(x[i], 0)
		}
	}
}

// PassOn passes d.
func PassOn(to, d []float64, first bool) {
	if first {
		copy(to, d)
		return
	}
	d = d[:len(to)]
	for i := range to {
		to[i] += d[i]
	}
}

// PassNegative passes −d.
func PassNegative(to, d []float64, first bool) {
	d = d[:len(to)]
	if first {
		for i := range to {
			to[i] = -d[i]
		}
		return
	}
	for i := range to {
		to[i] -= d[i]
	}
}

// PassTimes passes d·y.
func PassTimes(to, d, y []float64, first, masked bool) {
	d, y = d[:len(to)], y[:len(to)]
	switch {
	case masked:
		for i := range to {
			Store(&to[i], Flowing(d[i]*y[i], d[i]), first)
		}
	case first:
		for i := range to {
			to[i] = d[i] * y[i]
		}
	default:
		for i := range to {
			to[i] += float64(d[i] * y[i])
		}
	}
}

// PassOver passes d/y.
func PassOver(to, d, y []float64, first, masked bool) {
	d, y = d[:len(to)], y[:len(to)]
	switch {
	case masked:
		for i := range to {
			Store(&to[i], Flowing(d[i]/y[i], d[i]), first)
		}
	case first:
		for i := range to {
			to[i] = d[i] / y[i]
		}
	default:
		for i := range to {
			to[i] += d[i] / y[i]
		}
	}
}

// PassDivisor passes −d·z/y, of z = x/y.
func PassDivisor(to, d, z, y []float64, first bool) {
	d, z, y = d[:len(to)], z[:len(to)], y[:len(to)]
	for i := range to {
		Store(&to[i], Flowing(-(d[i]*z[i]/y[i]), d[i]), first)
	}
}

// PassWinner passes d where x ≥ y, or else where it is not.
func PassWinner(to, d, x, y []float64, wins, first bool) {
	d, x, y = d[:len(to)], x[:len(to)], y[:len(to)]
	flip := Mask(!wins)
	if first {
		for i := range to {
			to[i] = math.Float64frombits(math.Float64bits(d[i]) & (Mask(x[i] >= y[i]) ^ flip))
		}
		return
	}
	for i := range to {
		to[i] += math.Float64frombits(math.Float64bits(d[i]) & (Mask(x[i] >= y[i]) ^ flip))
	}
}

// PassChosen passes d where a truth value is yes, or else where it is not.
func PassChosen(to, d []float64, yes []uint64, chosen, first bool) {
	d, yes = d[:len(to)], yes[:len(to)]
	flip := Mask(!chosen)
	if first {
		for i := range to {
			to[i] = math.Float64frombits(math.Float64bits(d[i]) & (yes[i] ^ flip))
		}
		return
	}
	for i := range to {
		to[i] += math.Float64frombits(math.Float64bits(d[i]) & (yes[i] ^ flip))
	}
}

// PassSign passes d where x ≥ 0, else −d.
func PassSign(to, d, x []float64, first bool) {
	d, x = d[:len(to)], x[:len(to)]
	for i := range to {
		Store(&to[i], math.Float64frombits(math.Float64bits(d[i])^Mask(x[i] < 0)&(1<<63)), first)
	}
}

// PassCurve passes d times the derivative of z = op(x).
func PassCurve(op Op, to, d, x, z []float64, first, masked bool) {
	d, x, z = d[:len(to)], x[:len(to)], z[:len(to)]
	if op == Square && !masked {
		if first {
			for i := range to {
				to[i] = d[i] * (x[i] + x[i])
			}
			return
		}
		for i := range to {
			to[i] += float64(d[i] * (x[i] + x[i]))
		}
		return
	}
	for i := range to {
		e := float64(d[i] * op.Slope(x[i], z[i]))
		if masked {
			e = Flowing(e, d[i])
		}
		Store(&to[i], e, first)
	}
}

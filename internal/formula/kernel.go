package formula

import "math"

// The operations over a batch of rows. All slices of a call have the same length.

func fill[T float64 | uint64](z []T, value T) {
	for i := range z {
		z[i] = value
	}
}

// allFinite reports whether no value is infinite or NaN: those have an exponent of eleven ones.
func allFinite(x []float64) bool {
	var carry uint64
	for _, v := range x {
		carry |= math.Float64bits(v)&^(1<<63) + 1<<52
	}
	return carry>>63 == 0
}

// mask returns all bits if yes, else none.
func mask(yes bool) uint64 {
	var m uint64
	if yes {
		m = 1
	}
	return -m
}

// flowing returns x where d is not 0, else 0.
func flowing(x, d float64) float64 {
	return math.Float64frombits(math.Float64bits(x) & mask(d != 0))
}

// store sets or adds.
func store(to *float64, x float64, first bool) {
	if first {
		*to = x
	} else {
		*to += x
	}
}

func compare(op Op, z []uint64, x, y []float64) {
	x, y = x[:len(z)], y[:len(z)]
	switch op {
	case Less:
		for i := range z {
			z[i] = mask(x[i] < y[i])
		}
	case AtMost:
		for i := range z {
			z[i] = mask(x[i] <= y[i])
		}
	case Equal:
		for i := range z {
			z[i] = mask(x[i] == y[i])
		}
	default:
		for i := range z {
			z[i] = mask(x[i] != y[i])
		}
	}
}

func both(z, x, y []uint64) {
	x, y = x[:len(z)], y[:len(z)]
	for i := range z {
		z[i] = x[i] & y[i]
	}
}

func either(z, x, y []uint64) {
	x, y = x[:len(z)], y[:len(z)]
	for i := range z {
		z[i] = x[i] | y[i]
	}
}

func choose(z []float64, yes []uint64, x, y []float64) {
	yes, x, y = yes[:len(z)], x[:len(z)], y[:len(z)]
	for i, m := range yes {
		z[i] = math.Float64frombits(math.Float64bits(x[i])&m | math.Float64bits(y[i])&^m)
	}
}

func binary(op Op, z, x, y []float64) {
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

func unary(op Op, z, x []float64) {
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
			z[i] = op.number(x[i], 0)
		}
	}
}

func passOn(to, d []float64, first bool) {
	if first {
		copy(to, d)
		return
	}
	d = d[:len(to)]
	for i := range to {
		to[i] += d[i]
	}
}

func passNegative(to, d []float64, first bool) {
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

// passTimes passes d·y.
func passTimes(to, d, y []float64, first, masked bool) {
	d, y = d[:len(to)], y[:len(to)]
	switch {
	case masked:
		for i := range to {
			store(&to[i], flowing(d[i]*y[i], d[i]), first)
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

// passOver passes d/y.
func passOver(to, d, y []float64, first, masked bool) {
	d, y = d[:len(to)], y[:len(to)]
	switch {
	case masked:
		for i := range to {
			store(&to[i], flowing(d[i]/y[i], d[i]), first)
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

// passDivisor passes −d·z/y, of z = x/y.
func passDivisor(to, d, z, y []float64, first bool) {
	d, z, y = d[:len(to)], z[:len(to)], y[:len(to)]
	for i := range to {
		store(&to[i], flowing(-(d[i]*z[i]/y[i]), d[i]), first)
	}
}

// passWinner passes d where x ≥ y, or else where it is not.
func passWinner(to, d, x, y []float64, wins, first bool) {
	d, x, y = d[:len(to)], x[:len(to)], y[:len(to)]
	flip := mask(!wins)
	if first {
		for i := range to {
			to[i] = math.Float64frombits(math.Float64bits(d[i]) & (mask(x[i] >= y[i]) ^ flip))
		}
		return
	}
	for i := range to {
		to[i] += math.Float64frombits(math.Float64bits(d[i]) & (mask(x[i] >= y[i]) ^ flip))
	}
}

// passChosen passes d where a truth value is yes, or else where it is not.
func passChosen(to, d []float64, yes []uint64, chosen, first bool) {
	d, yes = d[:len(to)], yes[:len(to)]
	flip := mask(!chosen)
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

// passSign passes d where x ≥ 0, else −d.
func passSign(to, d, x []float64, first bool) {
	d, x = d[:len(to)], x[:len(to)]
	for i := range to {
		store(&to[i], math.Float64frombits(math.Float64bits(d[i])^mask(x[i] < 0)&(1<<63)), first)
	}
}

// passCurve passes d times the derivative of z = op(x).
func passCurve(op Op, to, d, x, z []float64, first, masked bool) {
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
		e := float64(d[i] * op.slope(x[i], z[i]))
		if masked {
			e = flowing(e, d[i])
		}
		store(&to[i], e, first)
	}
}

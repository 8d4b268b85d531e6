package kernel

import (
	"math"
	"testing"
)

// TestBatches: over a batch an operation does what it does to a number, and passes its derivative back.
func TestBatches(t *testing.T) {
	x, y := []float64{-2.5, -1, 0, 0.5, 3}, []float64{1, -1, 2, 0.25, -4}
	d := []float64{1, 2, 3, 4, 5}
	for op := range Count {
		z, to := make([]float64, len(x)), make([]float64, len(x))
		switch {
		case op == Const || op == Read || op == Lookup || op == If || op == And || op == Or:
			continue
		case op.Truth():
			bits := make([]uint64, len(x))
			Compared(op, bits, x, y)
			for i := range x {
				if op.Compare(x[i], y[i]) != (bits[i] == math.MaxUint64) || bits[i] != 0 && bits[i] != math.MaxUint64 {
					t.Errorf("%v %v %v: %x", x[i], op, y[i], bits[i])
				}
			}
			continue
		case op.Arity() == 2:
			Binary(op, z, x, y)
		default:
			Unary(op, z, x)
		}
		for i := range x {
			if want := op.Number(x[i], y[i]); z[i] != want && !(want != want && z[i] != z[i]) {
				t.Errorf("%v of %v, %v is %v, want %v", op, x[i], y[i], z[i], want)
			}
		}
		switch op {
		case Square, Sqrt, Sigmoid, Exp, Log:
			PassCurve(op, to, d, x, z, true, false)
			PassCurve(op, to, d, x, z, false, true)
			for i := range x {
				if want := 2 * float64(d[i]*op.Slope(x[i], z[i])); to[i] != want && !(want != want && to[i] != to[i]) {
					t.Errorf("%v passes %v at %v, want %v", op, to[i], x[i], want)
				}
			}
		}
	}
}

// TestMasked: nothing flows where d is 0, whatever the operation's derivative is.
func TestMasked(t *testing.T) {
	d, bad, to := []float64{0, 0, 1}, []float64{math.Inf(1), math.NaN(), 2}, make([]float64, 3)
	for name, pass := range map[string]func(){
		"times":   func() { PassTimes(to, d, bad, true, true) },
		"over":    func() { PassOver(to, d, []float64{0, math.NaN(), 0.5}, true, true) },
		"divisor": func() { PassDivisor(to, d, bad, []float64{0, 0, -1}, true) },
		"exp":     func() { PassCurve(Exp, to, d, bad, bad, true, true) },
	} {
		if pass(); to[0] != 0 || to[1] != 0 || to[2] != 2 {
			t.Errorf("%s: %v", name, to)
		}
	}
}

// TestPlace: where numbers lie in a table of 4 from 10 to 40.
func TestPlace(t *testing.T) {
	for _, c := range []struct {
		x float64
		i int
		f float64
	}{{-5, 0, 0}, {10, 0, 0}, {15, 0, 0.5}, {20, 1, 0}, {39, 2, 0.9}, {40, 2, 1}, {math.Inf(1), 2, 1}} {
		if i, f := Place(c.x, 10, 40, 4); i != c.i || math.Abs(f-c.f) > 1e-15 {
			t.Errorf("%v lies at %d, %v", c.x, i, f)
		}
	}
	if i, f := Place(math.NaN(), 10, 40, 4); i != 0 || f == f {
		t.Errorf("NaN lies at %d, %v", i, f)
	}
}

package descent

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// A bent objective is the mean of |x·w − y|, of which the Gauss–Newton matrix, that of ½(x·w − y)², knows no kink.
type bent struct{ *rows }

func (b bent) Gradient(_ context.Context, w, g []float64) (f float64, err error) {
	clear(g)
	for i, x := range b.x {
		z, sign := dot(x, w)-b.y[i], 1.0
		if z < 0 {
			sign = -1
		}
		f += math.Abs(z) / float64(len(b.x))
		for j, v := range x {
			g[j] += sign * v / float64(len(b.x))
		}
	}
	return f, nil
}

func (b bent) Curvature(_ context.Context, _ []float64, every int, h *mat.SymDense) error {
	h.Zero()
	for i := 0; i < len(b.x); i += every {
		h.SymRankOne(h, float64(every)/float64(len(b.x)), mat.NewVecDense(len(b.x[i]), b.x[i]))
	}
	return nil
}

func (b bent) Diagonal(ctx context.Context, w []float64, every int, d []float64) error {
	h := mat.NewSymDense(len(d), nil)
	err := b.Curvature(ctx, w, every, h)
	for j := range d {
		d[j] = h.At(j, j)
	}
	return err
}

// TestSettled: with kinks, at which the gap does not fall, a run ends where f has all but ceased to fall, within
// some thousandths of the minimum, and Adam goes on.
func TestSettled(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	o := bent{&rows{}}
	truth := []float64{1, -2, 3, 0.5, -1, 2}
	for range 3000 {
		x := make([]float64, len(truth))
		for j := range x {
			x[j] = rng.NormFloat64()
		}
		o.x, o.y = append(o.x, x), append(o.y, dot(x, truth)+rng.ExpFloat64()-rng.ExpFloat64())
	}
	start := make([]float64, len(truth))
	lowest := minimize(t, o, start, Options{Method: Adam, Rate: 0.1, Passes: 4000, Kinked: true})
	if lowest.Reason == Settled {
		t.Errorf("Adam settled after %d iterations", lowest.Iterations)
	}
	for _, m := range []Method{LBFGS, LevenbergMarquardt, Newton} {
		r := minimize(t, o, start, Options{Method: m, Every: 4, Kinked: true})
		if r.Reason != Settled || r.Passes > 100 || !(r.F < lowest.F*1.002) {
			t.Errorf("%v ended %q after %d passes at %v, the lowest known is %v", m, r.Reason, r.Passes, r.F, lowest.F)
		}
	}
}

// TestSettledShare: a coarse tolerance does not let a run end where the loss still falls by far more.
func TestSettledShare(t *testing.T) {
	for tolerance, want := range map[float64]float64{1e-10: 5e-7, 1e-9: 5e-6, 1e-7: 5e-6, 1e-6: 5e-6, 1e-4: 1e-4} {
		if got := SettledShare(tolerance); math.Abs(got/want-1) > 1e-12 {
			t.Errorf("tolerance %g: %g, want %g", tolerance, got, want)
		}
	}
}

package descent_test

import (
	"context"
	"fmt"

	"example.org/centipawn/fit/descent"

	"gonum.org/v1/gonum/mat"
)

// line is the mean square of w[0] + w[1]·x − y.
type line struct{ x, y []float64 }

func (l line) Size() int { return 2 }

func (l line) Gradient(_ context.Context, w, g []float64) (f float64, err error) {
	n := float64(len(l.x))
	clear(g)
	for i, x := range l.x {
		r := w[0] + w[1]*x - l.y[i]
		f += r * r / n
		g[0] += 2 * r / n
		g[1] += 2 * r * x / n
	}
	return f, nil
}

func (l line) Curvature(_ context.Context, _ []float64, every int, h *mat.SymDense) error {
	h.Zero()
	n := float64((len(l.x) + every - 1) / every)
	for i := 0; i < len(l.x); i += every {
		x := l.x[i]
		h.SetSym(0, 0, h.At(0, 0)+2/n)
		h.SetSym(0, 1, h.At(0, 1)+2*x/n)
		h.SetSym(1, 1, h.At(1, 1)+2*x*x/n)
	}
	return nil
}

func (l line) Diagonal(ctx context.Context, w []float64, every int, d []float64) error {
	h := mat.NewSymDense(2, nil)
	err := l.Curvature(ctx, w, every, h)
	d[0], d[1] = h.At(0, 0), h.At(1, 1)
	return err
}

func ExampleMinimize() {
	f := line{x: []float64{0, 1, 2, 3}, y: []float64{1, 3, 5, 8}}
	res, err := descent.Minimize(context.Background(), f, []float64{0, 0}, descent.Options{Every: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.3f after %d passes (%v), f = %.4f\n", res.Weights, res.Passes, res.Reason, res.F)

	held := descent.Options{Every: 1, High: []float64{0.5, 10}}
	res, err = descent.Minimize(context.Background(), f, []float64{0, 0}, held)
	fmt.Printf("%.3f, bounds %v, %v\n", res.Weights, res.Bound, err)
	// Output:
	// [0.800 2.300] after 2 passes (tolerance), f = 0.0750
	// [0.500 2.429], bounds [1 0], <nil>
}

package sparse

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"example.org/centipawn/fit/sparse/packed"
	"example.org/centipawn/internal/long"
)

// A layout is a way in which rows can be kept.
type layout struct {
	name   string
	blocks int // of a segment
	memory int64
}

// The first two keep all rows.
var layouts = []layout{{"one segment", 1000, 0}, {"segments", 6, 0}, {"streamed", 6, 1}, {"half streamed", 9, 20000}}

// everyLayout runs a test for each problem in each layout; for some, in short
// tests.
func everyLayout(t *testing.T, layouts []layout, rows int, run func(t *testing.T, p *Problem)) {
	short := long.Short(t)
	for _, l := range layouts {
		for i, p := range Problems(rows) {
			if short && i%11 != 0 {
				continue
			}
			t.Run(l.name+" "+p.Name, func(t *testing.T) {
				Segments(t, l.blocks)
				p.Spec.Memory = l.memory
				run(t, p)
			})
		}
	}
}

func TestLoss(t *testing.T) {
	everyLayout(t, layouts, 2000, func(t *testing.T, p *Problem) {
		d, w, slow := p.Design(t), p.Weights(), p.twin()
		g := make([]float64, d.Weights)
		got, err := d.Gradient(t.Context(), w, g)
		if err != nil {
			t.Fatal(err)
		}
		if want := slow.mean(w); !near(got, want, want, 1e-11) {
			t.Errorf("loss %.15g, want %.15g", got, want)
		}
		Compare(t, "gradient", g, Differences(slow.mean, w, 0.001), 1e-6)
	})
}

func TestGaussNewton(t *testing.T) {
	everyLayout(t, layouts, 700, func(t *testing.T, p *Problem) {
		d, w := p.Design(t), p.Weights()
		h := mat.NewSymDense(d.Weights, nil)
		if err := d.Curvature(t.Context(), w, GaussNewton, 1, h); err != nil {
			t.Fatal(err)
		}
		want := p.twin().gaussNewton(w)
		Compare(t, "matrix", Full(h), Full(want), 1e-7)

		diagonal := make([]float64, d.Weights)
		if err := d.Diagonal(t.Context(), w, 1, diagonal); err != nil {
			t.Fatal(err)
		}
		for j := range diagonal {
			if !near(diagonal[j], want.At(j, j), want.At(j, j), 1e-6) {
				t.Errorf("diagonal %d is %v, want %v", j, diagonal[j], want.At(j, j))
			}
		}
	})
}

// TestExact checks second derivatives against the differences of first ones.
func TestExact(t *testing.T) {
	everyLayout(t, layouts, 700, func(t *testing.T, p *Problem) {
		const step = 0.001 // centipawns: few rows have a kink within
		d, w := p.Design(t), p.Weights()
		h := mat.NewSymDense(d.Weights, nil)
		if err := d.Curvature(t.Context(), w, Exact, 1, h); err != nil {
			t.Fatal(err)
		}
		at := func(j int, step float64) []float64 {
			x, g := slices.Clone(w), make([]float64, d.Weights)
			x[j] += step
			if _, err := d.Gradient(t.Context(), x, g); err != nil {
				t.Fatal(err)
			}
			return g
		}
		var want []float64
		for j := range w {
			high, low := at(j, step), at(j, -step)
			for i := range high {
				want = append(want, (high[i]-low[i])/(2*step))
			}
		}
		Compare(t, "matrix", Full(h), want, 1e-6)
	})
}

// TestScratch checks that a matrix and a gradient are overwritten, whatever was
// in them.
func TestScratch(t *testing.T) {
	p := Problems(300)[0]
	d, w := p.Design(t), p.Weights()
	g, again := make([]float64, d.Weights), slices.Repeat([]float64{math.NaN()}, d.Weights)
	loss, _ := d.Gradient(t.Context(), w, g)
	if l, _ := d.Gradient(t.Context(), w, again); l != loss || !slices.Equal(g, again) {
		t.Errorf("second gradient %v %v, first %v %v", l, again, loss, g)
	}
	h, other := mat.NewSymDense(d.Weights, nil), mat.NewSymDense(d.Weights, nil)
	other.SetSym(1, 2, 7)
	for _, h := range []*mat.SymDense{h, other} {
		if err := d.Curvature(t.Context(), w, GaussNewton, 1, h); err != nil {
			t.Fatal(err)
		}
	}
	if !mat.Equal(h, other) {
		t.Error("a matrix is not overwritten")
	}
}

// TestManySymbols has more columns with counts than 16 bits can number.
func TestManySymbols(t *testing.T) {
	const columns, weights = 300, 7
	for _, valued := range []bool{false, true} {
		t.Run(fmt.Sprint("valued ", valued), func(t *testing.T) {
			p := &Problem{Spec: Spec{Spec: packed.Spec{Weights: weights, Threads: 2}}, Source: &testSource{perBlock: 4000}, Scale: TestScale / 50}
			rng := rand.New(rand.NewPCG(3, 3))
			kinds := 218 // 65,400 symbols
			if valued {
				kinds = 256
			}
			for c := range columns {
				p.Spec.Columns = append(p.Spec.Columns, PlainColumn(int32(c%weights)))
				for x := range kinds {
					other := uint16((c + 1 + rng.IntN(columns-1)) % columns)
					r := testRow{Columns: []uint16{uint16(c), other}, Counts: []float32{float32(x - 128), 1}, Target: rng.Float32()}
					if other < uint16(c) {
						slices.Reverse(r.Columns)
						slices.Reverse(r.Counts)
					}
					p.Source.Rows = append(p.Source.Rows, r)
				}
			}
			d, w := p.Design(t), p.Weights()
			if d.Valued != valued {
				t.Fatalf("valued: %v", d.Valued)
			}
			g := make([]float64, weights)
			loss, err := d.Gradient(t.Context(), w, g)
			if err != nil {
				t.Fatal(err)
			}
			slow := p.twin()
			if want := slow.mean(w); !near(loss, want, want, 1e-11) {
				t.Errorf("loss %v, want %v", loss, want)
			}
			Compare(t, "gradient", g, Differences(slow.mean, w, 0.001), 1e-6)
		})
	}
}

// TestFarScores checks losses and derivatives where expected scores are 0 or 1
// but for what a number cannot tell.
func TestFarScores(t *testing.T) {
	for _, loss := range Losses {
		for _, z := range []float64{-900, -35, 35, 900} {
			p := &Problem{Spec: Spec{Spec: packed.Spec{Columns: []packed.Column{PlainColumn(0)}, Weights: 1, Threads: 1}, Loss: loss}, Scale: 1}
			p.Source = &testSource{perBlock: 10, Rows: []testRow{{Columns: []uint16{0}, Counts: []float32{1}, Target: 0.5}}}
			g := make([]float64, 1)
			got, err := p.Design(t).Gradient(t.Context(), []float64{z}, g)
			if err != nil {
				t.Fatal(err)
			}
			want, slope := slowLosses[loss].at(1/(1+math.Exp(-z)), 0.5), 0.0
			switch loss {
			case CrossEntropy:
				want, slope = math.Abs(z)/2, math.Copysign(0.5, z)
			case Outcomes: // of a draw
				want, slope = math.Abs(z)-1-math.Log(-math.Expm1(-2)), math.Copysign(1, z)
			}
			if !near(got, want, want, 1e-12) || math.Abs(g[0]-slope) > 1e-12 {
				t.Errorf("loss %v at %v: %v, derivative %v; want %v, %v", loss.Name, z, got, g[0], want, slope)
			}
		}
	}
}

func TestTooManyColumns(t *testing.T) {
	if _, err := New(t.Context(), &testSource{perBlock: 1}, Spec{Spec: packed.Spec{Columns: make([]packed.Column, 1<<16)}}); err == nil {
		t.Error("65,536 columns are taken")
	}
}

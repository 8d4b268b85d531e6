package choice

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"example.org/centipawn/fit/descent"
	"example.org/centipawn/fit/penalty"
	"example.org/centipawn/fit/search"
	"example.org/centipawn/fit/sparse"
)

// dense is the slow twin: roots as full rows, formulas as in the package comment.
type dense struct {
	Config
	roots []denseRoot
}

type denseRoot struct {
	Root
	x      [][]float64 // by move and weight, mover's view
	offset []float64
	value  []float64
}

// drawn is roots by chance, packed and dense.
func drawn(t testing.TB, c Config, n int) (*Roots, *dense) {
	rng := rand.New(rand.NewPCG(11, 7))
	packed, plain := New(c), &dense{Config: c}
	for g := range n {
		root := Root{Game: uint32(g / 3), Part: uint8(g % 4), Black: rng.IntN(2) == 1, Weight: 0.5 + float64(rng.IntN(3))}
		common := make([]float32, len(c.Columns))
		for i := range common {
			common[i] = float32(rng.IntN(4)/2) * float32(rng.IntN(3)-1)
		}
		phase := float64(rng.IntN(5)) / 4
		var moves []Move
		for range 1 + rng.IntN(12) {
			moves = append(moves, drawnMove(rng, common, phase))
		}
		if err := packed.Add(root, moves); err != nil {
			t.Fatal(err)
		}
		plain.add(root, moves)
	}
	return packed, plain
}

// drawnMove changes some counts, and now and then the phase; one in fifteen is a constant.
func drawnMove(rng *rand.Rand, common []float32, phase float64) Move {
	m := Move{MG: phase, EG: 1 - phase, Offset: float64(rng.IntN(40) - 20), Value: float64(rng.IntN(300) - 150), Old: float64(rng.IntN(300) - 150)}
	if rng.IntN(15) == 0 {
		m.Offset, m.Value = 1000, 1500
		return m
	}
	if rng.IntN(4) == 0 {
		m.MG, m.EG = phase/2, 1-phase/2
	}
	counts := slices.Clone(common)
	for range rng.IntN(4) {
		counts[rng.IntN(len(counts))] += float32(rng.IntN(3) - 1)
	}
	for c, x := range counts {
		if x != 0 {
			m.Columns, m.Counts = append(m.Columns, uint16(c)), append(m.Counts, x)
		}
	}
	return m
}

func (d *dense) add(root Root, moves []Move) {
	r, sign := denseRoot{Root: root}, 1.0
	if root.Black {
		sign = -1
	}
	for _, m := range moves {
		x := make([]float64, d.Weights)
		for i, c := range m.Columns {
			for k, j := range d.Columns[c] {
				if j >= 0 {
					x[j] += sign * float64(m.Counts[i]) * []float64{1, m.MG, m.EG}[k]
				}
			}
		}
		r.x, r.offset, r.value = append(r.x, x), append(r.offset, sign*m.Offset), append(r.value, sign*m.Value)
	}
	d.roots = append(d.roots, r)
}

// chances returns exp(v/T)/Σ.
func chances(v []float64, temperature float64) []float64 {
	p, sum := make([]float64, len(v)), 0.0
	for i, x := range v {
		p[i] = math.Exp((x - slices.Max(v)) / temperature)
		sum += p[i]
	}
	for i := range p {
		p[i] /= sum
	}
	return p
}

// loss returns the mean loss, its gradient and its second derivatives.
func (d *dense) loss(w []float64, kind sparse.Curvature) (f float64, g []float64, h *mat.SymDense) {
	g, h = make([]float64, d.Weights), mat.NewSymDense(d.Weights, nil)
	total := 0.0
	for i := range d.roots {
		r := &d.roots[i]
		total += r.Weight
		s := slices.Clone(r.offset)
		for m, x := range r.x {
			for j, v := range x {
				s[m] += w[j] * v
			}
		}
		p, t := chances(s, d.Temperature), chances(r.value, d.Teacher)
		e, mean := make([]float64, len(s)), make([]float64, d.Weights)
		for m, v := range r.value {
			e[m] = 1 / (1 + math.Exp(-d.K*v))
		}
		cost := 0.0
		for m := range s {
			cost += p[m] * (slices.Max(e) - e[m])
			for j, v := range r.x[m] {
				mean[j] += p[m] * v
			}
		}
		if d.Loss == Regret {
			f += r.Weight * cost
		}
		for m := range s {
			q, curve := p[m]-t[m], p[m]
			if d.Loss == CrossEntropy {
				f -= r.Weight * t[m] * math.Log(p[m])
			} else {
				q = p[m] * (slices.Max(e) - e[m] - cost)
				if curve = q; kind == Positive {
					curve = math.Abs(q)
				}
			}
			for j, v := range r.x[m] {
				g[j] += r.Weight * q * v / d.Temperature
				for k := range j + 1 {
					h.SetSym(j, k, h.At(j, k)+r.Weight*curve*(v-mean[j])*(r.x[m][k]-mean[k])/(d.Temperature*d.Temperature))
				}
			}
		}
	}
	for j := range g {
		g[j] /= total
	}
	h.ScaleSym(1/total, h)
	return f / total, g, h
}

// columns are a plain, two tapered, one of which no endgame is fitted, two that are tied, and one
// that is not fitted.
func columns() ([]Slots, int) {
	return []Slots{{0, -1, -1}, {-1, 1, 2}, {-1, 3, -1}, {-1, 4, 5}, {-1, 4, 5}, {-1, -1, -1}, {6, -1, -1}, {-1, 7, 7}}, 8
}

func config(l Loss) Config {
	list, n := columns()
	return Config{Columns: list, Weights: n, Loss: l, Teacher: 30, Temperature: 50, K: 0.8 * math.Ln10 / 400, Threads: 2}
}

// near reports numbers that differ by more than a ten-billionth of the largest.
func near(t *testing.T, what string, got, want []float64) {
	t.Helper()
	size := 0.0
	for _, v := range want {
		size = max(size, math.Abs(v))
	}
	for i := range want {
		if !(math.Abs(got[i]-want[i]) <= 1e-10*size) {
			t.Errorf("%s: value %d is %g, want %g", what, i, got[i], want[i])
			return
		}
	}
}

func point(seed uint64, n int) []float64 {
	rng := rand.New(rand.NewPCG(seed, 1))
	w := make([]float64, n)
	for j := range w {
		w[j] = 40 * rng.NormFloat64()
	}
	return w
}

func values(h *mat.SymDense) (all []float64) {
	for i := range h.SymmetricDim() {
		for j := range h.SymmetricDim() {
			all = append(all, h.At(i, j))
		}
	}
	return all
}

// TestTwin compares everything that is summed over packed roots with the dense twin.
func TestTwin(t *testing.T) {
	for _, l := range []Loss{CrossEntropy, Regret} {
		t.Run(fmt.Sprint(l), func(t *testing.T) {
			r, twin := drawn(t, config(l), 700)
			w := point(3, r.Weights)
			f, g, exact := twin.loss(w, Exact)
			_, _, positive := twin.loss(w, Positive)
			got := make([]float64, r.Weights)
			loss, err := r.Gradient(t.Context(), w, got)
			if err != nil {
				t.Fatal(err)
			}
			near(t, "loss", []float64{loss}, []float64{f})
			near(t, "gradient", got, g)
			h := mat.NewSymDense(r.Weights, nil)
			for kind, want := range map[sparse.Curvature]*mat.SymDense{Exact: exact, Positive: positive} {
				if err := r.Curvature(t.Context(), w, kind, 1, h); err != nil {
					t.Fatal(err)
				}
				near(t, "second derivatives", values(h), values(want))
			}
			d, want := make([]float64, r.Weights), make([]float64, r.Weights)
			if err := r.Diagonal(t.Context(), w, 1, d); err != nil {
				t.Fatal(err)
			}
			for j := range want {
				want[j] = positive.At(j, j)
			}
			near(t, "diagonal", d, want)
			p, err := r.Product(t.Context(), w)
			if err != nil {
				t.Fatal(err)
			}
			v := point(4, r.Weights)
			if err := p.Times(t.Context(), v, got); err != nil {
				t.Fatal(err)
			}
			mat.NewVecDense(len(want), want).MulVec(positive, mat.NewVecDense(len(v), v))
			near(t, "product", got, want)
		})
	}
}

// TestNoBatches: roots have no batches, and the method that needs them says so.
func TestNoBatches(t *testing.T) {
	r, _ := drawn(t, config(CrossEntropy), 30)
	f := &search.Objective{Rows: r, N: r.Weights, Parts: 1, Penalty: &penalty.Penalty{Weights: r.Weights}}
	if _, err := descent.Minimize(t.Context(), f, point(3, r.Weights), descent.Options{Method: descent.SGD}); err == nil || !strings.Contains(err.Error(), "sgd: the objective has no batches") {
		t.Error(err)
	}
}

// TestDerivatives compares the twin's derivatives with central differences.
func TestDerivatives(t *testing.T) {
	for _, l := range []Loss{CrossEntropy, Regret} {
		_, twin := drawn(t, config(l), 100)
		w := point(5, twin.Weights)
		_, g, h := twin.loss(w, Exact)
		const step = 1e-3
		for j := range w {
			up, down := slices.Clone(w), slices.Clone(w)
			up[j] += step
			down[j] -= step
			fu, gu, _ := twin.loss(up, Exact)
			fd, gd, _ := twin.loss(down, Exact)
			if slope := (fu - fd) / (2 * step); math.Abs(slope-g[j]) > 1e-8 {
				t.Errorf("loss %d: derivative %d is %g, differences give %g", l, j, g[j], slope)
			}
			for k := range w {
				if bend := (gu[k] - gd[k]) / (2 * step); math.Abs(bend-h.At(j, k)) > 1e-9 {
					t.Errorf("loss %d: second derivative %d, %d is %g, differences give %g", l, j, k, h.At(j, k), bend)
				}
			}
		}
	}
}

// TestThreads: the bytes of every sum are the same for any number of threads.
func TestThreads(t *testing.T) {
	sums := func(threads int) string {
		c := config(CrossEntropy)
		c.Threads = threads
		r, _ := drawn(t, c, 5000)
		w, g, h := point(3, r.Weights), make([]float64, r.Weights), mat.NewSymDense(r.Weights, nil)
		f, err := r.Gradient(t.Context(), w, g)
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Curvature(t.Context(), w, Exact, 1, h); err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(f, g, values(h))
	}
	if one := sums(1); sums(3) != one || sums(8) != one {
		t.Error("sums depend on the threads")
	}
}

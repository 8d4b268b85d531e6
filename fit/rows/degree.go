package rows

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"example.org/centipawn/internal/formula"
)

// Powers returns by what power of the scale each fitted weight grows where all evaluations are multiplied
// by it: 1 of linear weights, ½ of those whose sum is squared, 0 of the slope of a sigmoid. ok is false
// for a formula of which no such powers are found: it has constants in centipawns, such as a clamp.
//
// With powers d of its leaves x an evaluation f is homogeneous, f(λᵈx) = λ·f(x), just where
// Σ d·x·∂f/∂x = f (L. Euler). That is a system of equations at drawn leaves; its solution of least length
// is tried at λ of a half and two.
func (d *Design) Powers() (powers []float64, ok bool) {
	powers = slices.Repeat([]float64{1}, len(d.Names))
	if d.Form == nil {
		return powers, true
	}
	s := newScaling(d)
	degree, ok := s.solve()
	if !ok || !s.hold(degree) {
		return powers, false
	}
	for j := range powers {
		if d.InForm(j) {
			powers[j] = degree[s.of[s.union.find(j)]]
		}
	}
	return powers, true
}

// The drawn points of a scaling: enough to meet the branches of a formula, up to 64 of which go by an
// input. A weight that the formula reads by name is the same in scalingBatch of them.
const (
	scalingPoints = 1024
	scalingBatch  = 16
)

// smallPoint is the share of the largest size of a point's products below which they are rounding.
const smallPoint = 1e-9

// A scaling is a form at drawn leaves.
type scaling struct {
	form   *Form
	union  union       // of fitted weights, and the leaves after them
	of     map[int]int // the unknown power of a set, by its root; that of linear weights is 0
	leaf   []int       // by leaf: its unknown; −1: it does not grow
	points [][]float64 // by leaf: values
	tape   *formula.Tape
}

func newScaling(d *Design) *scaling {
	n, f := len(d.Names), d.Form
	s := &scaling{form: f, union: newUnion(n + len(f.Leaves) + 1), of: make(map[int]int), tape: f.Program.NewTape(scalingBatch)}
	linear := n + len(f.Leaves)
	for _, t := range d.Terms {
		for _, j := range []int32{t.Plain, t.MG, t.EG} {
			if j >= 0 {
				s.union.join(int(j), linear)
			}
		}
	}
	grows := make([]bool, len(f.Leaves))
	for i, list := range f.weightsOf() {
		for _, j := range list {
			s.union.join(j, n+i)
			grows[i] = true
		}
	}
	s.of[s.union.find(linear)] = 0
	for i := range f.Leaves {
		s.leaf = append(s.leaf, -1)
		if !grows[i] {
			continue
		}
		root := s.union.find(n + i)
		if _, known := s.of[root]; !known {
			s.of[root] = len(s.of)
		}
		s.leaf[i] = s.of[root]
	}
	s.draw(grows)
	return s
}

// draw draws the leaves: sums and weights of all sizes, inputs among which whole numbers are, factors of
// 0 to 1. What does not grow has its value, and a sum of fixed weights is 0.
func (s *scaling) draw(grows []bool) {
	rng := rand.New(rand.NewPCG(1748, 1))
	for i, l := range s.form.Program.Leaves {
		values := make([]float64, scalingPoints)
		for k := range values {
			switch {
			case l.Kind == formula.RowMG || l.Kind == formula.RowEG:
				values[k] = rng.Float64()
			case l.Kind == formula.Input && k%3 == 0:
				values[k] = float64(k / 3 % 64)
			case l.Kind == formula.Input:
				values[k] = 4*rng.Float64() - 1
			case l.Kind == formula.Weight && grows[i] && k%scalingBatch > 0:
				values[k] = values[k-1]
			case grows[i]:
				values[k] = math.Exp(7*rng.Float64()-1) * float64(1-2*rng.IntN(2))
			case l.Kind == formula.Weight:
				values[k] = s.form.Leaves[i].Value
			}
		}
		s.points = append(s.points, values)
	}
}

// at evaluates the points with each leaf multiplied by a power of λ. With slopes it stores the derivatives
// by the leaves, too.
func (s *scaling) at(lambda float64, degree []float64, slopes [][]float64) []float64 {
	var out []float64
	for low := 0; low < scalingPoints; low += scalingBatch {
		for i, values := range s.points {
			k := 1.0
			if u := s.leaf[i]; u >= 0 && lambda != 1 {
				k = math.Pow(lambda, degree[u])
			}
			for r, v := range values[low : low+scalingBatch] {
				s.tape.Leaf(i)[r] = k * v
			}
		}
		out = append(out, s.tape.Values(scalingBatch)...)
		if slopes != nil {
			s.tape.Slopes(scalingBatch)
			for i := range slopes {
				slopes[i] = append(slopes[i], s.tape.Slope(i)[:scalingBatch]...)
			}
		}
	}
	return out
}

// solve finds the powers by unknown.
func (s *scaling) solve() ([]float64, bool) {
	unknowns := len(s.of)
	slopes := make([][]float64, len(s.points))
	f := s.at(1, nil, slopes)
	a, rhs := mat.NewDense(scalingPoints, unknowns, nil), mat.NewVecDense(scalingPoints, nil)
	sizes, largest := make([]float64, scalingPoints), 0.0
	for r := range sizes {
		row := a.RawRowView(r)
		sizes[r] = math.Abs(f[r])
		for i, values := range s.points {
			if u := s.leaf[i]; u >= 0 {
				x := values[r] * slopes[i][r]
				row[u] += x
				sizes[r] += math.Abs(x)
			}
		}
		if sizes[r]-sizes[r] == 0 {
			largest = max(largest, sizes[r])
		}
	}
	for r, size := range sizes {
		row := a.RawRowView(r)
		if !(size > smallPoint*largest) || math.IsInf(size, 0) { // rounding, or no value there
			clear(row)
			continue
		}
		rhs.SetVec(r, (f[r]-row[0])/size)
		for u := range row {
			row[u] /= size
		}
	}
	degree := make([]float64, unknowns)
	degree[0] = 1
	if unknowns > 1 && !leastLength(a.Slice(0, scalingPoints, 1, unknowns), rhs, degree[1:]) {
		return nil, false
	}
	for u := range degree { // such as a half
		if near := math.Round(12*degree[u]) / 12; math.Abs(near-degree[u]) < 1e-6 {
			degree[u] = near
		}
	}
	return degree, true
}

// leastLength solves a·x = b; of several solutions it is the shortest.
func leastLength(a mat.Matrix, b *mat.VecDense, x []float64) bool {
	var svd mat.SVD
	if !svd.Factorize(a, mat.SVDThin) {
		return false
	}
	rank := svd.Rank(1e-9)
	if rank == 0 {
		return true
	}
	var out mat.VecDense
	svd.SolveVecTo(&out, b, rank)
	copy(x, out.RawVector().Data)
	return true
}

// hold reports whether evaluations scale by these powers.
func (s *scaling) hold(degree []float64) bool {
	f := s.at(1, degree, nil)
	for _, lambda := range []float64{0.5, 2} {
		for r, g := range s.at(lambda, degree, nil) {
			if want := lambda * f[r]; !(math.Abs(g-want) <= 1e-9*max(1, math.Abs(want))) && f[r]-f[r] == 0 {
				return false
			}
		}
	}
	return true
}

package sandwich

import (
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// A Game is the rows of one game: derivatives of the evaluation by the weights, and of the
// weighted loss by the evaluation.
type Game struct {
	ID     uint32
	Start  []int // entries of row i are those from Start[i] to Start[i+1]
	Index  []int32
	X      []float64
	First  []float64 // by row
	Second []float64 // by row, may be negative
	Gauss  []float64 // by row: its expectation, never negative
}

// Add adds a row without entries; those that are put next are its own.
func (g *Game) Add(first, second, gauss float64) {
	if g.Start == nil {
		g.Start = []int{0}
	}
	g.Start = append(g.Start, len(g.Index))
	g.First, g.Second, g.Gauss = append(g.First, first), append(g.Second, second), append(g.Gauss, gauss)
}

// Put adds an entry to the last row.
func (g *Game) Put(index int32, x float64) {
	if x != 0 {
		g.Index, g.X = append(g.Index, index), append(g.X, x)
		g.Start[len(g.Start)-1] = len(g.Index)
	}
}

// Append adds the rows of o after those of g.
func (g *Game) Append(o *Game) {
	for i, first := range o.First {
		g.Add(first, o.Second[i], o.Gauss[i])
		index, x := o.row(i)
		for k, j := range index {
			g.Put(j, x[k])
		}
	}
}

// Map returns the game with the entries of each row changed.
func (g *Game) Map(order int, change func(x []float64)) Game {
	out, dense := Game{ID: g.ID}, make([]float64, order)
	for i, first := range g.First {
		clear(dense)
		index, x := g.row(i)
		for k, j := range index {
			dense[j] += x[k]
		}
		change(dense)
		out.Add(first, g.Second[i], g.Gauss[i])
		for j, v := range dense {
			out.Put(int32(j), v)
		}
	}
	return out
}

// Rows returns the number of rows.
func (g *Game) Rows() int { return len(g.First) }

// row returns the entries of row i.
func (g *Game) row(i int) ([]int32, []float64) {
	lo, hi := g.Start[i], g.Start[i+1]
	return g.Index[lo:hi], g.X[lo:hi]
}

// AddScore adds f times the score of the game, Σ first·x, to u.
func (g *Game) AddScore(u []float64, f float64) { g.addScore(u, g.First, f) }

func (g *Game) addScore(u, first []float64, f float64) {
	for i, v := range first {
		index, x := g.row(i)
		for k, j := range index {
			u[j] += f * v * x[k]
		}
	}
}

// support returns the weights that take part, ascending.
func (g *Game) support() []int32 {
	return slices.Compact(slices.Sorted(slices.Values(g.Index)))
}

// withdrawn adds to u ũ = (I − H·M⁻¹)⁻¹·u, the score of the game as it would be had the
// fit not seen it, for the derivatives first of the rows. It solves for as many unknowns as the
// game has rows, or weights, whichever are fewer. It reports whether there is a solution; there
// is none if the game alone decides something, unless only a share of it is taken off.
func (g *Game) withdrawn(inverse *mat.Dense, first []float64, share float64, u []float64) bool {
	support := g.support()
	if len(support) == 0 {
		return true
	}
	local := make([]int32, len(u))
	for a, j := range support {
		local[j] = int32(a)
	}
	part := submatrix(inverse, support)
	if g.Rows() <= len(support) {
		first, ok := lessOne(g.byRows(part, local), share, first)
		g.addScore(u, first, 1)
		return ok
	}
	score := make([]float64, len(u))
	g.addScore(score, first, 1)
	some := make([]float64, len(support))
	for a, j := range support {
		some[a] = score[j]
	}
	some, ok := lessOne(g.byWeights(part, local), share, some)
	for a, v := range some {
		u[support[a]] += v
	}
	return ok
}

// submatrix returns the rows and columns of x that are listed.
func submatrix(x *mat.Dense, list []int32) *mat.Dense {
	part := mat.NewDense(len(list), len(list), nil)
	for a, i := range list {
		from, to := x.RawRowView(int(i)), part.RawRowView(a)
		for b, j := range list {
			to[b] = from[j]
		}
	}
	return part
}

// byRows returns D·X·M⁻¹·Xᵀ.
func (g *Game) byRows(inverse *mat.Dense, local []int32) *mat.Dense {
	n, _ := inverse.Dims()
	m := g.Rows()
	hat, column := mat.NewDense(m, m, nil), make([]float64, n)
	for k := range m { // column is M⁻¹ times row k
		clear(column)
		index, x := g.row(k)
		for e, j := range index {
			floats.AddScaled(column, x[e], inverse.RawRowView(int(local[j])))
		}
		for i := range m {
			sum := 0.0
			index, x := g.row(i)
			for e, j := range index {
				sum += x[e] * column[local[j]]
			}
			hat.Set(i, k, g.Second[i]*sum)
		}
	}
	return hat
}

// byWeights returns H·M⁻¹.
func (g *Game) byWeights(inverse *mat.Dense, local []int32) *mat.Dense {
	n, _ := inverse.Dims()
	h, hat := mat.NewDense(n, n, nil), new(mat.Dense)
	for i, d := range g.Second {
		index, x := g.row(i)
		for a, j := range index {
			row := h.RawRowView(int(local[j]))
			for b, k := range index {
				row[local[k]] += d * x[a] * x[b]
			}
		}
	}
	hat.Mul(h, inverse)
	return hat
}

// singular is the condition number from which on a game alone decides something.
const singular = 1e8

// lessOne returns (I − share·hat)⁻¹·v, or v if there is no such thing.
func lessOne(hat *mat.Dense, share float64, v []float64) ([]float64, bool) {
	n, _ := hat.Dims()
	less := mat.NewDense(n, n, nil)
	less.Apply(func(i, j int, h float64) float64 {
		if i == j {
			return 1 - share*h
		}
		return -share * h
	}, hat)
	var lu mat.LU
	var out mat.VecDense
	if lu.Factorize(less); lu.Cond() < singular && lu.SolveVecTo(&out, false, mat.NewVecDense(n, v)) == nil {
		return out.RawVector().Data, true
	}
	return v, false
}

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

// withdrawn sets u to ũ = (I − H·M⁻¹)⁻¹·u, the score of the game as it would be had the
// fit not seen it. It solves for as many unknowns as the game has rows, or weights,
// whichever are fewer.
func (g *Game) withdrawn(inverse *mat.Dense, u []float64) {
	support := g.support()
	if len(support) == 0 {
		return
	}
	local := make([]int32, len(u))
	for a, j := range support {
		local[j] = int32(a)
	}
	part := submatrix(inverse, support)
	if g.Rows() <= len(support) {
		g.addScore(u, g.byRows(part, local), 1)
		return
	}
	for a, v := range g.byWeights(part, local) {
		u[support[a]] = v
	}
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

// byRows returns (I − D·X·M⁻¹·Xᵀ)⁻¹·first, as X ᵀ takes it to ũ.
func (g *Game) byRows(inverse *mat.Dense, local []int32) []float64 {
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
	return lessOne(hat, g.First)
}

// byWeights returns (I − H·M⁻¹)⁻¹·u.
func (g *Game) byWeights(inverse *mat.Dense, local []int32) []float64 {
	n, _ := inverse.Dims()
	h, u := mat.NewDense(n, n, nil), make([]float64, n)
	for i, d := range g.Second {
		index, x := g.row(i)
		for a, j := range index {
			u[local[j]] += g.First[i] * x[a]
			row := h.RawRowView(int(local[j]))
			for b, k := range index {
				row[local[k]] += d * x[a] * x[b]
			}
		}
	}
	var hat mat.Dense
	hat.Mul(h, inverse)
	return lessOne(&hat, u)
}

// almostAll is the share that is taken off a game which alone determines something: the
// others tell nothing of that, and neither does its error bar, see Bars.Freedom.
const almostAll = 0.999

// lessOne returns (I − hat)⁻¹·v.
func lessOne(hat *mat.Dense, v []float64) []float64 {
	n, _ := hat.Dims()
	var out mat.VecDense
	for _, share := range []float64{1, almostAll} {
		less := mat.NewDense(n, n, nil)
		less.Apply(func(i, j int, h float64) float64 {
			if i == j {
				return 1 - share*h
			}
			return -share * h
		}, hat)
		var lu mat.LU
		if lu.Factorize(less); lu.Cond() < 1e8 || share < 1 {
			if lu.SolveVecTo(&out, false, mat.NewVecDense(n, v)) == nil {
				return out.RawVector().Data
			}
		}
	}
	return v
}

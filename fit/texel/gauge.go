package texel

import (
	"slices"

	"gonum.org/v1/gonum/mat"

	"example.org/centipawn/fit/linear"
	"example.org/centipawn/fit/rows"
)

// GaugeRule is what fit.Result.Gauge says of the choice among weights that give
// the same evaluations.
const GaugeRule = "equivalent weights are made unique: each table is centred to mean 0 over the rows that use it, its mean goes to the single weight beside it"

// A gauge chooses among weights that differ by directions in the null space:
// those with the smallest Σ size·w². It leaves every evaluation unchanged: what
// columns add up to in all rows of a source goes to the intercept.
type gauge struct {
	Null *mat.Dense // order × directions; nil: nothing to choose
	size []float64
	back *mat.Dense // directions × order: the shift along each that w asks for

	sources []linear.SourceMeans
}

// tableSize is the fewest weights that are a table.
const tableSize = 8

// newGauge makes the gauge of a null space.
func newGauge(null *mat.Dense, names []string, counts []int, sources []linear.SourceMeans) (*gauge, error) {
	g := &gauge{Null: null, sources: sources}
	if null == nil {
		return g, nil
	}
	_, directions := null.Dims()
	for j, n := range counts[:len(names)] {
		if n == 0 {
			null.SetRow(j, make([]float64, directions)) // rounding, or nothing
		}
	}
	g.size = gaugeSizes(names, counts)
	return g, g.prepare()
}

// gaugeSizes returns the rows of each weight that is of a table, and next to nothing
// for the others.
func gaugeSizes(names []string, counts []int) (sizes []float64) {
	members := make(map[string]int)
	for _, name := range names {
		members[rows.TableOf(name)]++
	}
	least := 1e-9 * float64(max(1, slices.Max(counts)))
	for j, name := range names {
		size := least
		if members[rows.TableOf(name)] >= tableSize {
			size = max(size, float64(counts[j]))
		}
		sizes = append(sizes, size)
	}
	return sizes
}

// prepare solves NᵀΩN·back = NᵀΩ.
func (g *gauge) prepare() error {
	p, m := g.Null.Dims()
	weighted := mat.NewDense(p, m, nil)
	weighted.Apply(func(i, j int, v float64) float64 { return v * g.size[i] }, g.Null)
	var inner mat.Dense
	inner.Mul(g.Null.T(), weighted)
	g.back = new(mat.Dense)
	return g.back.Solve(&inner, weighted.T())
}

// Apply moves the columns of x, which have the weights first and then the
// intercepts, along the null space to where the gauge wants them.
func (g *gauge) Apply(x *mat.Dense) {
	if g.Null == nil {
		return
	}
	p, _ := g.Null.Dims()
	_, n := x.Dims()
	top := x.Slice(0, p, 0, n).(*mat.Dense)
	var shift, move mat.Dense
	shift.Mul(g.back, top)
	move.Mul(g.Null, &shift)
	top.Sub(top, &move)
	for k, m := range g.sources {
		for j, mean := range m.X {
			for c := range n {
				x.Set(p+k, c, x.At(p+k, c)+mean*move.At(j, c))
			}
		}
	}
}

package sandwich

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// A Problem is the minimum of a loss. Vectors hold Order values: the weights, then the
// intercepts.
type Problem struct {
	Order int

	// Inverse is M⁻¹, generalised if some weights are not determined: it turns
	// scores into changes of the weights.
	Inverse *mat.Dense

	// Effect turns scores into changes of what the bars are of, a row for each; nil:
	// Inverse.
	Effect *mat.Dense

	// Sums are the scores u, a row of Order values for each game or pool of games.
	Sums []float64

	// Single are the games that are left out one by one, all other games are in
	// Sums. Exact says by weight that all games which tell much of it are Single; nil: of all.
	Single []Game
	Exact  []bool

	// Games is the number of games in all, Freedom the degrees of freedom by weight
	// where Exact does not hold.
	Games   int
	Freedom []float64

	Penalty *Penalty // nil: none
	Threads int

	Done func() // is called after each of the Steps, if not nil
}

// Steps are those of Bars: games left out, their products, these between the inverses, and degrees of
// freedom with what a penalty does.
const Steps = 4

// done says that a step is done.
func (p *Problem) done() {
	if p.Done != nil {
		p.Done()
	}
}

// meat returns (G−1)/G · Σ ũ·ũᵀ.
func (p *Problem) meat(single []float64) *mat.SymDense {
	sum := outer(p.Order, p.Threads, p.Sums, single)
	g := float64(p.Games)
	factor := g / (g - 1)
	if len(p.Sums) == 0 {
		factor = 1 / factor
	}
	sum.ScaleSym(factor, sum)
	return sum
}

// between returns the diagonal of Effect · x · Effectᵀ.
func (p *Problem) between(x mat.Matrix) []float64 {
	var half mat.Dense
	half.Mul(p.Effect, mat.DenseCopyOf(x)) // dense matrices are multiplied in parallel
	return p.diagonal(&half)
}

// diagonal returns the diagonal of half · Effectᵀ.
func (p *Problem) diagonal(half *mat.Dense) []float64 {
	v := make([]float64, p.Order)
	for j := range v {
		v[j] = mat.Dot(half.RowView(j), p.Effect.RowView(j))
	}
	return v
}

// A Penalty is quadratic: ½·(w−c)ᵀP(w−c) about a centre c.
type Penalty struct {
	Second   *mat.SymDense // P, of Order
	Gradient []float64     // P·(w−c) at the weights
	Chosen   bool          // its strength is the one that did best on folds of the same games

	// Scores returns the sum of the scores of all rows at weights that are moved by a step, nil if it
	// cannot. Without it the loss is taken to be quadratic.
	Scores func(step []float64) []float64
}

// decides returns the effects that the game alone decides: without nearly all of it they move ten
// times as far as without most of it, whatever its rows say.
func (g *Game) decides(p *Problem) (list []int) {
	any := make([]float64, g.Rows())
	for i := range any {
		any[i] = math.Sqrt(g.Gauss[i]) * (1 + math.Mod(float64(i)*math.Phi, 1)) // no pattern of rows
	}
	var moves [2]mat.VecDense
	for k, share := range []float64{0.99, 0.999} {
		u := mat.NewVecDense(p.Order, nil)
		g.withdrawn(p.Inverse, any, share, u.RawVector().Data)
		moves[k].MulVec(p.Effect, u)
	}
	for j := range p.Order {
		if math.Abs(moves[1].AtVec(j)) > 3*math.Abs(moves[0].AtVec(j)) {
			list = append(list, j)
		}
	}
	return list
}

package sandwich

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"example.org/centipawn/internal/confidence"
)

// A regression is weighted least squares with a penalty, written out densely.
type regression struct {
	x       *mat.Dense
	y, w    []float64
	game    []int
	games   int
	penalty *mat.SymDense // nil: none
}

// newRegression draws games of unequal length whose rows share an error.
func newRegression(seed uint64, games, weights int, truth []float64) *regression {
	rng := rand.New(rand.NewPCG(seed, 1))
	r := &regression{games: games}
	var x []float64
	for g := range games {
		common := 2 * rng.NormFloat64()
		for range 1 + rng.IntN(12) {
			y := common + rng.NormFloat64()
			for j := range weights {
				v := float64(rng.IntN(5) - 2)
				if rng.Float64() < 0.4 {
					v = 0
				}
				x = append(x, v)
				y += truth[j] * v
			}
			r.y, r.w, r.game = append(r.y, y), append(r.w, 0.5+rng.Float64()), append(r.game, g)
		}
	}
	r.x = mat.NewDense(len(r.y), weights, x)
	return r
}

// solve returns the minimum without one of the games, and the inverse of the second derivatives;
// −1 leaves out none.
func (r *regression) solve(without int) (beta *mat.VecDense, inverse *mat.Dense) {
	_, p := r.x.Dims()
	h, rhs := mat.NewDense(p, p, nil), mat.NewVecDense(p, nil)
	for i, y := range r.y {
		if r.game[i] != without {
			row := r.x.RowView(i)
			h.RankOne(h, r.w[i], row, row)
			rhs.AddScaledVec(rhs, r.w[i]*y, row)
		}
	}
	if r.penalty != nil {
		h.Add(h, r.penalty)
	}
	inverse, beta = new(mat.Dense), new(mat.VecDense)
	if err := inverse.Inverse(h); err != nil {
		panic(err) // the test is at fault
	}
	beta.MulVec(inverse, rhs)
	return beta, inverse
}

// problem is the regression as the package sees it.
func (r *regression) problem() (*Problem, *mat.VecDense) {
	beta, inverse := r.solve(-1)
	p := &Problem{Order: beta.Len(), Inverse: inverse, Effect: inverse, Games: r.games, Single: make([]Game, r.games), Threads: 2}
	for i, y := range r.y {
		first := y - mat.Dot(r.x.RowView(i), beta)
		g := &p.Single[r.game[i]]
		g.Add(r.w[i]*first, r.w[i], r.w[i])
		for j := range p.Order {
			g.Put(int32(j), r.x.At(i, j))
		}
	}
	if r.penalty != nil {
		p.Penalty = &Penalty{Second: r.penalty, Gradient: make([]float64, p.Order)}
		mat.NewVecDense(p.Order, p.Penalty.Gradient).MulVec(r.penalty, beta)
	}
	return p, beta
}

// TestLeaveOut compares with least squares solved again without each game, of games with fewer
// rows than weights and with more.
func TestLeaveOut(t *testing.T) {
	for _, weights := range []int{3, 9} {
		for _, ridge := range []float64{0, 2} {
			r := newRegression(uint64(weights), 25, weights, make([]float64, weights))
			if ridge > 0 {
				r.penalty = diagonal(weights, ridge)
			}
			p, beta := r.problem()
			left := p.leaveOut()
			jackknife := make([]float64, weights)
			for g := range r.games {
				want, _ := r.solve(g)
				var got mat.VecDense
				got.MulVec(p.Inverse, mat.NewVecDense(weights, left.sums[g*weights:][:weights]))
				for j := range weights {
					change := beta.AtVec(j) - want.AtVec(j)
					jackknife[j] += change * change
					if math.Abs(got.AtVec(j)-change) > 1e-9 {
						t.Fatalf("%d weights, game %d: weight %d moves by %g, want %g", weights, g, j, got.AtVec(j), change)
					}
				}
			}
			if ridge > 0 {
				continue
			}
			for j, se := range p.Bars().StdErr {
				if want := math.Sqrt(jackknife[j] * (1 - 1/float64(r.games))); math.Abs(se-want) > 1e-9 {
					t.Errorf("%d weights: error %d is %g, want %g", weights, j, se, want)
				}
			}
		}
	}
}

func diagonal(n int, v float64) *mat.SymDense {
	d := mat.NewSymDense(n, nil)
	for j := range n {
		d.SetSym(j, j, v)
	}
	return d
}

// TestFreedom compares with Satterthwaite's formula written out for one weight: with B the
// matrix of the games' changes of the weight for independent errors of the rows, (tr B)²/tr B².
func TestFreedom(t *testing.T) {
	for _, games := range []int{4, 7, 30} {
		r := newRegression(uint64(games), games, 1, []float64{0})
		p, _ := r.problem()
		n := len(r.y)
		changes := mat.NewDense(games, n, nil) // of the weight, by the error of a row in its standard deviation
		for g := range games {
			_, all := r.solve(-1)
			_, rest := r.solve(g)
			for i := range n {
				v := all.At(0, 0) * r.x.At(i, 0)
				if r.game[i] != g {
					v -= rest.At(0, 0) * r.x.At(i, 0)
				}
				changes.Set(g, i, v*math.Sqrt(r.w[i]))
			}
		}
		var b, square mat.Dense
		b.Mul(changes, changes.T())
		square.Mul(&b, &b)
		want := mat.Trace(&b) * mat.Trace(&b) / mat.Trace(&square)
		if got := p.Bars().Freedom[0]; math.Abs(got/want-1) > 1e-5 {
			t.Errorf("%d games: %g degrees of freedom, want %g", games, got, want)
		}
	}
}

// TestAlone: what a single game decides has no degree of freedom.
func TestAlone(t *testing.T) {
	r := newRegression(4, 12, 2, []float64{1, 1})
	for i, g := range r.game {
		if g != 3 {
			r.x.Set(i, 1, 0)
		} else {
			r.x.Set(i, 1, 1)
		}
	}
	p, _ := r.problem()
	b := p.Bars()
	if b.Freedom[1] != 0 || b.Freedom[0] < 2 || math.IsNaN(b.StdErr[0]+b.StdErr[1]) {
		t.Errorf("%+v", b)
	}
}

// TestPools: games of which few are left out singly have nearly the bars of all that are.
func TestPools(t *testing.T) {
	const games, weights = 400, 4
	r := newRegression(5, games, weights, make([]float64, weights))
	all, _ := r.problem()
	want := all.Bars()
	p, _ := r.problem()
	p.Exact = make([]bool, weights)
	p.Freedom = Many([]int{games, games, games, games}, games, games)
	p.Sums = make([]float64, games*weights)
	for g := range p.Single {
		p.Single[g].AddScore(p.Sums[g*weights:][:weights], 1)
	}
	p.Single = nil
	got := p.Bars()
	for j := range weights {
		if math.Abs(got.StdErr[j]/want.StdErr[j]-1) > 0.01 || got.Freedom[j] < 100 || want.Freedom[j] < 100 {
			t.Errorf("weight %d: %g of %g, one by one %g of %g", j, got.StdErr[j], got.Freedom[j], want.StdErr[j], want.Freedom[j])
		}
	}
}

// TestOuter compares with sums of one thread.
func TestOuter(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, order := range []int{3, 100} {
		rows := make([]float64, 600*order)
		for i := range rows {
			rows[i] = rng.NormFloat64()
		}
		var want mat.SymDense
		want.SymOuterK(1, mat.NewDense(600, order, rows).T())
		if got := outer(order, 4, rows[:250*order], nil, rows[250*order:]); !mat.EqualApprox(got, &want, 1e-10) {
			t.Errorf("order %d differs", order)
		}
	}
}

// TestFew: weights in few games are left out, with as many games as rows allow.
func TestFew(t *testing.T) {
	if exact := Few([]int{5, 90, 100}, 100, 3000); exact != nil {
		t.Errorf("few rows: %v", exact)
	}
	exact := Few([]int{0, 40, 900_000, 3, 500, 40}, 1_000_000, 40_000_000)
	for j, want := range []bool{false, true, false, true, true, true} {
		if exact[j] != want {
			t.Errorf("many rows: %v", exact)
			break
		}
	}
}

// TestPulled: of weights drawn about the centre of a penalty the intervals hold 92 to 97 %,
// whatever its strength, and so do those of a penalty that bends.
func TestPulled(t *testing.T) {
	const weights, sets = 12, 60
	for _, c := range []struct {
		name     string
		strength float64
		spread   float64
	}{{"fair", 2, 1}, {"weak", 0.1, 1}, {"strong", 100, 1}, {"strong and right", 100, 0.1}} {
		held := 0
		for seed := range uint64(sets) {
			rng, truth := rand.New(rand.NewPCG(seed, 9)), make([]float64, weights)
			for j := range truth {
				truth[j] = c.spread * rng.NormFloat64()
			}
			r := newRegression(seed, 40, weights, truth)
			r.penalty = diagonal(weights, c.strength)
			p, beta := r.problem()
			b := p.Bars()
			for j := range truth {
				if math.Abs(beta.AtVec(j)-truth[j]) <= (confidence.Error{StdErr: b.StdErr[j], Freedom: b.Freedom[j]}).Half95() {
					held++
				}
			}
		}
		share, noise := float64(held)/(sets*weights), 2*math.Sqrt(0.92*0.08/(sets*3))
		t.Logf("%s: %.1f %%", c.name, 100*share)
		if share < 0.92-noise || share > 0.97+noise {
			t.Errorf("%s: %.1f %% of the intervals hold the truth", c.name, 100*share)
		}
	}
}

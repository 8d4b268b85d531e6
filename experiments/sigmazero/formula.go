package sigmazero

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/stat/distuv"
)

// A Formula is what a rule of selection makes of a root of moves whose values are known.
type Formula struct {
	Name    string  `json:"name"`
	Visited float64 `json:"visited"` // mean number of moves that are visited at all
	Best    float64 `json:"best"`    // mean share of the visits that the best move gets
	Chosen  int     `json:"chosen"`  // roots of which the best move has the most visits
	Roots   int     `json:"roots"`
}

// The roots on which formulas are compared: each has 30 moves, of which the best is worth 0.3 and the others 0
// to −0.3; a visit gives the worth with noise of a deviation of 0.3. Policies are uniform.
const (
	rootMoves  = 30
	rootVisits = 800
	rootBest   = 0.3
	rootNoise  = 0.3
	roots      = 100
	exploring  = 2 // r of the printed formula, C_init of the program's
)

// A rule returns the bonus of a move: share is its part of the Dirichlet noise of this visit, all are the visits
// of the root, own those of the move.
type rule struct {
	name  string
	noisy bool // whether it asks for the share
	bonus func(share, all, own float64) float64
}

// rules are the formula of the paper's text, r·d·√(N/(N + 1)), with both meanings that N can have, and PUCT.
// The text adds it where White moves and subtracts it where Black does: of values from White's view that is the
// same rule for both. It has no policy.
func selectionRules() []rule {
	printed := func(d, n float64) float64 { return exploring * d * math.Sqrt(n/(n+1)) }
	return []rule{
		{"printed, N the visits of the root", true, func(d, all, _ float64) float64 { return printed(d, all) }},
		{"printed, N the visits of the move", true, func(d, _, own float64) float64 { return printed(d, own) }},
		{"PUCT, uniform policy", false, func(_, all, own float64) float64 { return exploring / float64(rootMoves) * math.Sqrt(all) / (1 + own) }},
	}
}

// formulas lets every rule search the same roots.
func formulas() (list []Formula) {
	for _, r := range selectionRules() {
		f, visited := Formula{Name: r.name, Roots: roots}, 0
		for seed := range uint64(roots) {
			visits, best := r.search(rand.New(rand.NewPCG(seed, 0)))
			top := 0
			for i, n := range visits {
				visited += truth(n > 0)
				if n > visits[top] {
					top = i
				}
			}
			f.Best += visits[best] / rootVisits / roots
			f.Chosen += truth(top == best)
		}
		f.Visited = float64(visited) / roots
		list = append(list, f)
	}
	return list
}

// search visits the moves of a root, and returns how often, and which is the best.
func (r rule) search(random *rand.Rand) (visits [rootMoves]float64, best int) {
	var worth, sums [rootMoves]float64
	for i := range worth {
		worth[i] = -rootBest * random.Float64()
	}
	best = random.IntN(rootMoves)
	worth[best] = rootBest
	gamma := distuv.Gamma{Alpha: 0.3, Beta: 1, Src: random}
	for all := range rootVisits {
		var shares [rootMoves]float64
		sum := 1.0
		if r.noisy {
			sum = drawShares(&shares, gamma)
		}
		chosen, most := 0, math.Inf(-1)
		for i, n := range visits {
			if bound := sums[i]/(n+1) + r.bonus(shares[i]/sum, float64(all), n); bound > most {
				chosen, most = i, bound
			}
		}
		visits[chosen]++
		sums[chosen] += worth[chosen] + rootNoise*random.NormFloat64()
	}
	return visits, best
}

// drawShares draws shares and returns their sum.
func drawShares(shares *[rootMoves]float64, gamma distuv.Gamma) (sum float64) {
	for i := range shares {
		shares[i] = gamma.Rand()
		sum += shares[i]
	}
	return sum
}

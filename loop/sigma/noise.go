package sigma

import (
	"math"
	"math/rand/v2"

	"centipawn/board"
	"centipawn/neural"
)

// noisy is the policy of a network, of which a share at the root is noise that is drawn once a search.
//
// Source: D. Silver et al. (2018), methods: (1 − ε)·p + ε·Dirichlet(α).
type noisy struct {
	*neural.Evaluator
	share, alpha float64
	random       *rand.Rand
	root         uint64 // key of the position whose policy has it; 0: none
	moves        []board.Move
	logits       []float64 // of these; nil elsewhere
}

// Start implements mcts.Policy.
func (y *noisy) Start(p *board.Position) {
	y.Evaluator.Start(p)
	y.logits = y.logits[:0]
	if y.share == 0 || p.Key() != y.root {
		return
	}
	y.root = 0 // once
	y.moves = p.LegalMoves(y.moves[:0])
	top, sum := math.Inf(-1), 0.0
	for _, m := range y.moves {
		y.logits = append(y.logits, y.Evaluator.Logit(m))
		top = max(top, y.logits[len(y.logits)-1])
	}
	for i, v := range y.logits {
		y.logits[i] = math.Exp(v - top)
		sum += y.logits[i]
	}
	for i, noise := range dirichlet(y.random, y.alpha, len(y.logits)) {
		y.logits[i] = math.Log(max((1-y.share)*y.logits[i]/sum+y.share*noise, 1e-12))
	}
}

// Logit implements mcts.Policy.
func (y *noisy) Logit(m board.Move) float64 {
	for i := range y.logits {
		if y.moves[i] == m {
			return y.logits[i]
		}
	}
	return y.Evaluator.Logit(m)
}

// dirichlet draws shares of n by the symmetric Dirichlet distribution.
func dirichlet(random *rand.Rand, alpha float64, n int) []float64 {
	shares, sum := make([]float64, n), 0.0
	for i := range shares {
		shares[i] = gamma(random, alpha)
		sum += shares[i]
	}
	for i := range shares {
		if sum > 0 {
			shares[i] /= sum
		} else {
			shares[i] = 1 / float64(n)
		}
	}
	return shares
}

// gamma draws a number by the gamma distribution of scale 1.
//
// Source: G. Marsaglia and W. Tsang, "A Simple Method for Generating Gamma Variables" (2000).
func gamma(random *rand.Rand, shape float64) float64 {
	boost := 1.0
	if shape < 1 {
		boost = math.Pow(random.Float64(), 1/shape)
		shape++
	}
	d := shape - 1.0/3
	c := 1 / math.Sqrt(9*d)
	for {
		x := random.NormFloat64()
		v := math.Pow(1+c*x, 3)
		if v > 0 && math.Log(1-random.Float64()) < x*x/2+d-d*v+d*math.Log(v) {
			return boost * d * v
		}
	}
}

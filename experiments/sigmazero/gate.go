package sigmazero

import (
	"math"
	"math/rand/v2"

	"example.org/centipawn/match/elo"
	"example.org/centipawn/winprob"
)

// A Gate is how probable it is that a network passes the paper's gate, which is stronger than the best
// by a number of Elo.
type Gate struct {
	Elo   int     `json:"elo"`
	Paper float64 `json:"paper"` // three wins or more of six games
	Code  float64 `json:"code"`  // as many wins as losses or more: what its program asks
	Ours  float64 `json:"ours"`  // the SPRT of the documentation, simulated
}

// The paper's gate: 2K games, K = 3; and the share of games that are drawn, of equal players.
const (
	gateGames = 6
	gateWins  = 3
	drawn     = 0.5
)

// The gate of the documentation, -gate=-50,100, and of how many matches its chance is the share.
var sprt = elo.SPRT{Elo0: -50, Elo1: 100}

const (
	gatePairs   = 100
	gateMatches = 200
)

// gates calculates the gates of networks of several strengths.
func gates() (list []Gate) {
	random := rand.New(rand.NewPCG(1, 0))
	for _, strength := range []int{-200, -100, -50, 0, 50, 100, 200} {
		score := winprob.Expected(1, float64(strength))
		draw := drawn * 4 * score * (1 - score) // fewer of unequal players
		win := score - draw/2
		list = append(list, Gate{strength, passes(win, draw, func(wins, losses int) bool { return wins >= gateWins }),
			passes(win, draw, func(wins, losses int) bool { return wins >= losses }), simulated(win, draw, random)})
	}
	return list
}

// passes returns the chance of results that pass.
func passes(win, draw float64, pass func(wins, losses int) bool) (sum float64) {
	loss := 1 - win - draw
	for wins := range gateGames + 1 {
		for losses := range gateGames - wins + 1 {
			if draws := gateGames - wins - losses; pass(wins, losses) {
				ways := factorial(gateGames) / factorial(wins) / factorial(losses) / factorial(draws)
				sum += ways * math.Pow(win, float64(wins)) * math.Pow(loss, float64(losses)) * math.Pow(draw, float64(draws))
			}
		}
	}
	return sum
}

// simulated returns the share of matches, of games independent of each other, that pass the SPRT.
func simulated(win, draw float64, random *rand.Rand) float64 {
	passed := 0
	for range gateMatches {
		var pairs elo.Pentanomial
		for range gatePairs {
			pairs[halves(win, draw, random)+halves(win, draw, random)]++
			if d := sprt.Decide(pairs); d != elo.Undecided {
				passed += truth(d == elo.AcceptH1)
				break
			}
		}
	}
	return float64(passed) / gateMatches
}

// halves draws the half points of a game.
func halves(win, draw float64, random *rand.Rand) int {
	switch at := random.Float64(); {
	case at < win:
		return 2
	case at < win+draw:
		return 1
	}
	return 0
}

func factorial(n int) float64 {
	product := 1.0
	for i := 2; i <= n; i++ {
		product *= float64(i)
	}
	return product
}

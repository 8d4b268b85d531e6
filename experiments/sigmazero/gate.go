package sigmazero

import (
	"math"

	"centipawn/winprob"
)

// A Gate is how probable it is that a network passes the paper's gate, which is stronger than the best
// by so many Elo.
type Gate struct {
	Elo   int     `json:"elo"`
	Paper float64 `json:"paper"` // three wins or more of six games
	Code  float64 `json:"code"`  // as many wins as losses or more: what its program asks
}

// The paper's gate: 2K games, K = 3; and the share of games that are drawn, of equal players.
const (
	gateGames = 6
	gateWins  = 3
	drawn     = 0.5
)

// gates calculates the gate of networks of several strengths.
func gates() (list []Gate) {
	for _, elo := range []int{-200, -100, -50, 0, 50, 100, 200} {
		score := winprob.Expected(1, float64(elo))
		draw := drawn * 4 * score * (1 - score) // fewer of unequal players
		win := score - draw/2
		list = append(list, Gate{elo, passes(win, draw, func(wins, losses int) bool { return wins >= gateWins }),
			passes(win, draw, func(wins, losses int) bool { return wins >= losses })})
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

func factorial(n int) float64 {
	product := 1.0
	for i := 2; i <= n; i++ {
		product *= float64(i)
	}
	return product
}

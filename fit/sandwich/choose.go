package sandwich

import (
	"cmp"
	"math"
	"slices"
)

// The most rows that are left out by games, and the most values of games times weights. So
// many rows of pesto take 0.2 s of one core.
const (
	maxRows   = 1 << 15
	maxValues = 1 << 23
)

// Few returns the weights that are seen in few games, which are to be left out one by
// one: as many as the rows allow, from that with the fewest games on. games counts
// them by weight, of all games in so many rows. With all weights exact is nil.
func Few(games []int, all, rows int) (exact []bool) {
	most := maxGames(len(games), all, rows)
	if all <= most {
		return nil
	}
	// Of games that weights choose by chance n·(1 − e^(−sum/n)) differ.
	left := -math.Log1p(-float64(most)/float64(all)) * float64(all)
	order := make([]int, len(games))
	for j := range order {
		order[j] = j
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(games[a], games[b]) })
	exact = make([]bool, len(games))
	for _, j := range order {
		if left -= float64(games[j]); left < 0 {
			break
		}
		exact[j] = games[j] > 0
	}
	return exact
}

// maxGames is the number of games that the rows and the memory allow.
func maxGames(weights, all, rows int) int {
	return min(maxRows*all/max(1, rows), maxValues/max(1, weights))
}

// Many returns the degrees of freedom of weights that are not left out: the games in
// which a weight is seen, as far as they are of equal length, less one. effective is
// (Σn)²/Σn² over the rows n of all games.
func Many(games []int, all int, effective float64) []float64 {
	freedom := make([]float64, len(games))
	for j, n := range games {
		freedom[j] = max(1, float64(n)*effective/float64(max(1, all))-1)
	}
	return freedom
}

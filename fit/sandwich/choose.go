package sandwich

import (
	"cmp"
	"slices"
)

// The most rows that are left out by games, and the most values of games times weights. So
// many rows of pesto take some 0.3 s on two cores.
const (
	maxRows   = 1 << 16
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
	order := make([]int, len(games))
	for j := range order {
		order[j] = j
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(games[a], games[b]) })
	exact = make([]bool, len(games))
	for _, j := range order {
		if games[j] == 0 {
			continue
		}
		if most -= games[j]; most < 0 {
			break
		}
		exact[j] = true
	}
	return exact
}

// maxGames is the number of games that the rows and the memory allow.
func maxGames(weights, all, rows int) int {
	return min(maxRows*all/max(1, rows), maxValues/max(1, weights))
}

// Many returns the degrees of freedom of weights that many games tell of: the games in
// which a weight is seen, as far as they are of equal length, less one. effective is
// (Σn)²/Σn² over the rows n of all games.
func Many(games []int, all int, effective float64) []float64 {
	freedom := make([]float64, len(games))
	for j, n := range games {
		freedom[j] = max(1, float64(n)*effective/float64(max(1, all))-1)
	}
	return freedom
}

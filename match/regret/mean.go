package regret

import (
	"math"

	"example.org/centipawn/internal/confidence"
)

// A Mean is one over roots, in points a move, with an error that takes games as the unit.
type Mean struct {
	Value  float64 `json:"value"`
	StdErr float64 `json:"stderr"`
	Roots  int     `json:"roots"` // that the mean is over
	Games  int     `json:"games"` // that they are of
}

// Half95 returns half the width of the 95 % interval; infinite of one game.
func (m Mean) Half95() float64 {
	switch {
	case m.Games > 1:
		return confidence.Error{StdErr: m.StdErr, Freedom: float64(m.Games - 1)}.Half95()
	case m.Roots == 0:
		return 0
	}
	return math.Inf(1)
}

// meanOf returns the mean of x. Of n numbers in G games, the sums u of whose residuals are those of
// the games, its variance is G/(G−1)·Σu²/n².
//
// Source: K.-Y. Liang, S. Zeger, "Longitudinal Data Analysis Using Generalized Linear Models" (1986).
func meanOf(x []float64, game []uint32) Mean {
	m := Mean{Roots: len(x)}
	if len(x) == 0 {
		return m
	}
	n := float64(len(x))
	for _, v := range x {
		m.Value += v / n
	}
	number := map[uint32]int{}
	var sums []float64 // in the order of the games, so that rounding does not depend on the map
	for i, v := range x {
		k, seen := number[game[i]]
		if !seen {
			k = len(sums)
			number[game[i]], sums = k, append(sums, 0)
		}
		sums[k] += v - m.Value
	}
	if m.Games = len(sums); m.Games < 2 {
		return m
	}
	square := 0.0
	for _, u := range sums {
		square += u * u
	}
	g := float64(m.Games)
	m.StdErr = math.Sqrt(g/(g-1)*square) / n
	return m
}

// A sample is numbers of roots, with the games of these.
type sample struct {
	x    []float64
	game []uint32
}

func (s *sample) add(x float64, root *Root) { s.x, s.game = append(s.x, x), append(s.game, root.Game) }

func (s *sample) mean() Mean { return meanOf(s.x, s.game) }

package sigmazero

import (
	"fmt"
	"math"

	"example.org/centipawn/internal/confidence"
	"example.org/centipawn/loop/lesson"
)

// A Mean is a mean with half of its 95 % interval; games, not positions, count as independent.
type Mean struct {
	Value lesson.Number `json:"value"`
	Half  float64       `json:"half"` // 0: fewer than two games
	Games int           `json:"games"`
}

func (m Mean) String() string { return fmt.Sprintf("%+.3f ± %.3f", float64(m.Value), m.Half) }

// means sums numbers by game, in the order in which games come.
type means struct {
	place map[uint32]int
	sums  [][2]float64 // of a game: sum and number
}

func (m *means) add(game uint32, v float64) {
	if m.place == nil {
		m.place = map[uint32]int{}
	}
	i, known := m.place[game]
	if !known {
		i = len(m.sums)
		m.place[game] = i
		m.sums = append(m.sums, [2]float64{})
	}
	m.sums[i][0] += v
	m.sums[i][1]++
}

// mean returns the mean of all numbers. Its error is that of a ratio of sums over games.
//
// Source: W. Cochran, "Sampling Techniques" (1977), section 6.
func (m *means) mean() Mean {
	sum, n, games := 0.0, 0.0, len(m.sums)
	for _, s := range m.sums {
		sum, n = sum+s[0], n+s[1]
	}
	out := Mean{Value: lesson.Number(sum / n), Games: games}
	if games < 2 {
		return out
	}
	squares := 0.0
	for _, s := range m.sums {
		rest := s[0] - sum/n*s[1]
		squares += rest * rest
	}
	of := float64(games)
	out.Half = confidence.Error{StdErr: math.Sqrt(squares*of/(of-1)) / n, Freedom: of - 1}.Half95()
	return out
}

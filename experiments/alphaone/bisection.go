package alphaone

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"example.org/centipawn/internal/report"
	"example.org/centipawn/winprob"
)

// The paper's procedure: a bisection of 0 to 3200 Elo in five steps. In each the
// player meets an opponent who is set to the middle of what is left, in a match of
// six games, and three points or more put him into the upper half.
const (
	bisectionTop   = 3200
	bisectionSteps = 5
	bisectionGames = 6
	bracketWidth   = bisectionTop >> bisectionSteps
)

// floorElo is the least that the paper's opponent can be set to; less is silently
// ignored, so that every engine meant to have 100 to 1300 Elo had this.
//
// Source: Stockfish 16, option UCI_Elo, min 1320.
const floorElo = 1320

// drawShare is the share of draws between equals in the simulation. The outcome hardly
// depends on it: an eighth is what two settings of such an opponent made of 300 games.
const drawShare = 0.125

// A Bisection is what the procedure says of players of a known rating, over many runs.
type Bisection struct {
	Elo   float64 `json:"elo"`   // the truth, on the opponent's scale
	Floor float64 `json:"floor"` // of the opponent; 0: it plays as it is set

	Right  float64 `json:"right"`  // share of the runs that end in the bracket of the truth
	Low    int     `json:"low"`    // 5 % quantile of the brackets' lower ends
	Median int     `json:"median"` //
	High   int     `json:"high"`   // 95 %
	RMSE   float64 `json:"rmse"`   // of the brackets' middles, Elo
}

// simulate runs the procedure many times.
func simulate(elo, floor float64, runs int, rng *rand.Rand) Bisection {
	b := Bisection{Elo: elo, Floor: floor}
	var brackets []int
	for range runs {
		low := bisect(elo, floor, rng)
		brackets = append(brackets, low)
		if float64(low) <= elo && elo < float64(low+bracketWidth) {
			b.Right++
		}
		miss := float64(low) + bracketWidth/2 - elo
		b.RMSE += miss * miss
	}
	slices.Sort(brackets)
	b.Right /= float64(runs)
	b.RMSE = math.Sqrt(b.RMSE / float64(runs))
	b.Low, b.Median, b.High = brackets[runs/20], brackets[runs/2], brackets[runs-1-runs/20]
	return b
}

// bisect returns the lower end of the bracket that one run ends with.
func bisect(elo, floor float64, rng *rand.Rand) int {
	low, high := 0, bisectionTop
	for range bisectionSteps {
		middle := (low + high) / 2
		expected := winprob.Expected(1, elo-max(float64(middle), floor))
		low, high, _ = halve(low, high, halfPoints(expected, rng))
	}
	return low
}

// halve returns what a match leaves of a bracket, given the player's half points: three points of six take him into
// the upper half.
func halve(low, high, halfPoints int) (newLow, newHigh int, upper bool) {
	middle := (low + high) / 2
	if upper = halfPoints >= bisectionGames; upper {
		return middle, high, upper
	}
	return low, middle, upper
}

// halfPoints draws the score of a match in half points: as many draws as between
// equals, fewer where one side is far better.
func halfPoints(expected float64, rng *rand.Rand) (n int) {
	draws := drawShare * 4 * expected * (1 - expected)
	for range bisectionGames {
		switch u := rng.Float64(); {
		case u < draws:
			n++
		case u < expected+draws/2:
			n += 2
		}
	}
	return n
}

// simulated are the ratings that the procedure is tried with: the middles of brackets of the
// paper's table 3 and what lies about the floor.
var simulated = []float64{600, 1000, 1200, 1320, 1450, 1550, 1850, 2050, 2500}

// Bisections simulates the procedure with an opponent who plays as he is set, and with
// the paper's.
func Bisections(runs int, seed uint64) (list []Bisection) {
	rng := rand.New(rand.NewPCG(seed, 0))
	for _, floor := range []float64{0, floorElo} {
		for _, elo := range simulated {
			list = append(list, simulate(elo, floor, runs, rng))
		}
	}
	return list
}

// bisectionTable is the error of the procedure.
func bisectionTable(list []Bisection, runs int) (*report.Table, error) {
	var rows [][]string
	for _, b := range list {
		floor := "none"
		if b.Floor > 0 {
			floor = fmt.Sprint(b.Floor)
		}
		rows = append(rows, []string{
			floor, fmt.Sprint(b.Elo), fmt.Sprintf("%.0f", 100*b.Right), bracket(b.Median),
			fmt.Sprintf("%d to %d", b.Low, b.High+bracketWidth), fmt.Sprintf("%.0f", b.RMSE),
		})
	}
	return report.NewTable(fmt.Sprintf("The paper's procedure, simulated %d times for each rating: matches of %d games, %d halvings of 0 to %d", runs, bisectionGames, bisectionSteps, bisectionTop),
		[]string{"opponent's floor", "true Elo", "right bracket %", "median bracket", "5 % to 95 %", "rmse"}, rows)
}

func bracket(low int) string { return fmt.Sprintf("[%d, %d]", low, low+bracketWidth) }

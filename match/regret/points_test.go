package regret

import (
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"
)

// TestRankCorrelation: docs/measured/regret.md says how the points' differences rank their matches, for each of their
// conditions: after a change of points.csv this test prints the lines that should stand there.
func TestRankCorrelation(t *testing.T) {
	page, err := os.ReadFile("../../docs/measured/regret.md")
	if err != nil {
		t.Fatal(err)
	}
	of := map[Conditions][]Point{}
	for _, p := range Embedded() {
		of[p.Conditions] = append(of[p.Conditions], p)
	}
	for c, points := range of {
		line := fmt.Sprintf("| %s, %s search, %s; teacher %s | %d | %.2f |",
			c.Baseline, c.Search, c.Limit, c.Teacher, len(points), rankCorrelation(points))
		if !strings.Contains(string(page), line) {
			t.Errorf("docs/measured/regret.md lacks %q", line)
		}
	}
}

// TestRankCorrelationKnown: orders that are known, and ties.
func TestRankCorrelationKnown(t *testing.T) {
	points := func(elos ...float64) (list []Point) {
		for i, y := range elos {
			list = append(list, point(0.001*float64(i), 0.001, y, 10))
		}
		return list
	}
	for _, tt := range []struct {
		points []Point
		want   float64
	}{
		{points(30, 20, 10, 0), 1},
		{points(0, 10, 20, 30), -1},
		{points(30, 10, 20, 0), 0.8},
		{points(20, 20, 0), math.Sqrt(3) / 2},
	} {
		if got := rankCorrelation(tt.points); math.Abs(got-tt.want) > 1e-12 {
			t.Errorf("%v: %g, want %g", tt.points, got, tt.want)
		}
	}
}

// rankCorrelation is Spearman's of Elo and the difference of regrets, its sign turned: 1 where the player
// that loses less by its moves always scores more.
func rankCorrelation(points []Point) float64 {
	x, y := make([]float64, len(points)), make([]float64, len(points))
	for i := range points {
		x[i] = rank(points, func(p *Point) float64 { return -p.Regret }, i)
		y[i] = rank(points, func(p *Point) float64 { return p.Elo.Value }, i)
	}
	return stat.Correlation(x, y, nil)
}

// rank is that of a point by a value: how many have less, and half of those that have as much.
func rank(points []Point, value func(*Point) float64, at int) (r float64) {
	own := value(&points[at])
	for i := range points {
		switch v := value(&points[i]); {
		case v < own:
			r++
		case v == own:
			r += 0.5
		}
	}
	return r
}

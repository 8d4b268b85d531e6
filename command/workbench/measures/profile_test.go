package measures

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/centipawn/fit/bootstrap"
	"example.org/centipawn/matrix"
)

// randomTest returns test rows of games with a single weight, whose labels are of another value of it.
func randomTest(games, each int) *Test {
	rng := rand.New(rand.NewPCG(1, 2))
	t := &testRows{weights: map[string][]place{"w": {{0, always}}}, columns: make([]posting, 1), games: make([]float64, games)}
	p := &t.columns[0]
	for g := range games {
		bias := rng.NormFloat64()
		for range each {
			i := len(t.row)
			x := float32(rng.NormFloat64())
			t.row, t.game, t.weight = append(t.row, int32(i)), append(t.game, int32(g)), append(t.weight, 1)
			t.score, t.label = append(t.score, 3*float64(x)), append(t.label, 3.2*float64(x)+bias+rng.NormFloat64())
			p.rows, p.counts = append(p.rows, int32(i)), append(p.counts, x)
			squared, _ := t.lossesOf(i, t.score[i])
			t.loss = append(t.loss, squared)
			t.sums.squared += squared
			t.games[g] += squared
			t.total++
		}
	}
	p.of = matrix.Column{Name: "w"}
	return &Test{testRows: t}
}

// TestRelative: the interval of a change is about as wide as that of resampling the games, by which fit prints its own.
func TestRelative(t *testing.T) {
	test := randomTest(300, 5)
	c, err := test.with([]Change{{Name: "w", Old: 3, Value: 3.2}})
	if err != nil {
		t.Fatal(err)
	}
	share, half := c.relative()
	r := bootstrap.Ratio{Above: make([]float64, 300), Below: test.games}
	for i := range test.row {
		r.Above[test.game[i]] += c.lossOf(i)
	}
	want := bootstrap.Intervals(1000, 1, r)[0]
	if width := (want.High - want.Low) / 2; half == nil || math.Abs(*half-width) > width/10 || !(share < 0) {
		t.Errorf("%g ± %g, want a half of %g", share, *half, width)
	}
	if _, half := must(randomTest(bootstrap.LeastGames-1, 9).with(nil)).relative(); half != nil {
		t.Error("too few games have an interval")
	}
}

func must(c *changed, err error) *changed {
	if err != nil {
		panic(err)
	}
	return c
}

// TestProfile: of a linear evaluation and a squared error the parabola is the loss, and its vertex is best.
func TestProfile(t *testing.T) {
	test := randomTest(50, 20)
	p, err := test.Profile(Change{Name: "w", Old: 3, Half: 0.1}, true)
	if err != nil {
		t.Fatal(err)
	}
	var above, below float64
	for i, x := range test.columns[0].counts {
		above += float64(x) * test.label[i]
		below += float64(x) * float64(x)
	}
	if math.Abs(p.Best.Value-above/below) > 0.01 || math.Abs(p.Curvature-2*below/test.total) > 1e-6 || math.Abs(3-p.Slope/p.Curvature-above/below) > 1e-6 {
		t.Errorf("%+v, best %+v; least squares say %g", p, p.Best, above/below)
	}
	none, err := test.Profile(Change{Name: "none", Old: 3}, false)
	if err != nil || none.Rows != 0 || none.Slope != 0 || none.Curvature != 0 {
		t.Errorf("a weight that no row counts: %+v, %v", none, err)
	}
	if _, err := test.Profile(Change{Name: "none", Old: 3}, true); err == nil {
		t.Error("a weight that no row counts has a best value")
	}
}

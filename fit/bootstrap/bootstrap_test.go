package bootstrap

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.org/centipawn/internal/long"
)

// results draws games whose rows share their result, and adds their squared errors, a
// length of 15 rows on average.
func results(rng *rand.Rand, n int) Ratio {
	var r Ratio
	for range n {
		rows := 1.0
		for rng.Float64() > 1./15 {
			rows++
		}
		e, luck, result := (rng.Float64()+rng.Float64()+rng.Float64())/3, rng.Float64(), 0.0
		switch {
		case luck < 0.7*e:
			result = 1
		case luck < 0.7*e+0.3:
			result = 0.5
		}
		r.Above = append(r.Above, rows*((result-e)*(result-e)+0.05*rng.Float64()))
		r.Below = append(r.Below, rows)
	}
	return r
}

// TestCoverage: of 1000 sets of games 92 to 97 % of the intervals hold the truth.
func TestCoverage(t *testing.T) {
	long.Skip(t, "takes seconds")
	const sets = 1000
	rng := rand.New(rand.NewPCG(1, 2))
	all := results(rng, 1_000_000)
	truth := all.ratio(repeat(1, len(all.Above)))
	for _, n := range []int{LeastGames, 7, 10, 20, 50, 100, 200} {
		held := 0
		for range sets {
			if in := Intervals(300, 1, results(rng, n))[0]; in.Low <= truth && truth <= in.High {
				held++
			}
		}
		share, noise := float64(held)/sets, 2*math.Sqrt(0.92*0.08/sets)
		t.Logf("%d games: %.1f %%", n, 100*share)
		if share < 0.92-noise || share > 0.97+noise {
			t.Errorf("%d games: %.1f %% of the intervals hold the truth", n, 100*share)
		}
	}
}

func repeat(v float64, n int) []float64 {
	s := make([]float64, n)
	for i := range s {
		s[i] = v
	}
	return s
}

// TestWays: with as many games as are drawn in their own errors and one more the two
// ways agree.
func TestWays(t *testing.T) {
	r := results(rand.New(rand.NewPCG(3, 4)), fewGames+1)
	many := Intervals(1000, 1, r)[0]
	few := Intervals(1000, 1, Ratio{Above: r.Above[:fewGames], Below: r.Below[:fewGames]})[0]
	width := func(in *Interval) float64 { return in.High - in.Low }
	if math.Abs(few.Low-many.Low) > 0.1*width(many) || math.Abs(few.High-many.High) > 0.1*width(many) {
		t.Errorf("few %+v, many %+v", few, many)
	}
}

// TestStdErr compares the standard error of a ratio with that of draws.
func TestStdErr(t *testing.T) {
	r := results(rand.New(rand.NewPCG(5, 6)), 400)
	ones := repeat(1, 400)
	se, in := r.stdErr(ones, r.ratio(ones)), Intervals(4000, 1, r)[0]
	if math.Abs(se/in.StdErr-1) > 0.06 {
		t.Errorf("%g, of draws %g", se, in.StdErr)
	}
}

// TestFunctions: an interval of a function has the function of its ends, in order.
func TestFunctions(t *testing.T) {
	r := results(rand.New(rand.NewPCG(7, 8)), 30)
	root, rest := r, r
	root.Of, rest.Of = math.Sqrt, func(v float64) float64 { return 1 - v }
	in := Intervals(200, 1, r, root, rest)
	if in[1].Low != math.Sqrt(in[0].Low) || in[1].High != math.Sqrt(in[0].High) || in[2].Low != 1-in[0].High || in[2].High != 1-in[0].Low {
		t.Errorf("%+v, %+v, %+v", in[0], in[1], in[2])
	}
}

// TestFewest: intervals of the fewest games, of games that are alike and of nothing are finite, and fewer
// games have none.
func TestFewest(t *testing.T) {
	for _, r := range []Ratio{
		{Above: []float64{1, 2, 2, 2, 2}, Below: []float64{3, 3, 3, 3, 3}}, {Above: []float64{2, 2, 2, 2, 2}, Below: []float64{1, 1, 1, 1, 1}},
		{Above: make([]float64, 5), Below: make([]float64, 5)}, {Above: []float64{-1, 2, -1, 2, 2}, Below: []float64{1, 1, 1, 1, 1}},
	} {
		in := Intervals(100, 1, r)[0]
		if math.IsNaN(in.Low+in.High+in.StdErr) || math.IsInf(in.High-in.Low, 0) || in.Low > in.High || in.Low < 0 && r.Above[0] >= 0 {
			t.Errorf("%+v: %+v", r, in)
		}
		if in := Intervals(100, 1, Ratio{Above: r.Above[1:], Below: r.Below[1:]}, r); len(in) != 2 || in[0] != nil || in[1] != nil {
			t.Errorf("of four games: %+v", in)
		}
	}
}

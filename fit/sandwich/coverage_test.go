package sandwich_test

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/centipawn/fit"
	"example.org/centipawn/fit/fittest"
	"example.org/centipawn/internal/long"
	"example.org/centipawn/matrix"
)

// TestCoverageOfFewGames: eight weights and few games, from which the scatter of
// the games alone covers 79 to 88 % at 8 games.
func TestCoverageOfFewGames(t *testing.T) {
	long.Skip(t, "takes seconds")
	fits := 20 * *fittest.Simulations
	for _, loss := range []fit.Loss{fit.Sigmoid, fit.CrossEntropy} {
		for _, games := range []int{8, 15, 30, 60, 150} {
			t.Run(fmt.Sprintf("%v/%d", loss, games), func(t *testing.T) {
				var c fittest.Coverage
				for seed := range uint64(fits) {
					l := fittest.Usual(seed)
					l.Games, l.PerGame, l.Sources = games, 30, 1
					r, err := fit.Fit(t.Context(), l.Set(t), fittest.Planted(loss))
					if err != nil { // games that the weights tell without an error
						continue
					}
					c.Add(r, l.Truth)
				}
				c.Check(t, fits)
			})
		}
	}
}

// A crowd is games of many weights, most of them rare: a game has twelve of them.
type crowd struct {
	weights, games, perGame int
	sd                      float64 // of the planted weights
	counts                  int     // of a row; 0: 8
}

// rows draws weights and plays the games. The rows of a game share their luck.
func (c crowd) rows(seed uint64) (rows []fittest.Row, truth []float64) {
	rng := rand.New(rand.NewPCG(seed, 5))
	for range c.weights {
		truth = append(truth, c.sd*rng.NormFloat64())
	}
	l := fittest.League{Columns: fittest.PlainColumns(c.weights), Truth: truth}
	for g := range c.games {
		luck, at := rng.Float64(), make([]int, 12)
		for k := range at {
			at[k] = int(float64(c.weights) * math.Pow(rng.Float64(), 3))
		}
		for range c.perGame {
			r := fittest.Row{Weight: 1, Game: uint32(g + 1), Hash: rng.Uint64(), Mg: 2, Eg: 2, Counts: make([]float32, c.weights)}
			for range cmp.Or(c.counts, 8) {
				r.Counts[at[rng.IntN(len(at))]] += float32(2*rng.IntN(2) - 1)
			}
			r.Result = fittest.Result(1/(1+math.Pow(10, -1.2*l.Evaluation(r)/400)), luck)
			rows = append(rows, r)
		}
	}
	return rows, truth
}

// TestCoverageOfRareWeights: weights in 8 to 31 games of 400, where the scatter alone covers
// 89 to 91 %.
func TestCoverageOfRareWeights(t *testing.T) {
	long.Skip(t, "takes seconds")
	fits := 12 * *fittest.Simulations
	for _, loss := range []fit.Loss{fit.Sigmoid, fit.CrossEntropy} {
		var c fittest.Coverage
		for seed := range uint64(fits) {
			rows, truth := crowd{weights: 60, games: 400, perGame: 20, sd: 40}.rows(seed)
			r := fittest.MustFit(t, fittest.NewSet(t, fittest.PlainColumns(60), 500, rows), fittest.Planted(loss))
			for j, w := range r.Weights {
				if w.Games >= 8 && w.Games < 32 {
					c.Add(&fit.Result{Weights: []fit.Weight{w}}, truth[j:])
				}
			}
		}
		c.Check(t, 4*fits) // a dozen weights a fit
	}
}

// TestCoverageUnderPrior: planted weights about the prior, with strengths that are given, right and
// far too strong, and chosen (-1), of data that say much and little, of weights that spread little
// and far. The scatter of the games alone covers 35 to 79 % of the second crowd, and with the
// curvature at the weights that a strong prior holds 82 to 90 % of the third.
func TestCoverageUnderPrior(t *testing.T) {
	long.Skip(t, "takes seconds")
	fits := 4 * *fittest.Simulations
	for _, c := range []crowd{{60, 300, 20, 30, 0}, {150, 100, 30, 30, 0}, {60, 300, 20, 80, 0}} {
		for _, rows := range []float64{10, 100, 1000, 30000, -1} {
			t.Run(fmt.Sprintf("%d weights of %g/%g", c.weights, c.sd, rows), func(t *testing.T) {
				var sum fittest.Coverage
				for seed := range uint64(fits) {
					r, truth := c.under(t, seed, rows, func(float64) float64 { return 0 })
					sum.Add(r, truth)
				}
				sum.Check(t, 10*fits)
			})
		}
	}
}

// under fits a crowd under a prior of so many rows, -1 to choose them, with a centre for each
// planted weight.
func (c crowd) under(t *testing.T, seed uint64, strength float64, centre func(truth float64) float64) (*fit.Result, []float64) {
	rows, truth := c.rows(seed)
	opt := fittest.Planted([]fit.Loss{fit.Sigmoid, fit.CrossEntropy}[seed%2])
	for j, v := range truth {
		opt.Texel.Prior = append(opt.Texel.Prior, fit.NamedWeight{Name: fmt.Sprintf("x%d", j), Value: centre(v)})
	}
	if opt.Texel.PriorRows = strength; strength < 0 {
		opt.Texel.PriorRows, opt.Texel.Choose.Prior = 0, true
	}
	return fittest.MustFit(t, fittest.NewSet(t, fittest.PlainColumns(c.weights), 500, rows), opt), truth
}

// TestCoverageUnderWrongPrior: priors that are off by a factor, of the wrong sign, off by a few far
// outliers. The intervals may be too wide there, but not too narrow.
func TestCoverageUnderWrongPrior(t *testing.T) {
	long.Skip(t, "takes seconds")
	fits := 4 * *fittest.Simulations
	rng := rand.New(rand.NewPCG(1, 50))
	for name, centre := range map[string]func(v float64) float64{
		"all 60 off": func(v float64) float64 { return v + 60 }, "twice": func(v float64) float64 { return 2 * v },
		"wrong sign": func(v float64) float64 { return -v },
		"outliers":   func(v float64) float64 { return v + 30*rng.NormFloat64()/math.Sqrt(rng.ExpFloat64()) },
	} {
		for _, rows := range []float64{100, 10_000} {
			var sum fittest.Coverage
			for seed := range uint64(fits) {
				r, truth := crowd{60, 300, 20, 50, 0}.under(t, seed, rows, centre)
				sum.Add(r, truth)
			}
			share := float64(sum.Held) / float64(sum.All)
			t.Logf("%s, %g rows: %.1f %%", name, rows, 100*share)
			if share < 0.92-2*math.Sqrt(0.92*0.08/float64(30*fits)) {
				t.Errorf("%s, %g rows: %.1f %% of %d intervals hold the truth", name, rows, 100*share, sum.All)
			}
		}
	}
}

// TestCoverageOfTables: tables of five pieces, tapered, from a thousand games without a prior, of
// which the scatter of the games alone covers 87 %.
func TestCoverageOfTables(t *testing.T) {
	long.Skip(t, "takes seconds")
	fits := *fittest.Simulations
	for _, loss := range []fit.Loss{fit.Sigmoid, fit.CrossEntropy} {
		var sum fittest.Coverage
		for seed := range uint64(fits) {
			columns, rows, truth := tables(seed, 1000, 25)
			sum.Add(fittest.MustFit(t, fittest.NewSet(t, columns, 500, rows), fittest.Planted(loss)), truth)
		}
		sum.Check(t, 60*fits)
	}
}

// tables plays games with planted piece-square tables: a game's pieces stand on squares of its
// own, and a third of them elsewhere from row to row.
func tables(seed uint64, games, perGame int) (columns []matrix.Column, rows []fittest.Row, truth []float64) {
	const squares, pieces = 5 * 64, 24
	rng := rand.New(rand.NewPCG(seed, 8))
	columns = fittest.PlainColumns(squares)
	for j := range columns {
		columns[j].Tapered = true
		truth = append(truth, 20*rng.NormFloat64(), 20*rng.NormFloat64())
	}
	l := fittest.League{Columns: columns, Truth: truth}
	for g := range games {
		var at [pieces]int
		for k := range at {
			at[k] = rng.IntN(squares)
		}
		for i := range perGame {
			luck, phase := rng.Float64(), uint8(4-4*i/perGame)
			r := fittest.Row{Weight: 1, Game: uint32(g + 1), Hash: rng.Uint64(), Mg: phase, Eg: phase, Counts: make([]float32, squares)}
			for k, square := range at {
				if rng.IntN(3) == 0 {
					square = rng.IntN(squares)
				}
				r.Counts[square] += float32(1 - 2*(k%2))
			}
			r.Result = fittest.Result(1/(1+math.Pow(10, -1.2*l.Evaluation(r)/400)), luck)
			rows = append(rows, r)
		}
	}
	return columns, rows, truth
}

// TestCoverageUnderRidge: the same of least squares.
func TestCoverageUnderRidge(t *testing.T) {
	long.Skip(t, "takes seconds")
	fits := 8 * *fittest.Simulations
	for _, ridge := range []float64{10, 100, 1000} {
		var sum fittest.Coverage
		for seed := range uint64(fits) {
			rows, truth := crowd{60, 300, 20, 30, 0}.rows(seed)
			l, rng, common := fittest.League{Columns: fittest.PlainColumns(60), Truth: truth}, rand.New(rand.NewPCG(seed, 6)), 0.0
			for i := range rows {
				if i%20 == 0 {
					common = 100 * rng.NormFloat64()
				}
				rows[i].Score = int16(math.Round(l.Evaluation(rows[i]) + common + 100*rng.NormFloat64()))
			}
			opt := fittest.Planted(fit.Squared)
			opt.Ridge, opt.Texel = ridge, fit.Texel{}
			sum.Add(fittest.MustFit(t, fittest.NewSet(t, fittest.PlainColumns(60), 500, rows), opt), truth)
		}
		sum.Check(t, 10*fits)
	}
}

// TestCoverageUnderSmoothness: tables that are nearly straight lines.
func TestCoverageUnderSmoothness(t *testing.T) {
	long.Skip(t, "takes seconds")
	const size = 24
	fits := 12 * *fittest.Simulations
	var sum fittest.Coverage
	for seed := range uint64(fits) {
		c := crowd{weights: size, games: 120, perGame: 15, sd: 1}
		_, bends := c.rows(seed)
		rng, truth := rand.New(rand.NewPCG(seed, 7)), make([]float64, size)
		slope := 0.0
		for j := range truth {
			if slope += 6 * bends[j]; j > 0 {
				truth[j] = truth[j-1] + slope
			}
		}
		columns := fittest.PlainColumns(size)
		for j := range columns {
			columns[j].Name = fmt.Sprintf("table.%d", j)
		}
		l := fittest.League{Columns: columns, Truth: truth}
		var rows []fittest.Row
		for g := range c.games {
			luck := rng.Float64()
			for range c.perGame {
				r := fittest.Row{Weight: 1, Game: uint32(g + 1), Hash: rng.Uint64(), Mg: 2, Eg: 2, Counts: make([]float32, size)}
				for range 4 {
					r.Counts[int(size*math.Pow(rng.Float64(), 2))] += float32(2*rng.IntN(2) - 1)
				}
				r.Result = fittest.Result(1/(1+math.Pow(10, -1.2*l.Evaluation(r)/400)), luck)
				rows = append(rows, r)
			}
		}
		opt := fittest.Planted(fit.CrossEntropy)
		opt.Texel.Smooth = 100
		sum.Add(fittest.MustFit(t, fittest.NewSet(t, columns, 500, rows), opt), truth)
	}
	sum.Check(t, fits)
}

// TestHeldByPrior: a weight in five rows of one game is held by the prior: it has no t, and its ± is
// that of the others' distances from the prior. Weights of many games are not held.
func TestHeldByPrior(t *testing.T) {
	for _, loss := range []fit.Loss{fit.Squared, fit.Sigmoid, fit.CrossEntropy} {
		l := fittest.Usual(3)
		rows := l.Rows()
		for i := range rows {
			if rows[i].Counts[5] = 0; i < 5 {
				rows[i].Counts[5] = 1
			}
		}
		opt := fittest.Planted(loss)
		if opt.Ridge = 10; loss == fit.Squared {
			opt.Texel = fit.Texel{}
		}
		r := fittest.MustFit(t, fittest.NewSet(t, l.Columns, 100, rows), opt)
		if w := r.Weights[7]; w.Rows != 5 || w.Games != 1 || w.Bound != fit.BoundPrior || w.T != 0 || w.StdErr > 0 && w.Interval95() < 5 {
			t.Errorf("%v: in five rows of a game: %+v ± %.3g", loss, w, w.Interval95())
		}
		if w := r.Weights[0]; w.Bound != "" || w.T == 0 {
			t.Errorf("%v: in many games: %+v", loss, w)
		}
	}
}

// TestPriorDecides: a weight that the data do not determine has a bar as wide as the
// distances of the others from the prior, and not next to none.
func TestPriorDecides(t *testing.T) {
	rows, _ := crowd{30, 200, 10, 40, 0}.rows(1)
	for i := range rows {
		rows[i].Counts = append(rows[i].Counts, rows[i].Counts[0]) // a column twice
	}
	opt := fittest.Planted(fit.CrossEntropy)
	opt.Ridge = 20
	r := fittest.MustFit(t, fittest.NewSet(t, fittest.PlainColumns(31), 500, rows), opt)
	if half := r.Weights[30].Interval95(); half < 20 {
		t.Errorf("± %.2g on half of a sum", half)
	}
}

// TestJackknife compares errors with those of fits without each of twenty games, of which the rows
// of the squared loss take as much as the quadratic approximation can.
func TestJackknife(t *testing.T) {
	long.Skip(t, "takes seconds")
	for _, loss := range []fit.Loss{fit.Sigmoid, fit.CrossEntropy} {
		l := fittest.Usual(3)
		l.Games, l.PerGame, l.Sources = 20, 30, 1
		rows := l.Rows()
		r := fittest.MustFit(t, fittest.NewSet(t, l.Columns, 100, rows), fittest.Planted(loss))
		squares := make([]float64, len(r.Weights))
		for g := range uint32(l.Games) {
			rest := slices.DeleteFunc(slices.Clone(rows), func(r fittest.Row) bool { return r.Game == g+1 })
			opt := fittest.Planted(loss)
			opt.Texel.Quick = true
			for j, w := range fittest.MustFit(t, fittest.NewSet(t, l.Columns, 100, rest), opt).Weights {
				squares[j] += (w.Value - r.Weights[j].Value) * (w.Value - r.Weights[j].Value)
			}
		}
		for j, w := range r.Weights {
			want := math.Sqrt(squares[j] * (1 - 1/float64(l.Games)))
			if ratio := w.StdErr / want; ratio < 0.8 || ratio > 1.25 || w.DF < 5 || w.DF > 19 {
				t.Errorf("%v: %s has an error of %.2f with %.1f degrees of freedom, fits without each game %.2f", loss, w.Name, w.StdErr, w.DF, want)
			}
		}
	}
}

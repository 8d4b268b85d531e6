package sandwich_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.org/centipawn/fit"
	"example.org/centipawn/fit/fittest"
	"example.org/centipawn/internal/long"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/matrix"
)

// New terms are few, in games of 20 to 50 rows with one result: the truth is the prior and a normal
// deviation of 30 centipawns.
type newTerms struct {
	weights, games int
	counts         int       // of a row; 0: one to three
	kept           int       // so many of five rows have the counts of the row before
	prior          []float64 // nil: normal of 50 centipawns
	often          []int     // weights, each as often as rows have it; nil: all alike
	decisive       bool      // no draws, and an intercept is fitted
}

// play draws priors, weights and games.
func (n newTerms) play(seed uint64) (rows []fittest.Row, prior, truth []float64) {
	rng := rand.New(rand.NewPCG(seed, 991))
	for j := range n.weights {
		p := 50 * rng.NormFloat64()
		if n.prior != nil {
			p = n.prior[j]
		}
		prior, truth = append(prior, p), append(truth, p+30*rng.NormFloat64())
	}
	l := fittest.League{Columns: fittest.PlainColumns(n.weights), Truth: truth}
	for g := range n.games {
		luck, counts := rng.Float64(), n.draw(rng)
		for range 20 + rng.IntN(31) {
			if rng.IntN(5) >= n.kept {
				counts = n.draw(rng)
			}
			r := fittest.Row{Weight: 1, Game: uint32(g + 1), Hash: rng.Uint64(), Mg: 2, Eg: 2, Counts: counts}
			r.Result = n.result(1/(1+math.Pow(10, -1.2*l.Evaluation(r)/400)), luck)
			rows = append(rows, r)
		}
	}
	return rows, prior, truth
}

func (n newTerms) result(expected, luck float64) uint8 {
	switch {
	case !n.decisive:
		return fittest.Result(expected, luck)
	case luck < expected:
		return matrix.ResultWhite
	}
	return matrix.ResultBlack
}

// draw returns the counts of a row.
func (n newTerms) draw(rng *rand.Rand) []float32 {
	counts, many := make([]float32, n.weights), n.counts
	if many == 0 {
		many = 1 + rng.IntN(3)
	}
	for range many {
		j := rng.IntN(n.weights)
		if n.often != nil {
			j = n.often[rng.IntN(len(n.often))]
		}
		counts[j] += float32(2*rng.IntN(2) - 1)
	}
	return counts
}

func (n newTerms) String() string {
	says := fmt.Sprintf("%d weights, %d games", n.weights, n.games)
	switch {
	case n.prior != nil:
		says += ", material"
	case n.counts == 1:
		says += ", 1 count"
	default:
		says += ", 1 to 3 counts"
	}
	if n.decisive {
		says += ", no draws"
	}
	if n.kept > 0 {
		says += fmt.Sprintf(", kept in %d of 5 rows", n.kept)
	}
	return says
}

// fit fits the terms under the prior; a strength of −1 is chosen by folds.
func (n newTerms) fit(t *testing.T, seed uint64, strength float64) (*fit.Result, []float64) {
	rows, prior, truth := n.play(seed)
	opt := fittest.Planted(fit.Sigmoid)
	if n.decisive {
		opt.Intercept = fit.WithIntercept
	}
	for j, v := range prior {
		opt.Texel.Prior = append(opt.Texel.Prior, fit.NamedWeight{Name: fmt.Sprintf("x%d", j), Value: v})
	}
	if opt.Texel.PriorRows = strength; strength < 0 {
		opt.Texel.PriorRows, opt.Texel.Choose.Prior = 0, true
	}
	return fittest.MustFit(t, fittest.NewSet(t, fittest.PlainColumns(n.weights), 500, rows), opt), truth
}

// A group counts intervals of fits of one kind.
type group struct {
	fittest.Coverage
	fits []fittest.Coverage // with intervals
}

func (g *group) add(r *fit.Result, truth []float64) {
	var one fittest.Coverage
	one.Add(r, truth)
	if g.Add(r, truth); one.All > 0 {
		g.fits = append(g.fits, one)
	}
}

// noise is twice the error of a share: the binomial one, or that of shares by fit if it is larger. The
// intervals of a fit share what is known of the spread.
func (g *group) noise(share float64) float64 {
	squares := 0.0
	for _, f := range g.fits {
		d := float64(f.Held) - share*float64(f.All)
		squares += d * d
	}
	return 2 * max(math.Sqrt(0.92*0.08/float64(min(g.All, 3*len(g.fits)))), math.Sqrt(squares)/float64(g.All))
}

// check wants 92 to 97 % of the intervals to hold the truth, give or take the noise, or few intervals. Up
// to 98 % are no fault: weights keep their intervals where folds chose a weak prior, because the data
// moved them by more than the prior is wrong, and narrower ones would hold too little where folds chose a
// strong one.
func (g *group) check(t *testing.T, what string) {
	t.Helper()
	none := 100 * float64(g.Unknown) / float64(g.All+g.Unknown)
	if g.All < 40 {
		t.Logf("%s: %d of %d intervals hold the truth; %.0f %% have none", what, g.Held, g.All, none)
		return
	}
	share := float64(g.Held) / float64(g.All)
	noise := g.noise(share)
	t.Logf("%s: %.1f %% of %d intervals hold the truth, give or take %.1f; %.0f %% have none", what, 100*share, g.All, 100*noise, none)
	if share < 0.92-noise || share > 0.98+noise {
		t.Errorf("%s: %.1f %% of %d intervals hold the truth: want 92 to 97 %%, give or take %.1f", what, 100*share, g.All, 100*noise)
	}
}

// TestCoverageUnderChosenPrior: the prior is right on average, and folds choose its strength. Of few
// weights and games they often choose one that is far too strong: where they chose 10,000 rows and more,
// intervals that trust it hold 29 % of the truth. The data say too little of the spread there, and there
// are none. By cases, and by strengths over the cases.
func TestCoverageUnderChosenPrior(t *testing.T) {
	long.Skip(t, "takes seconds")
	fits := 20 * *fittest.Simulations
	strengths := []float64{30, 100, 300, 3000, math.Inf(1)}
	of := make([]group, len(strengths))
	run := func(what string, play func(seed uint64) (*fit.Result, []float64)) {
		t.Run(what, func(t *testing.T) {
			var sum group
			for seed := range uint64(fits) {
				r, truth := play(seed)
				sum.add(r, truth)
				at, _ := slices.BinarySearch(strengths, r.Choices[0].Strength)
				of[at].add(r, truth)
			}
			sum.check(t, what)
		})
	}
	for _, n := range []newTerms{
		{weights: 6, games: 30}, {weights: 6, games: 100}, {weights: 6, games: 400}, {weights: 24, games: 30}, {weights: 60, games: 100},
		{weights: 6, games: 30, counts: 1}, {weights: 24, games: 30, counts: 1},
		{weights: 6, games: 30, decisive: true}, {weights: 6, games: 100, decisive: true}, {weights: 24, games: 30, decisive: true},
		{weights: 6, games: 30, kept: 4}, {weights: 6, games: 100, kept: 4}, {weights: 24, games: 30, kept: 4},
		{weights: 6, games: 30, kept: 3, prior: material, often: pieces}, {weights: 6, games: 100, kept: 3, prior: material, often: pieces},
	} {
		run(n.String(), func(seed uint64) (*fit.Result, []float64) { return n.fit(t, seed, -1) })
	}
	for _, c := range []crowd{{6, 30, 20, 30, 2}, {24, 30, 20, 30, 8}, {2, 100, 20, 30, 2}} {
		run(fmt.Sprintf("%d weights, %d games, rare ones, %d counts", c.weights, c.games, c.counts), func(seed uint64) (*fit.Result, []float64) {
			return c.under(t, seed, -1, func(float64) float64 { return 0 })
		})
	}
	for k, most := range strengths {
		of[k].check(t, fmt.Sprintf("folds chose up to %g rows", most))
	}
	if last := of[len(of)-1]; last.All > last.Unknown/10 {
		t.Errorf("where folds chose 10,000 rows and more %d weights have intervals, and %d none", last.All, last.Unknown)
	}
}

// Pawn, knight, bishop, rook, queen and tempo, pawns most often.
var (
	material = []float64{100, 300, 320, 500, 900, 20}
	pieces   = []int{0, 0, 0, 0, 1, 1, 2, 2, 3, 4, 5, 5}
)

// TestChosenOnMuch: of data that say enough of the spread each weight has an interval, and those of a
// strength that is given have one in any case.
func TestChosenOnMuch(t *testing.T) {
	for _, n := range []newTerms{{weights: 6, games: 400}, {weights: 60, games: 100}} {
		for _, strength := range []float64{-1, 30, 3000} {
			r, _ := n.fit(t, 1, strength)
			for _, w := range r.Weights {
				if w.Interval95() == 0 {
					t.Errorf("%v, %g rows: %+v", n, strength, w)
				}
			}
		}
	}
}

// TestChosenOnLittle: S08 where folds chose a strength on data that say nothing of it: no interval, and
// the same data with that strength given have intervals.
func TestChosenOnLittle(t *testing.T) {
	c, zero := crowd{6, 30, 10, 30, 1}, func(float64) float64 { return 0 }
	for seed := range uint64(40) {
		r, _ := c.under(t, seed, -1, zero)
		if r.Choices[0].Strength < 10_000 {
			continue
		}
		given, _ := c.under(t, seed, r.Choices[0].Strength, zero)
		for j, w := range r.Weights {
			if w.StdErr != 0 || w.DF != 0 || w.T != 0 || w.Interval95() != 0 || given.Weights[j].StdErr == 0 || given.Weights[j].Value != w.Value {
				t.Errorf("seed %d: %+v; with that strength given %+v", seed, w, given.Weights[j])
			}
		}
		if !r.Warnings.Has(note.S08) || given.Warnings.Has(note.S08) {
			t.Errorf("seed %d: %v; with that strength given %v", seed, r.Warnings, given.Warnings)
		}
		return
	}
	t.Fatal("folds chose no strong prior")
}

package sandwich_test

import (
	"fmt"
	"testing"

	"example.org/centipawn/fit"
	"example.org/centipawn/fit/fittest"
	"example.org/centipawn/internal/long"
)

// TestCoverageOfFormulas: planted weights of a square, a sigmoid with its own height and centre, and a
// complexity that ends at a drawn endgame, of few and of many games.
func TestCoverageOfFormulas(t *testing.T) {
	long.Skip(t, "takes seconds")
	for _, games := range []int{300, 3000} {
		fits := max(4, 6000/games) * *fittest.Simulations
		for _, league := range fittest.FormulaLeagues {
			for _, loss := range []fit.Loss{fit.Sigmoid, fit.CrossEntropy} {
				t.Run(fmt.Sprintf("%s/%v/%d", league(0).Name, loss, games), func(t *testing.T) {
					var c fittest.Coverage
					for seed := range uint64(fits) {
						l := league(1000 + seed)
						l.Games = games
						r := fittest.MustFit(t, l.Set(t), l.Options(loss))
						c.Add(r, l.TruthOf(r))
					}
					c.Check(t, fits)
				})
			}
		}
	}
}

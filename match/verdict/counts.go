package verdict

import (
	"cmp"
	"errors"
	"fmt"

	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/match/elo"
)

// Counts are the results of two players' games without the games, by the view of the first.
type Counts struct {
	WDL         *[3]int          // games won, drawn and lost; nil: not known
	Pentanomial *elo.Pentanomial // pairs of games; nil: games are the unit
}

// mostCounted is the largest count that is taken: sums of points stay whole numbers.
const mostCounted = 1_000_000_000_000

// Validate returns what is wrong with the counts. Where both are known they must be of the same games.
func (c *Counts) Validate() error {
	if c.WDL == nil && c.Pentanomial == nil {
		return errors.New("no counts: pass games won, drawn and lost, or pairs by their points")
	}
	games, halves, pairs, points := 0, 0, 0, 0
	if c.WDL != nil {
		for i, n := range c.WDL {
			if n < 0 || n > mostCounted {
				return fmt.Errorf("%d games: want 0 to %d", n, mostCounted)
			}
			games, halves = games+n, halves+n*(2-i)
		}
	}
	if c.Pentanomial != nil {
		for i, n := range c.Pentanomial {
			if n < 0 || n > mostCounted {
				return fmt.Errorf("%d pairs: want 0 to %d", n, mostCounted)
			}
			pairs, points = pairs+n, points+n*i
		}
	}
	switch {
	case games == 0 && pairs == 0:
		return errors.New("no game: nothing to judge")
	case c.WDL == nil || c.Pentanomial == nil:
		return nil
	case games != 2*pairs || halves != points:
		return fmt.Errorf("%s with %g points, and %s with %g: these are not the same games: pass one of the two counts, or correct them",
			plaintext.Count(games, "game"), float64(halves)/2, plaintext.Count(pairs, "pair"), float64(points)/2)
	}
	return nil
}

// OfCounts judges results without the games. first and second are the players' names; the test, nil for
// none, is that of all games: whether it had ended before is not known, and nor is whether games repeat
// or were lost beside the board.
func OfCounts(c Counts, first, second string, test *elo.SPRT) (*Verdict, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	v := &Verdict{Counts: true, Pentanomial: c.Pentanomial, Players: []Player{{Name: cmp.Or(first, "the first")}, {Name: cmp.Or(second, "the second")}}}
	if w := c.WDL; w != nil {
		v.Players[0].Wins, v.Players[0].Draws, v.Players[0].Losses = w[0], w[1], w[2]
		v.Players[1].Wins, v.Players[1].Draws, v.Players[1].Losses = w[2], w[1], w[0]
		v.Judged = &v.Players[0]
	}
	var estimate elo.Estimate
	if v.Unit = UnitGames; c.Pentanomial != nil {
		v.Unit, v.Pairs, estimate = UnitPairs, c.Pentanomial.Pairs(), elo.Of(*c.Pentanomial)
	} else {
		estimate = elo.OfGames(c.WDL[0], c.WDL[1], c.WDL[2])
	}
	v.Games = estimate.Games
	if test != nil {
		t := test.WithDefaults()
		if err := t.Validate(); err != nil {
			return nil, err
		}
		v.Test = &Test{Games: estimate.Games}
		if c.Pentanomial != nil {
			v.Test.State = t.State(*c.Pentanomial)
		} else {
			v.Test.State = t.StateGames(c.WDL[0], c.WDL[1], c.WDL[2])
		}
		if v.Test.Decision != elo.Undecided {
			estimate = estimate.AfterSPRT()
		}
	}
	v.Estimate = &estimate
	v.warn()
	return v, nil
}

package elo

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/winprob"
)

// An Estimate is what finished games say about two players; Elo is the first one's over
// the second.
type Estimate struct {
	Games int     `json:"games"`
	Pairs int     `json:"pairs"` // 0 if games are the unit
	Score float64 `json:"score"` // share of the points, 0 to 1

	Elo Interval `json:"elo"` // logistic

	// Normalized is 800/ln 10 standard deviations of a game's points. Its interval is that
	// of the profile likelihood: all strengths whose likeliest distribution explains the
	// results with a log likelihood less than half the square of Student's quantile below
	// the best. Skewed results, as those of a far stronger player, have no symmetric one.
	Normalized Interval `json:"normalized_elo"`

	LOS float64 `json:"los"` // likelihood of superiority: that Elo > 0

	// ZeroVariance says that all units had the same result, as those of a program
	// that plays itself at fixed nodes. The intervals then take the least likely
	// truth: that which shows nothing else in one of forty matches.
	ZeroVariance bool `json:"zero_variance"`

	// Biased says that an SPRT ended the match: [Estimate.AfterSPRT].
	Biased bool `json:"biased"`
}

// Of returns what pairs of games say. The pairs are the unit: the two games of an
// opening are not independent, and a balanced pair says more than two games.
//
// Intervals are Student's for the mean score of a pair, carried over to Elo; the field
// takes 1.96 standard errors, which from fifty pairs on is the same to 3 %. That of
// normalised Elo has the error of the deviation too: it goes as far as the likelihood
// allows, see [Estimate.Normalized].
func Of(p Pentanomial) Estimate {
	e := estimate(p[:], gamesOfPair)
	e.Games, e.Pairs = p.Games(), p.Pairs()
	return e
}

// OfGames returns what games say that were not played in pairs: games are the unit.
func OfGames(wins, draws, losses int) Estimate {
	counts := [...]int{losses, draws, wins}
	e := estimate(counts[:], 1)
	e.Games = wins + draws + losses
	return e
}

// AfterSPRT returns the estimate marked as biased: an SPRT stops when the result is
// extreme, and so what it stops at is too far out.
func (e Estimate) AfterSPRT() Estimate {
	e.Biased = true
	return e
}

// Notes returns in words what must be known with the numbers.
func (e Estimate) Notes() (notes []string) {
	units, n := "games", e.Games
	if e.Pairs > 0 {
		units, n = "pairs", e.Pairs
	}
	if e.ZeroVariance && n > 1 {
		notes = append(notes, fmt.Sprintf("zero variance: all %s %s had the same result; if the players repeat their games, pass more openings", plaintext.Thousands(n), units))
	}
	if e.Biased {
		notes = append(notes, "biased: an SPRT stopped the match, so Elo and LOS lie too far out; for an estimate play a number of games fixed beforehand")
	}
	return notes
}

// moments are those of a unit's points, 0 to 1.
type moments struct {
	n              float64
	mean, variance float64 // the variance that of a sample: over n − 1
}

func momentsOf(counts []int) (m moments) {
	points, times := make([]float64, len(counts)), make([]float64, len(counts))
	for i, c := range counts {
		points[i], times[i] = float64(i)/float64(len(counts)-1), float64(c)
	}
	m.n = floats.Sum(times)
	m.mean, m.variance = stat.MeanVariance(points, times)
	return m
}

// estimate returns the estimate of units of some games each.
func estimate(counts []int, games float64) Estimate {
	n, only := 0, -1
	for i, c := range counts {
		n += c
		if c > 0 && only < 0 {
			only = i
		} else if c > 0 {
			only = len(counts)
		}
	}
	switch {
	case n == 0:
		return Estimate{Score: 0.5, Elo: unknown(), Normalized: unknown(), LOS: 0.5}
	case only < len(counts):
		return allSame(float64(n), float64(only)/float64(len(counts)-1), games)
	}
	return fromCounts(counts, games)
}

func fromCounts(counts []int, games float64) Estimate {
	m := momentsOf(counts)
	student := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: m.n - 1}
	wide := student.Quantile(0.975)
	t := (m.mean - 0.5) / math.Sqrt(m.variance)
	half := wide * math.Sqrt(m.variance/m.n)
	o := observed(counts)
	low, high := o.withinT(wide)
	return Estimate{
		Score:      m.mean,
		Elo:        eloInterval(m.mean, m.mean-half, m.mean+half),
		Normalized: normalizedInterval(t, low, high, games),
		LOS:        student.CDF(t * math.Sqrt(m.n)),
	}
}

// allSame returns the estimate of n units that all made the same points. A truth under
// which that happens in one of forty matches has the chance 0.025^(1/n) for them; what is
// left goes to where it is farthest. LOS takes all chances of winning as equally likely
// beforehand, and a draw says nothing.
func allSame(n, points, games float64) Estimate {
	q := math.Pow(0.025, 1/n)
	low, high := q*points, q*points+(1-q)
	sd := math.Sqrt(q * (1 - q))
	e := Estimate{
		Score:        points,
		ZeroVariance: true,
		Elo:          eloInterval(points, low, high),
		Normalized:   normalizedInterval(0, (low-0.5)/(sd*points), (high-0.5)/(sd*(1-points)), games),
		LOS:          0.5,
	}
	if points != 0.5 {
		e.Normalized.Value = math.Inf(int(math.Copysign(1, points-0.5)))
		e.LOS = math.Pow(0.5, n+1)
	}
	if points > 0.5 {
		e.LOS = 1 - e.LOS
	}
	return e
}

// eloInterval returns Elo of expected scores; beyond 0 and 1 it is infinite.
func eloInterval(mean, low, high float64) Interval {
	return Interval{winprob.Centipawn(1, mean), winprob.Centipawn(1, max(low, 0)), winprob.Centipawn(1, min(high, 1))}
}

// normalizedInterval returns normalised Elo of t-values of units of some games.
func normalizedInterval(t, low, high, games float64) Interval {
	unit := normalizedElo() / math.Sqrt(games)
	return Interval{t * unit, low * unit, high * unit}
}

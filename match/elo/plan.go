package elo

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"example.org/centipawn/winprob"
)

// AssumedDraws is the share of draws that forecasts assume before a game is played.
const AssumedDraws = 0.3

// HalfWidth returns half the width of the 95 % interval of Elo that n games between
// about equal players will have, if drawRatio of them, 0 to 1, are drawn. Pairs of
// unbalanced openings make it narrower.
func HalfWidth(games int, drawRatio float64) (elo float64) {
	return eloOfOneGame(drawRatio) / math.Sqrt(float64(games))
}

// GamesFor returns how many games, whole pairs, make half the width of that interval
// halfWidth, above 0.
func GamesFor(halfWidth, drawRatio float64) (games int) {
	root := eloOfOneGame(drawRatio) / halfWidth
	return gamesOfPair * int(math.Ceil(root*root/gamesOfPair))
}

// eloOfOneGame returns 1.96 standard deviations of a game's points, in Elo by the slope
// of the logistic at ½.
func eloOfOneGame(drawRatio float64) float64 {
	variance := (1 - min(max(drawRatio, 0), 1)) / 4
	return distuv.UnitNormal.Quantile(0.975) * math.Sqrt(variance) * 4 / winprob.Logit(1)
}

// Expected returns how many games the test takes on average if the truth is elo, in the
// unit of the model, and drawRatio of the games, 0 to 1, are drawn. It is the time that
// Brownian motion with the drift and the variance of the LLR takes between the bounds,
// each moved out by what a step on average overshoots; games of a pair are taken as
// independent. Of a test that Validate refuses it is 0.
//
// Source: A. Wald, "Sequential Analysis" (1947); D. Siegmund, "Sequential Analysis"
// (1985), 10, for the overshoot.
func (t SPRT) Expected(elo, drawRatio float64) (games float64) {
	if t.Validate() != nil || math.IsNaN(elo) || math.IsNaN(drawRatio) {
		return 0
	}
	o := pairOutcomes(t.Model.game(min(max(elo, -maxElo), maxElo), drawRatio))
	h0, h1 := t.hypotheses(&o, gamesOfPair)
	drift, variance := step(&o, &h0, &h1)
	lower, upper := t.Bounds()
	overshoot := 0.583 * math.Sqrt(variance)
	return gamesOfPair * max(1, exitTime(drift, variance, lower-overshoot, upper+overshoot))
}

// game returns the chances of a game between players of that difference; of draws no
// more than the score leaves room for.
func (m Model) game(elo, drawRatio float64) (win, draw, loss float64) {
	draw = min(max(drawRatio, 0), 0.999)
	score := winprob.Expected(1, elo)
	if m == Normalized {
		t := elo / normalizedElo()
		score = 0.5 + t*math.Sqrt((1-draw)/(4*(1+t*t)))
	}
	draw = min(draw, 2*score, 2*(1-score))
	return score - draw/2, draw, 1 - score - draw/2
}

// pairOutcomes returns those of two independent games.
func pairOutcomes(win, draw, loss float64) outcomes {
	const scale = 1e9 // one of this many pairs is the least chance but what is lent
	chances := [...]float64{loss * loss, 2 * loss * draw, draw*draw + 2*win*loss, 2 * win * draw, win * win}
	var counts Pentanomial
	for i, p := range chances {
		counts[i] = int(math.Round(p * scale))
	}
	return observed(counts[:])
}

// exitTime returns the mean time at which Brownian motion from 0 leaves lower to upper.
func exitTime(drift, variance, lower, upper float64) float64 {
	theta := -2 * drift / variance
	if math.Abs(theta)*(upper-lower) < 1e-4 {
		return -lower * upper / variance
	}
	var up float64 // chance to leave at the upper end; exponents are negative
	if theta > 0 {
		up = (math.Exp(-theta*upper) - math.Exp(-theta*(upper-lower))) / -math.Expm1(-theta*(upper-lower))
	} else {
		up = math.Expm1(-theta*lower) / math.Expm1(theta*(upper-lower))
	}
	return (up*upper + (1-up)*lower) / drift
}

// leastPairs is the number of pairs from which [SPRT.Left] believes what was seen.
const leastPairs = 8

// Left returns how many more games the test takes on average if the pairs to come are like those that were
// played: the time that Brownian motion from the present LLR takes to either bound, as in [SPRT.Expected]. It is
// 0 once the test is decided, and not known, false, after few pairs.
func (t SPRT) Left(p Pentanomial) (games float64, known bool) {
	switch {
	case t.Validate() != nil || p.Pairs() < leastPairs:
		return 0, false
	case t.Decide(p) != Undecided:
		return 0, true
	}
	o := observed(p[:])
	h0, h1 := t.hypotheses(&o, gamesOfPair)
	drift, variance := step(&o, &h0, &h1)
	if !(variance > 0) {
		return 0, false
	}
	lower, upper := t.Bounds()
	llr, overshoot := t.LLR(p), 0.583*math.Sqrt(variance)
	return gamesOfPair * max(1, exitTime(drift, variance, lower-overshoot-llr, upper+overshoot-llr)), true
}

// step returns mean and variance of what a pair adds to the LLR.
func step(o *outcomes, h0, h1 *[5]float64) (drift, variance float64) {
	var square float64
	for i, f := range o.f {
		l := math.Log(h1[i] / h0[i])
		drift += f * l
		square += f * l * l
	}
	return drift, square - drift*drift
}

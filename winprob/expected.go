package winprob

import "math"

// Expected returns the expected score of an evaluation of s centipawns,
//
//	e = 1 / (1 + 10^(−K·s/400)),
//
// between 0 and 1 for the side whose view s takes. K scales the evaluation:
// with K = 1 a hundred centipawns expect 0.640.
//
// Source: P. Österlund, "Texel's Tuning Method" (2014), after A. Elo, "The
// Rating of Chessplayers" (1978).
func Expected(k, s float64) float64 {
	return 1 / (1 + math.Exp(-k*s*math.Ln10/400))
}

// Centipawn returns the evaluation in centipawns whose expected score is e: it
// undoes [Expected]. It is ±Inf for e of 1 and 0.
func Centipawn(k, e float64) float64 {
	return 400 / (k * math.Ln10) * math.Log(e/(1-e))
}

// Logit returns the logit of the expected score of one centipawn: K·ln 10/400.
func Logit(k float64) float64 { return k * math.Ln10 / 400 }

package verdict

import (
	"fmt"
	"math"

	"centipawn/match/elo"
)

// Thresholds of the warnings.
const (
	manyForfeits = 0.005 // the share of games from which on forfeits spoil a result
	manyRepeats  = 0.01  // the share of games that repeat another
	manyAlone    = 0.01  // the share of games without a partner
)

// A Warning is a doubt about a result. docs/match.md explains the codes.
type Warning struct {
	Code string `json:"code"`
	Text string `json:"text"`
}

func (v *Verdict) warnf(code, format string, args ...any) {
	v.Warnings = append(v.Warnings, Warning{code, fmt.Sprintf(format, args...)})
}

// warn looks for what speaks against the result.
func (v *Verdict) warn() {
	v.warnWidth()
	if v.repeats() > manyRepeats {
		v.warnf("V02", "%d of %d games repeat another move by move: they say nothing new, and the intervals are too narrow; take more openings", v.Games-v.Unique, v.Games)
	}
	if v.Pentanomial != nil && v.Pairs > 1 && v.Pentanomial.Pairs() == v.Pentanomial[2] && v.Unit == UnitPairs {
		v.warnf("V02", "all %d pairs end 1-1: the players may well be the same, and nothing can be estimated", v.Pairs)
	}
	if alone := float64(v.Unpaired) / float64(v.Games); alone > manyAlone {
		v.warnAlone(alone)
	}
	v.warnForfeits()
	if t := v.Test; t != nil && t.Decision == elo.Undecided {
		v.warnf("V06", "the games end before the test does: its error rates hold for a run to a bound; play on with the same bounds")
	}
	if v.Unfinished > 0 {
		v.warnf("V05", "%d games are not finished and left out: if they were stopped by how they stood, the rest is biased", v.Unfinished)
	}
}

func (v *Verdict) repeats() float64 { return float64(v.Games-v.Unique) / float64(v.Games) }

// warnWidth tells what the games can show at all.
func (v *Verdict) warnWidth() {
	if v.Estimate == nil {
		return
	}
	half := (v.Estimate.Elo.High - v.Estimate.Elo.Low) / 2
	if math.IsInf(half, 0) || math.IsNaN(half) {
		v.warnf("V01", "%d games leave no interval: more are needed", v.Games)
		return
	}
	v.warnf("V01", "%d games leave an interval of ±%.0f Elo", v.Games, math.Ceil(half))
}

func (v *Verdict) warnAlone(share float64) {
	text := "%d of %d games (%.1f %%) have no partner, the same opening with colours reversed, and are left out"
	switch {
	case v.Estimate == nil:
		text = "%d of %d games (%.1f %%) have no partner, the same opening with colours reversed: what an opening gives is part of the result"
	case v.Unit == UnitGames:
		text = "%d of %d games (%.1f %%) have no partner, the same opening with colours reversed: games are counted one by one, which makes the interval wider"
	}
	v.warnf("V03", text, v.Unpaired, v.Games, 100*share)
}

// warnForfeits compares forfeits with the share at which matches of our own stop.
func (v *Verdict) warnForfeits() {
	n := 0
	for _, f := range v.Forfeits {
		n += f.Games
	}
	if float64(n) <= manyForfeits*float64(v.Games) {
		return
	}
	worst := v.Forfeits[0]
	v.warnf("V05", "%d of %d games (%.1f %%) were lost on time, by a crash or an illegal move, most by %s (%s, %d): that is no strength of the other",
		n, v.Games, 100*float64(n)/float64(v.Games), worst.Player, worst.How, worst.Games)
}

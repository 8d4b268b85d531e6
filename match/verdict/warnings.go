package verdict

import (
	"fmt"
	"math"
	"slices"

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
	if v.repeats() > manyRepeats || v.Repeated > 0 {
		v.warnRepeats()
	}
	if v.Alike {
		v.warnf("V02", "the players play alike: %s; they may well be the same, and nothing can be estimated", v.why)
	}
	alone := float64(v.Unpaired) / float64(v.Games)
	if leftOut := v.Unit == UnitPairs && v.Unpaired > 0; leftOut || alone > manyAlone {
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

// warnRepeats says how many games say nothing new, and what has become of them.
func (v *Verdict) warnRepeats() {
	left := ""
	if v.Repeated > 0 {
		units := UnitPairs
		if v.Unit == UnitGames {
			units = UnitGames
		}
		left = fmt.Sprintf("; %d %s in which nothing is new are left out", v.Repeated, units)
	}
	v.warnf("V02", "%d of %d games repeat another move by move%s: take more openings", v.Games-v.Unique, v.Games, left)
}

// warnWidth tells what the games can show at all.
func (v *Verdict) warnWidth() {
	if v.Estimate == nil {
		return
	}
	half := (v.Estimate.Elo.High - v.Estimate.Elo.Low) / 2
	if math.IsInf(half, 0) || math.IsNaN(half) {
		v.warnf("V01", "%d games leave no interval: more are needed", v.Estimate.Games)
		return
	}
	v.warnf("V01", "%d games leave an interval of ±%.0f Elo", v.Estimate.Games, math.Ceil(half))
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

// warnForfeits says what games were not decided on the board.
func (v *Verdict) warnForfeits() {
	if text := v.Doubt(); text != "" {
		v.warnf("V05", "%s", text)
	}
}

// Doubt says what forfeits there are, if their share is one at which matches of our own
// stop, or if several are of one side alone; else it is "".
func (v *Verdict) Doubt() string {
	n := v.Forfeited()
	if n == 0 {
		return ""
	}
	worst := v.Forfeits[0]
	others := slices.ContainsFunc(v.Forfeits, func(f Forfeit) bool { return f.Player != worst.Player })
	if oneSided := n > 1 && !others; float64(n) <= manyForfeits*float64(v.Games) && !oneSided {
		return ""
	}
	return fmt.Sprintf("%d of %d games (%.1f %%) were lost on time, by a crash or an illegal move, most by %s (%s, %d): that is no strength of the other",
		n, v.Games, 100*float64(n)/float64(v.Games), worst.Player, worst.How, worst.Games)
}

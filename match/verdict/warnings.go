package verdict

import (
	"fmt"
	"slices"

	"example.org/centipawn/internal/note"
	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/match/elo"
)

// Thresholds of the warnings.
const (
	manyRepeats = 0.01 // the share of games that repeat another
	manyAlone   = 0.01 // the share of games without a partner
)

// warn looks for what speaks against the result.
func (v *Verdict) warn() {
	if v.Estimate != nil {
		v.Warnings.Add(note.V01, "%s", v.Estimate.Width())
	}
	if !v.Counts && v.repeats() > manyRepeats || v.Repeated > 0 {
		v.warnRepeats()
	}
	if v.Alike {
		v.Warnings.Add(note.V02, "in all pairs both games have the same moves and result: the players play alike, may well be the same, and nothing can be estimated")
	}
	alone := float64(v.Unpaired) / float64(v.Games)
	if leftOut := v.Unit == UnitPairs && v.Unpaired > 0; leftOut || alone > manyAlone {
		v.warnAlone(alone)
	}
	v.warnForfeits()
	if t := v.Test; t != nil && t.Decision == elo.Undecided {
		v.Warnings.Add(note.V06, "the games end before the test does: its error rates are those of a run to a bound; play on with the same bounds")
	}
	if v.Faulty > 0 {
		v.Warnings.Add(note.V05, "could not be read and omitted: %s of %s; if their errors are one player's, the rest is biased: repair them, or the program that wrote them",
			plaintext.Thousands(v.Faulty), plaintext.Count(v.Games+v.Unfinished+v.Itself+v.Faulty, "game"))
	}
	if v.Itself > 0 {
		v.Warnings.Add(note.V05, "of one player against himself and omitted: %s; %s", plaintext.Count(v.Itself, "game"), sameNames)
	}
	if v.Unfinished > 0 {
		v.Warnings.Add(note.V05, "not finished and omitted: %s; if they were stopped by how they stood, the rest is biased", plaintext.Count(v.Unfinished, "game"))
	}
}

func (v *Verdict) repeats() float64 { return float64(v.Games-v.Unique) / float64(v.Games) }

// warnRepeats says how many games say nothing new, and what has become of them.
func (v *Verdict) warnRepeats() {
	left := ""
	if v.Repeated > 0 {
		unit := "pair"
		if v.Unit == UnitGames {
			unit = "game"
		}
		left = fmt.Sprintf("; omitted because nothing in them is new: %s", plaintext.Count(v.Repeated, unit))
	}
	v.Warnings.Add(note.V02, "copies of others move by move: %s of %s%s; take more openings", plaintext.Thousands(v.Games-v.Unique), plaintext.Count(v.Games, "game"), left)
}

func (v *Verdict) warnAlone(share float64) {
	what := "they are omitted"
	switch {
	case v.Estimate == nil:
		what = "what an opening gives is part of the result"
	case v.Unit == UnitGames:
		what = "games are counted one by one, which makes the interval wider"
	}
	v.Warnings.Add(note.V03, "without a partner, the same opening with colours reversed: %s of %s (%.1f %%); %s",
		plaintext.Thousands(v.Unpaired), plaintext.Count(v.Games, "game"), 100*share, what)
}

// warnForfeits says what games were not decided on the board.
func (v *Verdict) warnForfeits() {
	if text := v.ForfeitWarning(); text != "" {
		v.Warnings.Add(note.V05, "%s", text)
	}
}

// ForfeitWarning says what forfeits there are, if their share is one at which matches of our own
// stop, or if several are of one side alone; else it is "".
func (v *Verdict) ForfeitWarning() string {
	n := v.Forfeited()
	if n == 0 {
		return ""
	}
	worst := v.Forfeits[0]
	others := slices.ContainsFunc(v.Forfeits, func(f Forfeit) bool { return f.Player != worst.Player })
	if oneSided := n > 1 && !others; float64(n) <= elo.MaxFaults*float64(v.Games) && !oneSided {
		return ""
	}
	return fmt.Sprintf("lost on time, by a crash or an illegal move: %s of %s (%.1f %%), most by %s (%s, %s); this does not show that the other is stronger",
		plaintext.Thousands(n), plaintext.Count(v.Games, "game"), 100*float64(n)/float64(v.Games), worst.Player, worst.How, plaintext.Thousands(worst.Games))
}

// Package opinion says in words what games come to, and what to do next.
package opinion

import (
	"fmt"
	"math"

	"example.org/centipawn/internal/note"
	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/match"
	"example.org/centipawn/match/elo"
	"example.org/centipawn/match/verdict"
)

// An Opinion is what two players' games come to, in words.
type Opinion struct {
	Warning string `json:"warning,omitempty"` // what must be read before the verdict
	Verdict string `json:"verdict"`
	Next    string `json:"next"`
}

// Of returns what a match comes to, or, of a ladder, where its first player stands; nil for a
// tournament.
func Of(r *match.Result, ladder bool) *Opinion {
	var o Opinion
	switch {
	case r.Stop == match.Faulty:
		o = noMeasurement("Repair the engine at fault, or change its limits, and start again.")
	case ladder && r.Ratings != nil:
		o = place(r.Names(), r.Ratings)
	case len(r.Pairings) == 1:
		p := &r.Pairings[0]
		o = judge(p.First, p.Second, p.Estimate, r.SPRT, r.Stop)
	default:
		return nil
	}
	switch {
	case r.Stop == match.Interrupted && r.Dir == "":
		o.Next = "Play again with -o DIR: these games are lost, and with it the same command goes on."
	case r.Stop == match.Interrupted:
		o.Next = goOn
	}
	return &o
}

// OfVerdict returns what games that others have run come to; nil for those of many players.
func OfVerdict(v *verdict.Verdict) *Opinion {
	var o Opinion
	switch stop := Stop(v); {
	case v.LeftOut != "":
		o = Opinion{Verdict: fmt.Sprintf("This measures nothing: %s.", v.LeftOut), Next: "Repair the file, or the program that wrote it: the games that are left are not a fair sample."}
	case stop == match.Faulty:
		o = noMeasurement("Repair the engine at fault, or change its limits, and play again; the result without these games stands beside.")
	case v.Estimate == nil:
		return nil
	default:
		o = judge(v.Players[0].Name, v.Players[1].Name, *v.Estimate, v.State(), stop)
		if v.ForfeitWarning() != "" {
			o.Warning = fmt.Sprintf("Some games were not decided on the board, %s of %s (%s); without them it is %s Elo.",
				plaintext.Thousands(v.Forfeited()), plaintext.Thousands(v.Games), note.V05, v.Clean.Elo.Full())
		}
	}
	return &o
}

// Stop says of games that others have run what a match would say by its end.
func Stop(v *verdict.Verdict) match.Stop {
	switch {
	case v.Spoilt:
		return match.Faulty
	case v.Alike:
		return match.Alike
	case v.Repeats():
		return match.Repeating
	}
	return match.AllPlayed
}

// judge returns the verdict on the first of two players, and what to do next. t is the
// test, as far as it has come; nil without one.
func judge(first, second string, e elo.Estimate, t *elo.State, stop match.Stop) Opinion {
	switch {
	case t != nil && t.Decision != elo.Undecided:
		return judgeTest(first, second, &t.SPRT, t.Decision)
	case stop == match.Alike || stop == match.Repeating:
		return judgeRepeats(first, second, stop)
	case stop == match.Interrupted && e.Games > 0:
		return Opinion{Verdict: fmt.Sprintf("Stopped before the end: for %s %s Elo so far, and no verdict.", first, e.Elo.Full()), Next: goOn}
	case stop == match.Interrupted:
		return Opinion{Verdict: "Stopped before a pair of games was finished.", Next: goOn}
	case t != nil:
		return judgeTest(first, second, &t.SPRT, t.Decision)
	}
	return judgeScore(first, second, e)
}

// goOn is what to do with a match that was stopped.
const goOn = "Play on: the same command goes on."

// judgeRepeats returns the verdict on games that bring nothing new.
func judgeRepeats(first, second string, stop match.Stop) Opinion {
	if stop == match.Alike {
		return Opinion{
			Verdict: fmt.Sprintf("%s and %s play alike: the games cannot distinguish them.", first, second),
			Next:    "Check whether they are the same player: the same weights, search, options and limit.",
		}
	}
	return Opinion{
		Verdict: fmt.Sprintf("The games repeat: these openings say no more about %s and %s, and who is better is open.", first, second),
		Next:    "Pass more openings, as by -plies or a larger book, or limit the time.",
	}
}

// judgeScore returns the verdict by an estimate alone.
func judgeScore(first, second string, e elo.Estimate) Opinion {
	low, high := e.Elo.Low, e.Elo.High
	switch {
	case e.Games == 0:
		return Opinion{Verdict: "No pair of games is finished.", Next: "Play on."}
	case low > 0:
		return Opinion{
			Verdict: fmt.Sprintf("%s is better than %s, by %s Elo.", first, second, e.Elo.Full()),
			Next:    fmt.Sprintf("Take %s. What was found at one limit holds there: a longer one is another match.", first),
		}
	case high < 0:
		return Opinion{
			Verdict: fmt.Sprintf("%s is worse than %s, by %s Elo.", first, second, elo.Interval{Value: -e.Elo.Value, Low: -high, High: -low}.Full()),
			Next:    fmt.Sprintf("Keep %s. A lower loss does not mean more Elo: compare speed, and phase and scale of what has changed.", second),
		}
	}
	return Opinion{Verdict: fmt.Sprintf("%s and %s cannot be distinguished: %s Elo.", first, second, e.Elo.Full()), Next: furtherGames(e)}
}

// separated is the difference in Elo below which two players are as good as equal.
const separated = 2

// furtherGames says how many games would tell the difference that was found: widths
// shrink with the square root of the number.
func furtherGames(e elo.Estimate) string {
	value, half := math.Abs(e.Elo.Value), (e.Elo.High-e.Elo.Low)/2
	switch {
	case math.IsInf(half, 0) || math.IsNaN(half):
		return "Play more games: there are too few for an interval."
	case value < 1 && half < separated:
		return fmt.Sprintf("Stop here: whatever the difference is, it is below %.1f Elo.", value+half)
	case value < 1:
		return fmt.Sprintf("Play more games, or stop here: an interval of ±%d Elo takes about %s.", separated, plaintext.Thousands(elo.GamesFor(separated, elo.AssumedDraws)))
	}
	needed := float64(e.Games) * (half / value) * (half / value)
	return fmt.Sprintf("Play more games: if the difference is what it looks like, about %s in all show it.", plaintext.Thousands(int(math.Ceil(needed))))
}

func judgeTest(first, second string, t *elo.SPRT, d elo.Decision) Opinion {
	unit := "Elo"
	if t.Model == elo.Normalized {
		unit = "normalised Elo"
	}
	than := fmt.Sprintf("by %s %s rather than by %s", elo.Short(t.Elo1), unit, elo.Short(t.Elo0))
	better, worse := first+" is better than "+second, first+" is not better than "+second
	if t.Elo1 <= 0 {
		better, worse = first+" is not worse than "+second, first+" is worse than "+second
	}
	switch d {
	case elo.AcceptH1:
		return Opinion{Verdict: better + ": H1, " + than + ".", Next: fmt.Sprintf("Take %s, and test it once more at a longer limit.", first)}
	case elo.AcceptH0:
		return Opinion{
			Verdict: worse + ": H0, not " + than + ".",
			Next:    fmt.Sprintf("Keep %s. A lower loss does not mean more Elo: compare speed, and phase and scale of what has changed.", second),
		}
	}
	return Opinion{
		Verdict: fmt.Sprintf("The test is undecided: whether %s is stronger %s is not known.", first, than),
		Next:    "Play on with the same bounds, and judge all games together.",
	}
}

// noMeasurement is the opinion on games of which too many did not end by chess.
func noMeasurement(next string) Opinion {
	return Opinion{Verdict: "This measures nothing: too many games did not end by chess.", Next: next}
}

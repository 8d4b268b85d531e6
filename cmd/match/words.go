package main

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"centipawn/match"
	"centipawn/match/elo"
)

// An opinion is what two players' games come to, in words.
type opinion struct {
	Doubt   string `json:"doubt,omitempty"` // what must be read before the verdict
	Verdict string `json:"verdict"`
	Next    string `json:"next"`
}

// judge returns the verdict on the first of two players, and what to do next. t is the
// test, as far as it has come; nil without one.
func judge(first, second string, e elo.Estimate, t *elo.State, stop match.Stop) opinion {
	switch {
	case t != nil && t.Decision != elo.Undecided:
		return judgeTest(first, second, &t.SPRT, t.Decision)
	case stop == match.Alike || stop == match.Repeating:
		return judgeRepeats(first, second, stop)
	case stop == match.Interrupted && e.Games > 0:
		return opinion{Verdict: fmt.Sprintf("Stopped before the end: for %s %s Elo so far, and no verdict.", first, span(e.Elo)), Next: goOn}
	case stop == match.Interrupted:
		return opinion{Verdict: "Stopped before a pair of games was finished.", Next: goOn}
	case t != nil:
		return judgeTest(first, second, &t.SPRT, t.Decision)
	}
	return judgeScore(first, second, e)
}

// goOn is what to do with a match that was stopped.
const goOn = "Play on: the same command goes on."

// judgeRepeats returns the verdict on games that bring nothing new.
func judgeRepeats(first, second string, stop match.Stop) opinion {
	if stop == match.Alike {
		return opinion{
			Verdict: fmt.Sprintf("%s and %s play alike: the games cannot tell them apart.", first, second),
			Next:    "Look whether they are the same player: the same weights, search, options and limit.",
		}
	}
	return opinion{
		Verdict: fmt.Sprintf("The games repeat: what can be known of %s and %s from these openings is known, and leaves it open who is better.", first, second),
		Next:    "Pass more openings, as by -plies or a larger book, or limit the time.",
	}
}

// judgeScore returns the verdict by an estimate alone.
func judgeScore(first, second string, e elo.Estimate) opinion {
	low, high := e.Elo.Low, e.Elo.High
	switch {
	case e.Games == 0:
		return opinion{Verdict: "No pair of games is finished.", Next: "Play on."}
	case low > 0:
		return opinion{
			Verdict: fmt.Sprintf("%s is better than %s, by %s Elo.", first, second, span(e.Elo)),
			Next:    fmt.Sprintf("Take %s. What was found at one limit holds there: a longer one is another match.", first),
		}
	case high < 0:
		return opinion{
			Verdict: fmt.Sprintf("%s is worse than %s, by %s Elo.", first, second, span(elo.Interval{Value: -e.Elo.Value, Low: -high, High: -low})),
			Next:    fmt.Sprintf("Keep %s. Lower loss is not more Elo: compare speed, and phase and scale of what has changed.", second),
		}
	}
	return opinion{Verdict: fmt.Sprintf("%s and %s are not told apart: %s Elo.", first, second, span(e.Elo)), Next: furtherGames(e)}
}

// furtherGames says how many games would tell the difference that was found: widths
// shrink with the square root of the number.
func furtherGames(e elo.Estimate) string {
	value, half := math.Abs(e.Elo.Value), (e.Elo.High-e.Elo.Low)/2
	switch {
	case math.IsInf(half, 0) || math.IsNaN(half):
		return "Play more games: so few leave no interval."
	case value < 1:
		return fmt.Sprintf("Play more games, or stop here: an interval of ±2 Elo takes about %s.", elo.Thousands(elo.GamesFor(2, assumedDraws)))
	}
	needed := float64(e.Games) * (half / value) * (half / value)
	return fmt.Sprintf("Play more games: if the difference is what it looks like, about %s in all tell it from none.", elo.Thousands(int(math.Ceil(needed))))
}

func judgeTest(first, second string, t *elo.SPRT, d elo.Decision) opinion {
	unit := "Elo"
	if t.Model == elo.Normalized {
		unit = "normalised Elo"
	}
	than := fmt.Sprintf("by %s %s rather than by %s", number(t.Elo1), unit, number(t.Elo0))
	better, worse := first+" is better than "+second, first+" is not better than "+second
	if t.Elo1 <= 0 {
		better, worse = first+" is not worse than "+second, first+" is worse than "+second
	}
	switch d {
	case elo.AcceptH1:
		return opinion{Verdict: better + ": H1, " + than + ".", Next: fmt.Sprintf("Take %s, and test it once more at a longer limit.", first)}
	case elo.AcceptH0:
		return opinion{
			Verdict: worse + ": H0, not " + than + ".",
			Next:    fmt.Sprintf("Keep %s. Lower loss is not more Elo: compare speed, and phase and scale of what has changed.", second),
		}
	}
	return opinion{
		Verdict: fmt.Sprintf("The test is undecided: whether %s is stronger %s is not known.", first, than),
		Next:    "Play on with the same bounds, and judge all games together.",
	}
}

// span is an interval in words.
func span(i elo.Interval) string {
	return fmt.Sprintf("%s (95 %%: %s to %s)", signed(i.Value), signed(i.Low), signed(i.High))
}

// signed is a number of Elo with its sign.
func signed(x float64) string {
	switch {
	case math.IsInf(x, 1):
		return "+inf"
	case math.IsInf(x, -1):
		return "-inf"
	case math.IsNaN(x):
		return "?"
	}
	return rounded(x, 1)
}

// rounded is a number with its sign and so many places; what rounds to nothing has +.
func rounded(x float64, places int) string {
	text := strconv.FormatFloat(x, 'f', places, 64)
	switch nothing := strings.Trim(text, "-0.") == ""; {
	case nothing:
		return "+" + strings.TrimPrefix(text, "-")
	case x > 0:
		return "+" + text
	}
	return text
}

// write writes the opinion, if there is one.
func (o *opinion) write(w io.Writer) {
	if o == nil {
		return
	}
	fmt.Fprintln(w)
	for _, line := range []string{o.Doubt, o.Verdict, o.Next} {
		if line != "" {
			fmt.Fprintln(w, line)
		}
	}
}

// noMeasurement is the opinion on games most of which were lost beside the board.
func noMeasurement(next string) opinion {
	return opinion{Verdict: "This is no measurement: too many games did not end by chess.", Next: next}
}

// number is a number as short as can be.
func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// percent is a share in percent, with a place behind the point.
func percent(share float64) string { return fmt.Sprintf("%.1f %%", 100*share) }

// brief is an interval in few words: its middle and half its width, or its ends if one
// of them is infinite.
func brief(i elo.Interval) string {
	half := (i.High - i.Low) / 2
	if math.IsInf(half, 0) || math.IsNaN(half) {
		return signed(i.Low) + " to " + signed(i.High)
	}
	return fmt.Sprintf("%s ±%.1f", signed(i.Value), half)
}

// pairsLine is a pentanomial in words.
func pairsLine(p elo.Pentanomial) string {
	return fmt.Sprintf("%d %d %d %d %d", p[0], p[1], p[2], p[3], p[4])
}

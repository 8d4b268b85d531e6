package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"centipawn/match/elo"
)

// An opinion is what two players' games come to, in words.
type opinion struct {
	Verdict string `json:"verdict"`
	Next    string `json:"next"`
}

// judge returns the verdict on the first of two players, and what to do next. t is the
// test, as far as it has come; nil without one.
func judge(first, second string, e elo.Estimate, t *elo.State) opinion {
	if t != nil {
		return judgeTest(first, second, &t.SPRT, t.Decision)
	}
	low, high := e.Elo.Low, e.Elo.High
	switch {
	case e.Games == 0:
		return opinion{"No pair of games is finished.", "Play on."}
	case e.ZeroVariance && e.Elo.Value == 0 && e.Games > 2:
		return opinion{
			fmt.Sprintf("%s and %s play alike: every pair has ended evenly.", first, second),
			"Look whether they are the same player, or play from one opening only.",
		}
	case low > 0:
		return opinion{
			fmt.Sprintf("%s is better than %s, by %s Elo.", first, second, span(e.Elo)),
			fmt.Sprintf("Take %s. What was found at one limit holds there: a longer one is another match.", first),
		}
	case high < 0:
		return opinion{
			fmt.Sprintf("%s is worse than %s, by %s Elo.", first, second, span(elo.Interval{Value: -e.Elo.Value, Low: -high, High: -low})),
			fmt.Sprintf("Keep %s. Lower loss is not more Elo: compare speed, and phase and scale of what has changed.", second),
		}
	}
	return opinion{fmt.Sprintf("%s and %s are not told apart: %s Elo.", first, second, span(e.Elo)), furtherGames(e)}
}

// furtherGames says how many games would tell the difference that was found: widths
// shrink with the square root of the number.
func furtherGames(e elo.Estimate) string {
	value, half := math.Abs(e.Elo.Value), (e.Elo.High-e.Elo.Low)/2
	switch {
	case math.IsInf(half, 0) || math.IsNaN(half):
		return "Play more games: so few leave no interval."
	case value < 1:
		return fmt.Sprintf("Play more games, or stop here: an interval of ±2 Elo takes about %s.", count(elo.GamesFor(2, assumedDraws)))
	}
	needed := float64(e.Games) * (half / value) * (half / value)
	return fmt.Sprintf("Play more games: if the difference is what it looks like, about %s in all tell it from none.", count(int(math.Ceil(needed))))
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
		return opinion{better + ": H1, " + than + ".", fmt.Sprintf("Take %s, and test it once more at a longer limit.", first)}
	case elo.AcceptH0:
		return opinion{
			worse + ": H0, not " + than + ".",
			fmt.Sprintf("Keep %s. Lower loss is not more Elo: compare speed, and phase and scale of what has changed.", second),
		}
	}
	return opinion{
		fmt.Sprintf("The test is undecided: whether %s is stronger %s is not known.", first, than),
		"Play on with the same bounds, and judge all games together.",
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
	return fmt.Sprintf("%+.1f", x)
}

// number is a number as short as can be.
func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// count is a whole number with commas.
func count(n int) string {
	text := strconv.Itoa(n)
	var b strings.Builder
	for i, r := range text {
		if left := len(text) - i; i > 0 && left%3 == 0 && text[i-1] != '-' {
			b.WriteByte(',')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// percent is a share in percent, with a place behind the point.
func percent(share float64) string { return fmt.Sprintf("%.1f %%", 100*share) }

// halfOf is half the width of an interval, with its sign.
func halfOf(i elo.Interval) string {
	half := (i.High - i.Low) / 2
	if math.IsInf(half, 0) || math.IsNaN(half) {
		return "±?"
	}
	return fmt.Sprintf("±%.1f", half)
}

// pairsLine is a pentanomial in words.
func pairsLine(p elo.Pentanomial) string {
	return fmt.Sprintf("%d %d %d %d %d", p[0], p[1], p[2], p[3], p[4])
}

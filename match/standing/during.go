package standing

import (
	"fmt"
	"io"
	"strings"
	"time"

	"example.org/centipawn/internal/note"
	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/match"
	"example.org/centipawn/match/elo"
)

// A Clock says how fast games are played. Those of earlier runs do not count.
type Clock struct {
	Before int // games that were finished when this run began
}

// Standing is how a match stands, in some lines.
func (c *Clock) Standing(p *match.Progress) string {
	var b strings.Builder
	fmt.Fprintf(&b, "games     %s of %s%s\n", plaintext.Thousands(p.Finished), plaintext.Thousands(p.Planned), c.Pace(p))
	if len(p.Players) > 2 || len(p.Pairings) != 1 {
		writePlayers(&b, p)
		return b.String()
	}
	pair := &p.Pairings[0]
	fmt.Fprintf(&b, "%-9s +%d =%d -%d, %s; pairs %s\n", pair.First, pair.Wins, pair.Draws, pair.Losses,
		plaintext.Percent(pair.Estimate.Score), pairsLine(pair.Pentanomial))
	fmt.Fprintf(&b, "Elo       %s, LOS %s", pair.Estimate.Elo.Brief(), plaintext.Percent(pair.Estimate.LOS))
	if t := p.SPRT; t != nil {
		fmt.Fprintf(&b, "; LLR %s of %.2f or %+.2f", elo.Rounded(t.LLR, 2), t.Lower, t.Upper)
	}
	b.WriteByte('\n')
	for _, warning := range p.Warnings {
		if warning.Code == note.V02 {
			fmt.Fprintln(&b, warning)
		}
	}
	if n := len(p.Faults); n > 0 {
		fmt.Fprintf(&b, "faults    %d, last: %s\n", n, p.Faults[n-1])
	}
	return b.String()
}

// Pace is how many games are played a second, and how long all will take. When a test ends is not
// known.
func (c *Clock) Pace(p *match.Progress) string {
	rate := c.rate(p)
	if rate == 0 {
		return ""
	}
	text := c.Rate(p)
	if p.SPRT == nil {
		text += fmt.Sprintf(", left %v", elapsed(float64(p.Planned-p.Finished)/rate))
	}
	return text
}

// Rate is how many games are played a second, and for how long.
func (c *Clock) Rate(p *match.Progress) string {
	rate := c.rate(p)
	if rate == 0 {
		return ""
	}
	return fmt.Sprintf(", %.2g a second, %v", rate, elapsed(p.Seconds))
}

// rate is in games a second, 0 before the first.
func (c *Clock) rate(p *match.Progress) float64 {
	if played := p.Finished - c.Before; played > 0 && p.Seconds > 0 {
		return float64(played) / p.Seconds
	}
	return 0
}

// elapsed prints a time in seconds, to the second.
func elapsed(seconds float64) time.Duration {
	return time.Duration(seconds * float64(time.Second)).Round(time.Second)
}

// writePlayers writes a line for each player.
func writePlayers(w io.Writer, p *match.Progress) {
	wide := longest(p.Names())
	for i := range p.Players {
		a := &p.Players[i]
		if a.Games() == 0 {
			continue
		}
		fmt.Fprintf(w, "%-*s %5d games, %6.1f points, %s\n", wide, a.Name, a.Games(), a.Points(), plaintext.Percent(a.Points()/float64(a.Games())))
	}
}

package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"centipawn/match"
	"centipawn/match/elo"
	"centipawn/match/verdict"
	"centipawn/note"
)

// A clock tells how fast games are played: those that were played before this run do
// not count.
type clock struct{ before int }

// standing is how a match stands, in some lines.
func (c *clock) standing(p *match.Progress) string {
	var b strings.Builder
	fmt.Fprintf(&b, "games     %s of %s%s\n", elo.Thousands(p.Finished), elo.Thousands(p.Planned), c.pace(p))
	if len(p.Players) > 2 || len(p.Pairings) != 1 {
		writePlayers(&b, p)
		return b.String()
	}
	pair := &p.Pairings[0]
	fmt.Fprintf(&b, "%-9s +%d =%d -%d, %s; pairs %s\n", pair.First, pair.Wins, pair.Draws, pair.Losses,
		percent(pair.Estimate.Score), pairsLine(pair.Pentanomial))
	fmt.Fprintf(&b, "Elo       %s, LOS %s", brief(pair.Estimate.Elo), percent(pair.Estimate.LOS))
	if t := p.SPRT; t != nil {
		fmt.Fprintf(&b, "; LLR %s of %.2f or %+.2f", rounded(t.LLR, 2), t.Lower, t.Upper)
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

// pace is how many games are played a second, and how long all will take. A test ends
// when it likes.
func (c *clock) pace(p *match.Progress) string {
	played := p.Finished - c.before
	if played < 1 || p.Seconds <= 0 {
		return ""
	}
	rate := float64(played) / p.Seconds
	text := fmt.Sprintf(", %.2g a second, %v", rate, elapsed(p.Seconds))
	if p.SPRT == nil {
		text += fmt.Sprintf(", left %v", elapsed(float64(p.Planned-p.Finished)/rate))
	}
	return text
}

// elapsed is a time of so many seconds, to the second.
func elapsed(seconds float64) time.Duration {
	return time.Duration(seconds * float64(time.Second)).Round(time.Second)
}

// writePlayers writes a line for each player.
func writePlayers(w io.Writer, p *match.Progress) {
	wide := longest(names(p.Players))
	for i := range p.Players {
		a := &p.Players[i]
		if a.Games() == 0 {
			continue
		}
		fmt.Fprintf(w, "%-*s %5d games, %6.1f points, %s\n", wide, a.Name, a.Games(), a.Points(), percent(a.Points()/float64(a.Games())))
	}
}

// report is a result with what it comes to in words.
type report struct {
	*match.Result
	*opinion
}

// print prints the result.
func (m *arranged) print(w io.Writer, r *match.Result) error {
	o := m.opinion(r)
	if m.asJSON {
		return json.NewEncoder(w).Encode(report{r, o})
	}
	var b strings.Builder
	if len(r.Pairings) == 1 {
		p := &r.Pairings[0]
		writePair(&b, p.First, p.Second, [3]int{p.Wins, p.Draws, p.Losses}, &p.Estimate)
		writePentanomial(&b, &p.Pentanomial)
		writeTest(&b, r.SPRT, verdict.UnitPairs, r.Games)
	} else {
		writeRatings(&b, names(r.Players), r.Ratings, r.Unrated)
		writePairings(&b, r.Pairings)
	}
	m.writeRun(&b, r)
	o.write(&b)
	_, err := io.WriteString(w, b.String())
	return err
}

// opinion returns what the result comes to in words, nil for a tournament.
func (m *arranged) opinion(r *match.Result) *opinion {
	var o opinion
	switch {
	case r.Stop == match.Faulty:
		o = noMeasurement("Mend the engine that is at fault, or its limits, and begin anew.")
	case m.ladder && r.Ratings != nil:
		o = place(names(r.Players), r.Ratings)
	case len(r.Pairings) == 1:
		p := &r.Pairings[0]
		o = judge(p.First, p.Second, p.Estimate, r.SPRT, r.Stop)
	default:
		return nil
	}
	switch {
	case r.Stop == match.Interrupted && m.dir == "":
		o.Next = "Play again with -o DIR: these games are lost, and with it the same command goes on."
	case r.Stop == match.Interrupted:
		o.Next = goOn
	}
	return &o
}

// writeTest writes how a test has ended, if there is one; unit says of what.
func writeTest(w io.Writer, t *elo.State, unit string, games int) {
	if t != nil {
		fmt.Fprintf(w, "test      %s: LLR %s after %s, %s\n", describeTest(t.SPRT, unit), rounded(t.LLR, 2), elo.Number(games, "game"), t.Decision)
	}
}

// names returns the players' names.
func names(players []match.Player) (list []string) {
	for i := range players {
		list = append(list, players[i].Name)
	}
	return list
}

// writePair writes what games say of two players, by the view of the first.
func writePair(w io.Writer, first, second string, wdl [3]int, e *elo.Estimate) {
	fmt.Fprintf(w, "games     %s: %s +%d =%d -%d %s, %s\n", elo.Thousands(e.Games), first, wdl[0], wdl[1], wdl[2], second, percent(e.Score))
	fmt.Fprintf(w, "Elo       %s\n", span(e.Elo))
	fmt.Fprintf(w, "nElo      %s\n", span(e.Normalized))
	fmt.Fprintf(w, "LOS       %s\n", percent(e.LOS))
	for _, note := range e.Notes() {
		fmt.Fprintf(w, "note      %s\n", note)
	}
}

// writePentanomial writes how many pairs have brought how many points.
func writePentanomial(w io.Writer, p *elo.Pentanomial) {
	fmt.Fprintf(w, "pairs     %s (0, ½, 1, 1½, 2 points)\n", pairsLine(*p))
}

// longest returns the number of letters of the longest name.
func longest(names []string) (letters int) {
	for _, name := range names {
		letters = max(letters, utf8.RuneCountInString(name))
	}
	return letters
}

// writeRatings writes the ratings of a pool, the best first.
func writeRatings(w io.Writer, names []string, r *elo.Ratings, unrated string) {
	if r == nil {
		fmt.Fprintf(w, "no ratings: %s\n", unrated)
		return
	}
	wide := longest(names)
	fmt.Fprintf(w, "%-*s %8s  %-20s %7s %8s\n", wide, "player", "Elo", "95 %", "games", "points")
	list, more := most(order(r))
	for _, i := range list {
		p := &r.Players[i]
		fmt.Fprintf(w, "%-*s %8s  %-20s %7d %8.1f%s\n", wide, names[i], signed(p.Elo.Value),
			signed(p.Elo.Low)+" to "+signed(p.Elo.High), p.Games, p.Points, remark(p))
	}
	writeMore(w, more)
	fmt.Fprintf(w, "White's advantage %s Elo; equal players draw %s\n", span(r.WhiteAdvantage), percent(r.DrawRate))
	for _, note := range r.Notes {
		fmt.Fprintf(w, "note      %s\n", note)
	}
}

// mostLines is how many players a table has, lest it hides what stands around it.
const mostLines = 40

// most returns the first of a long list, and how many are left out.
func most[T any](list []T) (first []T, more int) {
	if len(list) <= mostLines+1 {
		return list, 0
	}
	return list[:mostLines], len(list) - mostLines
}

// writeMore says that a list was cut.
func writeMore(w io.Writer, more int) {
	if more > 0 {
		fmt.Fprintf(w, "… and %s more: -json has all\n", elo.Thousands(more))
	}
}

// remark says what is particular about a rating.
func remark(p *elo.Rating) string {
	switch {
	case p.Anchor:
		return "  fixed"
	case p.Unbounded > 0:
		return "  or more"
	case p.Unbounded < 0:
		return "  or less"
	}
	return ""
}

// writePairings writes a line for each two that have played.
func writePairings(w io.Writer, list []match.Pairing) {
	for i := range list {
		p := &list[i]
		if p.Estimate.Games == 0 {
			continue
		}
		fmt.Fprintf(w, "%s - %s: +%d =%d -%d, Elo %s\n", p.First, p.Second, p.Wins, p.Draws, p.Losses, span(p.Estimate.Elo))
	}
}

// writeRun writes what the games have cost, what went wrong, and where they are.
func (m *arranged) writeRun(w io.Writer, r *match.Result) {
	fmt.Fprintf(w, "unique    %s of %s\n", elo.Thousands(r.Unique), elo.Number(r.Games, "game"))
	if r.Repeated > 0 {
		fmt.Fprintf(w, "repeated  %s of games that were known already: they count nowhere\n", elo.Number(r.Repeated, "pair"))
	}
	for i := range r.Players {
		p := &r.Players[i]
		fmt.Fprintf(w, "used      %s (%s): %s\n", p.Name, p.Limit, pace(p.Used))
	}
	for _, f := range r.Faults {
		fmt.Fprintf(w, "fault     %s\n", f)
	}
	if r.Dir != "" {
		fmt.Fprintf(w, "files     %s: games.pgn, games.jsonl, match.json, result.json\n", r.Dir)
	}
	for _, warning := range r.Warnings {
		fmt.Fprintf(w, "%s\n", warning)
	}
}

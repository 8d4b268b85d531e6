package standing

import (
	"fmt"
	"io"
	"slices"
	"unicode/utf8"

	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/match"
	"example.org/centipawn/match/elo"
)

// writeTest writes how a test has ended, if there is one; unit says of what.
func writeTest(w io.Writer, t *elo.State, unit string, games int) {
	if t != nil {
		fmt.Fprintf(w, "test      %s: LLR %s after %s, %s\n", describeTest(t.SPRT, unit), elo.Rounded(t.LLR, 2), plaintext.Count(games, "game"), t.Decision)
	}
}

// writePair writes what games say of two players, by the view of the first; wdl is nil if it is not known.
func writePair(w io.Writer, first, second string, wdl *[3]int, e *elo.Estimate) {
	record := "against"
	if wdl != nil {
		record = fmt.Sprintf("+%d =%d -%d", wdl[0], wdl[1], wdl[2])
	}
	fmt.Fprintf(w, "games     %s: %s %s %s, %s\n", plaintext.Thousands(e.Games), first, record, second, plaintext.Percent(e.Score))
	fmt.Fprintf(w, "Elo       %s\n", e.Elo.Full())
	fmt.Fprintf(w, "nElo      %s\n", e.Normalized.Full())
	fmt.Fprintf(w, "LOS       %s\n", plaintext.Percent(e.LOS))
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
		fmt.Fprintf(w, "%-*s %8s  %-20s %7d %8.1f%s\n", wide, names[i], elo.Signed(p.Elo.Value),
			elo.Signed(p.Elo.Low)+" to "+elo.Signed(p.Elo.High), p.Games, p.Points, remark(p))
	}
	writeMore(w, more)
	fmt.Fprintf(w, "White's advantage %s Elo; equal players draw %s\n", r.WhiteAdvantage.Full(), plaintext.Percent(r.DrawRate))
	for _, note := range r.Notes {
		fmt.Fprintf(w, "note      %s\n", note)
	}
}

// mostLines is the number of players in a table: a longer one hides what stands around it.
const mostLines = 40

// most returns the first of a long list, and how many are omitted.
func most[T any](list []T) (first []T, more int) {
	if len(list) <= mostLines+1 {
		return list, 0
	}
	return list[:mostLines], len(list) - mostLines
}

// writeMore says that a list was cut.
func writeMore(w io.Writer, more int) {
	if more > 0 {
		fmt.Fprintf(w, "… and %s more: -json has all\n", plaintext.Thousands(more))
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
		fmt.Fprintf(w, "%s - %s: +%d =%d -%d, Elo %s\n", p.First, p.Second, p.Wins, p.Draws, p.Losses, p.Estimate.Elo.Full())
	}
}

// order returns the numbers of players, the best first.
func order(r *elo.Ratings) []int {
	list := make([]int, len(r.Players))
	for i := range list {
		list[i] = i
	}
	slices.SortStableFunc(list, func(a, b int) int {
		switch d := r.Players[b].Elo.Value - r.Players[a].Elo.Value; {
		case d > 0:
			return 1
		case d < 0:
			return -1
		}
		return 0
	})
	return list
}

// pairsLine is a pentanomial in words.
func pairsLine(p elo.Pentanomial) string {
	return fmt.Sprintf("%d %d %d %d %d", p[0], p[1], p[2], p[3], p[4])
}

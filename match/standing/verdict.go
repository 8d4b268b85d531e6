package standing

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/match/opinion"
	"example.org/centipawn/match/verdict"
)

// Verdict writes what games that others have run say, with its opinion, which may be nil.
func Verdict(w io.Writer, v *verdict.Verdict, o *opinion.Opinion) error {
	var b strings.Builder
	if v.Estimate != nil {
		writeDuel(&b, v)
	} else {
		writeRatings(&b, v.Names(), v.Ratings, shorten(v.Unrated))
		if v.Ratings == nil {
			writeRecords(&b, v.Players)
		}
	}
	writeCounts(&b, v)
	writeOpinion(&b, o)
	_, err := io.WriteString(w, b.String())
	return err
}

// longestReason is how many letters of a reason why there are no ratings are read.
const longestReason = 400

// shorten cuts a long text.
func shorten(text string) string {
	if letters := []rune(text); len(letters) > longestReason {
		return string(letters[:longestReason]) + " …: -json has all of it"
	}
	return text
}

// writeDuel writes what the games say of two players.
func writeDuel(w io.Writer, v *verdict.Verdict) {
	if a := v.Judged; a != nil {
		writePair(w, a.Name, v.Players[1].Name, &[3]int{a.Wins, a.Draws, a.Losses}, v.Estimate)
	} else {
		writePair(w, v.Players[0].Name, v.Players[1].Name, nil, v.Estimate)
	}
	if v.Pairs > 0 {
		writePentanomial(w, v.Pentanomial)
	}
	if v.Clean != nil {
		fmt.Fprintf(w, "forfeits  omitted: Elo %s\n", v.Clean.Elo.Full())
	}
	if t := v.Test; t != nil {
		writeTest(w, &t.State, v.Unit, t.Games)
	}
}

// writeRecords writes what players have won and lost, those of the most points first.
func writeRecords(w io.Writer, players []verdict.Player) {
	points := func(p verdict.Player) int { return 2*p.Wins + p.Draws }
	sorted := slices.SortedFunc(slices.Values(players), func(a, b verdict.Player) int {
		return cmp.Or(cmp.Compare(points(b), points(a)), cmp.Compare(a.Name, b.Name))
	})
	list, more := most(sorted)
	for _, p := range list {
		fmt.Fprintf(w, "%s +%d =%d -%d\n", p.Name, p.Wins, p.Draws, p.Losses)
	}
	writeMore(w, more)
}

// writeCounts writes what the games are, and the warnings.
func writeCounts(w io.Writer, v *verdict.Verdict) {
	if v.Counts {
		fmt.Fprintln(w, "read      counts alone: whether games repeat, or were lost beside the board, is not known")
		for _, warning := range v.Warnings {
			fmt.Fprintln(w, warning)
		}
		return
	}
	fmt.Fprintf(w, "read      %s: %s unfinished, %s of one player, %s faulty; %s, %s alone\n",
		plaintext.Count(v.Games+v.Unfinished+v.Itself+v.Faulty, "game"), plaintext.Thousands(v.Unfinished), plaintext.Thousands(v.Itself), plaintext.Thousands(v.Faulty),
		plaintext.Count(v.Pairs, "pair"), plaintext.Count(v.Unpaired, "game"))
	fmt.Fprintf(w, "unique    %s of %s\n", plaintext.Thousands(v.Unique), plaintext.Count(v.Games, "game"))
	list, more := most(v.Forfeits)
	for _, f := range list {
		fmt.Fprintf(w, "forfeit   %s: %s, %s\n", f.Player, f.How, plaintext.Count(f.Games, "game"))
	}
	writeMore(w, more)
	for _, warning := range v.Warnings {
		fmt.Fprintln(w, warning)
	}
}

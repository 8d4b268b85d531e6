package standing

import (
	"fmt"
	"io"
	"strings"
	"time"

	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/match"
	"example.org/centipawn/match/opinion"
	"example.org/centipawn/match/verdict"
)

// Result writes a result with its opinion, which may be nil.
func Result(w io.Writer, r *match.Result, o *opinion.Opinion) error {
	var b strings.Builder
	if len(r.Pairings) == 1 {
		p := &r.Pairings[0]
		writePair(&b, p.First, p.Second, &[3]int{p.Wins, p.Draws, p.Losses}, &p.Estimate)
		writePentanomial(&b, &p.Pentanomial)
		writeTest(&b, r.SPRT, verdict.UnitPairs, r.Games)
	} else {
		writeRatings(&b, r.Names(), r.Ratings, r.Unrated)
		writePairings(&b, r.Pairings)
	}
	writeRun(&b, r)
	writeOpinion(&b, o)
	_, err := io.WriteString(w, b.String())
	return err
}

// writeOpinion writes an opinion, if there is one.
func writeOpinion(w io.Writer, o *opinion.Opinion) {
	if o == nil {
		return
	}
	fmt.Fprintln(w)
	for _, line := range []string{o.Warning, o.Verdict, o.Next} {
		if line != "" {
			fmt.Fprintln(w, line)
		}
	}
}

// writeRun writes what the games have cost, what went wrong, and where they are.
func writeRun(w io.Writer, r *match.Result) {
	fmt.Fprintf(w, "unique    %s of %s\n", plaintext.Thousands(r.Unique), plaintext.Count(r.Games, "game"))
	if r.Repeated > 0 {
		fmt.Fprintf(w, "repeated  %s of games that are known already: they do not count\n", plaintext.Count(r.Repeated, "pair"))
	}
	if r.Tables > 0 {
		fmt.Fprintf(w, "tables    %s ended by endgame tables\n", plaintext.Count(r.Tables, "game"))
	}
	for i := range r.Players {
		p := &r.Players[i]
		fmt.Fprintf(w, "used      %s (%s): %s\n", p.Name, p.Limit, cost(p.Used))
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

// cost is what a move has cost on average, in words.
func cost(u match.Used) string {
	if u.Moves == 0 {
		return "no move"
	}
	each := u.Time / time.Duration(u.Moves)
	return fmt.Sprintf("%s nodes and %v a move, longest %v; %s nodes a second", plaintext.Thousands(int(u.Nodes)/u.Moves),
		each.Round(10*time.Microsecond), u.Longest.Round(10*time.Microsecond), plaintext.Thousands(int(u.NPS())))
}

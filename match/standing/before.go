// Package standing writes how a match stands, for people: what is going to be played, how it goes,
// and what it came to.
package standing

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"example.org/centipawn/engine"
	"example.org/centipawn/engine/uci/client"
	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/match"
	"example.org/centipawn/match/arrange"
	"example.org/centipawn/match/elo"
	"example.org/centipawn/match/entrants"
	"example.org/centipawn/match/openings"
	"example.org/centipawn/match/play"
	"example.org/centipawn/match/verdict"
)

// Announce writes, before the first game, what is going to be played and what it can show.
func Announce(w io.Writer, m *arrange.Match, plan *match.Plan) {
	for i, e := range plan.Entrants {
		fmt.Fprintf(w, "player    %s: %s\n", e.Name, Player(&m.Entrants[i], e.Limit))
	}
	for _, two := range m.Settings.Twins() {
		fmt.Fprintf(w, "warning   %s and %s are one player: the same weights, search, options and limit; at fixed nodes or depth every pair will end evenly\n",
			plan.Entrants[two[0]].Name, plan.Entrants[two[1]].Name)
	}
	AnnounceConditions(w, m, plan)
	games := 2 * plan.Pairs * len(plan.Format.Pairings(len(plan.Entrants)))
	if plan.SPRT == nil {
		fmt.Fprintf(w, "games     %s%s\n", plaintext.Thousands(games), width(2*plan.Pairs))
		return
	}
	fmt.Fprintf(w, "test      %s\n", describeTest(*plan.SPRT, verdict.UnitPairs))
	fmt.Fprintf(w, "games     at most %s%s\n", plaintext.Thousands(games), width(games))
	fmt.Fprintf(w, "expected  %s\n", expected(*plan.SPRT))
}

// AnnounceConditions writes where games begin and when they end.
func AnnounceConditions(w io.Writer, m *arrange.Match, plan *match.Plan) {
	fmt.Fprintf(w, "openings  %s\n", Openings(&m.Openings, plan.Openings, m.Seed,
		fmt.Sprintf("%s nodes of the base search with the built-in weights", plaintext.Thousands(entrants.BalanceNodes))))
	timed := slices.ContainsFunc(plan.Entrants, func(e play.Entrant) bool { return e.Limit.Timed() })
	fmt.Fprintf(w, "rules     %s\n", Rules(&plan.Rules, timed))
}

// width is what a number of games of two players can show.
func width(games int) string {
	half := elo.HalfWidth(games, elo.AssumedDraws)
	places := 0
	if half < 10 {
		places = 1
	}
	return fmt.Sprintf(": two players are separated to ±%.*f Elo (95 %%, if %.0f %% of games are drawn)", places, half, 100*elo.AssumedDraws)
}

// Player says who a player is and what he may spend.
func Player(s *entrants.Spec, limit play.Limit) string {
	var list []string
	switch {
	case s.Command != "":
		list = append(list, client.Spell(s.Command, s.Args))
	default:
		list = append(list, cmp.Or(s.Weights, "builtin"))
	}
	if s.Policy != "" {
		list = append(list, "policy "+s.Policy)
	}
	if s.Network != "" {
		list = append(list, "network "+s.Network)
	}
	if s.Command == "" {
		list = append(list, "search "+cmp.Or(s.Search, engine.DefaultSearch))
	}
	var options []string
	for name, value := range s.Options {
		options = append(options, fmt.Sprintf("%s=%v", name, value))
	}
	slices.Sort(options)
	return strings.Join(append(append(list, options...), limit.String()), ", ")
}

// Openings says where games begin: the book that they come from, or random moves
// and who has judged them.
func Openings(o *entrants.Openings, from openings.Source, seed uint64, judge string) string {
	if book, ok := from.(*openings.Book); ok {
		return describeBook(o, book, seed)
	}
	switch {
	case o.Random == 0:
		return "the start position: players that always play alike repeat their games"
	case o.Balance == 0:
		return fmt.Sprintf("%d or %d random moves, seed %d, however they stand", o.Random, o.Random+1, seed)
	}
	return fmt.Sprintf("%d or %d random moves, seed %d, within %d centipawns by %s", o.Random, o.Random+1, seed, o.Balance, judge)
}

// describeBook says what a book has, and in which order it is taken.
func describeBook(o *entrants.Openings, book *openings.Book, seed uint64) string {
	order := "the order of the file"
	if o.Order != "sequential" {
		order = fmt.Sprintf("an order drawn by seed %d", seed)
	}
	text := fmt.Sprintf("%s, %s in %s", o.Book, plaintext.Count(book.Len(), "opening"), order)
	if copies := book.Duplicates(); copies > 0 {
		text += fmt.Sprintf("; omitted as copies of others: %s", plaintext.Thousands(copies))
	}
	return text
}

// Rules says when games end that could go on; timed whether time is limited.
func Rules(r *play.Rules, timed bool) string {
	text := "the laws of chess"
	if own := r.String(); own != "" {
		text += "; " + own
	}
	if timed {
		text += fmt.Sprintf("; time may be overrun by %v", r.TimeMargin)
	}
	return text
}

// describeTest names the hypotheses, with their unit, and the chances to err. unit is
// what results are counted by.
func describeTest(t elo.SPRT, unit string) string {
	lower, upper := t.Bounds()
	return fmt.Sprintf("SPRT by %s, %s Elo: H0 %s, H1 %s, α %s, β %s; ends at an LLR of %.2f or %+.2f",
		unit, t.Model, elo.Short(t.Elo0), elo.Short(t.Elo1), elo.Short(t.Alpha), elo.Short(t.Beta), lower, upper)
}

// expected is how long the test will take, for three truths.
func expected(t elo.SPRT) string {
	var list []string
	for _, truth := range []float64{t.Elo0, (t.Elo0 + t.Elo1) / 2, t.Elo1} {
		list = append(list, fmt.Sprintf("%s if the truth is %s", plaintext.Count(int(t.Expected(truth, elo.AssumedDraws)), "game"), elo.Short(truth)))
	}
	return fmt.Sprintf("%s (with %.0f %% draws)", strings.Join(list, ", "), 100*elo.AssumedDraws)
}

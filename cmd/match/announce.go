package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"centipawn/engine"
	"centipawn/match"
	"centipawn/match/elo"
	"centipawn/match/entrants"
	"centipawn/match/play"
	"centipawn/match/verdict"
)

// assumedDraws is the share of draws that forecasts assume before a game is played.
const assumedDraws = 0.3

// announce says before the first game what is going to be played, and what it can show.
func (m *arranged) announce(w io.Writer, plan *match.Plan) {
	for i, e := range plan.Entrants {
		fmt.Fprintf(w, "player    %s: %s\n", e.Name, describe(&m.specs[i], e.Limit))
	}
	for _, two := range m.settings.Twins() {
		fmt.Fprintf(w, "warning   %s and %s are one player: the same weights, search, options and limit; at fixed nodes or depth every pair will end evenly\n",
			plan.Entrants[two[0]].Name, plan.Entrants[two[1]].Name)
	}
	fmt.Fprintf(w, "openings  %s\n", describeOpenings(&m.openings, plan.Openings.Len(), m.seed,
		fmt.Sprintf("%s nodes of the base search with the built-in weights", count(entrants.BalanceNodes))))
	fmt.Fprintf(w, "rules     %s\n", describeRules(&m.rules, slices.ContainsFunc(plan.Entrants, isTimed)))
	games := 2 * m.pairs * len(m.format.Pairings(len(plan.Entrants)))
	if m.sprt == nil {
		fmt.Fprintf(w, "games     %s%s\n", count(games), width(2*m.pairs))
		return
	}
	fmt.Fprintf(w, "test      %s\n", describeTest(*m.sprt, verdict.UnitPairs))
	fmt.Fprintf(w, "games     at most %s%s\n", count(games), width(games))
	fmt.Fprintf(w, "expected  %s\n", expected(*m.sprt))
}

// width is what so many games of two players can tell.
func width(games int) string {
	half := elo.HalfWidth(games, assumedDraws)
	places := 0
	if half < 10 {
		places = 1
	}
	return fmt.Sprintf(": two players are told apart to ±%.*f Elo (95 %%, if %.0f %% of games are drawn)", places, half, 100*assumedDraws)
}

func isTimed(e play.Entrant) bool { return e.Limit.Time > 0 || e.Limit.MoveTime > 0 }

// describe says who a player is and what he may spend.
func describe(s *entrants.Spec, limit play.Limit) string {
	var list []string
	switch {
	case s.Command != "":
		list = append(list, strings.Join(append([]string{s.Command}, s.Args...), " "))
	default:
		list = append(list, cmp.Or(s.Weights, "builtin"))
	}
	if s.Command == "" {
		list = append(list, "search "+cmp.Or(s.Search, engine.Searches()[0]))
	}
	var options []string
	for name, value := range s.Options {
		options = append(options, fmt.Sprintf("%s=%v", name, value))
	}
	slices.Sort(options)
	return strings.Join(append(append(list, options...), limit.String()), ", ")
}

// describeOpenings says where games begin: n openings of a book, or random moves and
// who has judged them.
func describeOpenings(o *entrants.Openings, n int, seed uint64, judge string) string {
	switch {
	case o.Book != "" && o.Book != entrants.StartBook && o.Order == "sequential":
		return fmt.Sprintf("%s, %s in the order of the file", o.Book, plural(n, "opening"))
	case o.Book != "" && o.Book != entrants.StartBook:
		return fmt.Sprintf("%s, %s in an order drawn by seed %d", o.Book, plural(n, "opening"), seed)
	case o.Random == 0:
		return "the start position: players that always play alike repeat their games"
	case o.Balance == 0:
		return fmt.Sprintf("%d or %d random moves, seed %d, however they stand", o.Random, o.Random+1, seed)
	}
	return fmt.Sprintf("%d or %d random moves, seed %d, within %d centipawns by %s", o.Random, o.Random+1, seed, o.Balance, judge)
}

// describeRules says when games end that could go on; timed whether time is limited.
func describeRules(r *play.Rules, timed bool) string {
	list := []string{"the laws of chess"}
	if r.DrawMoves > 0 {
		list = append(list, fmt.Sprintf("draw from move %d after %d moves each within %d centipawns", r.DrawFrom, r.DrawMoves, r.DrawScore))
	}
	if r.ResignMoves > 0 {
		sides := "of the loser"
		if r.ResignTwoSided {
			sides = "of both"
		}
		list = append(list, fmt.Sprintf("resignation after %d moves %s at %d centipawns", r.ResignMoves, sides, r.ResignScore))
	}
	if r.MateMoves > 0 {
		list = append(list, fmt.Sprintf("a win after %d moves of both that announce the same mate", r.MateMoves))
	}
	if r.MaxPlies > 0 {
		list = append(list, fmt.Sprintf("a draw after %d half-moves", r.MaxPlies))
	}
	if timed {
		list = append(list, fmt.Sprintf("time may be overrun by %v", r.TimeMargin))
	}
	return strings.Join(list, "; ")
}

// describeTest names the hypotheses, with their unit, and the chances to err. unit is
// what results are counted by.
func describeTest(t elo.SPRT, unit string) string {
	lower, upper := t.Bounds()
	return fmt.Sprintf("SPRT by %s, %s Elo: H0 %s, H1 %s, α %s, β %s; ends at an LLR of %.2f or %+.2f",
		unit, t.Model, number(t.Elo0), number(t.Elo1), number(t.Alpha), number(t.Beta), lower, upper)
}

// expected is how long the test will take, for three truths.
func expected(t elo.SPRT) string {
	var list []string
	for _, truth := range []float64{t.Elo0, (t.Elo0 + t.Elo1) / 2, t.Elo1} {
		list = append(list, fmt.Sprintf("%s if the truth is %s", plural(int(t.Expected(truth, assumedDraws)), "game"), number(truth)))
	}
	return fmt.Sprintf("%s (with %.0f %% draws)", strings.Join(list, ", "), 100*assumedDraws)
}

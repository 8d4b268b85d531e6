package main

import (
	"context"
	"flag"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"centipawn/cli"
	"centipawn/match/elo"
	"centipawn/match/entrants"
	"centipawn/match/play"
)

const aboutLadder = `Places a player between the strengths of an engine that can be limited (UCI_Elo, or Skill Level): all play
all, and are rated by these games alone. The numbers that the engine has for its strengths
are names here and no ratings: at short limits they are off by hundreds.`

// ladder is what the flags of a ladder say.
type ladder struct {
	*conditions
	*side
	engine  string
	options []string // of the engine, Name=Value
	rungs   []int
	limits  [2]*play.Limit // of both, of the engine
	games   int
}

func ladderFlags(std cli.Streams) (*flag.FlagSet, *ladder) {
	groups := slices.Concat([]cli.Group{
		{Title: "The player", Flags: sideFlags("a")},
		{Title: "The ladder", Flags: append([]string{"engine", "option", "rungs"}, limitFlags("-engine")...)},
		{Title: "What all may spend", Flags: append(limitFlags(""), "games")},
	}, conditionGroups)
	fs := cli.NewFlags("match ladder -a PLAYER -engine COMMAND [-rungs n,n,...] [-o DIR] [flags]", aboutLadder, std, groups...)
	l := &ladder{conditions: addConditions(fs), side: addSide(fs, "a", "player")}
	fs.StringVar(&l.engine, "engine", "", "the `command` of the engine, with arguments")
	addOptions(fs, "option", "engine", &l.options)
	fs.Func("rungs", "the strengths, as `n,n,...`; default are five over the range that the engine declares", func(text string) (err error) {
		l.rungs, err = readRungs(text)
		return err
	})
	l.limits = [2]*play.Limit{addLimit(fs, "", "all"), addLimit(fs, "-engine", "the engine")}
	fs.IntVar(&l.games, "games", 200, "play `n` games of each pairing")
	return fs, l
}

// readRungs reads strengths.
func readRungs(text string) (rungs []int, err error) {
	for field := range strings.SplitSeq(text, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(field))
		if err != nil {
			return nil, fmt.Errorf("%q: want whole numbers with commas between", field)
		}
		rungs = append(rungs, n)
	}
	return rungs, nil
}

// runLadder plays a ladder.
func runLadder(ctx context.Context, args []string, std cli.Streams) error {
	fs, l := ladderFlags(std)
	if err := noArguments(fs, args, std); err != nil {
		return err
	}
	switch {
	case l.engine == "":
		return cli.Usagef(std, "-engine is missing: pass the command of an engine whose strength can be limited")
	case l.games < 2 || l.games%2 != 0:
		return cli.Usagef(std, "-games %d: want an even number, two for each opening", l.games)
	}
	if err := l.check(fs, std); err != nil {
		return err
	}
	player, rungs, err := l.players(ctx, std)
	if err != nil {
		return err
	}
	m := &arranged{conditions: l.conditions, event: "ladder", specs: append([]entrants.Spec{player}, rungs...), pairs: l.games / 2, ladder: true}
	r, err := m.play(ctx, std)
	return finish(std, m, r, err)
}

// players returns the player and the rungs, with their limits.
func (l *ladder) players(ctx context.Context, std cli.Streams) (entrants.Spec, []entrants.Spec, error) {
	player, err := l.spec(std)
	if err != nil {
		return player, nil, err
	}
	if player.Limit, err = limitOf(std, player.Limit, *l.limits[0]); err != nil {
		return player, nil, err
	}
	foreign, err := entrants.Parse(l.engine)
	if err != nil {
		return player, nil, cli.Usagef(std, "-engine: %v", err)
	}
	if err := ownLimit(std, &foreign, *l.limits[1], "-engine "+l.engine); err != nil {
		return player, nil, err
	}
	if foreign.Limit, err = limitOf(std, foreign.Limit, *l.limits[0]); err != nil {
		return player, nil, err
	}
	if err := setOptions(std, &foreign, "-option", l.options); err != nil {
		return player, nil, err
	}
	strengths, err := entrants.Strength(ctx, foreign)
	if err != nil {
		return player, nil, err
	}
	fmt.Fprintf(std.Err, "%s declares %s from %d to %d\n", strengths.Engine, strengths.Option, strengths.Min, strengths.Max)
	if l.rungs == nil {
		l.rungs = strengths.Steps(5)
	}
	rungs, err := strengths.Rungs(l.rungs...)
	return player, rungs, err
}

// place says between which rungs the first of the players stands.
func place(names []string, r *elo.Ratings) opinion {
	below, above := -1, -1 // the best rung below, the worst one above
	at := func(i int) float64 { return r.Players[i].Elo.Value }
	for i := 1; i < len(names); i++ {
		switch {
		case at(i) <= at(0) && (below < 0 || at(i) > at(below)):
			below = i
		case at(i) > at(0) && (above < 0 || at(i) < at(above)):
			above = i
		}
	}
	var words []string
	if below >= 0 {
		words = append(words, distance(r, 0, below, "above "+names[below]))
	}
	if above >= 0 {
		words = append(words, distance(r, above, 0, "below "+names[above]))
	}
	next := "Take these differences within this pool only: they depend on its players and its limits."
	if below < 0 || above < 0 {
		next += " All rungs are on one side: take -rungs beyond, or other limits."
	}
	return opinion{Verdict: fmt.Sprintf("%s stands %s.", names[0], strings.Join(words, " and ")), Next: next}
}

// distance says how far a player is above another, where being what the words say; and how
// surely, unless the games do not compare the two.
func distance(r *elo.Ratings, i, j int, where string) string {
	d, los := r.Difference(i, j)
	text := fmt.Sprintf("%s Elo %s", span(d), where)
	if math.IsInf(d.Low, -1) && math.IsInf(d.High, 1) {
		return text
	}
	return fmt.Sprintf("%s (LOS %s)", text, percent(los))
}

// ladderWarning is what must be known of every ladder.
const ladderWarning = "the strengths' numbers are names and no ratings: what an engine calls 1500 is off by hundreds of Elo at short limits, " +
	"and the same number means another strength with other options"

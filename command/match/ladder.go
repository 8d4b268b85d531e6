package match

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.org/centipawn/internal/cli"
	"example.org/centipawn/match/arrange"
)

const aboutLadder = `Places a player between the strengths of an engine that can be limited (UCI_Elo, or Skill Level): all play
all, and are rated by these games alone. The numbers that the engine has for its strengths
are names here, not ratings: at short limits they are off by hundreds. PLAYER and COMMAND take options
and limits as in a match of two: "stockfish,Use NNUE=false,nodes=20000".`

// runLadder plays a ladder.
func runLadder(ctx context.Context, args []string, std cli.Streams) error {
	fs := cli.NewFlags("match ladder -a PLAYER -engine COMMAND [-rungs n,n,...] [-o DIR] [flags]", aboutLadder, std, slices.Concat([]cli.Group{
		{Title: "The players", Flags: []string{"a", "engine", "rungs"}},
		{Title: "What all may spend", Flags: append(limitFlags, "games")},
	}, conditionGroups)...)
	c, limit := addConditions(fs), addLimit(fs, "all")
	player, engine := addPlayer(fs, "a", "player"), fs.String("engine", "", "the `command` of the engine, with arguments")
	var rungs arrange.Rungs
	fs.Func("rungs", "the strengths, as `n,n,...`; default are five over the range that the engine declares", func(text string) (err error) {
		rungs.Strengths, err = readRungs(text)
		return err
	})
	games := fs.Int("games", 200, "play `n` games of each pairing")
	if err := noArguments(fs, args, std); err != nil {
		return err
	}
	switch {
	case *engine == "":
		return cli.Usagef(std, "-engine is missing: pass the command of an engine whose strength can be limited")
	case *games < 2 || *games%2 != 0:
		return cli.Usagef(std, "-games %d: want an even number, two for each opening", *games)
	}
	c.Pairs = *games / 2
	if err := c.check(fs, std); err != nil {
		return err
	}
	first, err := readPlayer(std, "-a", *player, *limit)
	if err != nil {
		return err
	}
	if rungs.Engine, err = readPlayer(std, "-engine", *engine, *limit); err != nil {
		return err
	}
	if err := c.equip(std, &first, &rungs.Engine); err != nil {
		return err
	}
	m, declares, err := rungs.Ladder(ctx, first, c.File)
	if declares != "" {
		fmt.Fprintln(std.Err, declares)
	}
	if err != nil {
		return err
	}
	m.Dir = c.dir
	_, err = playMatch(ctx, std, m, c.asJSON)
	return err
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

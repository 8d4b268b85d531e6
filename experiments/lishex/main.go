package lishex

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"example.org/centipawn/experiments/harness"
	"example.org/centipawn/experiments/pool"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/loop"
	"example.org/centipawn/match/play"
)

const about = `Lishex draws the piece values at random and learns them from games that the
engine plays with itself, as the paper does: play, draw positions, fit, forget,
and play again. Then the paper's minimiser is put beside ours, and the learnt
values play those at which they began, 1-3-3-5-9, and PeSTO's. DIR/loop gets the
learning, DIR/proof the matches, DIR the tables; a run that was stopped goes on.
-table 2 counts nodes a second, and -table trees tries the parts of the tree;
-table 2 -help and -table trees -help say how.`

// The sizes of a quick run.
const (
	quickIterations = 3
	quickGames      = 400
	quickPairs      = 20
)

// Main is the experiment's command: without -table the piece values.
var Main = harness.Parts(
	harness.Part{Names: []string{"1"}, About: "piece values", Run: learn},
	harness.Part{Names: []string{"2"}, About: "speeds", Run: printSpeeds},
	harness.Part{Names: []string{"trees"}, About: "depths, and parts by games", Run: playTrees},
)

// learn prints table 1.
func learn(ctx context.Context, args []string, std cli.Streams) error {
	c, opt, err := parse(args, std)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(opt.Dir, 0o777); err != nil {
		return err
	}
	opt.Report = reportTo(std.Err)
	opt.Watch = pool.Watch(std.Err)
	r, err := Run(ctx, opt)
	if err != nil {
		return err
	}
	if err := c.Publish(harness.Finding{Title: "Lishex's piece values, again", Summary: r.summary(), Tables: r.tables(), Numbers: r}, nil); err != nil {
		return err
	}
	fmt.Fprintf(std.Err, "look at %s for the picture of the learning\n", filepath.Join(opt.Dir, "loop", "index.html"))
	return nil
}

// parse reads the flags.
func parse(args []string, std cli.Streams) (*harness.Command, Options, error) {
	c := harness.New("lishex", "lishex [-table 1] [-quick] [flags] -o DIR", about, fmt.Sprintf("%d iterations of %d games, %d pairs", quickIterations, quickGames, quickPairs), std)
	preset, err := loop.Preset("lishex")
	if err != nil {
		return nil, Options{}, err
	}
	opt, fs := Options{Loop: preset.WithDefaults()}, c.Flags
	fs.IntVar(&opt.Loop.Iterations, "iterations", opt.Loop.Iterations, "play and fit `n` times")
	fs.IntVar(&opt.Loop.Games, "games", opt.Loop.Games, "play `n` games an iteration")
	fs.IntVar(&opt.Loop.PerGame, "per-game", opt.Loop.PerGame, "draw `n` positions of a game")
	fs.IntVar(&opt.Loop.Window, "window", opt.Loop.Window, "fit the positions of the last `n` iterations: 1 as the paper")
	limit := fs.String("limit", opt.Loop.Limit.String(), "`limit` of a move while learning: nodes or a depth")
	proof := fs.String("proof-limit", "", "`limit` of a move in the matches; that of the learning if not given")
	fs.IntVar(&opt.Pairs, "pairs", 200, "play `n` pairs of games against each opponent")
	fs.IntVar(&opt.Steps, "steps", 500, "let adam and sgd make `n` steps")
	fs.Uint64Var(&opt.Loop.Seed, "seed", opt.Loop.Seed, "`seed` of all that is drawn")
	fs.IntVar(&opt.Loop.Threads, "threads", 0, "play `n` games at a time; 0: one for each processor")
	c.Least(1, "iterations", "games", "per-game", "window", "pairs", "steps", "seed") // 0 would be the default
	c.Least(0, "threads")
	err = c.ParseFlags(args)
	if err != nil {
		return c, opt, err
	}
	if c.Quick {
		opt.Loop.Iterations, opt.Loop.Games, opt.Pairs = quickIterations, quickGames, quickPairs
	}
	if opt.Loop.Limit, err = play.ParseLimit(*limit); err != nil {
		return c, opt, c.Usagef("-limit: %v", err)
	}
	if *proof != "" {
		if opt.Limit, err = play.ParseLimit(*proof); err != nil {
			return c, opt, c.Usagef("-proof-limit: %v", err)
		}
	}
	if opt.Dir = c.Out; opt.Dir == "" {
		return c, opt, c.Usagef("no folder: pass -o DIR for games, values and tables")
	}
	return c, opt, nil
}

// reportTo returns a report of the learning to w, a line for each iteration.
func reportTo(w io.Writer) func(loop.Event) {
	return func(e loop.Event) {
		if e.Metrics != nil {
			fmt.Fprintf(w, "iteration %d: %v\n", e.Iteration, cells(e.Metrics.Values))
		}
	}
}

package lishex

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"example.org/centipawn/experiments/pool"
	"example.org/centipawn/experiments/table"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/report"
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
func Main(ctx context.Context, args []string, std cli.Streams) error {
	name, args := table.Take(args)
	switch name {
	case "", "1":
		return learn(ctx, args, std)
	case "2":
		return printSpeeds(ctx, args, std)
	case "trees":
		return playTrees(ctx, args, std)
	}
	return cli.Usagef(std, "-table %s: want 1 (piece values), 2 (speeds) or trees (depths, and parts by games)", name)
}

// learn prints table 1.
func learn(ctx context.Context, args []string, std cli.Streams) error {
	opt, err := parse(args, std)
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
	page := &report.Page{Title: "Lishex's piece values, again", Summary: r.summary()}
	if page.Tables, err = r.tables(); err != nil {
		return err
	}
	if err := page.WriteText(std.Out); err != nil {
		return err
	}
	if err := page.WriteWith(opt.Dir, r); err != nil {
		return err
	}
	fmt.Fprintf(std.Err, "look at %s and, for the picture of the learning, %s\n",
		filepath.Join(opt.Dir, "index.html"), filepath.Join(opt.Dir, "loop", "index.html"))
	return nil
}

// parse reads the flags.
func parse(args []string, std cli.Streams) (Options, error) {
	fs := cli.NewFlags("experiment run lishex [-table 1] [-quick] [flags] -o DIR", about, std)
	preset, err := loop.Preset("lishex")
	if err != nil {
		return Options{}, err
	}
	opt := Options{Loop: preset.WithDefaults()}
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
	quick := fs.Bool("quick", false, fmt.Sprintf("%d iterations of %d games, %d pairs", quickIterations, quickGames, quickPairs))
	fs.StringVar(&opt.Dir, "o", "", "write everything into this `folder`")
	rest, err := cli.Parse(fs, args, std)
	if err != nil {
		return opt, err
	}
	if *quick {
		opt.Loop.Iterations, opt.Loop.Games, opt.Pairs = quickIterations, quickGames, quickPairs
	}
	if opt.Loop.Limit, err = play.ParseLimit(*limit); err != nil {
		return opt, cli.Usagef(std, "-limit: %v", err)
	}
	if *proof != "" {
		if opt.Limit, err = play.ParseLimit(*proof); err != nil {
			return opt, cli.Usagef(std, "-proof-limit: %v", err)
		}
	}
	switch {
	case opt.Dir == "":
		return opt, cli.Usagef(std, "no folder: pass -o DIR for games, values and tables")
	case len(rest) > 0:
		return opt, cli.Usagef(std, "lishex reads no %s: pass flags only", rest[0])
	}
	return opt, checkNumbers(&opt, std)
}

// checkNumbers refuses numbers below 1: 0 would be the default.
func checkNumbers(opt *Options, std cli.Streams) error {
	for _, f := range []struct {
		name  string
		value int
	}{
		{"iterations", opt.Loop.Iterations}, {"games", opt.Loop.Games}, {"per-game", opt.Loop.PerGame}, {"window", opt.Loop.Window},
		{"pairs", opt.Pairs}, {"steps", opt.Steps}, {"seed", int(min(opt.Loop.Seed, 1))},
	} {
		if f.value < 1 {
			return cli.Usagef(std, "-%s %d: want 1 or more", f.name, f.value)
		}
	}
	if opt.Loop.Threads < 0 {
		return cli.Usagef(std, "-threads %d: want 0 or more", opt.Loop.Threads)
	}
	return nil
}

// reportTo returns a report of the learning to w, a line for each iteration.
func reportTo(w io.Writer) func(loop.Event) {
	return func(e loop.Event) {
		if e.Metrics != nil {
			fmt.Fprintf(w, "iteration %d: %v\n", e.Iteration, cells(e.Metrics.Values))
		}
	}
}

package bubot

import (
	"context"
	"fmt"
	"time"

	"example.org/centipawn/experiments/pool"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/report"
	"example.org/centipawn/match/entrants"
	"example.org/centipawn/match/play"
)

const about = `Bubot plays the four games of the BUBot paper as matches: trees with random games,
BUBot, whose games an engine plays, minimax on material, and the engine, which has
-inner nodes for each move of BUBot's games. Game 4 is played against one such
search, as in the paper, at equal nodes, -equal for each move of both, and at equal
time, -movetime. With -o DIR the games are in DIR/games, and a run that was stopped
goes on.`

// The sizes of a quick run.
const (
	quickPairs = 5
	quickInner = 10
	quickEqual = 15_000
	quickDepth = 3
	quickTime  = 20 * time.Millisecond
)

// rules: mates that both sides announce end a game, and a length at which random games have
// nothing more to hope for. On a busy machine a move may be late.
var rules = play.Rules{MateMoves: 2, MaxPlies: 300, TimeMargin: 10 * play.DefaultMargin}

// flags are those of the experiment.
type flags struct {
	*pool.Flags
	opt    Options
	engine string
}

// Main is the experiment's command.
func Main(ctx context.Context, args []string, std cli.Streams) error {
	f, err := parse(args, std)
	if err != nil {
		return err
	}
	if err := f.open(); err != nil {
		return err
	}
	f.opt.Watch = pool.Watch(std.Err)
	r, failed := Run(ctx, f.opt)
	if len(r.Games) == 0 {
		return failed
	}
	page := &report.Page{Title: "BUBot's four games, again", Summary: r.summary(&f.opt)}
	if page.Tables, err = r.tables(); err != nil {
		return err
	}
	if err := page.Publish(f.Out, r, std.Out, std.Err); err != nil {
		return err
	}
	return failed
}

// parse reads the flags.
func parse(args []string, std cli.Streams) (*flags, error) {
	fs := cli.NewFlags("experiment run bubot [-quick] [flags] [-o DIR]", about, std)
	f := &flags{Flags: pool.AddFlags(fs, 100, fmt.Sprintf("%d pairs, %d nodes within and %d where they are equal, %v where time is, to depth %d: minutes", quickPairs, quickInner, quickEqual, quickTime, quickDepth))}
	fs.IntVar(&f.opt.Inner, "inner", 50, "nodes of the engine for each move of BUBot's games, and of game 4: `n`")
	fs.Uint64Var(&f.opt.Equal, "equal", 100_000, "game 4 at equal nodes: `n` moves made, a move")
	fs.DurationVar(&f.opt.Time, "movetime", 100*time.Millisecond, "game 4 at equal time: this `time` a move; 0: not played")
	fs.IntVar(&f.opt.Depth, "depth", 4, "compare minimax and alpha-beta to depth `n`")
	fs.StringVar(&f.engine, "engine", "builtin", "the `engine` that plays BUBot's games, and is the opponent of game 4, as match takes it")
	rest, err := cli.Parse(fs, args, std)
	if err != nil {
		return nil, err
	}
	if len(rest) > 0 {
		return nil, cli.Usagef(std, "bubot reads no %s: pass flags only", rest[0])
	}
	if f.Quick {
		f.Pairs, f.opt.Inner, f.opt.Equal, f.opt.Depth = min(f.Pairs, quickPairs), min(f.opt.Inner, quickInner), min(f.opt.Equal, quickEqual), min(f.opt.Depth, quickDepth)
		f.opt.Time = min(f.opt.Time, quickTime)
	}
	if f.opt.Time < 0 || f.opt.Inner < 1 || f.opt.Equal < 1 || f.opt.Depth < 1 {
		return nil, cli.Usagef(std, "-inner %d -equal %d -depth %d -movetime %v: want 1 or more, and no time below 0", f.opt.Inner, f.opt.Equal, f.opt.Depth, f.opt.Time)
	}
	if f.opt.Engine, err = entrants.Parse(f.engine); err != nil {
		return nil, cli.Usagef(std, "-engine: %v", err)
	}
	return f, f.Check(std)
}

// open opens what flags name.
func (f *flags) open() error {
	err := f.Open()
	f.Rules, f.Event = rules, "BUBot"
	f.opt.Options = f.Options
	return err
}

package bubot

import (
	"context"
	"fmt"
	"time"

	"example.org/centipawn/experiments/harness"
	"example.org/centipawn/experiments/pool"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/match/entrants"
	"example.org/centipawn/match/play"
)

const about = `Bubot plays the four games of the BUBot paper as matches: trees with random games,
BUBot, whose games an engine plays, minimax on material, and the engine, which has
-inner nodes for each move of BUBot's games. Game 4 is played against one such
search, as in the paper, at equal nodes, -equal for each move of both, and at equal
time, -movetime. With -o DIR the games are in DIR/games, the seconds by move are
drawn, and a run that was stopped goes on. -table growth measures time and space of
the tree by its iterations; -table growth -help says how.`

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
	*pool.Command
	opt    Options
	engine string
}

// Main is the experiment's command: without -table the four games.
var Main = harness.Parts(
	harness.Part{Names: []string{"games"}, About: "the four games", Run: playGames},
	harness.Part{Names: []string{"growth"}, About: "time and space by iterations", Run: printGrowth},
)

// playGames plays the four games and counts.
func playGames(ctx context.Context, args []string, std cli.Streams) error {
	f, err := parse(args, std)
	if err != nil {
		return err
	}
	if err := f.open(); err != nil {
		return err
	}
	r, failed := Run(ctx, f.opt)
	if len(r.Games) == 0 {
		return failed
	}
	return f.Publish(harness.Finding{Title: "BUBot's four games, again", Summary: r.summary(&f.opt), Tables: r.tables(), Numbers: r, Draw: r.draw}, failed)
}

// parse reads the flags.
func parse(args []string, std cli.Streams) (*flags, error) {
	h := harness.New("bubot", "bubot [-quick] [flags] [-o DIR]", about,
		fmt.Sprintf("%d pairs, %d nodes within and %d where they are equal, %v where time is, to depth %d: minutes", quickPairs, quickInner, quickEqual, quickTime, quickDepth), std)
	f := new(flags)
	f.Command = pool.AddFlags(h, &f.opt.Options, 100)
	h.Flags.IntVar(&f.opt.Inner, "inner", 50, "nodes of the engine for each move of BUBot's games, and of game 4: `n`")
	h.Flags.Uint64Var(&f.opt.Equal, "equal", 100_000, "game 4 at equal nodes: `n` moves made, a move")
	h.Flags.DurationVar(&f.opt.Time, "movetime", 100*time.Millisecond, "game 4 at equal time: this `time` a move; 0: not played")
	h.Flags.IntVar(&f.opt.Depth, "depth", 4, "compare minimax and alpha-beta to depth `n`")
	h.Flags.StringVar(&f.engine, "engine", "builtin", "the `engine` that plays BUBot's games, and is the opponent of game 4, as match takes it")
	h.Least(1, "inner", "equal", "depth")
	h.Least(0, "movetime")
	if err := h.ParseFlags(args); err != nil {
		return nil, err
	}
	harness.Shorten(h.Quick, &f.Pairs, quickPairs)
	harness.Shorten(h.Quick, &f.opt.Inner, quickInner)
	harness.Shorten(h.Quick, &f.opt.Equal, quickEqual)
	harness.Shorten(h.Quick, &f.opt.Time, quickTime)
	harness.Shorten(h.Quick, &f.opt.Depth, quickDepth)
	var err error
	if f.opt.Engine, err = entrants.Parse(f.engine); err != nil {
		return nil, h.Usagef("-engine: %v", err)
	}
	return f, nil
}

// open opens what flags name.
func (f *flags) open() error {
	f.Rules, f.Event = rules, "BUBot"
	return f.Open()
}

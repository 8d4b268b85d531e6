package thesis

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"example.org/centipawn/experiments/harness"
	"example.org/centipawn/experiments/pool"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/match/entrants"
	"example.org/centipawn/match/play"
)

const about = `Thesis plays the games of A. Sadybakasov's thesis: random Monte-Carlo tree search
with proofs, MCC-Solver, against variants whose games another search plays. Tables
1 to 15 come under equal nodes, all moves that are made counting, and under equal
time; with -tc under a clock, as the thesis has it; table 3 under equal
iterations; table 16 counts, and figure 6 shows the horizon. With -o DIR the games
are in DIR/games, and a run that was stopped goes on.`

// The sizes of a quick run: MCC-SR makes some thirty iterations a move, one for each move of its
// root. Fewer nodes within would not see every move once.
const (
	quickPairs      = 2
	quickNodes      = 100_000
	quickTime       = 100 * time.Millisecond
	quickIterations = 30
	quickTables     = "0,1,3,6,8,9,10,12,13,16,17"
	quickTrap       = "movetime=1s"
)

// The rules of all games: mates that both sides announce end them, and so does a length at which
// nothing more is to be hoped for of random games. Nobody resigns: half of the thesis's
// games were draws, for trees that cannot mate.
var rules = play.Rules{MateMoves: 2, MaxPlies: 300, TimeMargin: 10 * play.DefaultMargin}

// flags are those of the experiment.
type flags struct {
	*pool.Command
	opt        Options
	nodes      uint64
	time       time.Duration
	iterations uint64
	engine     string
	clock      string
	tables     string
	trap       string
	trees      entrants.Spec // with the options of all trees
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
	r, failed := Run(ctx, f.opt)
	if r == nil || len(r.Budgets) == 0 && len(r.Speeds) == 0 && len(r.Horizon) == 0 {
		return failed
	}
	return f.Publish(harness.Finding{Title: "The thesis's trees, again", Summary: r.summary(), Tables: r.tables(), Numbers: r, Draw: r.draw}, failed)
}

// parse reads the flags.
func parse(args []string, std cli.Streams) (*flags, error) {
	h := harness.New("thesis", "thesis [-quick] [flags] [-o DIR]", about,
		fmt.Sprintf("%d pairs, %d nodes, %v and %d iterations a move, the games with MCC-Solver: minutes", quickPairs, quickNodes, quickTime, quickIterations), std)
	f, fs := new(flags), h.Flags
	f.Command = pool.AddFlags(h, &f.opt.Options, 150)
	fs.Uint64Var(&f.nodes, "nodes", 300_000, "equal nodes: `n` moves made, a move; 0: not played")
	fs.DurationVar(&f.time, "movetime", 300*time.Millisecond, "equal time: this `time` a move; 0: not played")
	fs.StringVar(&f.clock, "tc", "", "the thesis's protocol: a `clock` for a game, such as 10+0, beside the other budgets; with -threads 4 four games at a time")
	fs.Uint64Var(&f.iterations, "iterations", 100, "table 3: `n` iterations a move; 0: not played")
	fs.IntVar(&f.opt.Inner, "inner", 50, "nodes of each search within the search: `n`")
	fs.StringVar(&f.trap, "trap", "movetime=10s", "`limit` of table 16, nodes being moves made")
	fs.StringVar(&f.opt.Weights, "weights", "", "`weights` of the trees and of the searches within; the built-in ones if not given")
	fs.StringVar(&f.engine, "engine", "builtin", "the `engine` that plays Stockfish's part, within the trees and in tables 13 to 15, as match takes it")
	fs.StringVar(&f.tables, "tables", "", "make these `tables` only, with commas between; 0: the pairings that the thesis has not; 17: figure 6, the horizon")
	fs.StringVar(&f.opt.Syzygy, "syzygy", "", "folders with Syzygy `tables` for MCC-SR-TB, separated as in PATH; it is not played without")
	fs.Func("option", "set an option of all trees: `Name=Value`; may be given several times", f.trees.SetOption)
	h.Least(1, "inner")
	h.Least(0, "movetime")
	if err := h.ParseFlags(args); err != nil {
		return nil, err
	}
	f.shorten()
	if err := f.read(); err != nil {
		return nil, h.Usagef("%v", err)
	}
	return f, nil
}

// open opens what flags name.
func (f *flags) open() error {
	f.Rules = rules
	return f.Open()
}

// shorten makes the run quick, if that is wanted.
func (f *flags) shorten() {
	harness.Shorten(f.Quick, &f.Pairs, quickPairs)
	harness.Shorten(f.Quick, &f.nodes, quickNodes)
	harness.Shorten(f.Quick, &f.time, quickTime)
	harness.Shorten(f.Quick, &f.iterations, quickIterations)
	if f.Quick {
		f.tables, f.trap = cmp.Or(f.tables, quickTables), quickTrap
	}
}

// read makes options of the flags.
func (f *flags) read() (err error) {
	if err := f.budgets(); err != nil {
		return err
	}
	if f.opt.Engine, err = entrants.Parse(f.engine); err != nil {
		return fmt.Errorf("-engine: %w", err)
	}
	limit, err := play.ParseLimit(f.trap)
	if err != nil {
		return fmt.Errorf("-trap: %w", err)
	}
	if limit.Nodes == 0 == (limit.MoveTime == 0) {
		return fmt.Errorf("-trap %s: pass nodes or movetime", f.trap)
	}
	f.opt.Trap = Trap{limit.Nodes, limit.MoveTime}
	if f.opt.Tables, err = parseTables(f.tables); err != nil {
		return err
	}
	f.opt.Trees = f.trees.Options
	return nil
}

// budgets adds those that are not 0.
func (f *flags) budgets() error {
	if f.nodes > 0 {
		f.opt.Budgets = append(f.opt.Budgets, Budget{"nodes", play.Limit{Nodes: f.nodes}, "moves"})
	}
	if f.time > 0 {
		f.opt.Budgets = append(f.opt.Budgets, Budget{"time", play.Limit{MoveTime: f.time}, iterations})
	}
	if f.clock != "" {
		limit, err := play.ParseLimit("tc=" + f.clock)
		if err != nil {
			return fmt.Errorf("-tc: %w", err)
		}
		f.opt.Budgets = append(f.opt.Budgets, Budget{"clocks", limit, iterations})
	}
	if f.iterations > 0 {
		f.opt.Budgets = append(f.opt.Budgets, Budget{iterations, play.Limit{Nodes: f.iterations}, iterations})
	}
	return nil
}

// parseTables reads numbers of tables; "" is all of them.
func parseTables(text string) (list []int, err error) {
	for word := range strings.SplitSeq(text, ",") {
		if text == "" {
			return nil, nil
		}
		n, err := strconv.Atoi(strings.TrimSpace(word))
		if err != nil || n < Beside || n > Horizon {
			return nil, fmt.Errorf("-tables %s: want numbers from %d to %d with commas between", text, Beside, Horizon)
		}
		if !slices.Contains(list, n) {
			list = append(list, n)
		}
	}
	return list, nil
}

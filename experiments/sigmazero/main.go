// Package sigmazero measures what the SigmaZero paper shows in pictures of single positions: how much
// of the probability is on legal moves, which mates in one are found by the policy and by trees, how
// promotions, castling and hanging pieces are played; and it plays the network against opponents whose
// strength is known, and against linear evaluations in the same tree. It also says how often the
// paper's gate errs.
//
// Source: the SigmaZero paper (docs/papers.md).
package sigmazero

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"example.org/centipawn/experiments/harness"
	"example.org/centipawn/experiments/pool"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/loop/lesson"
	"example.org/centipawn/loop/sigma"
	"example.org/centipawn/match/play"
	"example.org/centipawn/neural"
	"example.org/centipawn/neural/nn"
	"example.org/centipawn/search/mcts"
)

const about = `Sigmazero asks a network, as the command sigmazero trains it, what the paper's
pictures show: of the positions in FILE with a teacher's moves, and of the mates in
one in the files of -mates; and it plays it at -simulations against random moves,
material, AlphaOne, and linear evaluations in the same tree; against these also at
equal time, -movetime. With -o DIR the games are in DIR/games, and a run that was
stopped goes on.`

// The sizes of a quick run.
const (
	quickPairs       = 4
	quickSimulations = 40
	quickMates       = 50
	quickPositions   = 300
)

// rules: mates that both sides announce end a game, and a length at which random games have nothing
// more to hope for.
var rules = play.Rules{MaxPlies: 300, TimeMargin: play.DefaultMargin}

// flags are those of the experiment.
type flags struct {
	*pool.Command
	network, mates string
	files          []string
	simulations    int
	most           int // mates
	positions      int
	trees          []int // simulations for a mate
	against        string
	plays          *regexp.Regexp // the names of opponents
	time           play.Limit     // at equal time
	changes        mcts.Changes   // of the tree
	changed        []string       // the same, as they were given
}

// Main is the experiment's command.
func Main(ctx context.Context, args []string, std cli.Streams) error {
	f, err := parse(args, std)
	if err != nil {
		return err
	}
	if err := f.Open(); err != nil {
		return err
	}
	r, failed := run(ctx, f)
	if r == nil {
		return failed
	}
	return f.Publish(harness.Finding{Title: "SigmaZero's claims, measured", Summary: r.summary(), Tables: r.tables(), Numbers: r}, failed)
}

// parse reads the flags.
func parse(args []string, std cli.Streams) (*flags, error) {
	h := harness.New("sigmazero", "sigmazero [-quick] [flags] [-o DIR] NETWORK FILE...", about,
		fmt.Sprintf("%d pairs, %d simulations, %d mates, %d positions: minutes", quickPairs, quickSimulations, quickMates, quickPositions), std)
	f, fs := new(flags), h.Flags
	f.Command = pool.AddFlags(h, &pool.Options{Rules: rules, Event: "SigmaZero"}, 50)
	fs.StringVar(&f.mates, "mates", "", "`file` of mates in one; none: that table is left out")
	fs.IntVar(&f.simulations, "simulations", 100, "simulations of trees for a move in matches: `n`")
	fs.IntVar(&f.most, "most", 0, "solve `n` of the mates at most; 0: all")
	fs.Func("trees", "solve mates in one with these numbers of simulations, 0 being the policy alone: `list` (default 0,1,50,800)", f.setTrees)
	fs.StringVar(&f.against, "against", "", "play only opponents whose name matches this `regexp`; none: all")
	fs.IntVar(&f.positions, "positions", 2000, "ask for `n` positions of each file at most")
	fs.DurationVar(&f.time.MoveTime, "movetime", 0, "play the linear evaluations at equal time, too, this long for a move: `duration`")
	fs.Func("tree", "set a part of the tree, as TreeCheckShare=50, for the network and the linear evaluations; may be repeated: `name=value`", f.setTree)
	h.Least(1, "simulations", "positions")
	h.Least(0, "most", "movetime")
	rest, err := h.Parse(args)
	if err != nil {
		return nil, err
	}
	if len(rest) < 2 {
		return nil, h.Usagef("want the file of a network, and files of positions with moves")
	}
	f.network, f.files = rest[0], rest[1:]
	harness.Shorten(f.Quick, &f.Pairs, quickPairs)
	harness.Shorten(f.Quick, &f.simulations, quickSimulations)
	harness.Shorten(f.Quick, &f.positions, quickPositions)
	if f.Quick {
		f.most = quickMates
	}
	if f.trees == nil {
		if f.trees = []int{0, 1, 50, 800}; f.Quick {
			f.trees = f.trees[:3]
		}
	}
	if f.plays, err = regexp.Compile(f.against); err != nil {
		return nil, h.Usagef("-against: %v", err)
	}
	return f, nil
}

// setTrees reads -trees.
func (f *flags) setTrees(text string) error {
	for part := range strings.SplitSeq(text, ",") {
		n, err := strconv.Atoi(part)
		if err != nil || n < 0 {
			return errors.New("want numbers from 0 with commas between")
		}
		f.trees = append(f.trees, n)
	}
	return nil
}

// setTree reads -tree.
func (f *flags) setTree(text string) error {
	name, value, _ := strings.Cut(text, "=")
	f.changed = append(f.changed, text)
	return f.changes.Set(name, value)
}

// tree is that of the network and the linear evaluations.
func (f *flags) tree() mcts.Options { return f.changes.Apply(sigma.Tree()) }

// A Result is what was found.
type Result struct {
	Network    string       `json:"network"`
	Parameters int          `json:"parameters"`
	Steps      int          `json:"steps"`
	Grade      lesson.Grade `json:"grade"`
	Mates      []Mate       `json:"mates"`
	Habits     []Habit      `json:"habits"`
	Matches    []Match      `json:"matches"`
	Gate       []Gate       `json:"gate"`
	Warnings   []string     `json:"warnings,omitempty"`
}

// A Match is the network against an opponent.
type Match struct {
	Opponent string       `json:"opponent"`
	Limit    string       `json:"limit"` // of the network's moves
	Result   pool.Outcome `json:"result"`
	PerMove  float64      `json:"simulations_per_move"` // of the network
	Theirs   float64      `json:"opponents_per_move"`   // nodes of the opponent
}

// run measures. If it is stopped the error wraps that of ctx, and the result holds what was done.
func run(ctx context.Context, f *flags) (*Result, error) {
	file, err := nn.Read(f.network)
	if err != nil {
		return nil, err
	}
	n, err := neural.New(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.network, err)
	}
	lessons, _, err := lesson.Read(ctx, f.files, lesson.Options{Most: f.positions, Seed: f.Seed}, nil)
	if err != nil && !errors.Is(err, lesson.ErrNoMoves) {
		return nil, err
	}
	r := &Result{Network: f.network, Parameters: file.Network.Config().Size(), Steps: file.Steps, Gate: gates()}
	r.Grade = lesson.Measure(file.Network.Share(), lessons, n.Encoding())
	r.Habits = habits(n, lessons)
	if f.mates != "" {
		if r.Mates, err = mates(ctx, n, f); err != nil {
			return r, err
		}
	}
	return r, r.play(ctx, f, n)
}

// play plays the matches.
func (r *Result) play(ctx context.Context, f *flags, n *neural.Network) error {
	limits := []play.Limit{{Nodes: uint64(f.simulations)}}
	if f.time.MoveTime > 0 {
		limits = append(limits, f.time)
	}
	for i, limit := range limits {
		all, err := opponents(limit, f.tree())
		if err != nil {
			return err
		}
		if i > 0 {
			all = all[4:] // those that play in the same tree
		}
		for _, opponent := range all {
			if !f.plays.MatchString(opponent.Name) {
				continue
			}
			name := "network"
			if i > 0 {
				name, opponent.Name = "network, equal time", opponent.Name+", equal time"
			}
			p := &pool.Pool{Entrants: []play.Entrant{network(name, n, f.tree(), limit), opponent}, Pairings: [][2]int{{0, 1}}}
			opt := *f.Options
			opt.Settings = append([]string{f.network, limit.String(), opponent.Limit.String()}, f.changed...)
			res, err := p.Play(ctx, opt)
			if err == nil {
				r.Matches = append(r.Matches, Match{strings.TrimSuffix(opponent.Name, ", equal time"), limit.String(), res.Matches[0], res.Players[0].PerMove(), res.Players[1].PerMove()})
			}
			r.Warnings = append(r.Warnings, res.Warnings...)
			if err != nil {
				return err
			}
		}
	}
	return nil
}

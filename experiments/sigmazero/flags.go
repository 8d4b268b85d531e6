package sigmazero

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"example.org/centipawn/experiments/harness"
	"example.org/centipawn/experiments/pool"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/loop/sigma"
	"example.org/centipawn/match/play"
	"example.org/centipawn/search/mcts"
	"example.org/centipawn/search/mcts/settings"
)

const about = `Sigmazero asks a network, as the command sigmazero trains it, what the paper's
pictures show: of the positions in FILE with a teacher's moves, and of the mates in
one in the files of -mates, by the number of legal moves; which colour its values
favour; and who judges best how games of FILE end. It plays it at -simulations against
random moves, material, AlphaOne, and linear evaluations in the same tree; against
these also at equal time, -movetime. With -o DIR the planes of moves are a picture, the
games are in DIR/games, and a run that was stopped goes on.`

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
	most           int  // mates
	fresh          bool // whether a new network solves them, too
	fen            string
	positions      int
	trees          []int // simulations for a mate
	against        string
	plays          *regexp.Regexp   // the names of opponents
	time           play.Limit       // at equal time
	changes        settings.Changes // of the tree
	changed        []string         // the same, as they were given
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
	fs.BoolVar(&f.fresh, "untrained", false, "let a new network of the same shape solve the mates in one, too")
	fs.StringVar(&f.fen, "fen", pictured, "draw the planes of moves in this `position`")
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
		f.most, f.fresh = quickMates, true
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

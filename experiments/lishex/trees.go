package lishex

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"time"

	_ "example.org/centipawn/experiments/engines" // the searches of papers, by name
	"example.org/centipawn/experiments/measure"
	"example.org/centipawn/experiments/pool"
	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/match"
	"example.org/centipawn/match/entrants"
	"example.org/centipawn/match/play"
	"example.org/centipawn/search"
	"example.org/centipawn/search/mcts"
)

// TreeOptions configures [Trees].
type TreeOptions struct {
	pool.Options

	Weights    string
	Iterations uint64        // of both, where these are equal
	Moves      uint64        // made by both, where these are equal; 0: not played
	Time       time.Duration // of both for a move, where it is equal; 0: not played
	Depths     []uint64      // iterations that depths of trees are measured with
}

// A budget is what both players may spend on a move.
type budget struct {
	name  string     // of what is equal
	count mcts.Count // what a node is
	limit play.Limit
	of    func(t *Trial) *pool.Outcome // its match
}

// equalTime is the name of the budget of time.
const equalTime = "time"

// budgets returns those that are played.
func (o *TreeOptions) budgets() (list []budget) {
	list = append(list, budget{"iterations", mcts.Iterations, play.Limit{Nodes: o.Iterations}, func(t *Trial) *pool.Outcome { return &t.Iterations }})
	if o.Moves > 0 {
		list = append(list, budget{"moves", mcts.Moves, play.Limit{Nodes: o.Moves}, func(t *Trial) *pool.Outcome { return &t.Moves }})
	}
	if o.Time > 0 {
		list = append(list, budget{equalTime, mcts.Iterations, play.Limit{MoveTime: o.Time}, func(t *Trial) *pool.Outcome { return &t.Time }})
	}
	return list
}

// A TreesResult is what the paper's text says of its tree, measured.
type TreesResult struct {
	Depths   []Depth  `json:"depths"`
	Trials   []Trial  `json:"trials"`
	Players  []Spent  `json:"players"` // under each budget, the tree as it is and then the trials
	Warnings []string `json:"warnings,omitempty"`
}

// Spent is what the players of a budget have spent and lost.
type Spent struct {
	Budget  string        `json:"budget"`
	Nodes   string        `json:"nodes"` // what a node is
	Players []pool.Player `json:"players"`
}

// A Depth is how deep trees are: of the longest line and of the line that is played, means over
// the positions.
type Depth struct {
	Search     string  `json:"search"`
	Epsilon    float64 `json:"epsilon"`
	Iterations uint64  `json:"iterations"`
	Longest    float64 `json:"longest"` // half-moves
	Line       float64 `json:"line"`    // of the best moves
}

// A Trial is a variant of the tree against it as it is.
type Trial struct {
	About   string         `json:"about"` // which of the paper's parts
	Name    string         `json:"name"`
	Options map[string]any `json:"options"`

	Iterations pool.Outcome `json:"iterations"` // at equal iterations
	Moves      pool.Outcome `json:"moves"`      // at equal moves made
	Time       pool.Outcome `json:"time"`       // at equal time
}

// tree is the search whose parts are tried, and treeName what it is called as it is.
const (
	treeSearch = "mcts-lishex"
	treeName   = "Lishex"
)

// trials are the parts that the paper chose by self-play, each with other values than the one it
// chose: ε = 0.5, children opened at random, four random moves, one simulation, light, stunting.
func trials() []Trial {
	one := func(about, name string, options map[string]any) Trial {
		return Trial{About: about, Name: name, Options: options}
	}
	list := []Trial{
		one("ε", "ε = 0", map[string]any{"TreeEpsilon": 0}),
		one("ε", "ε = 0.25", map[string]any{"TreeEpsilon": 250}),
		one("ε", "ε = 0.75", map[string]any{"TreeEpsilon": 750}),
		one("ε", "ε = 1", map[string]any{"TreeEpsilon": 1000}),
		one("sampling", "by evaluation", map[string]any{"TreeOrder": mcts.Weighted.String()}),
		one("budget", "static", map[string]any{"TreeSimulation": mcts.Static.String()}),
	}
	for _, plies := range []int{1, 2, 8, 16} {
		list = append(list, one("budget", plaintext.Count(plies, "random move"), map[string]any{"TreeSimulationDepth": plies}))
	}
	return append(list,
		one("heavy", "greedy", map[string]any{"TreeSimulation": mcts.Greedy.String()}),
		one("heavy", "sampled", map[string]any{"TreeSimulation": mcts.Sampled.String()}),
		one("averaging", "mean of 4", map[string]any{"TreeSimulations": 4}),
		one("stunting", "recycled at 1 MiB", map[string]any{"TreeFull": mcts.Recycle.String(), "TreeMemory": 1}),
		one("stunting", "stunted at 1 MiB", map[string]any{"TreeMemory": 1}),
	)
}

// Trees measures depths and plays the trials. If it is stopped the error wraps that of ctx, and
// the result holds what was done.
func Trees(ctx context.Context, opt TreeOptions) (*TreesResult, error) {
	r := &TreesResult{Trials: trials()}
	var err error
	if r.Depths, err = opt.depths(ctx); err != nil {
		return r, err
	}
	for _, b := range opt.budgets() {
		if err := opt.play(ctx, r, &b); err != nil {
			return r, err
		}
	}
	return r, nil
}

// spec is the tree with some options.
func (o *TreeOptions) spec(name string, options map[string]any) entrants.Spec {
	return entrants.Spec{Name: name, Search: treeSearch, Weights: o.Weights, Options: maps.Clone(options)}
}

// play plays all trials under a budget.
func (o *TreeOptions) play(ctx context.Context, r *TreesResult, b *budget) error {
	specs := []entrants.Spec{o.spec(treeName, nil)}
	var pairings [][2]int
	for i, t := range r.Trials {
		specs = append(specs, o.spec(t.Name, t.Options))
		pairings = append(pairings, [2]int{i + 1, 0})
	}
	for i := range specs {
		specs[i] = specs[i].With("TreeCount", b.count.String())
		specs[i].Limit = b.limit
	}
	opt := o.under(b.name)
	p, err := pool.Of(ctx, specs, opt)
	if err != nil {
		return err
	}
	p.Pairings = pairings
	res, err := p.Play(ctx, opt)
	for i := range r.Trials {
		*b.of(&r.Trials[i]) = res.Matches[i]
	}
	r.Players = append(r.Players, Spent{b.name, b.count.String(), res.Players})
	for _, w := range res.Warnings {
		r.Warnings = append(r.Warnings, fmt.Sprintf("at equal %s: %s", b.name, w))
	}
	return err
}

// under returns how games are played under the budget of a name.
func (o *TreeOptions) under(name string) pool.Options {
	opt := o.Options
	opt.Event = "Lishex's tree at equal " + name
	if opt.Dir != "" {
		opt.Dir = filepath.Join(opt.Dir, name)
	}
	if watch := o.Watch; watch != nil {
		opt.Watch = func(title string, p *match.Progress) { watch(name+": "+title, p) }
	}
	return opt
}

// epsilons are those that depths are measured with, in thousandths.
var epsilons = []int{0, 100, 250, 500, 750, 1000}

// depths measures how deep trees are, corrected and as published, by ε and iterations.
func (o *TreeOptions) depths(ctx context.Context) (list []Depth, err error) {
	for _, name := range []string{treeSearch, treeSearch + "-published"} {
		for _, epsilon := range epsilons {
			s := o.spec("", map[string]any{"TreeEpsilon": epsilon, "TreeMemory": depthMemory})
			s.Search = name
			for _, n := range o.Depths {
				d, err := depth(ctx, s, n)
				if err != nil {
					return list, err
				}
				d.Epsilon = float64(epsilon) / 1000
				list = append(list, d)
			}
		}
	}
	return list, nil
}

// depthMemory is room for all children of a hundred thousand iterations, MiB: no tree is stunted.
const depthMemory = 512

func depth(ctx context.Context, s entrants.Spec, iterations uint64) (d Depth, err error) {
	d = Depth{Search: s.Search, Iterations: iterations}
	err = measure.Each(ctx, s, speedFENs, search.Limits{Nodes: iterations}, func(t *measure.Thought) {
		d.Longest += float64(t.Deepest) / float64(len(speedFENs))
		d.Line += float64(len(t.PV)) / float64(len(speedFENs))
	})
	return d, err
}

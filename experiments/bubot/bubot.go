// Package bubot plays the four games of the BUBot paper again, as matches of hundreds: a tree with
// random games (MCTSBot), the same tree whose games an engine plays (BUBot), minimax on material
// (MinimaxBot), and that engine itself. It also counts what minimax and alpha-beta need for a depth.
//
// The paper draws its conclusions from one game each: a score of one game has a 95 % interval of
// 2.5 to 100 %. It says neither what its Stockfish may spend on a move of a simulation nor what it
// may spend as the opponent, and thirty games that Stockfish plays with itself are thousands of
// searches against one. Here that is a number: -inner nodes for each move of BUBot's games, and
// game 4 is played three times, against one search of so many nodes, as in the paper, at equal nodes, all
// moves that either makes counting, and at equal time.
//
// The trees are those of package mcts: corrected (bubot), and with the errors of the pseudocode
// (bubot-published), where Black chooses what is best for White.
//
// Source: the BUBot paper (docs/papers.md).
package bubot

import (
	"context"
	"slices"
	"time"

	_ "example.org/centipawn/experiments/engines" // the searches of papers, by name
	"example.org/centipawn/experiments/pool"
	"example.org/centipawn/match/entrants"
	"example.org/centipawn/match/play"
	"example.org/centipawn/search/mcts"
)

// Options configures [Run].
type Options struct {
	pool.Options

	Inner  int           // nodes of the engine for a move of BUBot's games, and for one of game 4
	Equal  uint64        // nodes of both in game 4 at equal nodes
	Time   time.Duration // of both for a move in game 4 at equal time; 0: it is not played
	Engine entrants.Spec // that plays BUBot's games, and is the opponent of game 4
	Depth  int           // to which minimax and alpha-beta are compared, half-moves
}

// A Result is what was found.
type Result struct {
	Games    []Game   `json:"games"`
	Players  []Player `json:"players"`
	Costs    []Cost   `json:"costs"`
	Warnings []string `json:"warnings,omitempty"`
}

// A Player is an entrant with what its moves cost.
type Player struct {
	Name string `json:"name"`
	pool.Player
}

// A Game is a game of the paper, as a match.
type Game struct {
	Number int    `json:"number"`
	First  string `json:"first"`
	Second string `json:"second"`
	Paper  string `json:"paper,omitempty"` // its result, the first having White

	Match pool.Outcome `json:"match"`
}

// The players, by the names of the paper.
const (
	mcts10    = "MCTS(10)"
	mcts30    = "MCTS(30)"
	bubot30   = "BUBot(30)"
	minimax2  = "Minimax(2)"
	oneSearch = "engine"
	equalTree = "BUBot, equal nodes"
	equalOne  = "engine, equal nodes"
	timedTree = "BUBot, equal time"
	timedOne  = "engine, equal time"
	asPrinted = ", as printed"
)

// games are the four of the paper, then game 4 at equal nodes and at equal time, then those with the trees as
// printed.
//
// Source: the BUBot paper; the moves of game 4 are not all legal.
var games = []Game{
	{Number: 1, First: mcts10, Second: minimax2, Paper: "0-1 in 19"},
	{Number: 2, First: minimax2, Second: bubot30, Paper: "0-1 in 23"},
	{Number: 3, First: mcts30, Second: bubot30, Paper: "0-1 in 19"},
	{Number: 4, First: bubot30, Second: oneSearch, Paper: "1-0 in 73"},
	{Number: 4, First: equalTree, Second: equalOne},
	{Number: 4, First: timedTree, Second: timedOne},
	{Number: 1, First: mcts10 + asPrinted, Second: minimax2},
	{Number: 2, First: minimax2, Second: bubot30 + asPrinted},
	{Number: 3, First: mcts30 + asPrinted, Second: bubot30 + asPrinted},
	{Number: 4, First: bubot30 + asPrinted, Second: oneSearch},
}

// endless is a limit that no search of so few iterations reaches: what ends it are these, and its
// nodes are moves made.
const endless = 1 << 40

// spec returns the player of a name.
func (o *Options) spec(name string) entrants.Spec {
	switch name {
	case minimax2:
		return entrants.Spec{Name: name, Search: "bubot-minimax", Limit: play.Limit{Depth: 2}}
	case oneSearch:
		return o.engine(name, uint64(o.Inner))
	case equalOne:
		return o.engine(name, o.Equal)
	case timedTree, timedOne:
		return o.timed(name)
	case equalTree:
		return o.informed(tree(name, "mcts-bubot", 0, o.Equal))
	case bubot30:
		return o.informed(tree(name, "mcts-bubot", 30, endless))
	case bubot30 + asPrinted:
		return o.informed(tree(name, "mcts-bubot-published", 30, endless))
	case mcts10, mcts30:
		return tree(name, "mcts-bubot", iterations[name], endless)
	}
	return tree(name, "mcts-bubot-published", iterations[name], endless)
}

// iterations are those of the trees whose games are random.
var iterations = map[string]int{mcts10: 10, mcts30: 30, mcts10 + asPrinted: 10, mcts30 + asPrinted: 30}

func (o *Options) engine(name string, nodes uint64) entrants.Spec {
	s := o.Engine
	s.Name, s.Limit = name, play.Limit{Nodes: nodes}
	return s
}

// timed returns a player of game 4 at equal time; a node of the tree is an iteration.
func (o *Options) timed(name string) entrants.Spec {
	s := o.engine(name, 0)
	if name == timedTree {
		s = o.informed(tree(name, "mcts-bubot", 0, 0).With("TreeCount", mcts.Iterations.String()))
	}
	s.Limit = play.Limit{MoveTime: o.Time}
	return s
}

// played returns the games that are played.
func (o *Options) played() []Game {
	return slices.DeleteFunc(slices.Clone(games), func(g Game) bool { return o.Time == 0 && g.First == timedTree })
}

// tree returns a tree with random games, of so many iterations if that is not 0.
func tree(name, search string, iterations int, nodes uint64) entrants.Spec {
	s := entrants.Spec{Name: name, Search: search, Limit: play.Limit{Nodes: nodes}}.With("TreeCount", mcts.Moves.String())
	if iterations > 0 {
		s = s.With("TreeIterations", iterations)
	}
	return s
}

// informed gives a tree's games to the engine.
func (o *Options) informed(s entrants.Spec) entrants.Spec {
	s = s.With("TreeSimulation", mcts.Informed.String()).With("InnerChance", 1000).With("InnerNodes", o.Inner)
	return pool.Within(s, o.Engine)
}

// Run plays the games and counts. If it is stopped the error wraps that of ctx, and the result
// holds what was done.
func Run(ctx context.Context, opt Options) (*Result, error) {
	var names []string
	for _, g := range opt.played() {
		for _, name := range []string{g.First, g.Second} {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	r := new(Result)
	if err := opt.play(ctx, names, r); err != nil {
		return r, err
	}
	var err error
	r.Costs, err = costs(ctx, opt.Depth)
	return r, err
}

// play plays the games.
func (o *Options) play(ctx context.Context, names []string, r *Result) error {
	var specs []entrants.Spec
	for _, name := range names {
		specs = append(specs, o.spec(name))
	}
	p, err := pool.Of(ctx, specs, o.Options)
	if err != nil {
		return err
	}
	list := o.played()
	for _, g := range list {
		p.Pairings = append(p.Pairings, [2]int{slices.Index(names, g.First), slices.Index(names, g.Second)})
	}
	res, err := p.Play(ctx, o.Options)
	for i, g := range list {
		g.Match = res.Matches[i]
		r.Games = append(r.Games, g)
	}
	for i, name := range names {
		r.Players = append(r.Players, Player{name, res.Players[i]})
	}
	r.Warnings = res.Warnings
	return err
}

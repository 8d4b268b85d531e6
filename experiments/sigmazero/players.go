package sigmazero

import (
	"context"
	"fmt"

	"example.org/centipawn/board"
	"example.org/centipawn/eval"
	"example.org/centipawn/eval/policy"
	"example.org/centipawn/experiments/engines/alphaone"
	"example.org/centipawn/experiments/engines/minimax"
	"example.org/centipawn/features"
	"example.org/centipawn/internal/splitmix"
	"example.org/centipawn/loop/sigma"
	"example.org/centipawn/match/play"
	"example.org/centipawn/neural"
	"example.org/centipawn/search"
	"example.org/centipawn/search/mcts"
	"example.org/centipawn/weights"
)

// random plays any legal move: which one depends on the position alone.
type random struct{}

func (random) NewGame() {}

// Search implements [search.Searcher].
func (random) Search(g *search.Game, c *search.Control, _ func(*search.Info)) search.Result {
	p := g.Position()
	moves := p.LegalMoves(nil)
	if len(moves) == 0 {
		return search.Result{Move: board.NoMove}
	}
	n := splitmix.Mix(p.Key()^uint64(len(g.Moves()))) % uint64(len(moves))
	return search.Result{Move: moves[n], Depth: 1, Nodes: 1}
}

// entrant returns who plays with searches of this process.
func entrant(name string, limit play.Limit, newSearch func() (search.Searcher, error)) play.Entrant {
	return play.Entrant{Name: name, Limit: limit, Ours: true, Start: func(context.Context) (play.Player, error) {
		s, err := newSearch()
		if err != nil {
			return nil, err
		}
		return play.Ours(s), nil
	}}
}

// network returns the network in the tree.
func network(name string, n *neural.Network, tree mcts.Options, limit play.Limit) play.Entrant {
	return entrant(name, limit, func() (search.Searcher, error) { return sigma.Player(n, tree), nil })
}

// linear returns fitted weights in the same tree, with the fitted policy.
func linear(name string, f *weights.File, tree mcts.Options, limit play.Limit) play.Entrant {
	return entrant(name, limit, func() (search.Searcher, error) {
		if _, err := eval.NewSearch(f); err != nil {
			return nil, err
		}
		if _, err := policy.New(weights.BuiltinPolicy()); err != nil {
			return nil, err
		}
		opt := tree
		opt.NewPolicy = func() mcts.Policy {
			p, err := policy.New(weights.BuiltinPolicy())
			if err != nil {
				panic("sigmazero: " + err.Error()) // it could be made a line ago
			}
			return p
		}
		if k := f.Provenance.ResultK(); k != nil {
			opt.K = k.Value
		}
		return mcts.New(func() search.Evaluator {
			e, err := eval.NewSearch(f)
			if err != nil {
				panic("sigmazero: " + err.Error()) // it could be made a line ago
			}
			return e
		}, opt), nil
	})
}

// opponents are those of the ratings, and the linear evaluations.
func opponents(limit play.Limit, tree mcts.Options) ([]play.Entrant, error) {
	pesto, ok := weights.Published(features.PeSTO.Name())
	if !ok {
		return nil, fmt.Errorf("no published weights of %s", features.PeSTO.Name())
	}
	one := play.Limit{Depth: 1}
	return []play.Entrant{
		entrant("random", one, func() (search.Searcher, error) { return random{}, nil }),
		entrant("greedy material", one, func() (search.Searcher, error) { return minimax.New(minimax.Material{}, minimax.Options{}), nil }),
		entrant("AlphaOne, depth 1", one, func() (search.Searcher, error) { return alphaone.New(alphaone.V1), nil }),
		entrant("AlphaOne, depth 2", play.Limit{Depth: 2}, func() (search.Searcher, error) { return alphaone.New(alphaone.V1), nil }),
		linear("linear pesto", pesto, tree, limit),
		linear("linear standard", weights.Builtin(), tree, limit),
	}, nil
}

package sigma

import (
	"centipawn/neural"
	"centipawn/search"
	"centipawn/search/mcts"
)

// Tree is the search that plays: PUCT by priors and values, as AlphaZero's. Its constants are those of
// values from 0 to 1.
func Tree() mcts.Options {
	return mcts.Options{
		Selection: mcts.PUCT, Exploration: 0.625, Growth: 0.5, Urgency: 0.1, Order: mcts.ByPolicy, Memory: 4, Reuse: true,
	}
}

// Player returns a search by a network, for one goroutine: [Tree] with its values and priors.
func Player(n *neural.Network, opt mcts.Options) *mcts.Searcher {
	opt.K = neural.K
	opt.NewPolicy = func() mcts.Policy { return n.Evaluator() }
	return mcts.New(func() search.Evaluator { return n.Evaluator() }, opt)
}

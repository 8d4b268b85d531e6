package sigma

import (
	"example.org/centipawn/neural"
	"example.org/centipawn/search"
	"example.org/centipawn/search/mcts"
)

// Tree is the search that plays: AlphaZero's, in little memory.
func Tree() mcts.Options {
	opt, _ := mcts.Preset("sigmazero")
	opt.Memory = 4
	return opt
}

// Asked is a network that is asked alone, or a batch of questions to it.
type Asked interface{ Evaluator() *neural.Evaluator }

// Player returns a search by a network, for one goroutine: [Tree] with its values and priors.
func Player(n Asked, opt mcts.Options) *mcts.Searcher {
	opt.K = neural.K
	opt.NewPolicy = func() mcts.Policy { return n.Evaluator() }
	return mcts.New(func() search.Evaluator { return n.Evaluator() }, opt)
}

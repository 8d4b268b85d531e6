package engine

import (
	"centipawn/search"
	"centipawn/search/alphabeta"
	"centipawn/search/alphaone"
)

// kind is one of the searches.
type kind struct {
	name   string
	depth  int  // that the bench searches to
	weighs bool // it evaluates with the engine's weights
	new    func(e *Engine) search.Searcher
}

// DefaultSearch is the name of the search that plays where no other is asked for.
const DefaultSearch = "base"

// kinds are the searches, the default first.
var kinds = []kind{
	{DefaultSearch, 6, true, func(e *Engine) search.Searcher { return alphabeta.New(e.evaluator, e.opt.Base) }},
	{"alphaone-v1", 3, false, published(alphaone.V1)},
	{"alphaone-v2", 2, false, published(alphaone.V2)},
	{"alphaone-corrected", 3, false, published(alphaone.Corrected)},
	{"alphaone-weights", 2, true, func(e *Engine) search.Searcher { return alphaone.NewWith(e.evaluator()) }},
}

// published is a search of the AlphaOne paper, which brings its own evaluation.
func published(v alphaone.Version) func(*Engine) search.Searcher {
	return func(*Engine) search.Searcher { return alphaone.New(v) }
}

// Searches returns the names of the searches, the default first.
func Searches() (names []string) {
	for _, k := range kinds {
		names = append(names, k.name)
	}
	return names
}

// Weighs reports whether a search evaluates with the engine's weights. Those of the
// AlphaOne paper bring an evaluation of their own.
func Weighs(name string) bool {
	for _, k := range kinds {
		if k.name == name {
			return k.weighs
		}
	}
	return name == ""
}

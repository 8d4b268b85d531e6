package engine

import (
	"centipawn/search"
	"centipawn/search/alphabeta"
	"centipawn/search/alphaone"
)

// kind is one of the searches.
type kind struct {
	name  string
	depth int // that the bench searches to
	new   func(e *Engine) search.Searcher
}

// kinds are the searches, the default first.
var kinds = []kind{
	{"base", 6, func(e *Engine) search.Searcher { return alphabeta.New(e.evaluator, e.opt.Base) }},
	{"alphaone-v1", 3, published(alphaone.V1)},
	{"alphaone-v2", 2, published(alphaone.V2)},
	{"alphaone-corrected", 3, published(alphaone.Corrected)},
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

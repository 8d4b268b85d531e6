package alphaone

import (
	"example.org/centipawn/engine"
	_ "example.org/centipawn/experiments/engines" // the searches of papers, by name
	"example.org/centipawn/search"
	"example.org/centipawn/weights"
)

// A variant is a search of the paper with an evaluation.
type variant struct {
	name    string
	search  string        // of package engine
	weights *weights.File // nil: the search brings its own evaluation
}

// variants are the paper's two, the corrected search, and, given weights, the
// published search with these: V2 as it could have been.
func variants(fitted *weights.File) []variant {
	list := []variant{{name: "V1", search: "alphaone-v1"}, {name: "V2", search: "alphaone-v2"}, {name: "corrected", search: "alphaone-corrected"}}
	if fitted != nil {
		list = append(list, variant{"V2 refitted", "alphaone-weights", fitted})
	}
	return list
}

// searcher returns a new searcher of the variant.
func (v variant) searcher() (search.Searcher, error) {
	return engine.New(engine.Options{Search: v.search, Weights: v.weights})
}

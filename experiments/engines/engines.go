// Package engines registers the searches of papers, as they were published and corrected: kinds of package engine,
// and presets of package mcts. A program that is to know them by name imports it for that alone:
//
//	import _ "example.org/centipawn/experiments/engines"
//
// The commands do. A program without it knows the searches that play: full, base, and the trees of mcts.
package engines

import (
	"slices"

	"example.org/centipawn/engine"
	_ "example.org/centipawn/experiments/curves" // variants of sets, by name
	"example.org/centipawn/experiments/engines/alphaone"
	"example.org/centipawn/experiments/engines/minimax"
	"example.org/centipawn/search"
	"example.org/centipawn/search/mcts"
)

func init() {
	for _, k := range []engine.Kind{
		{Name: "alphaone-v1", Depth: 3, New: version(alphaone.V1)},
		{Name: "alphaone-v2", Depth: 2, New: version(alphaone.V2)},
		{Name: "alphaone-corrected", Depth: 3, New: version(alphaone.Corrected)},
		{Name: "alphaone-weights", Depth: 2, Weighs: true, New: func(evaluator func() search.Evaluator) search.Searcher { return alphaone.NewWith(evaluator()) }},
		{Name: "bubot-minimax", Depth: 2, New: onMaterial(minimax.Options{})},
		{Name: "bubot-alphabeta", Depth: 3, New: onMaterial(minimax.Options{AlphaBeta: true})},
	} {
		engine.Register(k)
	}
	for _, p := range slices.Concat(published, bubot(), thesis()) {
		mcts.Register(p.name, p.doc, p.opt)
	}
}

// version is a search of the AlphaOne paper, which brings its own evaluation.
func version(v alphaone.Version) func(func() search.Evaluator) search.Searcher {
	return func(func() search.Evaluator) search.Searcher { return alphaone.New(v) }
}

// onMaterial is a search of the BUBot paper, on material alone.
func onMaterial(opt minimax.Options) func(func() search.Evaluator) search.Searcher {
	return func(func() search.Evaluator) search.Searcher { return minimax.New(minimax.Material{}, opt) }
}

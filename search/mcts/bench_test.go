package mcts

import (
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/search"
)

// BenchmarkIterations measures iterations from the start position, by preset
// and weights.
func BenchmarkIterations(b *testing.B) {
	for _, weights := range []string{"builtin", "published:pesto"} {
		for _, name := range Presets() {
			b.Run(weights+"/"+name, func(b *testing.B) {
				s := New(newWeights(b, weights), options(b, name))
				w := ready(s, search.NewGame(board.Start()))
				b.ReportAllocs()
				for b.Loop() {
					w.advance()
				}
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "iterations/s")
			})
		}
	}
}

// ready returns the first worker of a searcher that stands before its first iteration.
func ready(s *Searcher, g *search.Game) *worker {
	c := search.NewControl(search.Limits{Infinite: true}, g.Position().SideToMove(), 0)
	s.prepare()
	s.place(g, c)
	w := s.workers[0]
	w.begin(&task{control: c, opt: &s.opt, tree: s.tree, root: *g.Position()}, g)
	return w
}

package openings

import (
	"sync"

	"example.org/centipawn/search"
)

// Balanced returns a judge for [Random]: a game is balanced if a search within the
// limits gives neither side more than margin centipawns, nor a mate. The searchers,
// one for each goroutine that asks, get a new game each time; with limits of
// nodes or depth the answer then depends on the game alone.
func Balanced(newSearcher func() search.Searcher, limits search.Limits, margin int) func(g *search.Game) bool {
	searchers := sync.Pool{New: func() any { return newSearcher() }}
	return func(g *search.Game) bool {
		s := searchers.Get().(search.Searcher)
		defer searchers.Put(s)
		s.NewGame()
		score := s.Search(g, search.NewControl(limits, g.Position().SideToMove(), 0), nil).Score
		return !score.IsMate() && max(int(score), -int(score)) <= margin
	}
}

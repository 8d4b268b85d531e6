package alphaone

import (
	"slices"

	"example.org/centipawn/board"
	"example.org/centipawn/search"
)

// Search searches to the depth of the limits and to no other, as the paper's program
// does. If there is none, it searches to depth 1, 2, 3 and so on, each as if it were
// alone, until the control has enough; then the nodes of all count. A search that is
// ended early returns the last depth that was finished, or of a first depth the best
// move that was; it reports that once more, with all its nodes.
func (s *Searcher) Search(g *search.Game, c *search.Control, report func(*search.Info)) search.Result {
	s.begin(g, c)
	result := s.unsearched()
	if result.Move == board.NoMove {
		return result
	}
	for depth := max(1, min(c.Limits().Depth, maxDepth)); depth <= maxDepth; depth++ {
		score, found := s.iterate(depth)
		if found && (!s.expired || result.Depth == 0) {
			result.Score, result.PV = score, slices.Clone(s.frames[0].line.slice())
		}
		if !s.expired {
			result.Depth = depth
		}
		if report != nil && (found || result.Depth > 0) {
			report(s.info(&result))
		}
		if s.expired || c.Enough(depth, result.PV[0], score) {
			break
		}
	}
	result.Move, result.Nodes, result.Time = result.PV[0], s.nodes.Total(), c.Elapsed()
	if len(result.PV) > 1 {
		result.Ponder = result.PV[1]
	}
	return result
}

// unsearched returns a result before any search: the first move that may be
// searched, or the score of a position without moves.
func (s *Searcher) unsearched() (r search.Result) {
	root := &s.frames[0]
	s.listGenerated(root)
	if root.moves.n == 1 {
		s.control.OnlyMove()
	}
	root.moves.keep(s.only)
	r.Move = root.moves.next()
	if r.Move == board.NoMove {
		r.Score = lost(&root.p, 0)
	}
	r.PV = []board.Move{r.Move}
	return r
}

// iterate searches the root to a depth. It leaves the best line in the root's frame
// and returns the score of the side to move, unless not one of the root's moves was
// finished.
func (s *Searcher) iterate(depth int) (score search.Score, found bool) {
	s.frames[0].line.n = 0
	if s.version == Corrected {
		score = s.correctedRoot(depth)
	} else {
		score = toScore(s.publishedRoot(depth))
	}
	return score, s.frames[0].line.n > 0
}

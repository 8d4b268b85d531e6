package selfplay

import (
	"example.org/centipawn/match/play"
	"example.org/centipawn/search"
)

// scoring is a player who has a score for every position. Where the nodes did not
// suffice for the first iteration he searches once more, one half-move deep, and takes
// what he finds then, move and score: 1 of 60,000 positions at 1,000 nodes.
type scoring struct{ play.Player }

// Scoring returns a player who has a score for every position: where a limit does not suffice for
// the first iteration it is that of a search one half-move deep.
func Scoring(p play.Player) play.Player { return &scoring{p} }

var _ play.Stopper = (*scoring)(nil)

// Search implements [play.Player]. The nodes and the time are those of both searches.
func (s *scoring) Search(g *search.Game, lim search.Limits) (play.Thought, error) {
	first, err := s.Player.Search(g, lim)
	if err != nil || first.Scored {
		return first, err
	}
	t, err := s.Player.Search(g, search.Limits{Depth: 1})
	t.Nodes += first.Nodes
	t.Time += first.Time
	return t, err
}

// Stop implements [play.Stopper].
func (s *scoring) Stop() {
	if p, can := s.Player.(play.Stopper); can {
		p.Stop()
	}
}

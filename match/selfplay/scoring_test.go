package selfplay_test

import (
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/match/play"
	"example.org/centipawn/match/selfplay"
	"example.org/centipawn/search"
	"example.org/centipawn/weights"
)

// slow comes through its first iteration only where no nodes limit it, and then finds
// another move.
type slow struct{ deep int }

func (s *slow) NewGame() {}

func (s *slow) Search(g *search.Game, c *search.Control, _ func(*search.Info)) search.Result {
	all := g.Position().LegalMoves(nil)
	if lim := c.Limits(); lim.Nodes > 0 {
		return search.Result{Move: all[0], Nodes: 10}
	}
	s.deep++
	return search.Result{Move: all[len(all)-1], Score: 7, Depth: 1, Nodes: 30}
}

// TestEveryPositionScored: what has no score is searched again, one half-move deep, and
// the move is that of the second search.
func TestEveryPositionScored(t *testing.T) {
	opt := selfplay.Options{Games: 1, Threads: 1, Limit: play.Limit{Nodes: 10}, Rules: play.Rules{MaxPlies: 20}}
	s := new(slow)
	g := games(t, func() (search.Searcher, error) { return s, nil }, opt)[0]
	at := g.Start
	for i, m := range g.Moves {
		all := at.LegalMoves(nil)
		if i >= g.Book && (!m.Scored || m.Score != 7 || m.Depth != 1 || m.Nodes != 40 || m.Move != all[len(all)-1]) {
			t.Errorf("ply %d: %+v; want the second search's move and score, and 40 nodes", i, m)
		}
		at.Make(m.Move)
	}
	if s.deep != len(g.Moves)-g.Book || g.Used[board.White].Nodes+g.Used[board.Black].Nodes != uint64(40*s.deep) {
		t.Errorf("%d moves, %d searches again, used %v", len(g.Moves)-g.Book, s.deep, g.Used)
	}
}

// TestFewNodes: with so few nodes that hardly a search comes through its first
// iteration, every position has a score.
func TestFewNodes(t *testing.T) {
	opt := selfplay.Options{Games: 4, Threads: 2, Seed: 1, Limit: play.Limit{Nodes: 20}, Rules: selfplay.Rules()}
	for i, g := range games(t, player(weights.Builtin(), 1), opt) {
		for j, m := range g.Moves[g.Book:] {
			if !m.Scored {
				t.Fatalf("game %d, move %d has no score: %+v", i, j, m)
			}
		}
	}
}

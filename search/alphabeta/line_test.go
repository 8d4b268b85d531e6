package alphabeta_test

import (
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
	"example.org/centipawn/search"
	"example.org/centipawn/search/alphabeta"
)

// TestLines: every line that is reported is legal to its end, and that of a mate ends
// in the mate; whatever earlier searches have left in the table.
func TestLines(t *testing.T) {
	s := alphabeta.New(newMaterial, alphabeta.Options{Hash: 1})
	mates, n := 0, 0
	for start, moves := range boardtest.RandomGames(21) {
		g := search.NewGame(start)
		for _, m := range moves[:max(len(moves)-1-n%6, 0)] {
			g.Make(m)
		}
		c := search.NewControl(search.Limits{Depth: 6, Nodes: 10_000}, g.Position().SideToMove(), 0)
		s.Search(g, c, func(i *search.Info) {
			if i.Bound == search.Exact && i.CurrentMove == board.NoMove && checkLine(t, g, i) {
				mates++
			}
		})
		if n++; n == 400 || t.Failed() {
			break
		}
	}
	if mates < 100 {
		t.Errorf("%d lines of mates seen, want 100", mates)
	}
}

// checkLine reports whether the line of an info ends in a mate that its score
// promises.
func checkLine(t *testing.T, g *search.Game, i *search.Info) bool {
	t.Helper()
	p := *g.Position()
	for _, m := range i.PV {
		if !p.IsLegal(m) {
			t.Errorf("%s: %v in %v is illegal", g.Position().FEN(), m, i.PV)
			return false
		}
		p.Make(m)
	}
	if !i.Score.IsMate() {
		return false
	}
	if plies := int(search.Mate - max(i.Score, -i.Score)); plies != len(i.PV) || p.Status() != board.Checkmate {
		t.Errorf("%s depth %d: score %v (%d plies), the line %v ends in %s", g.Position().FEN(), i.Depth, i.Score, plies, i.PV, p.FEN())
	}
	return true
}

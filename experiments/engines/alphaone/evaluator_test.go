package alphaone

import (
	"math"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
	"example.org/centipawn/search"
)

// follower is PeSTO's evaluation in whole centipawns. It makes the moves that it is
// told of, and notes when the search asks for another position.
type follower struct {
	line []board.Position
	lost int
}

func (f *follower) Reset(p *board.Position) { f.line = append(f.line[:0], *p) }

func (f *follower) Push(p *board.Position, m board.Move) {
	if *p != f.line[len(f.line)-1] {
		f.lost++
	}
	next := *p
	next.Make(m)
	f.line = append(f.line, next)
}

func (f *follower) Pop() { f.line = f.line[:len(f.line)-1] }

func (f *follower) Evaluate(p *board.Position) int {
	if *p != f.line[len(f.line)-1] {
		f.lost++
	}
	sum := newBalance(p)
	return int(math.Round(sum.published()))
}

// TestNewWith: the evaluator is told of every move and every return, and the search is
// the published one: its nodes and lines are those of V1 with the same evaluation.
func TestNewWith(t *testing.T) {
	for _, fen := range []string{board.StartFEN, openSicilian, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"} {
		g := search.NewGame(boardtest.Parse(t, fen))
		think := func(s *Searcher, lim search.Limits) (search.Result, Nodes) {
			r := s.Search(g, search.NewControl(lim, g.Position().SideToMove(), 0), nil)
			return r, s.Nodes()
		}
		e, twin := &follower{}, New(V1)
		twin.static = func(p *board.Position, tapered float64) float64 { return math.Round(tapered) }
		s := NewWith(e)
		for _, lim := range []search.Limits{{Depth: 1}, {Depth: 3}, {Nodes: 777}, {Depth: 2}} {
			got, nodes := think(s, lim)
			want, wantNodes := think(twin, lim)
			if got.Move != want.Move || got.Score != want.Score || nodes != wantNodes {
				t.Errorf("%s, %+v: %v %v by %+v nodes, want %v %v by %+v", fen, lim, got.Move, got.Score, nodes, want.Move, want.Score, wantNodes)
			}
			if lim.Nodes == 0 && len(e.line) != 1 {
				t.Errorf("%s, %+v: %d moves were not taken back", fen, lim, len(e.line)-1)
			}
		}
		if e.lost > 0 {
			t.Errorf("%s: %d times the evaluator was elsewhere than the search", fen, e.lost)
		}
	}
}

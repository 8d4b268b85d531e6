package alphaone

import (
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
	"example.org/centipawn/search"
)

// The openings from which the paper's engine played.
const (
	openSicilian = "rnbqkb1r/pp2pppp/3p1n2/8/3NP3/8/PPP2PPP/RNBQKB1R w KQkq - 1 5"
	queensIndian = "rn1qkb1r/p1pp1ppp/bp2pn2/8/2PP4/5NP1/PP2PP1P/RNBQKB1R w KQkq - 1 5"
	retiEnglish  = "rnbqk2r/ppp1ppbp/3p1np1/8/2P1P3/2N2N2/PP1P1PPP/R1BQKB1R w KQkq - 0 5"
)

// nodeCounts are the nodes that the paper's program visits, main and quiescence
// together, by depth from 1. They were measured by running it.
var nodeCounts = []struct {
	name, fen string
	want      []uint64
}{
	{"start", board.StartFEN, []uint64{40, 820, 2445, 22_817}},
	{"Open Sicilian", openSicilian, []uint64{191, 2862, 35_194}},
	{"Queen's Indian", queensIndian, []uint64{163, 2323, 28_045}},
	{"Réti", retiEnglish, []uint64{175, 2246, 27_387}},
}

// TestNodes: the program's node counts. One differs by 8 nodes: the program's sums
// of floating-point numbers round, so that evaluations that are equal sometimes are
// not, and a cutoff is missed. With that arithmetic the count is the program's.
func TestNodes(t *testing.T) {
	exact, rounding := New(V1), New(V1)
	rounding.static = func(p *board.Position, _ float64) float64 { return floatTapered(p) }
	for _, tt := range nodeCounts {
		for i, want := range tt.want {
			r := searchTo(t, rounding, tt.fen, i+1)
			if r.Nodes != want || rounding.Nodes().Total() != want {
				t.Errorf("%s, depth %d, rounding: %d nodes, %+v, want %d", tt.name, i+1, r.Nodes, rounding.Nodes(), want)
			}
			if tt.fen == queensIndian && i+1 == 3 {
				want -= 8
			}
			if r := searchTo(t, exact, tt.fen, i+1); r.Nodes != want {
				t.Errorf("%s, depth %d: %d nodes, %+v, want %d", tt.name, i+1, r.Nodes, exact.Nodes(), want)
			}
		}
	}
}

// TestNodesApart: main and quiescence nodes of the start position.
func TestNodesApart(t *testing.T) {
	s := New(V1)
	for i, want := range []Nodes{{20, 20}, {420, 400}, {1338, 1107}} {
		if searchTo(t, s, board.StartFEN, i+1); s.Nodes() != want {
			t.Errorf("depth %d: %+v, want %+v", i+1, s.Nodes(), want)
		}
	}
}

// searchTo searches a position to a depth.
func searchTo(tb testing.TB, s *Searcher, fen string, depth int) search.Result {
	tb.Helper()
	g := search.NewGame(boardtest.Parse(tb, fen))
	return s.Search(g, search.NewControl(search.Limits{Depth: depth}, g.Position().SideToMove(), 0), nil)
}

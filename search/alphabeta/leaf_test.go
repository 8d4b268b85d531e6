package alphabeta_test

import (
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
	"example.org/centipawn/search"
	"example.org/centipawn/search/alphabeta"
)

// TestLeaves: what a search calls a leaf is not in check, and captures find nothing better there
// than the static evaluation: a quiescence of its own says so. To be told of leaves changes no search.
func TestLeaves(t *testing.T) {
	p := boardtest.Parse(t, "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4")
	limits := search.Limits{Nodes: 3000}
	run := func(leaf func(*board.Position)) search.Result {
		s := alphabeta.New(newMaterial, alphabeta.Options{Hash: 1, Threads: 1, Off: alphabeta.Base})
		s.OnLeaf(leaf)
		return s.Search(search.NewGame(p), search.NewControl(limits, p.SideToMove(), 0), nil)
	}
	seen := map[uint64]board.Position{}
	with, without := run(func(p *board.Position) { seen[p.Key()] = *p }), run(nil)
	if with.Move != without.Move || with.Score != without.Score || with.Nodes != without.Nodes || with.Depth != without.Depth {
		t.Errorf("%+v with leaves, %+v without", with, without)
	}
	if len(seen) < 100 {
		t.Fatalf("%d leaves of %d nodes", len(seen), with.Nodes)
	}
	quiescence, e, better := alphabeta.New(newMaterial, alphabeta.Options{Hash: 1}), newMaterial(), 0
	for _, leaf := range seen {
		if leaf.InCheck() {
			t.Fatalf("%s: in check", leaf.FEN())
		}
		e.Reset(&leaf)
		static := search.Score(e.Evaluate(&leaf)).White(leaf.SideToMove())
		score, _ := quiescence.Quiesce(&leaf)
		if gain := search.Score(score).White(leaf.SideToMove()) - static; gain < 0 {
			t.Fatalf("%s: quiescence %d, static %d", leaf.FEN(), score, static)
		} else if gain > 0 {
			better++ // a leaf may stand pat because it is good enough already
		}
	}
	if 2*better > len(seen) {
		t.Errorf("captures are better than to stand pat in %d of %d leaves", better, len(seen))
	}
}

package alphabeta_test

import (
	"errors"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/search"
	"example.org/centipawn/search/alphabeta"
)

// TestNullVerification: White wins by 1.Kh6, after which Black, who would like to pass, loses a piece. A null move sees
// Black as safe, and so does not find it; verified it does, as a search without null moves does sooner.
func TestNullVerification(t *testing.T) {
	const fen = "1q1k4/2Rr4/8/2Q3K1/8/8/8/8 w - - 0 1"
	wins := board.NewMove(board.G5, board.H6)
	for _, tt := range []struct {
		name string
		opt  alphabeta.Options
		wins bool
	}{
		{"not verified", alphabeta.Options{Off: alphabeta.Base}, false},
		{"verified from depth 2 on", alphabeta.Options{Off: alphabeta.Base, NullVerification: 2}, true},
		{"verified deeper than is searched", alphabeta.Options{Off: alphabeta.Base, NullVerification: 30}, false},
		{"no null move", alphabeta.Options{Off: alphabeta.Base | alphabeta.NullMove}, true},
	} {
		r := alphabeta.New(newMaterial, tt.opt).Search(play(t, fen, ""), search.NewControl(search.Limits{Depth: 8}, board.White, 0), nil)
		if (r.Move == wins) != tt.wins || (r.Score >= 400) != tt.wins {
			t.Errorf("%s: %v %v", tt.name, r.Move, r.Score)
		}
	}
}

// TestDeepRazoring: without razoring there is more to search than with it, and with razoring at more depth another tree.
func TestDeepRazoring(t *testing.T) {
	const fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
	nodes := map[int]uint64{}
	for _, depth := range []int{0, 3, 7} {
		var opt alphabeta.Options
		if err := errors.Join(opt.Set("RazorDepth", depth), opt.Set("RazorMargin", 80)); err != nil {
			t.Fatal(err)
		}
		r := alphabeta.New(newMaterial, opt).Search(play(t, fen, ""), search.NewControl(search.Limits{Depth: 10}, board.White, 0), nil)
		nodes[depth] = r.Nodes
	}
	if nodes[0] <= nodes[3] || nodes[3] == nodes[7] {
		t.Errorf("nodes by depth of razoring: %v", nodes)
	}
}

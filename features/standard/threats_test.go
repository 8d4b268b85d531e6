package standard

import (
	"testing"

	"example.org/centipawn/board"
)

func TestThreats(t *testing.T) {
	testTerms(t, []termTest{
		{"level at the start", "threat.pawn.knight", board.StartFEN, 0},
		{"one of two knights", "threat.pawn.knight", "4k3/8/8/3n1n2/6P1/8/8/4K3 w - - 0 1", 1},
		{"both bishops", "threat.pawn.bishop", "4k3/8/8/3b1b2/4P3/8/8/4K3 w - - 0 1", 2},
		{"Black's", "threat.pawn.rook", "4k3/8/8/p7/1R6/8/8/4K3 w - - 0 1", -1},
		{"the queen", "threat.pawn.queen", "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", 1},

		{"nothing attacks the pawn", "threat.safe_pawn", "4k3/8/8/3n4/4P3/8/8/K7 w - - 0 1", 1},
		{"a rook does", "threat.safe_pawn", "4rk2/8/8/3n4/4P3/8/8/K7 w - - 0 1", 0},
		{"a rook does, the king defends it", "threat.safe_pawn", "4rk2/8/8/3n4/4P3/3K4/8/8 w - - 0 1", 1},
		{"a pawn is not a piece", "threat.safe_pawn", "4k3/8/8/3p4/4P3/1P6/8/K7 w - - 0 1", 0},

		{"one step", "threat.pawn_push", "4k3/8/8/3n4/8/4P3/8/4K3 w - - 0 1", 1},
		{"two steps", "threat.pawn_push", "4k3/8/8/3n4/8/8/4P3/4K3 w - - 0 1", 1},
		{"two steps from the third rank", "threat.pawn_push", "4k3/8/3n4/8/8/4P3/8/4K3 w - - 0 1", 0},
		{"blocked", "threat.pawn_push", "4k3/8/8/3n4/8/4b3/4P3/4K3 w - - 0 1", 0},
		{"a pawn guards the square", "threat.pawn_push", "4k3/8/8/3n1p2/8/4P3/8/4K3 w - - 0 1", 0},
		{"a rook guards it, a bishop defends it", "threat.pawn_push", "4k3/8/8/3n4/7r/4P3/6B1/4K3 w - - 0 1", 1},
		{"a rook guards it", "threat.pawn_push", "4k3/8/8/3n4/7r/4P3/8/4K3 w - - 0 1", 0},
		{"Black's", "threat.pawn_push", "4k3/4p3/8/8/3N4/8/8/4K3 w - - 0 1", -1},

		{"not defended", "threat.minor.pawn", "4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1", 1},
		{"a pawn defends it", "threat.minor.pawn", "4k3/8/4p3/3p4/8/2N5/8/4K3 w - - 0 1", 0},
		{"two pieces defend it", "threat.minor.pawn", "3rk3/8/1n6/3p4/8/2N5/8/4K3 w - - 0 1", 0},
		{"two against two", "threat.minor.pawn", "3rk3/8/1n6/3p4/8/2N5/6B1/4K3 w - - 0 1", 1},
		{"by a bishop", "threat.minor.knight", "4k3/8/8/3n4/8/8/6B1/4K3 w - - 0 1", 1},
		{"a pawn defends it", "threat.minor.knight", "4k3/8/4p3/3n4/8/8/6B1/4K3 w - - 0 1", 1},
		{"the bishop is pinned", "threat.minor.knight", "4k3/8/8/3n4/8/8/r5BK/8 w - - 0 1", 0},
		{"by a knight", "threat.minor.bishop", "4k3/8/8/3b4/8/2N5/8/4K3 w - - 0 1", 1},
		{"by a knight", "threat.minor.rook", "4k3/8/8/3r4/8/2N5/8/4K3 w - - 0 1", 1},
		{"Black's", "threat.minor.queen", "4k3/8/8/3Q4/8/2n5/8/4K3 w - - 0 1", -1},

		{"not defended", "threat.rook.pawn", "4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", 1},
		{"a pawn defends it", "threat.rook.pawn", "4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1", 0},
		{"one piece defends it", "threat.rook.knight", "8/8/4k3/3n4/8/8/8/3RK3 w - - 0 1", 1},
		{"a pawn defends it", "threat.rook.knight", "4k3/8/4p3/3n4/8/8/8/3RK3 w - - 0 1", 0},
		{"not defended", "threat.rook.bishop", "4k3/8/8/3b4/8/8/8/3RK3 w - - 0 1", 1},
		{"through a rook", "threat.rook.bishop", "4k3/8/8/3b4/3R4/8/8/3RK3 w - - 0 1", 1},
		{"two pieces defend White's", "threat.rook.rook", "3rk3/8/8/8/8/2N5/8/3RK3 w - - 0 1", 1},
		{"one piece defends each", "threat.rook.rook", "3rk3/8/8/8/8/8/8/3RK3 w - - 0 1", 0},
		{"a pawn defends it", "threat.rook.queen", "4k3/8/4p3/3q4/8/8/8/3RK3 w - - 0 1", 1},

		{"Black's", "threat.king", "8/8/8/8/3Pk3/8/8/K7 w - - 0 1", -1},
		{"a pawn defends it", "threat.king", "8/8/8/8/3Pk3/2P5/8/K7 w - - 0 1", 0},

		{"not defended", "threat.hanging", "4k3/8/8/3n4/8/8/6B1/4K3 w - - 0 1", 1},
		{"defended", "threat.hanging", "8/8/2k5/3n4/8/8/6B1/4K3 w - - 0 1", 0},
		{"defended, two pieces attack", "threat.hanging", "8/8/2k5/3n4/8/8/6B1/3RK3 w - - 0 1", 1},
		{"a pawn, defended, two pieces attack", "threat.hanging", "8/8/2k5/3p4/8/8/6B1/3RK3 w - - 0 1", 0},
		{"the king does not hang", "threat.hanging", "8/8/2k5/8/8/8/6B1/4K3 b - - 0 1", 0},

		{"d7 and d8 each", "threat.restricted", "4k3/8/8/8/8/8/8/3RK3 w - - 0 1", 0},
		{"a pawn guards d6", "threat.restricted", "4k3/2p5/8/8/8/8/8/3RK3 w - - 0 1", 2 - 3},

		{"e3 and f4", "threat.knight_on_queen", "4k3/8/8/3q4/8/8/6N1/K7 w - - 0 1", 2},
		{"a pawn guards f4", "threat.knight_on_queen", "4k3/8/8/3qp3/8/8/6N1/K7 w - - 0 1", 1},
		{"c4, where the pawn helps", "threat.slider_on_queen", "4k3/8/8/3q4/8/1P6/8/K4B2 w - - 0 1", 1},
		{"no help", "threat.slider_on_queen", "4k3/8/8/3q4/8/8/1P6/K4B2 w - - 0 1", 0},
		{"Black's, no help", "threat.slider_on_queen", "7k/8/8/3Q4/2p5/8/r7/6K1 w - - 0 1", 0},
		{"Black's, where the pawn helps", "threat.slider_on_queen", "7k/8/8/3Q4/8/2p5/r7/6K1 w - - 0 1", -1},

		{"through a knight of hers", "threat.discovered_queen", "4k3/8/8/3q4/8/3n4/8/3RK3 w - - 0 1", 1},
		{"through an own pawn", "threat.discovered_queen", "4k3/8/8/3q4/8/1P6/B7/4K3 w - - 0 1", 1},
		{"through two pieces", "threat.discovered_queen", "4k3/8/8/3q4/3n4/3N4/8/3RK3 w - - 0 1", 0},
		{"an open line is not a discovery", "threat.discovered_queen", "4k3/8/8/3q4/8/8/8/3RK3 w - - 0 1", 0},
		{"a rook is not a bishop", "threat.discovered_queen", "4k3/8/8/3q4/8/1P6/R7/4K3 w - - 0 1", 0},
	}, threatsFamily)
}

func TestLishex(t *testing.T) {
	testTerms(t, []termTest{
		{"a knight of two", "lishex.pawn_supports_minor", "4k3/8/8/3N1N2/6P1/8/8/4K3 w - - 0 1", 1},
		{"not a rook", "lishex.pawn_supports_minor", "4k3/8/8/3R4/4P3/8/8/4K3 w - - 0 1", 0},
		{"not an enemy bishop", "lishex.pawn_supports_minor", "4k3/8/8/3b4/4P3/8/8/4K3 w - - 0 1", 0},
		{"Black's bishop", "lishex.pawn_supports_minor", "4k3/8/4p3/3b4/4P3/8/8/4K3 w - - 0 1", -1},
		{"one of two", "lishex.queen_on_hanging_pawn", "4k3/8/2p5/3p4/8/8/8/K2Q4 w - - 0 1", 0},
		{"not defended", "lishex.queen_on_hanging_pawn", "4k3/8/8/3p4/6p1/8/8/K2Q4 w - - 0 1", 2},
		{"a knight does not hang so", "lishex.queen_on_hanging_pawn", "4k3/8/8/3n4/8/8/8/K2Q4 w - - 0 1", 0},
		{"Black's", "lishex.queen_on_hanging_pawn", "4k3/8/8/3q4/8/8/3P4/6K1 w - - 0 1", -1},
	}, LishexFamily)
}

package standard

import (
	"fmt"
	"strings"
	"testing"

	"example.org/centipawn/board"
)

func TestKingAssault(t *testing.T) {
	testTerms(t, []termTest{
		{"level at the start", "king.attackers.pawn", board.StartFEN, 0},
		{"one attacks the zone, one does not", "king.attackers.pawn", "6k1/8/8/4P3/8/P7/8/4K3 w - - 0 1", 1},
		{"h does not wrap to a", "king.attackers.pawn", "k7/8/8/7P/8/8/8/4K3 w - - 0 1", 0},
		{"Black's", "king.attackers.pawn", "7k/8/8/8/6p1/8/P7/6K1 w - - 0 1", -1},
		{"two ranks before the king", "king.attackers.knight", "6k1/8/8/4N3/8/8/8/4K3 w - - 0 1", 1},
		{"pinned", "king.attackers.knight", "4r1k1/8/8/4N3/8/8/8/4K3 w - - 0 1", 0},
		{"along the diagonal", "king.attackers.bishop", "6k1/8/8/8/8/2B5/8/4K3 w - - 0 1", 1},
		{"a pawn before the zone", "king.attackers.bishop", "6k1/8/8/4p3/8/2B5/8/4K3 w - - 0 1", 0},
		{"along the file", "king.attackers.rook", "6k1/8/8/8/8/8/8/4K2R w - - 0 1", 1},
		{"Black's, along the rank", "king.attackers.rook", "4k3/8/8/8/8/8/r7/6K1 w - - 0 1", -1},
		{"along the diagonal", "king.attackers.queen", "6k1/8/8/8/3Q4/8/8/4K3 w - - 0 1", 1},

		{"f7 is next to g8, g6 is not", "king.zone_attacks", "6k1/8/8/4N3/8/8/8/4K3 w - - 0 1", 1},
		{"g7 and h8", "king.zone_attacks", "6k1/8/8/8/8/2B5/8/4K3 w - - 0 1", 2},
		{"Black's: f2, g2, h2", "king.zone_attacks", "4k3/8/8/8/8/8/r7/6K1 w - - 0 1", -3},

		{"f6 is free", "king.safe_check.knight", "6k1/8/8/8/4N3/8/8/4K3 w - - 0 1", 1},
		{"a pawn guards f6", "king.safe_check.knight", "6k1/6p1/8/8/4N3/8/8/4K3 w - - 0 1", 0},
		{"an own piece on f6", "king.safe_check.knight", "6k1/8/5P2/8/4N3/8/8/4K3 w - - 0 1", 0},
		{"c4", "king.safe_check.bishop", "6k1/8/8/8/8/8/8/K4B2 w - - 0 1", 1},
		{"a8", "king.safe_check.rook", "6k1/8/8/8/8/8/8/R3K3 w - - 0 1", 1},
		{"the king guards f8, g1 is free", "king.safe_check.rook", "6k1/8/8/8/8/8/8/K4R2 w - - 0 1", 1},
		{"two attack f8", "king.safe_check.rook", "6k1/8/8/8/8/5Q2/8/K4R2 w - - 0 1", 2},
		{"two defend f8", "king.safe_check.rook", "6k1/7n/3b4/8/8/5Q2/8/K4R2 w - - 0 1", 1},
		{"b3, d5, d8, g1, g4", "king.safe_check.queen", "6k1/8/8/8/8/8/8/K2Q4 w - - 0 1", 5},
		{"Black's: a8, c6, e1, e4, h5", "king.safe_check.queen", "4q2k/8/8/8/8/8/8/7K w - - 0 1", -5},
		{"a pawn guards f6", "king.other_checks", "6k1/6p1/8/8/4N3/8/8/4K3 w - - 0 1", 1},
		{"the king guards f8", "king.other_checks", "6k1/8/8/8/8/8/8/K4R2 w - - 0 1", 1},
		{"queens do not count", "king.other_checks", "6k1/8/8/8/8/8/8/K4Q2 w - - 0 1", 0},

		{"f6, f7, f8", "king.weak_ring", "6k1/8/8/8/8/8/8/K4R2 w - - 0 1", 3},
		{"a pawn defends f6", "king.weak_ring", "6k1/6p1/8/8/8/8/8/K4R2 w - - 0 1", 2},
		{"a second piece defends f7 and f8", "king.weak_ring", "6k1/6r1/8/8/8/8/8/K4R2 w - - 0 1", 2},
		{"Black's", "king.weak_ring", "5r1k/8/8/8/8/8/8/6K1 w - - 0 1", -3},

		{"through a knight", "king.aimed.bishop", "6k1/8/8/4n3/8/2B5/8/4K3 w - - 0 1", 1},
		{"not through a pawn", "king.aimed.bishop", "6k1/8/8/4p3/8/2B5/8/4K3 w - - 0 1", 0},
		{"an attacker is not aimed", "king.aimed.bishop", "6k1/8/8/8/8/2B5/8/4K3 w - - 0 1", 0},
		{"through a knight", "king.aimed.rook", "6k1/8/8/8/6n1/8/8/4K1R1 w - - 0 1", 1},
		{"Black's", "king.aimed.rook", "4k1r1/8/8/6N1/8/8/8/6K1 b - - 0 1", -1},

		{"f4 to f8", "king.flank_attack", "6k1/8/8/8/8/8/8/K4R2 w - - 0 1", 5},
		{"another king, another flank", "king.flank_attack", "1k6/8/8/8/8/8/8/K4R2 w - - 0 1", 0},
		{"a king at the edge has three files", "king.flank_attack", "7k/8/8/8/8/8/8/K3R3 w - - 0 1", 0},
		{"and e4, g4, h5", "king.flank_attack", "6k1/8/8/8/8/5Q2/8/K4R2 w - - 0 1", 8},
		{"f4 to f8", "king.flank_attack_twice", "6k1/8/8/8/8/5Q2/8/K4R2 w - - 0 1", 5},
		{"nine against three", "king.flank_defence", "6k1/5ppp/8/8/8/8/8/K7 w - - 0 1", 6},
	}, kingAssault)
}

func TestKingGuards(t *testing.T) {
	testTerms(t, []termTest{
		{"a1 to h1", "king.distance.knight", "6k1/8/8/8/8/8/8/K6N w - - 0 1", 7},
		{"Black's is nearer", "king.distance.knight", "6k1/5n2/8/8/8/8/8/K6N w - - 0 1", 7 - 1},
		{"both knights", "king.distance.knight", "6k1/8/N7/8/8/8/8/K6N w - - 0 1", 7 + 5},
		{"a diagonal step is one", "king.distance.bishop", "6k1/8/8/8/8/2B5/8/K7 w - - 0 1", 2},
		{"rooks and queens do not count", "king.distance.bishop", "6k1/8/8/8/8/8/5r2/K6Q w - - 0 1", 0},

		{"none on e to h", "king.pawnless_flank", "1k6/8/8/8/8/P7/8/6K1 w - - 0 1", 1},
		{"an enemy pawn will do", "king.pawnless_flank", "1k6/4p3/8/8/8/P7/8/6K1 w - - 0 1", 0},
		{"at the edge, f to h", "king.pawnless_flank", "1k6/8/8/8/4P3/P7/8/7K w - - 0 1", 1},
		{"in the middle, c to f", "king.pawnless_flank", "3k4/8/8/8/8/1P4P1/8/6K1 w - - 0 1", -1},
	}, kingGuards)
}

// TestKingShelter: Black's king, on a8 behind a pawn on a7, or Black's side of it,
// counts as well.
func TestKingShelter(t *testing.T) {
	tests := []termTest{
		{"at home", "king.shield.0.3", "k7/8/8/8/8/8/6P1/6K1 w - - 0 1", 0},
		{"the nearest one counts", "king.shield.0.5", "k7/8/8/6P1/8/6P1/8/6K1 w - - 0 1", 0},
		{"behind the king", "king.shield.0.3", "k7/8/8/8/6K1/6P1/8/8 w - - 0 1", 0},
		{"Black's", "king.shield.0.3", "6k1/8/6p1/8/8/8/8/K7 w - - 0 1", -1},
		{"on both sides", "king.shield.1.3", "k7/8/8/8/8/5P1P/8/6K1 w - - 0 1", 2},
		{"two files away", "king.shield.1.3", "k7/8/8/8/8/4P3/8/6K1 w - - 0 1", 0},
		{"no file beyond the edge", "king.shield.1.3", "4k3/8/8/8/8/P5P1/8/7K w - - 0 1", 1},

		{"g, but a7", "king.no_shield.0", "k7/p7/8/8/8/8/8/6K1 w - - 0 1", 1},
		{"behind the king", "king.no_shield.0", "k7/p7/8/8/8/6K1/6P1/8 w - - 0 1", 1},
		{"f and h, but b", "king.no_shield.1", "k7/8/8/8/8/8/8/6K1 w - - 0 1", 2 - 1},
		{"g, but a7", "king.open_file.0", "k7/p7/8/8/8/8/8/6K1 w - - 0 1", 1},
		{"a pawn behind the king", "king.open_file.0", "k7/p7/8/8/8/6K1/6P1/8 w - - 0 1", 0},
		{"f and h, but b", "king.open_file.1", "k7/8/8/8/8/8/8/6K1 w - - 0 1", 2 - 1},
		{"an enemy pawn", "king.half_open_file.0", "k7/p5p1/8/8/8/8/8/6K1 w - - 0 1", 1},
		{"both colours", "king.half_open_file.0", "k7/p5p1/8/8/8/8/6P1/6K1 w - - 0 1", 0},
		{"h, and f is open", "king.half_open_file.1", "k7/p6p/8/8/8/8/8/6K1 w - - 0 1", 1},
		{"Black's", "king.half_open_file.1", "6k1/8/8/8/8/8/P6P/K7 w - - 0 1", -1},

		{"behind the king", "king.storm.0.3", "k7/8/8/8/6K1/6p1/8/8 w - - 0 1", 0},
		{"the nearest one counts", "king.storm.0.5", "k7/8/8/6p1/8/6p1/8/6K1 w - - 0 1", 0},
		{"before a pawn", "king.storm.0.4", "k7/8/8/8/6p1/6P1/8/6K1 w - - 0 1", 0},
		{"before a knight", "king.storm.0.4", "k7/8/8/8/6p1/6N1/8/6K1 w - - 0 1", 1},
		{"Black's, from Black's side", "king.storm.0.4", "6k1/8/8/6P1/8/8/8/K7 w - - 0 1", -1},
		{"f and h", "king.storm.1.4", "k7/8/8/8/5p1p/8/8/6K1 w - - 0 1", 2},
		{"Black's", "king.blocked_storm.1.3", "6k1/7p/7P/8/8/8/8/K7 w - - 0 1", -1},
		{"no pawn below", "king.blocked_storm.1.3", "k7/8/8/8/8/7p/8/6K1 w - - 0 1", 0},
		{"beside one on the king's file, to the west", "king.blocked_storm.1.5", "k7/8/8/4pp2/4PP2/8/8/5K2 w - - 0 1", 1},
		{"beside one on the king's file, to the east", "king.blocked_storm.1.5", "k7/8/8/4pp2/4PP2/8/8/4K3 w - - 0 1", 1},
	}
	for rank := 2; rank <= 7; rank++ {
		fen := func(below, pawns string) string {
			ranks := strings.Split("k7/8/8/8/8/8/8/6K1", "/")
			ranks[8-rank] = pawns
			if below != "" {
				ranks[9-rank] = below
			}
			return strings.Join(ranks, "/") + " w - - 0 1"
		}
		tests = append(tests,
			termTest{"alone", fmt.Sprintf("king.storm.0.%d", rank), fen("", "6p1"), 1},
			termTest{"alone", fmt.Sprintf("king.storm.1.%d", rank), fen("", "5p2"), 1})
		if rank > 2 {
			tests = append(tests,
				termTest{"alone", fmt.Sprintf("king.shield.0.%d", rank), fen("", "6P1"), 1},
				termTest{"alone", fmt.Sprintf("king.shield.1.%d", rank), fen("", "5P2"), 1},
				termTest{"before the pawn below", fmt.Sprintf("king.blocked_storm.1.%d", rank), fen("7P", "7p"), 1},
				termTest{"before the pawn below", fmt.Sprintf("king.blocked_storm.0.%d", rank), fen("6P1", "6p1"), 1})
		}
	}
	testTerms(t, tests, kingShelter)
}

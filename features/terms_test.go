package features

import (
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/tapered"
)

// counts returns the counts of a set on a position, by name of the term.
func counts(t *testing.T, s *Set, fen string) map[string]float64 {
	t.Helper()
	p, err := board.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	tally := s.NewTrace()
	s.Count(&p, tally)
	m := map[string]float64{}
	for i, def := range s.Terms() {
		m[def.Name] = tally.Trace().Count(Term(i))
	}
	return m
}

// TestTerms states counts that a person can check on the board. What the rule
// under test rejects stands on one side only: a fault common to both colours
// cancels in the difference.
func TestTerms(t *testing.T) {
	const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	tests := []struct {
		name, term, fen string
		want            float64
	}{
		{"level at the start", "tapered", start, 0},
		{"a pawn up in the endgame", "tapered", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", 94 + 13 - float64(94+13-82+35)/208},
		{"a knight in the middle of nowhere", "tapered", "4k3/8/8/8/8/8/8/N3K3 w - - 0 1", (252*200.0 + 232*8) / 208},

		{"level at the start", "mobility", start, 0},
		{"a lone knight in the corner", "mobility", "4k3/8/8/8/8/8/8/N3K3 w - - 0 1", 2},
		{"own pieces are in the way", "mobility", "4k3/8/8/8/8/1P6/2P5/N3K3 w - - 0 1", 0},
		{"a rook that sees a pawn counts its square", "mobility", "4k3/8/p7/8/8/8/8/R3K3 w - - 0 1", 5 + 3},
		{"the king does not count", "mobility", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", 0},
		{"in check all the same", "mobility", "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", -(7 + 5 + 1)},

		{"level at the start", "king_attack", start, 0},
		{"a rook on the king's file", "king_attack", "4k3/8/8/8/8/8/8/K3R3 b - - 0 1", 3 * 2},
		{"a rook behind its own pawn", "king_attack", "4k3/8/8/8/8/8/4P3/K3R3 w - - 0 1", 0},
		{"pawns and kings do not count", "king_attack", "4k3/8/3PKP2/8/8/8/8/8 w - - 0 1", 0},
		{"a queen counts five a square", "king_attack", "k7/8/8/8/7q/8/8/7K w - - 0 1", -5 * 3},

		{"level at the start", "pawn_shield", start, 0},
		{"castled short", "pawn_shield", "4k3/8/8/8/8/8/5PPP/6K1 w - - 0 1", 3},
		{"one pawn pushed", "pawn_shield", "4k3/8/8/8/8/6P1/5P1P/6K1 w - - 0 1", 2.5},
		{"pushed too far", "pawn_shield", "4k3/8/8/8/6P1/8/8/6K1 w - - 0 1", 0},
		{"enemy pawns are not a shield", "pawn_shield", "4k3/8/8/8/8/8/5ppp/7K w - - 0 1", 0},
		{"Black's is ahead of Black's king", "pawn_shield", "6k1/5ppp/8/8/8/8/8/4K3 w - - 0 1", -3},
		{"behind the king", "pawn_shield", "4k3/8/8/8/6K1/8/5PPP/8 w - - 0 1", 0},

		{"no pawns", "passed_pawns", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", 0},
		{"level at the start", "passed_pawns", start, 0},
		{"lone white pawn", "passed_pawns", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1", 1},
		{"stopped on its file", "passed_pawns", "4k3/4p3/8/8/4P3/8/3P4/4K3 w - - 0 1", 0},
		{"guarded from the next file", "passed_pawns", "4k3/3p4/8/4P3/8/8/3P4/4K3 w - - 0 1", 0},
		{"abreast is past", "passed_pawns", "4k3/8/8/3pP3/8/3P4/8/4K3 w - - 0 1", 1},
		{"a-file does not wrap to h", "passed_pawns", "4k3/7p/8/8/P7/8/7P/4K3 w - - 0 1", 1},
		{"doubled: both count", "passed_pawns", "4k3/8/8/4P3/4P3/8/8/4K3 w - - 0 1", 2},
		{"Black's go down the board", "passed_pawns", "4k3/8/8/4p3/8/3P4/8/4K3 w - - 0 1", 0},
		{"one each, past one another", "passed_pawns", "4k3/8/8/8/8/3Pp3/8/4K3 b - - 0 1", 0},

		{"two on a file", "doubled_pawns", "4k3/8/8/4P3/4P3/8/8/4K3 w - - 0 1", 1},
		{"three are three pairs", "doubled_pawns", "4k3/8/4P3/4P3/4P3/8/8/4K3 w - - 0 1", 3},
		{"next to each other", "doubled_pawns", "4k3/8/8/3PP3/8/8/8/4K3 w - - 0 1", 0},
		{"an enemy pawn does not pair", "doubled_pawns", "4k3/8/8/4p3/4P3/8/8/4K3 w - - 0 1", 0},

		{"level at the start", "pawn_islands", start, 0},
		{"a, cd and h", "pawn_islands", "4k3/8/8/3P4/8/2P5/P6P/4K3 w - - 0 1", 3},
		{"a and h are apart", "pawn_islands", "4k3/8/8/8/8/8/P6P/4K3 w - - 0 1", 2},
		{"one of Black's", "pawn_islands", "4k3/pppppppp/8/8/8/8/8/4K3 w - - 0 1", -1},

		{"White to move", "side_to_move", start, 1},
		{"Black to move", "side_to_move", "4k3/8/8/8/8/8/P7/4K3 b - - 0 1", -1},
	}
	for _, tt := range tests {
		t.Run(tt.term+"/"+tt.name, func(t *testing.T) {
			got, ok := counts(t, AlphaOne, tt.fen)[tt.term]
			if !ok {
				t.Fatalf("no term %s", tt.term)
			}
			if d := got - tt.want; d > 1e-4 || d < -1e-4 {
				t.Errorf("%s = %g, want %g, on %s", tt.term, got, tt.want, tt.fen)
			}
		})
	}
}

// TestKingAttackers: a piece counts once, however many squares of the zone it attacks.
func TestKingAttackers(t *testing.T) {
	set, err := NewSet("attackers", &tapered.AlphaOne, kingAttackFamily, KingAttackers())
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name, fen     string
		pairs, pieces float64
	}{
		{"a rook that sees two squares", "4k3/8/8/8/8/8/8/K3R3 b - - 0 1", 3 * 2, 3},
		{"a queen that sees three", "k7/8/8/8/7q/8/8/7K w - - 0 1", -5 * 3, -5},
		{"a rook behind its own pawn", "4k3/8/8/8/8/8/4P3/K3R3 w - - 0 1", 0, 0},
		{"a knight and a bishop", "6k1/8/8/3N4/8/8/1B6/K7 w - - 0 1", 2*1 + 2*3, 2 + 2},
		{"pawns and kings do not count", "4k3/8/3PKP2/8/8/8/8/8 w - - 0 1", 0, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := counts(t, set, tt.fen)
			if got["king_attack"] != tt.pairs || got["king_attackers"] != tt.pieces {
				t.Errorf("got %v, want %g pairs, %g pieces", got, tt.pairs, tt.pieces)
			}
		})
	}
}

package board_test

import (
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
)

// moves returns the legal moves from one square in generated order.
func moves(p board.Position, from board.Square) string {
	var names []string
	for _, m := range p.LegalMoves(nil) {
		if m.From() == from {
			names = append(names, p.UCI(m))
		}
	}
	slices.SortStableFunc(names, func(a, b string) int { return strings.Compare(a[:4], b[:4]) })
	return strings.Join(names, " ")
}

func TestLegalMoves(t *testing.T) {
	tests := []struct {
		name, fen string
		from      board.Square
		want      string // by target square, promotions as generated
	}{
		{"promotions: queen first", "4k3/P7/8/8/8/8/8/4K3 w - -", board.A7, "a7a8q a7a8r a7a8b a7a8n"},
		{"promotion by capture", "1n2k3/P7/8/8/8/8/8/4K3 w - -", board.A7, "a7a8q a7a8r a7a8b a7a8n a7b8q a7b8r a7b8b a7b8n"},
		{"pawn pinned on its file", "4r1k1/8/8/8/8/3p1p2/4P3/4K3 w - -", board.E2, "e2e3 e2e4"},
		{"pawn pinned on its diagonal", "6k1/8/8/8/8/4p1b1/5P2/4K3 w - -", board.F2, "f2g3"},
		{"pawn pinned along the rank", "6k1/8/8/8/8/1p1p4/K1P4r/8 w - -", board.C2, ""},
		{"pinned knight", "4r1k1/8/8/8/8/4N3/8/4K3 w - -", board.E3, ""},
		{"pinned rook", "4r1k1/8/8/8/8/4R3/8/4K3 w - -", board.E3, "e3e2 e3e4 e3e5 e3e6 e3e7 e3e8"},
		{"king does not step back on the line", "4r1k1/8/8/8/8/4K3/8/8 w - -", board.E3, "e3d2 e3d3 e3d4 e3f2 e3f3 e3f4"},
		{"block or take the checker", "4r1k1/8/8/8/8/B7/8/4K3 w - -", board.A3, "a3e7"},
		{"double check: the king only", "4r1k1/8/8/8/1b6/Q7/8/4K3 w - -", board.A3, ""},
		{"en passant by both", "4k3/8/8/2PpP3/8/8/8/4K3 w - d6", board.C5, "c5c6 c5d6"},
		{"en passant leaves the king on the rank", "8/8/8/8/k2pP2Q/8/8/3K4 b - e3", board.D4, "d4d3"},
		{"en passant takes the checker", "8/8/8/2k5/3Pp3/8/8/4K3 b - d3", board.E4, "e4d3"},
		{"castling both", "4k3/8/8/8/8/8/8/R3K2R w KQ -", board.E1, "e1c1 e1d1 e1d2 e1e2 e1f1 e1f2 e1g1"},
		{"castling long with b1 attacked", "1r2k3/8/8/8/8/8/8/R3K3 w Q -", board.E1, "e1c1 e1d1 e1d2 e1e2 e1f1 e1f2"},
		{"no castling through check", "3rkr2/8/8/8/8/8/8/R3K2R w KQ -", board.E1, "e1e2"},
		{"no castling into check", "2r1k1r1/8/8/8/8/8/8/R3K2R w KQ -", board.E1, "e1d1 e1d2 e1e2 e1f1 e1f2"},
		{"no castling out of check", "4r1k1/8/8/8/8/8/8/R3K2R w KQ -", board.E1, "e1d1 e1d2 e1f1 e1f2"},
		{"no castling over a knight", "4k3/8/8/8/8/8/8/RN2K3 w Q -", board.E1, "e1d1 e1d2 e1e2 e1f1 e1f2"},
		{"chess960: king stays", "6kr/8/8/8/8/8/8/RK5R w HAh -", board.B1, "b1a2 b1b2 b1c1 b1c2 b1h1 b1a1"},
		{"chess960: change places", "1k6/8/8/8/8/8/8/5KR1 w G -", board.F1, "f1e1 f1e2 f1f2 f1g1 f1g2"},
		{"chess960: the rook shields the king", "4k3/8/8/8/8/8/8/qRK5 w B -", board.C1, "c1c2 c1d1 c1d2"},
		{"chess960: inner rook", boardtest.Chess960Inner, board.E1, "e1b1 e1d1 e1e2 e1f1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := moves(boardtest.Parse(t, tt.fen), tt.from); sorted(got) != sorted(tt.want) {
				t.Errorf("%s: moves from %v: %s, want %s", tt.fen, tt.from, got, tt.want)
			}
		})
	}
}

// sorted orders moves by their squares only, so that the order of promotions
// stays visible.
func sorted(moves string) string {
	names := strings.Fields(moves)
	slices.SortStableFunc(names, func(a, b string) int { return strings.Compare(a[:4], b[:4]) })
	return strings.Join(names, " ")
}

func TestCountMoves(t *testing.T) {
	var buf []board.Move
	for p := range boardtest.RandomPositions(8, 20000) {
		buf = p.LegalMoves(buf[:0])
		if got := p.CountMoves(); got != len(buf) {
			t.Fatalf("%s: CountMoves = %d, %d legal moves", p.FEN(), got, len(buf))
		}
	}
}

// TestLegalMovesAppends keeps what is in front and works without room after it.
func TestLegalMovesAppends(t *testing.T) {
	p := board.Start()
	want := p.LegalMoves(nil)
	first := board.NewMove(board.A1, board.H8)
	got := p.LegalMoves([]board.Move{first})
	if got[0] != first || !slices.Equal(got[1:], want) || len(want) != 20 {
		t.Errorf("appended: %v, want %v and %v", got, first, want)
	}
}

func TestMakeCounters(t *testing.T) {
	p := boardtest.Parse(t, "r3k2r/p6p/8/8/8/8/8/RN2K2R w KQkq - 5 9")
	steps := []struct{ move, fen string }{
		{"h1h7", "r3k2r/p6R/8/8/8/8/8/RN2K3 b Qkq - 0 9"},
		{"e8g8", "r4rk1/p6R/8/8/8/8/8/RN2K3 w Q - 1 10"},
		{"b1c3", "r4rk1/p6R/8/8/8/2N5/8/R3K3 b Q - 2 10"},
		{"a7a5", "r4rk1/7R/8/p7/8/2N5/8/R3K3 w Q - 0 11"},
		{"e1c1", "r4rk1/7R/8/p7/8/2N5/8/2KR4 b - - 1 11"},
	}
	for _, s := range steps {
		m, err := p.ParseUCI(s.move)
		if err != nil {
			t.Fatal(err)
		}
		p.Make(m)
		if got := p.FEN(); got != s.fen {
			t.Fatalf("after %s: %s, want %s", s.move, got, s.fen)
		}
	}
}

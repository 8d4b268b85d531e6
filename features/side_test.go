package features

import (
	"strings"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
)

// squares reads a list of squares, "e4 d5".
func squares(t *testing.T, list string) (set board.Bitboard) {
	t.Helper()
	for _, name := range strings.Fields(list) {
		sq, err := board.ParseSquare(name)
		if err != nil {
			t.Fatal(err)
		}
		set |= board.SquareBB(sq)
	}
	return set
}

// TestSide states White's squares on small boards; the mirrored board gives Black
// the same ones.
func TestSide(t *testing.T) {
	tests := []struct {
		name, fen string
		of        func(*Side) board.Bitboard
		want      string
	}{
		{"pawns attack", "4k3/8/8/8/8/8/P1P5/4K3 w - - 0 1", func(s *Side) board.Bitboard { return s.PawnAttacks }, "b3 d3"},
		{"two pawns attack", "4k3/8/8/8/8/8/P1P5/4K3 w - - 0 1", func(s *Side) board.Bitboard { return s.PawnAttacks2 }, "b3"},
		{"files", "4k3/8/8/P7/8/P7/8/4K3 w - - 0 1", func(s *Side) board.Bitboard { return s.PawnFiles() }, "a1 a2 a3 a4 a5 a6 a7 a8"},
		{"pawns may come to attack", "4k3/8/8/P7/8/8/8/4K3 w - - 0 1", func(s *Side) board.Bitboard { return s.PawnSpan }, "b6 b7 b8"},
		{"zone", "4k3/8/8/8/8/4K3/8/8 w - - 0 1", func(s *Side) board.Bitboard { return s.KingZone }, "d2 e2 f2 d3 e3 f3 d4 e4 f4"},
		{"zone in the corner", "4k3/8/8/8/8/8/8/7K w - - 0 1", func(s *Side) board.Bitboard { return s.KingZone }, "f1 g1 h1 f2 g2 h2 f3 g3 h3"},
		{"pinned on a file and a diagonal", "4r1k1/8/8/b7/4N3/8/3P4/4K3 w - - 0 1", func(s *Side) board.Bitboard { return s.Pinned }, "e4 d2"},
		{"an enemy piece is not pinned", "4r1k1/4n3/8/8/8/8/8/4K3 w - - 0 1", func(s *Side) board.Bitboard { return s.Pinned }, ""},
		{"two pieces before a rook", "4r1k1/8/8/4N3/4N3/8/8/4K3 w - - 0 1", func(s *Side) board.Bitboard { return s.Pinned }, ""},
		{"a rook does not pin on a diagonal", "6k1/8/8/r7/8/8/3P4/4K3 w - - 0 1", func(s *Side) board.Bitboard { return s.Pinned }, ""},

		{"a pinned knight", "4r1k1/8/8/8/4N3/8/8/4K3 w - - 0 1", func(s *Side) board.Bitboard { return s.ByType[board.Knight] }, ""},
		{"a pinned rook keeps the file", "4r1k1/8/8/4R3/8/8/8/4K3 w - - 0 1", func(s *Side) board.Bitboard { return s.ByType[board.Rook] }, "e2 e3 e4 e6 e7 e8 e1"},
		{"a bishop looks through the own queen", "4k3/8/8/8/8/2Q5/1B6/K7 w - - 0 1", func(s *Side) board.Bitboard { return s.ByType[board.Bishop] }, "a1 c1 a3 c3 d4 e5 f6 g7 h8"},
		{"not through the enemy's", "7k/8/8/8/8/2q5/1B6/K7 w - - 0 1", func(s *Side) board.Bitboard { return s.ByType[board.Bishop] }, "a1 c3"},
		{"a rook looks through rook and queen", "8/8/1k6/8/8/8/R2QR3/K7 w - - 0 1", func(s *Side) board.Bitboard { return s.ByType[board.Rook] & (board.Rank2 | board.Rank7) }, "a2 b2 c2 d2 e2 f2 g2 h2 a7 e7"},
		{"a queen does not", "8/8/1k6/8/8/8/R2QR3/K7 w - - 0 1", func(s *Side) board.Bitboard { return s.ByType[board.Queen] & (board.Rank2 | board.Rank7) }, "a2 b2 c2 e2 d7"},
		{"twice: pawn and king, knight and king", "7k/8/8/8/8/2N5/P7/K7 w - - 0 1", func(s *Side) board.Bitboard { return s.Twice }, "b1 a2"},

		{"blocked, at home, king, queen, guarded", "4k3/8/3p4/1p2P3/4p3/1P2P1N1/Q7/4K3 w - - 0 1",
			func(s *Side) board.Bitboard { return ^s.MobilityArea }, "e1 a2 b3 e3 a4 c4 d3 f3 c5 e5"},
		{"a pinned piece", "4r1k1/8/8/8/4N3/8/8/4K3 w - - 0 1", func(s *Side) board.Bitboard { return ^s.MobilityArea }, "e1 e4"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := boardtest.Parse(t, tt.fen)
			mirror := p.Mirror()
			var c Context
			c.reset(&p)
			want := squares(t, tt.want)
			if got := tt.of(c.Side(board.White)); got != want {
				t.Errorf("White:\n%vwant\n%v", got, want)
			}
			c.reset(&mirror)
			if got := tt.of(c.Side(board.Black)).Flip(); got != want {
				t.Errorf("Black, flipped:\n%vwant\n%v", got, want)
			}
		})
	}
}

// TestSideAttacks compares the squares that a side attacks with a slow look from
// each square, on boards without pins and without own pieces behind own queens and
// rooks, where a piece attacks what the rules say.
func TestSideAttacks(t *testing.T) {
	seen := 0
	for i := range Positions() {
		p := &Positions()[i]
		var c Context
		c.reset(p)
		for _, color := range []board.Color{board.White, board.Black} {
			s := c.Side(color)
			if s.Pinned != 0 || p.Pieces(color, board.Queen) != 0 || p.Pieces(color, board.Rook).Several() {
				continue
			}
			seen++
			var all, twice board.Bitboard
			for sq := range board.Square(64) {
				if pieces := p.AttackersTo(sq, p.Occupied()) & p.ByColor(color); pieces != 0 {
					all |= board.SquareBB(sq)
					if pieces.Several() {
						twice |= board.SquareBB(sq)
					}
				}
			}
			if s.All != all || s.Twice != twice {
				t.Fatalf("%v on %s attacks\n%v%vwant\n%v%v", color, p.FEN(), s.All, s.Twice, all, twice)
			}
		}
	}
	if seen < 200 {
		t.Errorf("%d boards, want 200", seen)
	}
}

// TestNumbers counts the pieces of both sides but the kings.
func TestNumbers(t *testing.T) {
	p := boardtest.Parse(t, "7k/1p6/8/8/QQQ5/PPPPP3/RNNNBB2/4K3 w - - 0 1")
	var c Context
	c.reset(&p)
	white := [...]int{board.Pawn: 5, board.Knight: 3, board.Bishop: 2, board.Rook: 1, board.Queen: 3, board.King: 0}
	for pt, want := range white {
		if got := c.Side(board.White).Numbers.Of(board.PieceType(pt)); got != want {
			t.Errorf("%d of White's %vs, want %d", got, board.PieceType(pt), want)
		}
	}
	if got := c.Side(board.Black).Numbers; got != 1 {
		t.Errorf("Black's numbers are %x, want a pawn", uint64(got))
	}
}

package alphaone

import (
	"slices"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
)

// listed returns the moves of a frame in the order in which they are searched.
func listed(f *frame) (list []board.Move) {
	for m := f.moves.next(); m != board.NoMove; m = f.moves.next() {
		list = append(list, m)
	}
	return list
}

// TestGenerationOrder compares with the rules read literally.
func TestGenerationOrder(t *testing.T) {
	s := New(V1)
	check := func(p *board.Position) {
		f := &frame{p: *p}
		s.listGenerated(f)
		if got, want := listed(f), generated(p); !slices.Equal(got, want) {
			t.Errorf("moves %v, want %v, on %s", got, want, p.FEN())
		}
	}
	for _, c := range boardtest.Cases() {
		p := boardtest.Parse(t, c.FEN)
		check(&p)
	}
	positions(1, 3000, check)
}

// TestGenerationByHand: the order as a person reads it off the rules.
func TestGenerationByHand(t *testing.T) {
	tests := []struct{ name, fen, want string }{
		{"start", board.StartFEN,
			"g1h3 g1f3 b1c3 b1a3 h2h3 g2g3 f2f3 e2e3 d2d3 c2c3 b2b3 a2a3 h2h4 g2g4 f2f4 e2e4 d2d4 c2c4 b2b4 a2a4"},
		{"castling, captures, promotions, en passant", "1n2k3/P7/8/1pPp4/8/8/8/R3K2R w KQ d6 0 1",
			"h1h8 h1h7 h1h6 h1h5 h1h4 h1h3 h1h2 h1g1 h1f1 e1f2 e1e2 e1d2 e1f1 e1d1 " +
				"a1a6 a1a5 a1a4 a1a3 a1a2 a1d1 a1c1 a1b1 e1g1 e1c1 " +
				"a7b8q a7b8r a7b8b a7b8n a7a8q a7a8r a7a8b a7a8n c5c6 c5d6"},
		{"in check the king first, en passant last", "8/8/8/2k5/3Pp3/8/8/4K1R1 b - d3 0 1", "c5d6 c5c6 c5b6 c5d5 c5b5 c5d4 c5c4 c5b4 e4d3"},
	}
	s := New(V1)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := &frame{p: boardtest.Parse(t, tt.fen)}
			s.listGenerated(f)
			got := ""
			for i, m := range listed(f) {
				if i > 0 {
					got += " "
				}
				got += f.p.UCI(m)
			}
			if got != tt.want {
				t.Errorf("moves %s\nwant  %s", got, tt.want)
			}
		})
	}
}

// TestOrderValues: what moves are worth before they are searched, by hand.
func TestOrderValues(t *testing.T) {
	const queenless = "r3k3/8/8/3p4/4P3/8/8/4K2R w K - 0 1"
	const queens = "3qk3/8/8/3p4/4P3/8/8/3QK2R w K - 0 1"
	tests := []struct {
		name, fen, move string
		want            int
	}{
		{"a pawn's step", board.StartFEN, "e2e4", 17 - -15},
		{"Black's, mirrored", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "e7e5", 17 - -15},
		{"pawn takes pawn", queens, "e4d5", 21 - 17},
		{"in an endgame", queenless, "e4d5", 5 - -7},
		{"queen takes pawn", queens, "d1d5", 100 - 900 + -16 - 10},
		{"castling", queens, "e1g1", 24 - 8},
		{"a rook's check", queenless, "h1h8", 50 + 5 - -20},
		{"check by castling", "5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", 50 + -24 - -28},
		{"a check discovered", "4k3/8/8/8/8/8/4B3/K3R3 w - - 0 1", "e2d3", 50 + 10 - 4},
		{"a king's capture", "3qk3/8/8/8/8/8/4p3/4K3 w - - 0 1", "e1e2", 100 - 24000 + -43 - 8},
		{"en passant", "3qk3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 31 - 23},
		{"a promotion", "3qk3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", promotionValue},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := boardtest.Parse(t, tt.fen)
			m, err := p.ParseUCI(tt.move)
			if err != nil {
				t.Fatal(err)
			}
			v := newValuer(&p)
			if got := v.value(m); got != tt.want {
				t.Errorf("%s is worth %d, want %d", tt.move, got, tt.want)
			}
			if o := newOrdered(&p, m, tt.want); o.move() != m || o.value() != tt.want {
				t.Errorf("packed %v %d, want %v %d", o.move(), o.value(), m, tt.want)
			}
		})
	}
}

// TestOrder compares every value with the slow twin's, which makes the move to see
// whether it gives check.
func TestOrder(t *testing.T) {
	positions(2, 3000, func(p *board.Position) {
		v := newValuer(p)
		for _, m := range p.LegalMoves(nil) {
			if got, want := float64(v.value(m)), moveValue(p, m); got != want && !m.IsPromotion() {
				t.Errorf("%v is worth %g, want %g, on %s", m, got, want, p.FEN())
			}
		}
	})
}

// TestMVVLVA: the published table by its corners.
func TestMVVLVA(t *testing.T) {
	tests := []struct {
		attacker, victim board.PieceType
		want             int16
	}{
		{board.Pawn, board.Queen, 55}, {board.King, board.Queen, 50}, {board.Queen, board.Rook, 41},
		{board.Rook, board.Bishop, 32}, {board.Bishop, board.Knight, 23}, {board.Knight, board.Pawn, 14},
		{board.King, board.Pawn, 10}, {board.Pawn, board.NoPieceType, 0},
	}
	for _, tt := range tests {
		if got := mvvLva[tt.attacker][tt.victim]; got != tt.want {
			t.Errorf("%v takes %v: %d, want %d", tt.attacker, tt.victim, got, tt.want)
		}
	}
}

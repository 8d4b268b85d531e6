package board_test

import (
	"errors"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
)

func TestSAN(t *testing.T) {
	const disambiguation = "8/2k5/8/8/4Q2Q/8/8/K6Q w - -" // queens e4, h4, h1
	tests := []struct{ name, fen, uci, want string }{
		{"pawn", board.StartFEN, "e2e4", "e4"},
		{"knight", board.StartFEN, "g1f3", "Nf3"},
		{"pawn takes", boardtest.Kiwipete, "d5e6", "dxe6"},
		{"piece takes", boardtest.Kiwipete, "f3f6", "Qxf6"},
		{"castles short", boardtest.Kiwipete, "e1g1", "O-O"},
		{"castles long", boardtest.Kiwipete, "e1c1", "O-O-O"},
		{"castles with check", "5k2/8/8/8/8/8/8/4K2R w K -", "e1g1", "O-O+"},
		{"en passant", "4k3/8/8/2PpP3/8/8/8/4K3 w - d6", "e5d6", "exd6"},
		{"promotion", "8/P5k1/8/8/8/8/8/4K3 w - -", "a7a8n", "a8=N"},
		{"promotion by capture with check", "1n2k3/P7/8/8/8/8/8/4K3 w - -", "a7b8q", "axb8=Q+"},
		{"mate", "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2", "d8h4", "Qh4#"},
		{"by file", "4k3/8/8/8/8/8/8/R3K2R w - -", "a1d1", "Rd1"},
		{"by file, two rooks", "4k3/8/8/8/8/4K3/8/R6R w - -", "a1d1", "Rad1"},
		{"by rank", "7k/8/8/R7/8/8/8/R3K3 w - -", "a1a3", "R1a3"},
		{"by file and rank", disambiguation, "h4e1", "Qh4e1"},
		{"file is enough", disambiguation, "e4e1", "Qee1"},
		{"the other is pinned", "4r1k1/8/8/8/8/2N5/4N3/4K3 w - -", "c3d5", "Nd5"},
		{"the other cannot move there: pin", "4r1k1/8/8/8/8/2N5/4N3/4K3 w - -", "c3b5", "Nb5"},
		{"chess960 castling", "1k6/8/8/8/8/8/8/5KR1 w G -", "f1g1", "O-O"},
		{"chess960 long", boardtest.Chess960Inner, "e1b1", "O-O-O"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := boardtest.Parse(t, tt.fen)
			m, err := p.ParseUCI(tt.uci)
			if err != nil {
				t.Fatal(err)
			}
			if got := p.SAN(m); got != tt.want {
				t.Errorf("%s: SAN of %s = %s, want %s", tt.fen, tt.uci, got, tt.want)
			}
			if back, err := p.ParseSAN(tt.want); back != m || err != nil {
				t.Errorf("%s: ParseSAN(%s) = %v, %v; want %v", tt.fen, tt.want, back, err, m)
			}
		})
	}
}

func TestParseSANLenient(t *testing.T) {
	const promotion = "1n2k3/P7/8/8/8/8/8/4K3 w - -"
	tests := []struct{ fen, san, uci string }{
		{board.StartFEN, "e4!?", "e2e4"},
		{board.StartFEN, "e4+", "e2e4"},
		{board.StartFEN, "Pe4", "e2e4"},
		{board.StartFEN, "e2-e4", "e2e4"},
		{board.StartFEN, "e2e4", "e2e4"},
		{board.StartFEN, "Ng1-f3", "g1f3"},
		{board.StartFEN, "Ngf3", "g1f3"},
		{board.StartFEN, "N1f3", "g1f3"},
		{board.StartFEN, "Nxf3", "g1f3"},
		{boardtest.Kiwipete, "de6", "d5e6"},
		{boardtest.Kiwipete, "d5:e6", "d5e6"},
		{boardtest.Kiwipete, "Qf6", "f3f6"},
		{boardtest.Kiwipete, "0-0", "e1g1"},
		{boardtest.Kiwipete, "o-o-o+", "e1c1"},
		{promotion, "axb8Q", "a7b8q"},
		{promotion, "a8=n", "a7a8n"},
		{promotion, "a8(R)", "a7a8r"},
		{promotion, "a8/B", "a7a8b"},
		{"4k3/8/8/2PpP3/8/8/8/4K3 w - d6", "exd6e.p.", "e5d6"},
		{"4k3/8/8/2PpP3/8/8/8/4K3 w - d6", "exd6 e.p.+", "e5d6"},
	}
	for _, tt := range tests {
		p := boardtest.Parse(t, tt.fen)
		m, err := p.ParseSAN(tt.san)
		if err != nil || p.UCI(m) != tt.uci {
			t.Errorf("%s: ParseSAN(%q) = %s, %v; want %s", tt.fen, tt.san, p.UCI(m), err, tt.uci)
		}
	}
}

func TestParseSANErrors(t *testing.T) {
	tests := []struct {
		fen, san string
		want     error
	}{
		{board.StartFEN, "", board.ErrSyntax},
		{board.StartFEN, "N", board.ErrSyntax},
		{board.StartFEN, "e9", board.ErrSyntax},
		{board.StartFEN, "--", board.ErrSyntax},
		{board.StartFEN, "Ngg1f3", board.ErrSyntax},
		{board.StartFEN, "O-O-O-O", board.ErrSyntax},
		{board.StartFEN, "e5", board.ErrIllegalMove},
		{board.StartFEN, "O-O", board.ErrIllegalMove},
		{board.StartFEN, "e4=Q", board.ErrIllegalMove},
		{"8/P5k1/8/8/8/8/8/4K3 w - -", "a8", board.ErrIllegalMove},
		{"4k3/8/8/8/8/4K3/8/R6R w - -", "Rd1", board.ErrAmbiguousMove},
		{"4k3/8/8/2PpP3/8/8/8/4K3 w - d6", "d6", board.ErrAmbiguousMove},
	}
	for _, tt := range tests {
		p := boardtest.Parse(t, tt.fen)
		if m, err := p.ParseSAN(tt.san); !errors.Is(err, tt.want) || m != board.NoMove {
			t.Errorf("%s: ParseSAN(%q) = %v, %v; want %v", tt.fen, tt.san, m, err, tt.want)
		}
	}
}

func TestUCI(t *testing.T) {
	tests := []struct{ name, fen, in, uci, chess960 string }{
		{"plain", board.StartFEN, "e2e4", "e2e4", "e2e4"},
		{"promotion", "8/P5k1/8/8/8/8/8/4K3 w - -", "a7a8q", "a7a8q", "a7a8q"},
		{"promotion in upper case", "8/P5k1/8/8/8/8/8/4K3 w - -", "a7a8R", "a7a8r", "a7a8r"},
		{"castling", boardtest.Kiwipete, "e1g1", "e1g1", "e1h1"},
		{"castling as king takes rook", boardtest.Kiwipete, "e1a1", "e1c1", "e1a1"},
		{"chess960 castling", "1k6/8/8/8/8/8/8/5KR1 w G -", "f1g1", "f1g1", "f1g1"},
		{"chess960, king on e1, inner rook", "4k3/8/8/8/8/8/8/R3KR2 w F -", "e1g1", "e1f1", "e1f1"},
		{"a king's step is not castling", "4k3/8/8/8/8/8/8/5K1R w H -", "f1g1", "f1g1", "f1g1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := boardtest.Parse(t, tt.fen)
			m, err := p.ParseUCI(tt.in)
			if err != nil {
				t.Fatal(err)
			}
			if got := p.UCI(m); got != tt.uci {
				t.Errorf("UCI %s, want %s", got, tt.uci)
			}
			if got := m.String(); got != tt.chess960 {
				t.Errorf("String %s, want %s", got, tt.chess960)
			}
		})
	}
}

func TestParseUCIErrors(t *testing.T) {
	tests := []struct {
		uci  string
		want error
	}{
		{"", board.ErrSyntax},
		{"e2", board.ErrSyntax},
		{"e2e9", board.ErrSyntax},
		{"x2e4", board.ErrSyntax},
		{"e2e4k", board.ErrSyntax},
		{"e2e4qq", board.ErrSyntax},
		{"0000", board.ErrSyntax},
		{"e2e5", board.ErrIllegalMove},
		{"e2e4q", board.ErrIllegalMove},
		{"e1g1", board.ErrIllegalMove},
	}
	p := board.Start()
	for _, tt := range tests {
		if m, err := p.ParseUCI(tt.uci); !errors.Is(err, tt.want) || m != board.NoMove {
			t.Errorf("ParseUCI(%q) = %v, %v; want %v", tt.uci, m, err, tt.want)
		}
	}
}

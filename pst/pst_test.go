package pst

import (
	"strings"
	"testing"

	"example.org/centipawn/board"
)

// TestIndexing looks values up that stand out in the published tables.
func TestIndexing(t *testing.T) {
	tests := []struct {
		name  string
		pt    board.PieceType
		color board.Color
		sq    board.Square
		want  Value
	}{
		{"white pawn on the seventh", board.Pawn, board.White, board.B7, Value{134, 173}},
		{"white pawn at home", board.Pawn, board.White, board.A2, Value{-35, 13}},
		{"black pawn on its seventh", board.Pawn, board.Black, board.B2, Value{134, 173}},
		{"white knight in the corner", board.Knight, board.White, board.A8, Value{-167, -58}},
		{"black knight at home", board.Knight, board.Black, board.B8, Value{-21, -51}},
		{"white king castled", board.King, board.White, board.G1, Value{24, -24}},
		{"black king castled", board.King, board.Black, board.G8, Value{24, -24}},
		{"queen's rook's corner", board.Rook, board.White, board.H1, Value{-26, -20}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := PeSTO.Squares[tt.pt].At(tt.color, tt.sq); got != tt.want {
				t.Errorf("At(%v, %v) = %v, want %v", tt.color, tt.sq, got, tt.want)
			}
		})
	}
}

// TestBalance compares with a slow twin that looks at every square, and with
// values by hand.
func TestBalance(t *testing.T) {
	for _, fen := range []string{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
		"6bk/QQQ3pp/QQQ5/QQQ5/8/8/8/RNB1KBNR w KQ - 0 1", // the largest sum that there is
		"rnb1kbnr/8/8/8/qqq5/qqq5/qqq3PP/6BK b kq - 0 1",
	} {
		p, err := board.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		mg, eg := PeSTO.Balancer().Balance(&p)
		wantMG, wantEG := 0, 0
		for sq := range board.Square(64) {
			piece := p.PieceAt(sq)
			if piece == board.NoPiece {
				continue
			}
			sign := 1
			if piece.Color() == board.Black {
				sign = -1
			}
			v, m := PeSTO.Squares[piece.Type()].At(piece.Color(), sq), PeSTO.Material[piece.Type()]
			wantMG += sign * int(v.MG+m.MG)
			wantEG += sign * int(v.EG+m.EG)
		}
		if mg != wantMG || eg != wantEG {
			t.Errorf("Balance = %d, %d, want %d, %d, on %s", mg, eg, wantMG, wantEG, fen)
		}
	}
	p, _ := board.ParseFEN("4k3/8/8/8/8/8/8/N3K3 w - - 0 1")
	if mg, eg := PeSTO.Balancer().Balance(&p); mg != 337-105 || eg != 281-29 {
		t.Errorf("Balance of a knight on a1 = %d, %d, want 232, 252", mg, eg)
	}
}

// TestValue: material and square together, from White's view.
func TestValue(t *testing.T) {
	if got, want := PeSTO.Value(board.Pawn, board.B7), (Value{82 + 134, 94 + 173}); got != want {
		t.Errorf("a pawn on b7 is worth %v, want %v", got, want)
	}
	if got, want := PeSTO.Value(board.King, board.G1), (Value{24, -24}); got != want {
		t.Errorf("a king on g1 is worth %v, want %v", got, want)
	}
}

// TestString: rank 8 is on top and the a-file on the left.
func TestString(t *testing.T) {
	lines := strings.Split(PeSTO.Squares[board.Knight].String(), "\n")
	if got := strings.Fields(lines[0]); len(got) != 9 || got[0] != "8" || got[1] != "-167/-58" || got[8] != "-107/-99" {
		t.Errorf("first line %q", lines[0])
	}
	if got := strings.Fields(lines[8]); strings.Join(got, "") != "abcdefgh" {
		t.Errorf("last line %q", lines[8])
	}
}

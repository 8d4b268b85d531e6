package board_test

import (
	"slices"
	"testing"
	"unsafe"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
)

// TestPositionSize keeps copy-make cheap: a larger Position needs a reason.
func TestPositionSize(t *testing.T) {
	if size := unsafe.Sizeof(board.Position{}); size > 200 {
		t.Errorf("a Position is %d bytes, want at most 200", size)
	}
}

// TestAccessors reads a position square by square and by sets.
func TestAccessors(t *testing.T) {
	for p := range boardtest.RandomPositions(6, 2000) {
		var byType [6]board.Bitboard
		var byColor [2]board.Bitboard
		for sq := board.A1; sq <= board.H8; sq++ {
			if pc := p.PieceAt(sq); pc != board.NoPiece {
				byType[pc.Type()] |= board.SquareBB(sq)
				byColor[pc.Color()] |= board.SquareBB(sq)
			}
		}
		for c := board.White; c <= board.Black; c++ {
			for pt := board.Pawn; pt <= board.King; pt++ {
				if p.Pieces(c, pt) != byType[pt]&byColor[c] || p.ByType(pt) != byType[pt] {
					t.Fatalf("%s: %vs of %v", p.FEN(), pt, c)
				}
			}
			if p.ByColor(c) != byColor[c] || p.PieceAt(p.King(c)) != board.NewPiece(c, board.King) {
				t.Fatalf("%s: pieces of %v", p.FEN(), c)
			}
		}
		if p.Occupied() != byColor[board.White]|byColor[board.Black] {
			t.Fatalf("%s: occupied\n%v", p.FEN(), p.Occupied())
		}
	}
}

// mirrorMove returns a move as it is in the mirrored position.
func mirrorMove(m board.Move) board.Move {
	from, to := m.From().Flip(), m.To().Flip()
	switch {
	case m.IsPromotion():
		return board.NewPromotion(from, to, m.Promotion())
	case m.IsEnPassant():
		return board.NewEnPassant(from, to)
	case m.IsCastle():
		return board.NewCastle(from, to)
	}
	return board.NewMove(from, to)
}

// checkMirror tests the laws of Mirror, Key and CanonicalKey on one position.
func checkMirror(t *testing.T, p board.Position) {
	t.Helper()
	m := p.Mirror()
	if err := m.Validate(); err != nil {
		t.Fatalf("%s mirrored: %v", p.FEN(), err)
	}
	if again := boardtest.Parse(t, m.FEN()); again != m {
		t.Fatalf("%s mirrored: not the same when read back from %s", p.FEN(), m.FEN())
	}
	if m.Mirror() != p {
		t.Fatalf("%s: not the same when mirrored twice", p.FEN())
	}
	if m.SideToMove() == p.SideToMove() || m.Key() == p.Key() {
		t.Fatalf("%s mirrored keeps its side or key", p.FEN())
	}
	if key := p.CanonicalKey(); key != m.CanonicalKey() || key != p.Key() && key != m.Key() {
		t.Fatalf("%s: canonical keys %x and %x, keys %x and %x", p.FEN(), key, m.CanonicalKey(), p.Key(), m.Key())
	}
	var want []board.Move
	for _, move := range p.LegalMoves(nil) {
		want = append(want, mirrorMove(move))
	}
	got := m.LegalMoves(nil)
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Fatalf("%s: the mirrored moves are %v, the mirror's %v", p.FEN(), want, got)
	}
}

func TestMirror(t *testing.T) {
	for p := range boardtest.RandomPositions(7, 10000) {
		checkMirror(t, p)
	}
}

// TestKeys pins the keys of two positions: they may be in files.
func TestKeys(t *testing.T) {
	for _, tt := range []struct {
		fen  string
		want uint64
	}{
		{board.StartFEN, 0x109c351469d9fbcd},
		{boardtest.Kiwipete, 0x4d5ed294b019f373},
	} {
		p := boardtest.Parse(t, tt.fen)
		if got := p.Key(); got != tt.want {
			t.Errorf("key of %s = %#x, want %#x", tt.fen, got, tt.want)
		}
	}
}

// TestKeyTellsApart changes one thing at a time: each changes the key but the
// counters.
func TestKeyTellsApart(t *testing.T) {
	fens := []string{
		"r3k2r/8/8/2pP4/8/8/8/R3K2R w KQkq c6 0 2",
		"r3k2r/8/8/2pP4/8/8/8/R3K2R w KQkq - 0 2",
		"r3k2r/8/8/2pP4/8/8/8/R3K2R b KQkq - 0 2",
		"r3k2r/8/8/2pP4/8/8/8/R3K2R w KQk - 0 2",
		"r3k2r/8/8/2pP4/8/8/8/R3K2R w Qkq - 0 2",
		"r3k2r/8/8/2pN4/8/8/8/R3K2R w KQkq - 0 2",
		"r3k2r/8/8/2p5/3P4/8/8/R3K2R w KQkq - 0 2",
	}
	seen := map[uint64]string{}
	for _, fen := range fens {
		p := boardtest.Parse(t, fen)
		if twin := seen[p.Key()]; twin != "" {
			t.Errorf("%s and %s have one key", fen, twin)
		}
		seen[p.Key()] = fen
	}
	a := boardtest.Parse(t, "r3k2r/8/8/2pP4/8/8/8/R3K2R w KQkq - 0 2")
	b := boardtest.Parse(t, "r3k2r/8/8/2pP4/8/8/8/R3K2R w KQkq - 7 30")
	if a.Key() != b.Key() || a.CanonicalKey() != b.CanonicalKey() {
		t.Error("the counters change the key")
	}
}

// KeyAfter is the key after a move that changes no rights, and hardly ever another's.
func TestKeyAfter(t *testing.T) {
	right, moves := 0, 0
	for p := range boardtest.RandomPositions(7, 2000) {
		for _, m := range p.LegalMoves(nil) {
			next := p
			next.Make(m)
			special := m.IsCastle() || m.IsPromotion() || m.IsEnPassant()
			same := next.CastlingRooks() == p.CastlingRooks() && next.EnPassant() == board.NoSquare
			is := p.KeyAfter(m) == next.Key()
			if !is && !special && same {
				t.Fatalf("%s %v: key %#x, want %#x", p.FEN(), m, p.KeyAfter(m), next.Key())
			}
			if moves++; is {
				right++
			}
		}
	}
	if right*10 < moves*9 {
		t.Errorf("%d of %d keys are right, want nine of ten", right, moves)
	}
}

package oracle_test

import (
	"slices"
	"testing"

	"github.com/notnil/chess"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
	"example.org/centipawn/board/oracle"
)

// The bugs of notnil/chess v1.10.0 that the comparison met, each with the
// position that proves it. A test that fails here says that a newer version has
// fixed its bug, and that TestAgreement need no longer avoid it.

// TestBugIdleEnPassant: every double step sets an en passant square, though no
// enemy pawn stands beside it. FIDE 9.2.3 calls positions equal if the same moves
// are possible, so that notnil/chess misses repetitions: after 1. e4 the
// position with Black to move stands three times, and no draw can be claimed.
func TestBugIdleEnPassant(t *testing.T) {
	g := chess.NewGame()
	p := board.Start()
	var keys []uint64
	for _, san := range []string{"e4", "Nf6", "Nf3", "Ng8", "Ng1", "Nf6", "Nf3", "Ng8", "Ng1"} {
		m, err := p.ParseSAN(san)
		if err != nil {
			t.Fatal(err)
		}
		p.Make(m)
		keys = append(keys, p.Key())
		if err := g.MoveStr(san); err != nil {
			t.Fatal(err)
		}
	}
	if n := board.Repetitions(keys); n != 3 {
		t.Errorf("the position stands %d times, want 3", n)
	}
	if slices.Contains(g.EligibleDraws(), chess.ThreefoldRepetition) {
		t.Error("notnil/chess sees the repetition now")
	}
}

// TestBugCastlingWithoutRook: castling rights are believed without looking for
// king and rook.
func TestBugCastlingWithoutRook(t *testing.T) {
	const fen = "4k3/8/8/8/8/8/8/4K3 w K - 0 1"
	option, err := chess.FEN(fen)
	if err != nil {
		t.Fatal("notnil/chess refuses the FEN now:", err)
	}
	castles := func(m *chess.Move) bool { return m.HasTag(chess.KingSideCastle) }
	if !slices.ContainsFunc(chess.NewGame(option).ValidMoves(), castles) {
		t.Error("notnil/chess does not castle without a rook now")
	}
	if _, err := board.ParseFEN(fen); err == nil {
		t.Error("ParseFEN accepts it as well")
	}
}

// TestBugImpossiblePositions: the reader of FENs accepts positions without
// kings, with pawns on the first rank, with the side not to move in check, and
// '0' for no empty square.
func TestBugImpossiblePositions(t *testing.T) {
	for _, fen := range []string{
		"8/8/8/8/8/8/8/8 w - - 0 1",
		"4k3/8/8/8/8/8/8/P3K3 w - - 0 1",
		"4k3/8/8/8/8/8/8/4RK2 w - - 0 1",
		"4k3/80/8/8/8/8/8/4K3 w - - 0 1",
	} {
		if _, err := chess.FEN(fen); err != nil {
			t.Errorf("notnil/chess refuses %s now: %v", fen, err)
		}
		if _, err := board.ParseFEN(fen); err == nil {
			t.Errorf("ParseFEN accepts %s as well", fen)
		}
	}
}

// TestBugBinaryClock: the binary form keeps eight bits of the half-move clock, so
// that 256 half-moves become none.
func TestBugBinaryClock(t *testing.T) {
	p := boardtest.Parse(t, "7k/8/8/8/8/8/R7/K7 b - - 256 200")
	cp, err := oracle.Position(&p)
	if err != nil {
		t.Fatal(err)
	}
	data, err := cp.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	var back chess.Position
	if err := back.UnmarshalBinary(data); err != nil {
		t.Fatal(err)
	}
	if got := back.HalfMoveClock(); got != 0 {
		t.Errorf("notnil/chess reads the clock 256 back as %d now", got)
	}
}

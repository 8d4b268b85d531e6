package oracle_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/notnil/chess"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
	"example.org/centipawn/board/oracle"
)

func TestGameAndBack(t *testing.T) {
	games := 0
	for start, moves := range boardtest.RandomGames(1) {
		if games++; games > 12 {
			break
		}
		moves = moves[:min(len(moves), 40)] // a Game's moves take longer and longer
		g, err := oracle.Game(start, moves)
		if errors.Is(err, oracle.ErrChess960) {
			continue
		}
		if err != nil {
			t.Fatalf("%s: %v", start.FEN(), err)
		}
		back, again, err := oracle.FromGame(g)
		if err != nil || back != start || !slices.Equal(again, moves) {
			t.Errorf("%s %v became %s %v, %v", start.FEN(), moves, back.FEN(), again, err)
		}
	}
}

func TestErrors(t *testing.T) {
	chess960 := boardtest.Parse(t, boardtest.Chess960Inner)
	if _, err := oracle.Position(&chess960); !errors.Is(err, oracle.ErrChess960) {
		t.Errorf("Chess960: %v, want %v", err, oracle.ErrChess960)
	}
	if _, err := oracle.Game(chess960, nil); !errors.Is(err, oracle.ErrChess960) {
		t.Errorf("Chess960 game: %v, want %v", err, oracle.ErrChess960)
	}
	start := board.Start()
	e5 := board.NewMove(board.E2, board.E5)
	if _, err := oracle.Game(start, []board.Move{e5}); !errors.Is(err, board.ErrIllegalMove) {
		t.Errorf("e2e5: %v, want %v", err, board.ErrIllegalMove)
	}
	option, err := chess.FEN("8/8/8/8/8/8/8/4K3 w - - 0 1") // notnil/chess takes it
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := oracle.FromGame(chess.NewGame(option)); !errors.Is(err, board.ErrNoKing) {
		t.Errorf("one king: %v, want %v", err, board.ErrNoKing)
	}
}

// TestInside: the elements of a picture are those of Draw, with marks where they are asked for.
func TestInside(t *testing.T) {
	for _, fen := range []string{board.StartFEN, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"} {
		p := boardtest.Parse(t, fen)
		var whole strings.Builder
		if err := oracle.Draw(&whole, &p); err != nil {
			t.Fatal(err)
		}
		plain, err := oracle.Inside(&p)
		if err != nil || !strings.Contains(whole.String(), plain) || strings.Count(plain, "<svg") != strings.Count(plain, "</svg>") {
			t.Errorf("%s: %v, %d bytes of %d", fen, err, len(plain), whole.Len())
		}
		marked, err := oracle.Inside(&p, board.E2, board.E4)
		if err != nil || strings.Count(marked, "<rect") != strings.Count(plain, "<rect")+2 {
			t.Errorf("%s: %v, %d squares are marked", fen, err, strings.Count(marked, "<rect")-strings.Count(plain, "<rect"))
		}
	}
}

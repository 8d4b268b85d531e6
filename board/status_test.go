package board_test

import (
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
)

func TestStatus(t *testing.T) {
	tests := []struct {
		name, fen string
		want      board.Status
	}{
		{"start", board.StartFEN, board.Ongoing},
		{"fool's mate", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", board.Checkmate},
		{"stalemate", "7k/5Q2/6K1/8/8/8/8/8 b - -", board.Stalemate},
		{"bare kings", "7k/8/6K1/8/8/8/8/8 b - -", board.DeadPosition},
		{"knight", "7k/8/6K1/8/8/8/8/N7 b - -", board.DeadPosition},
		{"bishop", "7k/8/6K1/8/8/8/8/b7 b - -", board.DeadPosition},
		{"bishops on one colour", "5b1k/8/6K1/8/8/8/8/B1B5 b - -", board.DeadPosition},
		{"bishops on two colours", "2b4k/8/6K1/8/8/8/8/B7 b - -", board.Ongoing},
		{"two knights", "7k/8/6K1/8/8/8/8/NN6 b - -", board.Ongoing},
		{"knight against knight", "7k/8/6K1/n7/8/8/8/N7 b - -", board.Ongoing},
		{"knight against bishop", "7k/8/6K1/n7/8/8/8/B7 b - -", board.Ongoing},
		{"a pawn", "7k/8/6K1/p7/8/8/8/8 b - -", board.Ongoing},
		{"149 half-moves", "7k/8/8/8/8/8/R7/K7 b - - 149 90", board.Ongoing},
		{"150 half-moves", "7k/8/8/8/8/8/R7/K7 b - - 150 90", board.SeventyFiveMoves},
		{"mate on the 150th", "R6k/8/6K1/8/8/8/8/8 b - - 150 90", board.Checkmate},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := boardtest.Parse(t, tt.fen)
			if got := p.Status(); got != tt.want {
				t.Errorf("%s: %v, want %v", tt.fen, got, tt.want)
			}
			if got, want := tt.want.IsDraw(), tt.want != board.Ongoing && tt.want != board.Checkmate; got != want {
				t.Errorf("%v.IsDraw() = %v", tt.want, got)
			}
		})
	}
}

// TestRepetitions shuffles the knights: the start position returns after every
// four half-moves, and superfluous en passant squares do not count against it.
func TestRepetitions(t *testing.T) {
	p := board.Start()
	var keys []uint64
	play := func(uci string) int {
		m, err := p.ParseUCI(uci)
		if err != nil {
			t.Fatal(err)
		}
		p.Make(m)
		keys = append(keys, p.Key())
		return board.Repetitions(keys)
	}
	if n := play("e2e4"); n != 1 {
		t.Errorf("after e4: %d", n)
	}
	for want := 2; want <= 5; want++ {
		for _, uci := range []string{"g8f6", "g1f3", "f6g8"} {
			play(uci)
		}
		if n := play("f3g1"); n != want {
			t.Errorf("%d times, want %d", n, want)
		}
	}
	if n := board.Repetitions(nil); n != 0 {
		t.Errorf("no position stands %d times", n)
	}
}

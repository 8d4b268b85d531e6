package search

import (
	"testing"

	"example.org/centipawn/board"
)

func TestScoreString(t *testing.T) {
	for _, c := range []struct {
		score Score
		want  string
		mate  bool
	}{
		{0, "cp 0", false},
		{13, "cp 13", false},
		{-250, "cp -250", false},
		{MateIn(1), "mate 1", true},
		{MateIn(2), "mate 1", true}, // after a null move: as good as one in a move
		{MateIn(3), "mate 2", true},
		{MateIn(5), "mate 3", true},
		{MatedIn(0), "mate 0", true},
		{MatedIn(2), "mate -1", true},
		{MatedIn(4), "mate -2", true},
		{MateIn(MaxPly), "mate 64", true},
		{MatedIn(MaxPly), "mate -64", true},
		{MateIn(MaxPly + 1), "cp 31871", false},
		{MatedIn(MaxPly + 1), "cp -31871", false},
	} {
		if got := c.score.String(); got != c.want {
			t.Errorf("Score(%d) is %q, want %q", int32(c.score), got, c.want)
		}
		if got := c.score.IsMate(); got != c.mate {
			t.Errorf("Score(%d).IsMate() = %t, want %t", int32(c.score), got, c.mate)
		}
	}
}

// TestMateMoves: a mate in n moves of the winner is 2n − 1 half-moves away, being
// mated in n is 2n.
func TestMateMoves(t *testing.T) {
	for n := 1; 2*n <= MaxPly; n++ {
		if got := MateIn(2*n - 1).MateMoves(); got != n {
			t.Errorf("mate in %d moves reads %d", n, got)
		}
		if got := MatedIn(2 * n).MateMoves(); got != -n {
			t.Errorf("mated in %d moves reads %d", n, got)
		}
	}
}

func TestWhite(t *testing.T) {
	for _, s := range []Score{0, 35, -35, MateIn(3), MatedIn(2), Infinity} {
		if got := s.White(board.White); got != s {
			t.Errorf("White's %d is %d for White", s, got)
		}
		if got := s.White(board.Black); got != -s {
			t.Errorf("Black's %d is %d for White", s, got)
		}
		if got := s.White(board.Black).White(board.Black); got != s {
			t.Errorf("%d turned twice is %d", s, got)
		}
	}
}

// TestWhiteText: pawns, and moves to mate, for White.
func TestWhiteText(t *testing.T) {
	for _, tt := range []struct {
		score Score
		side  board.Color
		want  string
	}{
		{35, board.White, "+0.35"}, {35, board.Black, "-0.35"}, {0, board.White, "+0.00"}, {-120, board.Black, "+1.20"},
		{MateIn(3), board.White, "#+2"}, {MateIn(3), board.Black, "#-2"},
		{MatedIn(4), board.White, "#-2"}, {MatedIn(4), board.Black, "#+2"},
	} {
		if got := tt.score.WhiteText(tt.side); got != tt.want {
			t.Errorf("%v of %v: %s, want %s", tt.score, tt.side, got, tt.want)
		}
	}
}

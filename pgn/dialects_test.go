package pgn_test

import (
	"testing"
	"time"

	"example.org/centipawn/board"
	"example.org/centipawn/pgn"
	"example.org/centipawn/winprob"
)

// TestDialects: what programs write says the same thing.
func TestDialects(t *testing.T) {
	const ms, unknown = time.Millisecond, pgn.NoTime
	tests := []struct {
		comment string
		white   pgn.Annotation
		black   winprob.Score // for the same comment to Black's move
	}{
		// Banksia: milliseconds and nodes.
		{"{-0.7/9 812 345678}", engine(-70, 9, 812*ms), 70},
		{"{+M4/21 812 345678}", engine(winprob.MateIn(1, 4), 21, 812*ms), winprob.MateIn(-1, 4)},
		{"{+0.7/9 1.5 345678}", engine(70, 9, 1500*ms), -70},
		{"{+0.7/9 812 345678 12%}", engine(70, 9, 812*ms), -70},
		{"{+0.7/9 45% 1.5s}", engine(70, 9, 1500*ms), -70},
		// Decimal commas, and the sign for minus.
		{"{+0,31/12 0,5s}", engine(31, 12, 500*ms), -31},
		{"{-1,2/7 812 345678}", engine(-120, 7, 812*ms), 120},
		{"{−0.31/12 0.5s}", engine(-31, 12, 500*ms), 31},
		{"{[%eval 0,31,12]}", lichess(31, 12, unknown), 31},
		// WinBoard, Arena, Fritz, and others with brackets, bars and clocks.
		{"{+0.31/12 1:05}", engine(31, 12, 65*time.Second), -31},
		{"{(0.31/12 5)}", engine(31, 12, 5*time.Second), -31},
		{"{(+0.31/12)}", engine(31, 12, unknown), -31},
		{"{(Nf3 d5) −0.31/12 3s}", engine(-31, 12, 3*time.Second), 31},
		{"{+0.31|d12|0:05}", engine(31, 12, 5*time.Second), -31},
		{"{+0.31/d12 5s}", engine(31, 12, 5*time.Second), -31},
		{"{+0.31 d12 5s}", engine(31, 12, 5*time.Second), -31},
		{"{+0.31 (depth 12)}", engine(31, 12, unknown), -31},
		{"{+0.31/12/30 0.5s}", engine(31, 12, 500*ms), -31},
		{"{+0.31/12 500ms, n=3}", engine(31, 12, 500*ms), -31},
		{"{+Mate3/9 1s}", engine(winprob.MateIn(1, 3), 9, time.Second), winprob.MateIn(-1, 3)},
		{"{0/12 1s}", engine(0, 12, time.Second), 0},
		{"{+0.31/12 0.5s [%clk 0:00:07]}", pgn.Annotation{Score: 31, Depth: 12, Clock: 7 * time.Second, Elapsed: 500 * ms}, -31},
		{"{[%clk 0:00:07] +0.31/12 0.5s}", pgn.Annotation{Score: 31, Depth: 12, Clock: 7 * time.Second, Elapsed: 500 * ms}, -31},
		// TCEC: White's view, and where that is missing the mover's.
		{"{d=22, sd=40, mt=1500, tl=90000, s=100, n=3, pv=e4 e5, tb=0, h=1.0, wv=-0.31,}", engine(-31, 22, 1500*ms), -31},
		{"{wv=M7, mt=18, d=13,}", engine(winprob.MateIn(1, 7), 13, 18*ms), winprob.MateIn(1, 7)},
		{"{d=13, wv=-M7}", engine(winprob.MateIn(-1, 7), 13, unknown), winprob.MateIn(-1, 7)},
		{"{ev=0.31, d=20, mt=00:01:05, tl=02:30:30,}", engine(31, 20, 65*time.Second), -31},
		{"{ev=-0.31, d=20, wv=0.31,}", engine(31, 20, unknown), 31},
		{"{d=9, wv=0,31, mt=20}", engine(31, 9, 20*ms), 31},
		{"{d=22, sd=40,\nwv=0.31,\nR50=50,}", engine(31, 22, unknown), 31},
	}
	for _, tt := range tests {
		if got := annotation(t, tt.comment, board.White); got != tt.white {
			t.Errorf("%s: %+v, want %+v", tt.comment, got, tt.white)
		}
		if got := annotation(t, tt.comment, board.Black).Score; got != tt.black {
			t.Errorf("%s by Black: %v, want %v", tt.comment, got, tt.black)
		}
	}
}

// TestBookMarks: what programs write to moves of a book, and what only begins like it.
func TestBookMarks(t *testing.T) {
	for _, comment := range []string{"{Book}", "{(book)}", "{book move}", "{book, mb=+0+0+0+0+0,}", "{BOOK 0.0s}", "{o.b.}", "{book/1}"} {
		if got := annotation(t, comment, board.White); !got.Book || got.Score != winprob.NoScore {
			t.Errorf("%s: %+v, want a move of the book", comment, got)
		}
	}
	for _, comment := range []string{"{books}", "{book says c5}", "{out of book}", "{o}", "{b}", "{}"} {
		if annotation(t, comment, board.White).Book {
			t.Errorf("%s is no mark of a book", comment)
		}
	}
}

// TestUnread: comments that look like evaluations and are not understood are counted, others are
// not; the first has its place.
func TestUnread(t *testing.T) {
	for _, tt := range []struct {
		comment string
		unread  int
	}{
		{"{+0.31}", 1}, {"{+0.31 0.5s}", 1}, {"{+31/12 0.5s}", 1}, {"{57.3%}", 1}, {"{57,3 %/12 1s}", 1}, {"{#3 soon}", 1}, {"{-M5 said so}", 1},
		{"{score=+0.31}", 1}, {"{Eval: -0.31, depth 12}", 1}, {"{wv=-}", 0}, {"{wv=0.3x}", 1}, {"{[%eval 57%]}", 1}, {"{[%eval 152,18]}", 1},
		{"{[%evp 0,38,19,25,-3]}", 1}, {"{0.25/31 9 Stockfish}", 1}, {"{+0.3/12 is better}", 1}, {"{+0.3} {-0.2}", 2},
		{"{+0.3} {+0.31/12 1s}", 1}, {"{[%eval 0.25] +0.31}", 0}, {"{+0.31/12 1s} {+0.3}", 0},
		{"{}", 0}, {"{A22}", 0}, {"{weight:40}", 0}, {"{1-0 (35) A-B}", 0}, {"{1/2}", 0}, {"{12.Nf3 was played}", 0}, {"{[%clk 0:00:07]}", 0},
		{"{0.5s}", 0}, {"{+-}", 0}, {"{+ 2 pawns}", 0}, {"{half of the 20 %}", 0}, {"{[%csl Ga1]}", 0}, {"{5}", 0}, {"{(0.70 → 1.52) Inaccuracy}", 0},
		{"{underscores: 3}", 0}, {"{M5 is mate}", 0}, {"{12/5/2020}", 0},
	} {
		var g pgn.Game
		if err := pgn.Parse([]byte("1. e4\n"+tt.comment+" *"), 1, &g); err != nil {
			t.Fatal(err)
		}
		if g.Unread != tt.unread || tt.unread > 0 && g.UnreadAt != len("1. e4\n") {
			t.Errorf("%s: %d unread, the first at %d; want %d", tt.comment, g.Unread, g.UnreadAt, tt.unread)
		}
	}
}

// TestCentipawns: where numbers are centipawns they need no decimals; TCEC's are pawns all the same.
func TestCentipawns(t *testing.T) {
	for comment, want := range map[string]winprob.Score{
		"{[%eval 31,12]}": 31, "{[%eval -152]}": -152, "{+31/12 0.5s}": 31, "{-152/12 812 345678}": -152, "{+31.6/12 0.5s}": 32, "{wv=0.31, d=3}": 31,
		"{[%eval #3]}": winprob.MateIn(1, 3),
	} {
		g := pgn.Game{Centipawns: true}
		if err := pgn.Parse([]byte("1. e4 "+comment+" *"), 1, &g); err != nil || g.Moves[0].Note.Score != want || g.Unread > 0 {
			t.Errorf("%s: %v, %v, %d unread; want %v", comment, err, g.Moves[0].Note.Score, g.Unread, want)
		}
	}
}

package pgn_test

import (
	"testing"
	"time"

	"example.org/centipawn/board"
	"example.org/centipawn/pgn"
	"example.org/centipawn/winprob"
)

// annotation returns what a comment says of White's first move or of Black's.
func annotation(tb testing.TB, comment string, mover board.Color) pgn.Annotation {
	tb.Helper()
	text := "1. e4 " + comment + " *"
	if mover == board.Black {
		text = "1. e4 e5 " + comment + " *"
	}
	var g pgn.Game
	if err := pgn.Parse([]byte(text), 1, &g); err != nil {
		tb.Fatalf("%s: %v", text, err)
	}
	return g.Moves[mover].Note
}

// engine is the annotation of an engine's comment.
func engine(score winprob.Score, depth uint8, elapsed time.Duration) pgn.Annotation {
	return pgn.Annotation{Score: score, Depth: depth, Clock: pgn.NoTime, Elapsed: elapsed}
}

// lichess is that of Lichess's commands.
func lichess(score winprob.Score, depth uint8, clock time.Duration) pgn.Annotation {
	return pgn.Annotation{Score: score, After: score != winprob.NoScore, Depth: depth, Clock: clock, Elapsed: pgn.NoTime}
}

// TestAnnotations: the comments of engines are the mover's view, those of Lichess
// White's.
func TestAnnotations(t *testing.T) {
	const ms, unknown = time.Millisecond, pgn.NoTime
	tests := []struct {
		comment string
		white   pgn.Annotation
		black   winprob.Score // for the same comment to Black's move
	}{
		{"{+0.31/12 0.5s}", engine(31, 12, 500*ms), -31},
		{"{-1.07/43 1.69e+03s}", engine(-107, 43, 1690*time.Second), 107},
		{"{0.00/33 131s}", engine(0, 33, 131*time.Second), 0},
		{"{-0.05/7 0s}", engine(-5, 7, 0), 5},
		{"{+0.31/12\n0.5s}", engine(31, 12, 500*ms), -31},
		{"{ +0.31/12 }", engine(31, 12, unknown), -31},
		{"{+M5/20 1.2s}", engine(winprob.MateIn(1, 5), 20, 1200*ms), winprob.MateIn(-1, 5)},
		{"{-M3/9 0.01s}", engine(winprob.MateIn(-1, 3), 9, 10*ms), winprob.MateIn(1, 3)},
		{"{+#5/20 1s}", engine(winprob.MateIn(1, 5), 20, time.Second), winprob.MateIn(-1, 5)},
		{"{+4.57/15 0.057s, n=42103}", engine(457, 15, 57*ms), -457},
		{"{+0.42/12 0.5s, White wins by adjudication}", engine(42, 12, 500*ms), -42},
		{"{+0.42/12 0.5s n=5}", engine(42, 12, 500*ms), -42},
		{"{+152.65/20 1s}", engine(winprob.Centipawns(15265), 20, time.Second), winprob.Centipawns(-15265)},
		{"{(Bd6xh2 Ne4-d6+) +0.14/4 0}", engine(14, 4, 0), -14},
		{"{(Qb1-b2+) -M2/3 7}", engine(winprob.MateIn(-1, 2), 3, 7*time.Second), winprob.MateIn(1, 2)},
		{"{+1.21 15/32 130 325610}", engine(121, 15, 130*ms), -121},
		{"{+0.005/300 1s}", engine(1, 255, time.Second), -1},
		{"{[%eval 0.25]}", lichess(25, 0, unknown), 25},
		{"{ [%eval -0.4] [%clk 0:00:27] }", lichess(-40, 0, 27*time.Second), -40},
		{"{[%eval 0.2,18]}", lichess(20, 18, unknown), 20},
		{"{[%eval #3]}", lichess(winprob.MateIn(1, 3), 0, unknown), winprob.MateIn(1, 3)},
		{"{[%eval #-3,20]}", lichess(winprob.MateIn(-1, 3), 20, unknown), winprob.MateIn(-1, 3)},
		{"{[%eval 3]}", lichess(300, 0, unknown), 300},
		{"{[%clk 1:01:01.5]}", lichess(winprob.NoScore, 0, time.Hour+61500*ms), winprob.NoScore},
		{"{A44 [%clk 0:00:07] good}", lichess(winprob.NoScore, 0, 7*time.Second), winprob.NoScore},
		{"{first} {+0.31/12 0.5s} {+0.99/1 9s}", engine(31, 12, 500*ms), -31},
		{"; +0.31/12 0.5s\n", engine(31, 12, 500*ms), -31},
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

// TestNoAnnotation: comments that only look like those of engines say nothing.
func TestNoAnnotation(t *testing.T) {
	for _, comment := range []string{
		"", "{}", "{C11}", "{weight:10}", "{1/2-1/2 (63) Crafty}", "{1-0 (9) Komodo 9.1 64-bit-Arasan 9.9}", "{1/2}", "{+1/2}",
		"{0.25/31 Stockfish 9/jdart}", "{0.25/31 9 Stockfish}", "{12.5 %}", "{+0.31}", "{(0.70 → 1.52) Inaccuracy. The best move was Rd6.}",
		"{+-}", "{+M}", "{M5 is mate}", "{[%eval]}", "{[%eval x]}", "{[%eval 0.3}", "{[%eval 0.3,]}", "{[%clk]}", "{[%clk 0:0x:00]}", "{[%clk -1]}",
		"{[%csl Ga1]}", "{(}", "{(()) +}", "{+0.31/ 0.5s}", "{+0.31/12x}", "{+0.31/12 -5s}", "{+0.31/12 NaNs}", "{bookish}", "{+1.2 15/32 130}",
	} {
		if got := annotation(t, comment, board.White); got != pgn.NoAnnotation() {
			t.Errorf("%s: %+v, want nothing", comment, got)
		}
	}
}

func TestBook(t *testing.T) {
	want := pgn.NoAnnotation()
	want.Book = true
	if got := annotation(t, "{book}", board.White); got != want {
		t.Errorf("{book}: %+v, want %+v", got, want)
	}
	want.Clock = time.Minute
	want.Elapsed = 1500 * time.Millisecond
	if got := annotation(t, "{ book } {[%clk 0:01:00] [%emt 0:00:01.5]}", board.White); got != want {
		t.Errorf("book with times: %+v, want %+v", got, want)
	}
}

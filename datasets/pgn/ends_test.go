package pgn

import (
	"testing"

	"example.org/centipawn/datasets"
	"example.org/centipawn/pgn"
)

// TestEndOf: the result and the end of a game, by its tags or else by the board.
func TestEndOf(t *testing.T) {
	tests := []struct {
		name, text string
		result     datasets.Result
		end        datasets.End
	}{
		{"mate on the board", "1. f3 e5 2. g4 Qh4# *", datasets.BlackWins, datasets.EndNormal},
		{"the tag", "[Termination \"time forfeit\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0", datasets.WhiteWins, datasets.EndForfeit},
		{"the last comment", "1. e4 e5 {Black resigns} 1-0", datasets.WhiteWins, datasets.EndNormal},
		{"nothing", "1. e4 e5 1/2-1/2", datasets.Draw, datasets.EndUnknown},
		{"no result", "[Termination \"normal\"]\n\n1. e4 e5 *", datasets.Unknown, datasets.EndUnterminated},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var g pgn.Game
			if err := pgn.Parse([]byte(tt.text), 1, &g); err != nil {
				t.Fatal(err)
			}
			if result, end := EndOf(&g); result != tt.result || end != tt.end {
				t.Errorf("got %v, %v; want %v, %v", result, end, tt.result, tt.end)
			}
		})
	}
}

// TestEndsWithNames: what players are called is not how a game ended.
func TestEndsWithNames(t *testing.T) {
	tests := []struct {
		termination, white, black string
		want                      datasets.End
	}{
		{"Stallone won by resignation", "Stallone", "b", datasets.EndNormal},
		{"crashtest won by checkmate", "a", "b", datasets.EndNormal},
		{"Death won by resignation", "Death", "b", datasets.EndNormal},
		{"Illegal Move won by checkmate", "b", "illegal move", datasets.EndNormal},
		{"On Time won by resignation", "someone else", "b", datasets.EndNormal},
		{"time_out won by resignation", "a", "b", datasets.EndNormal},
		{"Game drawn by agreement, offered by Crash", "a", "Crash", datasets.EndNormal},
		{"Forfeit resigns", "a", "Forfeit", datasets.EndNormal},
		{"mateo won on time", "mateo", "b", datasets.EndForfeit},
		{"Normal won - game abandoned", "Normal", "b", datasets.EndForfeit},
		{"Resign forfeits on time", "Resign", "b", datasets.EndForfeit},
		{"time forfeit", "time", "forfeit", datasets.EndForfeit},
		{"Illegal move", "Illegal move", "b", datasets.EndForfeit},
		{"Crash", "x", "y", datasets.EndForfeit},
		{"Black crashed", "x", "y", datasets.EndForfeit},
		{"White's connection stalls", "x", "y", datasets.EndForfeit},
		{"time", "x", "y", datasets.EndForfeit},
		{"Müller50 won", "Müller50", "b", datasets.EndUnknown},
		{"?", "?", "?", datasets.EndUnknown},
	}
	for _, tt := range tests {
		if got := endOf(tt.termination, "", "", tt.white, tt.black); got != tt.want {
			t.Errorf("%q of %q and %q: %v, want %v", tt.termination, tt.white, tt.black, got, tt.want)
		}
	}
}

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

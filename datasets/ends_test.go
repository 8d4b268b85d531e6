package datasets

import (
	"testing"

	"centipawn/pgn"
)

// TestEndOf: the result and the end of a game, by its tags or else by the board.
func TestEndOf(t *testing.T) {
	tests := []struct {
		name, text string
		result     Result
		end        End
	}{
		{"mate on the board", "1. f3 e5 2. g4 Qh4# *", BlackWins, EndNormal},
		{"the tag", "[Termination \"time forfeit\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0", WhiteWins, EndForfeit},
		{"the last comment", "1. e4 e5 {Black resigns} 1-0", WhiteWins, EndNormal},
		{"nothing", "1. e4 e5 1/2-1/2", Draw, EndUnknown},
		{"no result", "[Termination \"normal\"]\n\n1. e4 e5 *", Unknown, EndUnterminated},
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

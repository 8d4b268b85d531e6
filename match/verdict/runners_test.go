package verdict

import (
	"os"
	"testing"

	"example.org/centipawn/datasets/input"
)

// games of other people's runners, in the data that lie beside the project.
const shared = "../../../shared/data/pgn/engine/"

// TestRunners reads games as fastchess, cutechess and OpenBench have written them. The
// numbers of games are those of the tag Result; pairs are two games from one FEN, or
// one line of moves marked as book.
func TestRunners(t *testing.T) {
	tests := []struct {
		file                            string
		games, unfinished, pairs, alone int
		forfeits                        int
		unit                            string
	}{
		{"rice_fast-chess.pgn.zst", 236, 0, 118, 0, 198, UnitPairs},
		{"motors_games.pgn.zst", 545, 7, 270, 5, 7, UnitPairs},
		{"openbench_example3.pgn.zst", 34, 0, 17, 0, 0, UnitPairs},
		{"avalanche_games.pgn.zst", 60, 0, 1, 58, 5, UnitGames}, // every game from an opening of its own
		{"sophia_games.pgn.zst", 160, 0, 0, 160, 21, UnitGames}, // neither book nor equal rounds
	}
	for _, tt := range tests {
		t.Run(tt.file, func(t *testing.T) {
			if _, err := os.Stat(shared + tt.file); err != nil {
				t.Skip("without the data: ", err)
			}
			text, err := input.OpenText(shared+tt.file, nil)
			if err != nil {
				t.Fatal(err)
			}
			defer text.Close()
			s := new(Games)
			if err := s.Read(tt.file, text); err != nil {
				t.Fatal(err)
			}
			v := verdictOf(t, s, Options{})
			forfeits := 0
			for _, f := range v.Forfeits {
				forfeits += f.Games
			}
			if v.Games != tt.games || v.Unfinished != tt.unfinished || v.Pairs != tt.pairs || v.Unpaired != tt.alone || forfeits != tt.forfeits || v.Unit != tt.unit {
				t.Errorf("%d games, %d unfinished, %d pairs, %d alone, %d forfeits, by %s; want %+v",
					v.Games, v.Unfinished, v.Pairs, v.Unpaired, forfeits, v.Unit, tt)
			}
		})
	}
}

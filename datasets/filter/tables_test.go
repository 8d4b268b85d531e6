package filter

import (
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/board/syzygy"
	"example.org/centipawn/board/syzygy/syzygytest"
	"example.org/centipawn/datasets"
)

// TestTables: positions that tables know get the result of best play, of either side, whatever the clock;
// others keep their own, and one that has it already is not counted.
func TestTables(t *testing.T) {
	tables, err := syzygy.Shared(syzygytest.Folder(t))
	if err != nil {
		t.Fatal(err)
	}
	judge := Tables(tables).Judge
	for _, tt := range []struct {
		fen       string
		own, want datasets.Result
		verdict   Verdict
	}{
		{"7k/8/8/8/8/8/8/KR6 w - - 0 1", datasets.Draw, datasets.WhiteWins, Relabelled},
		{"7k/8/8/8/8/8/8/KR6 b - - 40 90", datasets.BlackWins, datasets.WhiteWins, Relabelled},
		{"kr6/8/8/8/8/8/8/7K b - - 0 1", datasets.Unknown, datasets.BlackWins, Relabelled},
		{"kr6/8/8/8/8/8/8/7K w - - 0 1", datasets.BlackWins, datasets.BlackWins, Keep},
		{"7k/8/8/8/8/8/8/KQ6 w - - 0 1", datasets.WhiteWins, datasets.Draw, Relabelled},
		{"7k/8/8/8/8/8/8/KB6 w - - 0 1", datasets.WhiteWins, datasets.WhiteWins, Keep},
	} {
		p, err := board.ParseFEN(tt.fen)
		if err != nil {
			t.Fatal(err)
		}
		s := &datasets.Sample{Position: p, Result: tt.own, Expected: 0.7}
		if got := judge(s); got != tt.verdict || s.Result != tt.want || (s.Expected == 0.7) != (got == Keep) {
			t.Errorf("%s: verdict %d, %v, expected %v; want %d, %v", tt.fen, got, s.Result, s.Expected, tt.verdict, tt.want)
		}
	}
}

package alphaone

import (
	"errors"
	"io/fs"
	"os"
	"testing"
)

const puzzleFile = "../../../shared/data/puzzles/alphaone_219.csv"

// TestPuzzles: table 4 of the paper at depths 1 and 2, and what V2 and the corrected
// search make of it.
func TestPuzzles(t *testing.T) {
	if _, err := os.Stat(puzzleFile); errors.Is(err, fs.ErrNotExist) {
		t.Skipf("%s is not there", puzzleFile)
	}
	rows, err := Puzzles(t.Context(), puzzleFile, PuzzleOptions{Depth: 2})
	if err != nil {
		t.Fatal(err)
	}
	want := []PuzzleRow{
		{"V1", 1, 219, 19, 0, 210_566}, {"V2", 1, 219, 38, 0, 0}, {"corrected", 1, 219, 66, 0, 65_611},
		{"V1", 2, 219, 32, 0, 1_275_743}, {"V2", 2, 219, 44, 0, 0}, {"corrected", 2, 219, 71, 0, 619_533},
	}
	for i, w := range want {
		got := rows[i]
		if w.Nodes == 0 {
			got.Nodes = 0
		}
		if got != w {
			t.Errorf("%+v, want %+v", got, w)
		}
	}
	if table, err := puzzleTable(rows); err != nil || len(table.Cells()) != len(want) || table.Cells()[3][3] != "32" {
		t.Errorf("table %v, error %v", table, err)
	}
}

package doctor_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"centipawn/datasets/doctor"
)

// TestHonest: what is said of public files. None is refused that is what it seems.
func TestHonest(t *testing.T) {
	const dir = "../../../shared/data/"
	tests := []struct{ name, codes string }{ // errors, warnings, notes
		{"texel/quiet_stockfish.epd.zst", "note D01"},
		{"texel/zurichess_subset.epd", "warning D06, note D01, note D08"},
		{"texel/wukong_selfplay.txt.zst", "warning D06, warning D11, warning D14, note D08, note D08"},
		{"pgn/human/polgar.pgn.zst", "warning D11, warning D13, warning D14, warning D17"},
		{"formats/bullet_batch.bf", "warning D15"},
		{"eval/winprob_kaufman.csv", "error D03, warning D02, warning D16, note D18"},
		{"puzzles/lichess_mateIn1.csv", "error D01, warning D16, warning D17, note D09"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := os.Stat(dir + tt.name); err != nil {
				t.Skip("no real data: ", err)
			}
			var codes []string
			for _, f := range examine(t, dir+tt.name, doctor.Options{}).Findings {
				codes = append(codes, f.Level.String()+" "+f.Code)
			}
			if got := strings.Join(codes, ", "); got != tt.codes || !slices.IsSortedFunc(codes, byLevel) {
				t.Errorf("%s, want %s", got, tt.codes)
			}
		})
	}
}

// byLevel puts errors before warnings before notes.
func byLevel(a, b string) int {
	rank := func(s string) int { return strings.Index("error warning note", strings.Fields(s)[0]) }
	return rank(a) - rank(b)
}

package text

import (
	"fmt"
	"strings"
	"testing"

	"example.org/centipawn/datasets"
)

// TestFiveFields: a number after the four fields of a position is a half-move clock or a
// label. In the texts, FOUR is a position of four fields, FIVE one with the clock 12, SIX one
// with both counters; | ends a line and @ is a bar.
func TestFiveFields(t *testing.T) {
	const doubtful = "t.epd:1: the number after the position may be the half-move clock"
	tests := []struct {
		name, in string
		opt      datasets.Options
		want     string // labels, then bad lines, then the error
	}{
		{"a header", "fen,score|FIVE,35|FIVE,-7", datasets.Options{}, "* +35 0, * -7 0"},
		{"a header and a result", "fen;score;result|FIVE;35;1-0|FIVE;-7;0-1", datasets.Options{}, "1-0 +35 0, 0-1 -7 0"},
		{"a header, and tabs", "fen\tscore|FIVE\t35|FIVE\t-7", datasets.Options{}, "* +35 0, * -7 0"},
		{"commas", "FIVE,35|FIVE,-7", datasets.Options{}, "* +35 0, * -7 0"},
		{"tabs", "FIVE\t35|FIVE\t-7", datasets.Options{}, "* +35 0, * -7 0"},
		{"tabs after four fields", "FOUR\t35|FOUR\t48", datasets.Options{}, "* +35 0, * +48 0"},
		{"tabs and whole points", "FOUR\t35\t1|FOUR\t48\t0", datasets.Options{Score: "2", Result: "3"}, "1-0 +35 0, 0-1 +48 0"},
		{"score and result", "FIVE; 35; 1-0|FIVE; 7; 0-1", datasets.Options{}, "1-0 +35 0, 0-1 +7 0"},
		{"brackets", "FIVE [1.0]|FIVE [0.5]", datasets.Options{}, "1-0 ? 0, 1/2-1/2 ? 0"},
		{"opcodes", `FIVE c9 "1-0";|FIVE c9 "0-1";`, datasets.Options{}, "1-0 ? 0, 0-1 ? 0"},
		{"a score with signs", "FOUR 35@1.0|FOUR -7@0.0", datasets.Options{}, "1-0 +35 0, 0-1 -7 0"},
		{"a score beyond any clock", "FOUR 35@1.0|FOUR 180@0.0", datasets.Options{}, "1-0 +35 0, 0-1 +180 0"},
		{"one of six fields lacks a counter", "SIX; 35; 1-0|SIX; 7; 0-1|FIVE; 35; 1-0", datasets.Options{},
			"1-0 +35 40, 0-1 +7 40; t.epd:3: wrong number of columns: one number after the position, where the first lines have two: a counter of the FEN is missing"},
		{"a table of six fields in which one lacks a counter", "SIX,35|SIX,7|FIVE,35", datasets.Options{}, "* +35 40, * +7 40, * +35 0"},
		{"a label where the others have a clock", "FIVE; 35; 1-0|FIVE; 7; 0-1|" + strings.Repeat("FIVE; 7; 0-1|", 20) + "FOUR -35; 1-0", datasets.Options{},
			"1-0 +35 0" + strings.Repeat(", 0-1 +7 0", 21) + "; t.epd:23: wrong number of columns: the first lines have the half-move clock and no move number after the position, and here is something else"},
		{"a move number of five digits is no score", "SIX@35@1.0|SIX@-7@0.0|FOUR 0 10000@30@1.0", datasets.Options{},
			"1-0 +35 40, 0-1 -7 40; t.epd:3: bad FEN: full-move number \"10000\", want a number up to 9999"},
		{"a score of five digits is no counter", "FOUR 35@1.0|FOUR 12345@0.0", datasets.Options{}, "1-0 +35 0, 0-1 #+ 0"},
		{"score and result after four fields", "FOUR 35 1|FOUR -70 0|FOUR 180 1", datasets.Options{}, "1-0 +35 0, 0-1 -70 0, 1-0 +180 0"},
		{"nothing else", "FIVE|FIVE", datasets.Options{}, doubtful},
		{"nothing else, named", "FIVE|FIVE", datasets.Options{Score: "2"}, "* +12 0, * +12 0"},
		{"nothing else, and no label wanted", "FIVE|FIVE", datasets.Options{Score: "-"}, "* ? 0, * ? 0"},
		{"one counter or two", "FIVE; 35; 1-0|FIVE; 35; 1-0|SIX; 7; 0-1", datasets.Options{}, doubtful},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			text := strings.NewReplacer("|", "\n", "@", " | ", "FOUR", whitePawn, "FIVE", whitePawn+" 12", "SIX", whitePawn+" 12 21").Replace(tt.in)
			samples, bad, err := parseAll(t, text, tt.opt)
			got := strings.Join(append([]string{labelText(samples)}, bad...), "; ")
			if err != nil {
				got = fmt.Sprint(err)
			}
			if got != tt.want && !(tt.want == doubtful && strings.HasPrefix(got, doubtful)) {
				t.Errorf("%q is read as\n%s\nwant\n%s", text, got, tt.want)
			}
		})
	}
}

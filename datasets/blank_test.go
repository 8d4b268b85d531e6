package datasets_test

import (
	"io"
	"strings"
	"testing"

	"example.org/centipawn/datasets"
)

// TestBlankLines: any number of blank lines, before the rows, between and after them, is counted and
// makes no chunks.
func TestBlankLines(t *testing.T) {
	const n = 100_000
	blank := strings.Repeat("\n", n)
	row := white + ",+56\n"
	for name, tt := range map[string]struct {
		in           string
		blank, first int // lines, and the number of the first row's
	}{
		"before":             {blank + row + row, n, n + 1},
		"before a header":    {blank + "fen,eval\n" + row + row, n, n + 2},
		"between":            {"fen,eval\n" + row + blank + row, n, 2},
		"after":              {row + row + blank, n, 1},
		"everywhere":         {blank + "fen,eval\n" + blank + row + blank + row + blank, 4 * n, 2*n + 2},
		"with other blanks":  {strings.Repeat(" \t\r\n", n) + row + row, n, n + 1},
		"a byte order mark":  {"\ufeff" + blank + row + row, n, n + 1},
		"a line at the end":  {row + row + blank + " ", n + 1, 1},
		"lines of many tabs": {row + strings.Repeat(strings.Repeat("\t", 5000)+"\n", 1000) + row, 1000, 1},
	} {
		t.Run(name, func(t *testing.T) {
			r := datasets.NewReader("t.csv", strings.NewReader(tt.in), datasets.Options{})
			var c datasets.Chunk
			var p datasets.Parsed
			var counts datasets.Counts
			chunks, first := 0, 0
			for {
				err := r.Next(&c)
				if err == io.EOF {
					break
				}
				if err != nil {
					t.Fatal(err)
				}
				chunks++
				c.Parse(&p)
				counts.Add(p.Counts)
				if len(p.Samples) > 0 && first == 0 {
					first = p.Samples[0].Line
				}
			}
			if counts.Samples != 2 || counts.Blank != tt.blank || counts.Bad != 0 || first != tt.first || chunks > 8 {
				t.Errorf("%+v in %d chunks, the first row in line %d; want %d blank lines, line %d", counts, chunks, first, tt.blank, tt.first)
			}
		})
	}
}

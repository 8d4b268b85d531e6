package weights

import (
	"io"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A Table is text in columns: the first column flush left, the others flush
// right, as suits a name followed by numbers.
type Table struct {
	Header []string
	Rows   [][]string // as long as the header, or shorter
}

// Add appends a row.
func (t *Table) Add(cells ...string) { t.Rows = append(t.Rows, cells) }

// Write prints the table, two spaces between columns and none at a line's end.
func (t *Table) Write(w io.Writer) error {
	lines := append([][]string{t.Header}, t.Rows...)
	var widths []int
	for _, line := range lines {
		for i, cell := range line {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], runes(cell))
		}
	}
	var b strings.Builder
	for _, line := range lines {
		b.WriteString(tableLine(line, widths))
		b.WriteByte('\n')
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func tableLine(cells []string, widths []int) string {
	var b strings.Builder
	for i, cell := range cells {
		if i == 0 {
			b.WriteString(cell + PadLeft("", widths[0]-runes(cell)))
			continue
		}
		b.WriteString("  " + PadLeft(cell, widths[i]))
	}
	return strings.TrimRight(b.String(), " ")
}

func PadLeft(s string, width int) string {
	return strings.Repeat(" ", max(0, width-runes(s))) + s
}

// Number formats centipawns for a table: no decimal from 10,000 up, one from 100
// up, two from 1 up, four below, so that there are at least three figures to
// read.
func Number(v float64) string {
	decimals := 4
	switch abs := math.Abs(v); {
	case v == 0:
		return "0"
	case abs >= 10000:
		decimals = 0
	case abs >= 100:
		decimals = 1
	case abs >= 1:
		decimals = 2
	}
	text := strconv.FormatFloat(v, 'f', decimals, 64)
	if strings.Trim(text, "-0.") == "" {
		return strings.TrimPrefix(text, "-") // rounded to nothing, it has no sign
	}
	return text
}

// Signed is Number with its sign, also a plus.
func Signed(v float64) string {
	if v > 0 {
		return "+" + Number(v)
	}
	return Number(v)
}

// Thousands formats n with commas: 439,655.
func Thousands(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

func runes(s string) int { return utf8.RuneCountInString(s) }

// Package plaintext prints numbers and tables for a person to read.
package plaintext

import (
	"io"
	"strings"
	"unicode/utf8"
)

// A Table is text in columns.
type Table struct {
	Header []string
	Rows   [][]string // as long as the header, or shorter
	Left   []bool     // which columns are flush left; nil: the first alone, as suits a name followed by numbers
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
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	var b strings.Builder
	for _, line := range lines {
		b.WriteString(t.line(line, widths) + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (t *Table) line(cells []string, widths []int) string {
	padded := make([]string, len(cells))
	for i, cell := range cells {
		if padded[i] = PadLeft(cell, widths[i]); t.left(i) {
			padded[i] = cell + PadLeft("", widths[i]-utf8.RuneCountInString(cell))
		}
	}
	return strings.TrimRight(strings.Join(padded, "  "), " ")
}

func (t *Table) left(column int) bool {
	if t.Left == nil {
		return column == 0
	}
	return column < len(t.Left) && t.Left[column]
}

// PadLeft puts spaces before s until it has width letters.
func PadLeft(s string, width int) string {
	return strings.Repeat(" ", max(0, width-utf8.RuneCountInString(s))) + s
}

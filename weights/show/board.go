package show

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"centipawn/weights"
)

// Board prints a piece-square table as White sees it, middle game and
// endgame side by side; if meanApart, the mean in a line of its own and the
// squares relative to it. A last line speaks of the error bars.
func Board(w io.Writer, g weights.Group, meanApart bool) error {
	var columns [][]string
	for _, s := range g.Sides() {
		columns = append(columns, drawSide(g, s, meanApart))
	}
	var b strings.Builder
	for i := range max(len(columns[0]), len(columns[len(columns)-1])) {
		for c, column := range columns {
			text := ""
			if i < len(column) {
				text = column[i]
			}
			if c < len(columns)-1 {
				text += strings.Repeat(" ", 4+width(column)-utf8.RuneCountInString(text))
			}
			b.WriteString(text)
		}
		b.WriteByte('\n')
	}
	_, err := io.WriteString(w, trimLines(b.String()))
	return err
}

// drawSide returns a title, the board, and what there is to say of it.
func drawSide(g weights.Group, s weights.Side, meanApart bool) []string {
	title, base := strings.TrimSpace(g.Name+" "+s.Name), 0.0
	if meanApart {
		base = g.Mean(s.Of)
		title += fmt.Sprintf(": mean %s, squares above it", weights.Number(base))
	}
	squares := g.Squares()
	lines := boardLines(func(sq int) string {
		if squares[sq] == nil {
			return "-"
		}
		if w := s.Of(*squares[sq]); w.Bound == weights.BoundFrozen && w.Value == 0 {
			return "-" // it is held out of the evaluation
		}
		return fmt.Sprintf("%.0f", weights.Whole(s.Of(*squares[sq]).Value-base))
	})
	lines = append([]string{title}, lines...)
	if bars := errorBars(g, s); bars != "" {
		lines = append(lines, bars)
	}
	return lines
}

// errorBars says in a line how wide the 95 % intervals of a board are, and how
// many squares were held.
func errorBars(g weights.Group, s weights.Side) string {
	var widths []float64
	held, widest := 0, ""
	for _, t := range g.Terms {
		w := s.Of(t)
		if w.Bound != "" && w.Bound != weights.BoundTied {
			held++
		}
		if w.StdErr == 0 {
			continue
		}
		if len(widths) == 0 || w.Interval95() > slices.Max(widths) {
			widest = weights.SquareName(weights.Square(t.Name))
		}
		widths = append(widths, w.Interval95())
	}
	var parts []string
	if n := len(widths); n > 0 {
		slices.Sort(widths)
		parts = append(parts, fmt.Sprintf("±95 %%: median %s, widest %s on %s", weights.Number(widths[n/2]), weights.Number(widths[n-1]), widest))
	}
	if held > 0 {
		parts = append(parts, fmt.Sprintf("%d squares held", held))
	}
	return strings.Join(parts, "; ")
}

// boardLines draws a board as White sees it, the eighth rank on top: the cell
// of every square, of equal width. Lines have no line break at the end.
func boardLines(cell func(sq int) string) []string {
	lines := make([]string, 0, 9)
	width := 0
	for sq := range 64 {
		width = max(width, len(cell(sq)))
	}
	for rank := 7; rank >= 0; rank-- {
		line := string(rune('1' + rank))
		for file := range 8 {
			line += "  " + weights.PadLeft(cell(rank*8+file), width)
		}
		lines = append(lines, line)
	}
	files := " "
	for file := range 8 {
		files += "  " + weights.PadLeft(string(rune('a'+file)), width)
	}
	return append(lines, files)
}

// width returns the number of characters of the longest line.
func width(lines []string) (n int) {
	for _, line := range lines {
		n = max(n, utf8.RuneCountInString(line))
	}
	return n
}

// trimLines removes spaces at the ends of lines.
func trimLines(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}

package weights

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
)

// A side is one of the values of a board's terms: the only one of plain terms,
// middle game or endgame of tapered ones.
type side struct {
	name string // "", "mg" or "eg"
	of   func(Term) Weight
}

// sides returns one side if the board is plain, else two.
func (g Group) sides() []side {
	if !g.Tapered {
		return []side{{"", func(t Term) Weight { return t.Value }}}
	}
	return []side{
		{"mg", func(t Term) Weight { return t.MG }},
		{"eg", func(t Term) Weight { return t.EG }},
	}
}

// writeBoard prints a piece-square table as White sees it, middle game and
// endgame side by side; if meanApart, the mean in a line of its own and the
// squares relative to it. A last line speaks of the error bars.
func (g Group) writeBoard(w io.Writer, meanApart bool) error {
	var columns [][]string
	for _, s := range g.sides() {
		columns = append(columns, g.drawSide(s, meanApart))
	}
	var b strings.Builder
	for i := range max(len(columns[0]), len(columns[len(columns)-1])) {
		for c, column := range columns {
			text := ""
			if i < len(column) {
				text = column[i]
			}
			if c < len(columns)-1 {
				text += strings.Repeat(" ", 4+width(column)-runes(text))
			}
			b.WriteString(text)
		}
		b.WriteByte('\n')
	}
	_, err := io.WriteString(w, trimLines(b.String()))
	return err
}

// drawSide returns a title, the board, and what there is to say of it.
func (g Group) drawSide(s side, meanApart bool) []string {
	title, base := strings.TrimSpace(g.Name+" "+s.name), 0.0
	if meanApart {
		base = g.Mean(s.of)
		title += fmt.Sprintf(": mean %s, squares above it", Number(base))
	}
	squares := g.Squares()
	lines := boardLines(func(sq int) string {
		if squares[sq] == nil {
			return "-"
		}
		if w := s.of(*squares[sq]); w.Bound == BoundFrozen && w.Value == 0 {
			return "-" // it is held out of the evaluation
		}
		return fmt.Sprintf("%.0f", noMinusZero(roundHalfAway(s.of(*squares[sq]).Value-base)))
	})
	lines = append([]string{title}, lines...)
	if bars := g.errorBars(s); bars != "" {
		lines = append(lines, bars)
	}
	return lines
}

// errorBars says in a line how wide the 95 % intervals of a board are, and how
// many squares were held.
func (g Group) errorBars(s side) string {
	var widths []float64
	held, widest := 0, ""
	for _, t := range g.Terms {
		w := s.of(t)
		if w.Bound != "" && w.Bound != BoundTied {
			held++
		}
		if w.StdErr == 0 {
			continue
		}
		if len(widths) == 0 || w.Interval95() > slices.Max(widths) {
			widest = squareName(Square(t.Name))
		}
		widths = append(widths, w.Interval95())
	}
	var parts []string
	if n := len(widths); n > 0 {
		slices.Sort(widths)
		parts = append(parts, fmt.Sprintf("±95 %%: median %s, widest %s on %s", Number(widths[n/2]), Number(widths[n-1]), widest))
	}
	if held > 0 {
		parts = append(parts, fmt.Sprintf("%d squares held", held))
	}
	return strings.Join(parts, "; ")
}

// Mean returns the mean of a board over the ranks 2 to 7, of the weights that of
// selects: of a table that holds its piece's value, about that value. On ranks 1
// and 8 stand no pawns, and other pieces for reasons that are not their own.
// Squares that were frozen do not count, unless all were.
func (g Group) Mean(of func(Term) Weight) float64 {
	mean := func(counts func(t Term, sq int) bool) float64 {
		sum, n := 0.0, 0
		for _, t := range g.Terms {
			if sq := Square(t.Name); sq >= 0 && counts(t, sq) {
				sum += of(t).Value
				n++
			}
		}
		return sum / float64(n)
	}
	inner := func(sq int) bool { return sq >= 8 && sq < 56 }
	for _, counts := range []func(t Term, sq int) bool{
		func(t Term, sq int) bool { return inner(sq) && of(t).Bound != BoundFrozen },
		func(t Term, sq int) bool { return inner(sq) },
		func(t Term, sq int) bool { return true },
	} {
		if m := mean(counts); !math.IsNaN(m) {
			return m
		}
	}
	return 0
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
			line += "  " + padLeft(cell(rank*8+file), width)
		}
		lines = append(lines, line)
	}
	files := " "
	for file := range 8 {
		files += "  " + padLeft(string(rune('a'+file)), width)
	}
	return append(lines, files)
}

// width returns the number of characters of the longest line.
func width(lines []string) (n int) {
	for _, line := range lines {
		n = max(n, runes(line))
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

package show

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/weights"
)

// Board prints a piece-square table as White sees it, middle game and
// endgame side by side; if meanApart, the mean in a line of its own and the
// squares relative to it. A last line speaks of the error bars.
func Board(w io.Writer, g weights.Group, meanApart bool) error {
	lines := []string{}
	for _, s := range g.Sides() {
		lines = beside(lines, drawSide(g, s, meanApart))
	}
	_, err := io.WriteString(w, strings.Join(lines, "\n")+"\n")
	return err
}

// beside puts the lines of b to the right of those of a, if there are any.
func beside(a, b []string) []string {
	if len(a) == 0 {
		return b
	}
	var lines []string
	for i := range max(len(a), len(b)) {
		left, right := "", ""
		if i < len(a) {
			left = a[i]
		}
		if i < len(b) {
			right = b[i]
		}
		gap := strings.Repeat(" ", 4+width(a)-utf8.RuneCountInString(left))
		lines = append(lines, strings.TrimRight(left+gap+right, " "))
	}
	return lines
}

// width returns the number of characters of the longest line.
func width(lines []string) (n int) {
	for _, line := range lines {
		n = max(n, utf8.RuneCountInString(line))
	}
	return n
}

// drawSide returns a title, the board, and what there is to say of it.
func drawSide(g weights.Group, s weights.Side, meanApart bool) []string {
	title, base := strings.TrimSpace(g.Name+" "+s.Name), 0.0
	if g.Nonlinear {
		title += ", in the sums " + strings.Join(g.Terms[0].Sums, ", ")
	}
	if meanApart {
		base = g.Mean(s.Of)
		title += fmt.Sprintf(": mean %s, squares above it", weights.Number(base))
	}
	squares := g.Squares()
	lines := boardLines(func(sq int) string { return cell(squares[sq], s, base, g.Nonlinear) })
	lines = append([]string{title}, lines...)
	if bars := errorBars(g, s); bars != "" {
		lines = append(lines, bars)
	}
	return lines
}

// cell returns what stands on a square: its weight above base, in whole centipawns unless it is of another
// sum than linear, or - if it is not part of the evaluation.
func cell(t *weights.Term, s weights.Side, base float64, exact bool) string {
	if t == nil {
		return "-"
	}
	w := s.Of(*t)
	if w.Bound == weights.BoundFrozen && w.Value == 0 {
		return "-"
	}
	if exact {
		return weights.Number(w.Value - base)
	}
	return fmt.Sprintf("%.0f", weights.Whole(w.Value-base))
}

// boardLines draws a board as White sees it, the eighth rank on top: the cell
// of every square, of equal width. Lines have no line break at the end.
func boardLines(cell func(sq int) string) (lines []string) {
	width := 0
	for sq := range 64 {
		width = max(width, len(cell(sq)))
	}
	row := func(name rune, cell func(file int) string) {
		line := string(name)
		for file := range 8 {
			line += "  " + plaintext.PadLeft(cell(file), width)
		}
		lines = append(lines, line)
	}
	for rank := 7; rank >= 0; rank-- {
		row(rune('1'+rank), func(file int) string { return cell(rank*8 + file) })
	}
	row(' ', func(file int) string { return string(rune('a' + file)) })
	return lines
}

// errorBars says in a line how wide the 95 % intervals of a board are, and how
// many squares have none: frozen, or at a bound.
func errorBars(g weights.Group, s weights.Side) string {
	var parts []string
	if bars := intervals(g, s); len(bars) > 0 {
		widest := bars[len(bars)-1]
		parts = append(parts, fmt.Sprintf("±95 %%: median %s, widest %s on %s",
			weights.Number(bars[len(bars)/2].width), weights.Number(widest.width), widest.square))
	}
	fixed, prior := held(g, s)
	if fixed > 0 {
		parts = append(parts, fmt.Sprintf("%d squares frozen or at a bound", fixed))
	}
	if prior > 0 {
		parts = append(parts, fmt.Sprintf("%d squares %s", prior, weights.HeldByPrior))
	}
	return strings.Join(parts, "; ")
}

// A bar is the 95 % interval of a square's weight.
type bar struct {
	width  float64
	square string
}

// intervals returns the bars of the squares that have one, the widest last.
func intervals(g weights.Group, s weights.Side) (bars []bar) {
	for _, t := range g.Terms {
		if w := s.Of(t); w.StdErr != 0 {
			bars = append(bars, bar{w.Interval95(), weights.SquareName(weights.Square(t.Name))})
		}
	}
	slices.Reverse(bars) // of equal ones the first is named
	slices.SortStableFunc(bars, func(a, b bar) int { return cmp.Compare(a.width, b.width) })
	return bars
}

// held counts the squares that are frozen or at a bound, and those that the prior holds.
func held(g weights.Group, s weights.Side) (fixed, prior int) {
	for _, t := range g.Terms {
		switch s.Of(t).Bound {
		case "", weights.BoundTied:
		case weights.BoundPrior:
			prior++
		default:
			fixed++
		}
	}
	return fixed, prior
}

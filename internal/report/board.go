package report

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Board is a number for every square: a1 first, then b1, h8 last. NaN leaves a
// square empty, as on the first and last rank of pawns.
type Board struct {
	Title  string      // such as "knight, middle game"
	Values [64]float64 // centipawns
}

// SquareHeatMap draws boards as White sees them, with every square's value in
// whole centipawns on a colour of a scale that is centred at zero and common to
// all boards. There are two boards in a row, middle game beside endgame, or four
// if there are more than six boards; a single one stands alone. Limit is where
// the colours end, by default the largest value; Bins is not used.
func SquareHeatMap(boards []Board, opt Options) (*Figure, error) {
	if len(boards) == 0 {
		return nil, errors.New("report: no boards")
	}
	limit, err := boardLimit(boards, opt.Limit)
	if err != nil {
		return nil, err
	}
	title, note := headed(opt, "Piece-square values", "worth of a white piece on its square, as White sees the board")
	const size, gap, bar = 216, 14, 66
	columns := boardColumns(len(boards))
	rows := (len(boards) + columns - 1) / columns
	lines := 2 + strings.Count(note, "\n")
	width := vg.Length(2*margin + columns*size + (columns-1)*gap + bar)
	height := vg.Length(2*margin + 13*lines + 8 + rows*(size+12) + (rows-1)*gap)

	return &Figure{width, height, func(c draw.Canvas) {
		c = header(c, title, note)
		drawBoards(c, boards, columns, size, gap, func(c draw.Canvas, at vg.Point, side vg.Length, v float64) { drawSquare(c, at, side, v, limit) })
		scale := draw.Crop(c, c.Max.X-c.Min.X-bar+10, 0, 12, -18)
		scale.Min.Y = max(scale.Min.Y, scale.Max.Y-2*size) // a scale of many rows' height reads badly
		colorBar(scale, diverging, centipawnTicks(limit), unit)
	}}, nil
}

func boardColumns(n int) int {
	if n > 6 {
		return 4
	}
	return min(n, 2)
}

// boardLimit returns the end of the scale of colours: the largest value, unless a
// few values are so large that the others would have no colour.
func boardLimit(boards []Board, limit float64) (float64, error) {
	var sizes []float64
	for _, b := range boards {
		for sq, v := range b.Values {
			switch {
			case math.IsNaN(v):
			case !Drawable(v):
				return 0, fmt.Errorf("report: board %s, square %c%d: %v", b.Title, 'a'+sq%8, sq/8+1, v)
			default:
				sizes = append(sizes, math.Abs(v))
			}
		}
	}
	if limit > 0 {
		return limit, nil
	}
	if len(sizes) == 0 {
		return roundUp(0), nil
	}
	slices.Sort(sizes)
	far, most := sizes[len(sizes)-1], sizes[(len(sizes)-1)*49/50]
	if far > 3*most && most > 0 {
		far = most
	}
	return roundUp(far), nil
}

// drawBoards draws boards of a size with their titles, so many in a row, with gaps between them.
func drawBoards(c draw.Canvas, boards []Board, columns int, size, gap vg.Length, square func(c draw.Canvas, at vg.Point, side vg.Length, v float64)) {
	for i, b := range boards {
		left := c.Min.X + vg.Length(i%columns)*(size+gap)
		top := c.Max.Y - vg.Length(i/columns)*(size+12+gap)
		drawBoard(draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{
			Min: vg.Point{X: left, Y: top - size - 12}, Max: vg.Point{X: left + size, Y: top},
		}}, b, square)
	}
}

// drawBoard draws title, files, ranks and, each by square, the squares.
func drawBoard(c draw.Canvas, b Board, square func(c draw.Canvas, at vg.Point, side vg.Length, v float64)) {
	const left, below, above = 12, 12, 15
	c.FillText(bold(sans(9, ink)), vg.Point{X: c.Min.X + left, Y: c.Max.Y - 9}, b.Title)
	squares := draw.Crop(c, left, 0, below, -above)
	side := min(squares.Max.X-squares.Min.X, squares.Max.Y-squares.Min.Y) / 8
	origin := squares.Min
	label := sans(8, dim)
	label.XAlign = -0.5
	for i := range 8 {
		middle := side * (vg.Length(i) + 0.5)
		c.FillText(label, vg.Point{X: origin.X + middle, Y: origin.Y - 10}, string(rune('a'+i)))
		c.FillText(label, vg.Point{X: origin.X - 7, Y: origin.Y + middle - 3}, string(rune('1'+i)))
	}
	for sq, v := range b.Values {
		at := vg.Point{X: origin.X + side*vg.Length(sq%8), Y: origin.Y + side*vg.Length(sq/8)}
		square(c, at, side, v)
	}
}

func drawSquare(c draw.Canvas, at vg.Point, side vg.Length, v, limit float64) {
	corners := area(at.X+0.4, at.Y+0.4, at.X+side-0.4, at.Y+side-0.4)
	if math.IsNaN(v) {
		c.FillPolygon(faint, corners)
		return
	}
	fill := shade(diverging, 0.5+0.5*v/limit)
	c.FillPolygon(fill, corners)
	number := sans(8, readable(fill))
	number.XAlign = -0.5
	c.FillText(number, vg.Point{X: at.X + side/2, Y: at.Y + side/2 - 3}, whole(v))
}

// whole formats v as an integer, a half away from zero, never −0.
func whole(v float64) string { return strconv.Itoa(int(math.Round(v))) }

package report

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// ShareHeatMap draws boards whose squares have shares, 0 to 1, a number of them in a row, as White sees them.
// All have one scale of colours, which ends at the largest share; a square with half a percent or more has its
// share in percent on it. NaN leaves a square empty. Options' Limit and Bins are not used.
func ShareHeatMap(boards []Board, columns int, opt Options) (*Figure, error) {
	if len(boards) == 0 || columns < 1 {
		return nil, errors.New("report: no boards")
	}
	most, err := largestShare(boards)
	if err != nil {
		return nil, err
	}
	title, note := headed(opt, "Shares", fmt.Sprintf("percent of the whole; the darkest square has %.1f %%", 100*most))
	const size, gap = 150, 12
	rows := (len(boards) + columns - 1) / columns
	lines := 2 + strings.Count(note, "\n")
	width := vg.Length(2*margin + columns*size + (columns-1)*gap)
	height := vg.Length(2*margin + 13*lines + 8 + rows*(size+12) + (rows-1)*gap)
	return &Figure{width, height, func(c draw.Canvas) {
		c = header(c, title, note)
		drawBoards(c, boards, columns, size, gap, func(c draw.Canvas, at vg.Point, side vg.Length, v float64) { drawShare(c, at, side, v, most) })
	}}, nil
}

// largestShare returns the largest share, or 1 if all are 0, and refuses what is no share.
func largestShare(boards []Board) (most float64, err error) {
	for _, b := range boards {
		for sq, v := range b.Values {
			if v < 0 || v > 1 {
				return 0, fmt.Errorf("report: board %s, square %c%d: a share of %v", b.Title, 'a'+sq%8, sq/8+1, v)
			}
			if v > most {
				most = v
			}
		}
	}
	if most == 0 {
		most = 1
	}
	return most, nil
}

// drawShare draws a square on the scale of shares.
func drawShare(c draw.Canvas, at vg.Point, side vg.Length, v, most float64) {
	corners := area(at.X+0.4, at.Y+0.4, at.X+side-0.4, at.Y+side-0.4)
	if math.IsNaN(v) {
		c.FillPolygon(faint, corners)
		return
	}
	fill := shade(shares, v/most)
	c.FillPolygon(fill, corners)
	if v < 0.005 {
		return
	}
	number := sans(7, readable(fill))
	number.XAlign = -0.5
	c.FillText(number, vg.Point{X: at.X + side/2, Y: at.Y + side/2 - 3}, strconv.Itoa(int(math.Round(100*v))))
}

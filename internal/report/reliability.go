package report

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"example.org/centipawn/internal/plaintext"
)

// A Curve compares expected scores with the results, in one part of the game.
type Curve struct {
	Title string // such as "phase 0.25 to 0.50"
	Note  string // such as "slope 0.98 ± 0.03"
	Bins  []CurveBin
}

// A CurveBin is positions of about the same expected score.
type CurveBin struct {
	N         int
	Predicted float64 // mean expected score, 0 to 1, White's
	Observed  float64 // mean label, 0 to 1
	Interval  float64 // half the 95 % interval of Observed; 0: unknown
}

// Reliability draws curves of the mean label against the expected score, two in a
// row, with 95 % intervals. A calibrated evaluation has its points on the
// diagonal; an overconfident one has a flatter curve. All frames show the
// same range. Limit and Bins are not used.
//
// Source: A. Murphy, R. Winkler, "Reliability of Subjective Probability
// Forecasts of Precipitation and Temperature" (1977).
func Reliability(curves []Curve, opt Options) (*Figure, error) {
	positions := 0
	for _, curve := range curves {
		for i, b := range curve.Bins {
			if !(b.Predicted >= 0 && b.Predicted <= 1 && b.Observed >= 0 && b.Observed <= 1 && b.Interval >= 0) || math.IsInf(b.Interval, 0) {
				return nil, fmt.Errorf("report: %s, bin %d: %v ± %v where %v is predicted", curve.Title, i, b.Observed, b.Interval, b.Predicted)
			}
			positions += b.N
		}
	}
	if positions == 0 {
		return nil, errors.New("report: no rows")
	}
	title, note := headed(opt, "Expected score against result", fmt.Sprintf("of %s positions; points below the diagonal on the right and above it on the left are too sure", plaintext.Thousands(positions)))
	low, high := curveRange(curves)
	var plots []*plot.Plot
	for _, curve := range curves {
		plots = append(plots, curve.plot(low, high))
	}
	return abreast(plots, 270, 270, title, note), nil
}

// abreast returns a picture of plots, two in a row.
func abreast(plots []*plot.Plot, width, height int, title, note string) *Figure {
	columns := min(2, len(plots))
	rows := (len(plots) + columns - 1) / columns
	grid := make([][]*plot.Plot, rows)
	for i := range grid {
		grid[i] = make([]*plot.Plot, columns)
	}
	for i, p := range plots {
		grid[i/columns][i%columns] = p
	}
	const around = 60
	return &Figure{vg.Length(width*columns + 2*margin), vg.Length(height*rows + around), func(c draw.Canvas) {
		c = header(c, title, note)
		tiles := draw.Tiles{Rows: rows, Cols: columns, PadX: 10, PadY: 10}
		for i, row := range plot.Align(grid, tiles, c) {
			for j, at := range row {
				if grid[i][j] != nil {
					grid[i][j].Draw(at)
				}
			}
		}
	}}
}

// curveRange returns the range in tenths that includes all points, with their intervals cut to scores.
func curveRange(curves []Curve) (low, high float64) {
	low, high = 0.5, 0.5
	for _, curve := range curves {
		for _, b := range curve.Bins {
			low = min(low, b.Predicted, max(0, b.Observed-b.Interval))
			high = max(high, b.Predicted, min(1, b.Observed+b.Interval))
		}
	}
	low, high = math.Floor(10*low)/10, math.Ceil(10*high)/10
	if low == high {
		return 0.4, 0.6
	}
	return low, high
}

// plot draws one curve.
func (curve Curve) plot(low, high float64) *plot.Plot {
	p := newPlot("expected score", "mean label")
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = low, high, low, high
	p.X.Tick.Marker, p.Y.Tick.Marker = steps{}, steps{}
	p.Add(drawing(identity), drawing(curve.draw))
	return p
}

// draw draws the points and the title in its corner.
func (curve Curve) draw(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	clip := func(v float64) vg.Length { return min(max(y(v), c.Min.Y), c.Max.Y) }
	var points []vg.Point
	for _, b := range curve.Bins {
		at := vg.Point{X: x(b.Predicted), Y: y(b.Observed)}
		whisker(c, at.X, clip(b.Observed-b.Interval), clip(b.Observed+b.Interval))
		points = append(points, at)
	}
	if len(points) > 1 {
		c.StrokeLines(line(blue, 1.2), points)
	}
	for _, at := range points {
		c.DrawGlyph(draw.GlyphStyle{Color: blue, Radius: 2.5, Shape: draw.CircleGlyph{}}, at)
	}
	c.FillText(bold(sans(9, ink)), vg.Point{X: c.Min.X + 6, Y: c.Max.Y - 13}, curve.Title)
	c.FillText(sans(8, dim), vg.Point{X: c.Min.X + 6, Y: c.Max.Y - 25}, curve.Note)
}

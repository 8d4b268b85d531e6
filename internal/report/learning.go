package report

import (
	"errors"
	"fmt"
	"math"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A LearningPoint is the errors of a fit to a number of training rows.
type LearningPoint struct {
	Rows        int
	Train, Test float64
	Low, High   float64 // 95 % interval of Test; both 0: unknown
}

// LearningCurve draws the error on the training and on the test rows against the number
// of training rows, on a logarithmic scale: where both have met, more data of the
// same kind does not help; a wide gap shows that the set has more weights than the
// data supports. The measure names the error, such as "mean squared error". Limit and
// Bins are not used.
func LearningCurve(measure string, points []LearningPoint, opt Options) (*Figure, error) {
	if len(points) < 2 {
		return nil, errors.New("report: a learning curve needs two points or more")
	}
	low, high := math.Inf(1), math.Inf(-1)
	for i, p := range points {
		if p.Rows < 1 || i > 0 && p.Rows <= points[i-1].Rows || !Drawable(p.Train) || !Drawable(p.Test) || !Drawable(p.Low) || !Drawable(p.High) {
			return nil, fmt.Errorf("report: point %d of the learning curve: %+v", i, p)
		}
		low, high = min(low, p.Train, p.Test), max(high, p.Train, p.Test)
		if p.Low != 0 || p.High != 0 {
			low, high = min(low, p.Low), max(high, p.High)
		}
	}
	title, note := headed(opt, "Learning curve", "errors of fits to parts of the training games, all tested on the same rows")
	room := max(0.06*(high-low), 1e-6*math.Abs(high))
	p := newPlot("training rows", measure)
	p.X.Min, p.X.Max = float64(points[0].Rows)/1.15, float64(points[len(points)-1].Rows)*1.15
	p.X.Scale = plot.LogScale{}
	p.Y.Min, p.Y.Max = low-room, high+4*room // room for the legend
	p.X.Tick.Marker, p.Y.Tick.Marker = rowTicks(points), steps{}
	p.Add(drawing(func(c draw.Canvas, p *plot.Plot) { plotLearning(c, p, points) }))
	p.Add(legend(entry{"test rows, with 95 % interval", stroke(line(blue, 1.2))}, entry{"training rows", stroke(line(orange, 1.2))}))

	const width, height = 470, 320
	return &Figure{width, height, func(c draw.Canvas) { p.Draw(header(c, title, note)) }}, nil
}

// rowTicks marks the points.
func rowTicks(points []LearningPoint) plot.ConstantTicks {
	var ticks plot.ConstantTicks
	for _, p := range points {
		ticks = append(ticks, plot.Tick{Value: float64(p.Rows), Label: strconv.Itoa(p.Rows)})
	}
	return ticks
}

func plotLearning(c draw.Canvas, p *plot.Plot, points []LearningPoint) {
	x, y := p.Transforms(&c)
	var train, test []vg.Point
	for _, p := range points {
		at := x(float64(p.Rows))
		train, test = append(train, vg.Point{X: at, Y: y(p.Train)}), append(test, vg.Point{X: at, Y: y(p.Test)})
		if p.Low != 0 || p.High != 0 {
			whisker(c, at, y(p.Low), y(p.High))
		}
	}
	c.StrokeLines(line(orange, 1.2), train)
	c.StrokeLines(line(blue, 1.2), test)
	for i := range points {
		c.DrawGlyph(draw.GlyphStyle{Color: orange, Radius: 2.5, Shape: draw.CircleGlyph{}}, train[i])
		c.DrawGlyph(draw.GlyphStyle{Color: blue, Radius: 2.5, Shape: draw.CircleGlyph{}}, test[i])
	}
}

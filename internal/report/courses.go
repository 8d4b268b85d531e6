package report

import (
	"errors"
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Course is the values of a number by step.
type Course struct {
	Name   string
	Values []float64 // of step 0, 1, 2, …; NaN: unknown
}

// A CoursePanel is courses in one frame.
type CoursePanel struct {
	Title   string // such as "middlegame"
	Courses []Course
}

// courseColors are Okabe and Ito's set, blue and orange first.
var courseColors = [...]color.NRGBA{
	blue, orange, {0x00, 0x9e, 0x73, 0xff}, {0xcc, 0x79, 0xa7, 0xff}, {0xe6, 0x9f, 0x00, 0xff}, {0x56, 0xb4, 0xe9, 0xff},
}

// Courses draws numbers against their step, such as weights
// against the iteration that fitted them; two frames in a row, all with the same range. step
// and value name the axes. Limit and Bins are not used.
func Courses(step, value string, panels []CoursePanel, opt Options) (*Figure, error) {
	low, high, last := math.Inf(1), math.Inf(-1), 0
	for _, panel := range panels {
		for _, course := range panel.Courses {
			last = max(last, len(course.Values)-1)
			for i, v := range course.Values {
				if !Drawable(v) && !math.IsNaN(v) {
					return nil, fmt.Errorf("report: %s at %s %d: %v", course.Name, step, i, v)
				}
				if !math.IsNaN(v) {
					low, high = min(low, v), max(high, v)
				}
			}
		}
	}
	if low > high {
		return nil, errors.New("report: no courses to draw")
	}
	title, note := headed(opt, value+" by "+step, "")
	room := max(0.05*(high-low), 1e-6*math.Abs(high), 1e-9)
	var plots []*plot.Plot
	for _, panel := range panels {
		p := newPlot(step, value)
		p.X.Min, p.X.Max = 0, max(1, float64(last))
		p.Y.Min, p.Y.Max = low-room, high+room+0.45*(high-low) // room for the legend
		p.X.Tick.Marker, p.Y.Tick.Marker = wholeSteps{}, steps{}
		p.Add(drawing(panel.draw), panel.legend())
		plots = append(plots, p)
	}
	return abreast(plots, 300, 280, title, note), nil
}

// wholeSteps are the ticks of steps that are whole numbers.
type wholeSteps struct{}

// Ticks implements plot.Ticker.
func (wholeSteps) Ticks(low, high float64) (ticks []plot.Tick) {
	for _, t := range (steps{}).Ticks(low, high) {
		if t.Value == math.Trunc(t.Value) {
			ticks = append(ticks, t)
		}
	}
	return ticks
}

// draw draws the lines, and the title in the corner.
func (panel CoursePanel) draw(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for i, course := range panel.Courses {
		style := line(courseColors[i%len(courseColors)], 1.2)
		var points []vg.Point
		for step, v := range course.Values {
			if math.IsNaN(v) {
				continue
			}
			points = append(points, vg.Point{X: x(float64(step)), Y: y(v)})
			c.DrawGlyph(draw.GlyphStyle{Color: style.Color, Radius: 1.8, Shape: draw.CircleGlyph{}}, points[len(points)-1])
		}
		if len(points) > 1 {
			c.StrokeLines(style, points)
		}
	}
	c.FillText(bold(sans(9, ink)), vg.Point{X: c.Max.X - 90, Y: c.Max.Y - 13}, panel.Title)
}

// legend names the lines, the last one first, as rising lines end.
func (panel CoursePanel) legend() drawing {
	var entries []entry
	for i := len(panel.Courses) - 1; i >= 0; i-- {
		entries = append(entries, entry{panel.Courses[i].Name, stroke(line(courseColors[i%len(courseColors)], 1.2))})
	}
	return legend(entries...)
}

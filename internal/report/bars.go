package report

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Bar is a weight to draw.
type Bar struct {
	Name     string
	Value    float64 // centipawns for one count of the term
	Interval float64 // half the 95 % interval, centipawns; 0: unknown
}

// maxBars is the largest number of bars that a reader can compare.
const maxBars = 60

// WeightBars draws weights as horizontal bars from zero, in the order given,
// with their 95 % intervals; the numbers stand beside them, because weights of
// terms with large counts are short bars. Of more than 60 weights it draws the
// 60 largest and says so.
func WeightBars(bars []Bar, opt Options) (*Figure, error) {
	if len(bars) == 0 {
		return nil, errors.New("report: no weights")
	}
	for _, b := range bars {
		if !Drawable(b.Value) || !Drawable(b.Interval) || b.Interval < 0 {
			return nil, fmt.Errorf("report: weight %s: %v ± %v", b.Name, b.Value, b.Interval)
		}
	}
	note := "for one count of the term, with 95 % intervals"
	if len(bars) > maxBars {
		note = fmt.Sprintf("the %d largest of %d weights, %s", maxBars, len(bars), note)
		bars = largest(bars, maxBars)
	}
	title, note := headed(opt, "Fitted weights", note)
	p := newPlot("weight ("+unit+")", "")
	p.X.Min, p.X.Max = barRange(bars, opt.Limit)
	p.X.Tick.Marker = steps{}
	p.Y.Min, p.Y.Max = -0.6, float64(len(bars))-0.4
	p.Y.Tick.Marker = barNames(bars)
	p.Y.Tick.Length, p.Y.Width = 0, 0
	restyle(&p.Y.Tick.Label, 9, ink)
	p.Y.Padding += widening * longestName(p.Y.Tick.Label, bars)
	p.Add(drawing(func(c draw.Canvas, p *plot.Plot) { plotBars(c, p, bars) }))

	const width, rowHeight, around = 500, 17, 95
	numbers := numbersWidth(bars)
	return &Figure{width, vg.Length(around + rowHeight*len(bars)), func(c draw.Canvas) {
		c = header(c, title, note)
		plotArea := draw.Crop(c, 0, -numbers-8, 0, 0)
		p.Draw(plotArea)
		drawNumbers(c, p.DataCanvas(plotArea), p, bars)
	}}, nil
}

// widening is how much wider a substitute for Liberation Sans may be: DejaVu Sans is by some 15 %. Its names would
// run into the bars.
const widening = 0.18

func longestName(style text.Style, bars []Bar) (width vg.Length) {
	for _, b := range bars {
		width = max(width, style.Width(b.Name))
	}
	return width
}

// largest returns the n weights farthest from zero, in the order of bars.
func largest(bars []Bar, n int) []Bar {
	sizes := make([]float64, len(bars))
	for i, b := range bars {
		sizes[i] = math.Abs(b.Value)
	}
	slices.SortFunc(sizes, func(a, b float64) int { return cmp.Compare(b, a) })
	var kept []Bar
	for _, b := range bars {
		if math.Abs(b.Value) >= sizes[n-1] && len(kept) < n {
			kept = append(kept, b)
		}
	}
	return kept
}

// barRange returns the ends of the axis: zero, and all intervals with some room,
// cut at ±limit.
func barRange(bars []Bar, limit float64) (low, high float64) {
	for _, b := range bars {
		low, high = min(low, b.Value-b.Interval), max(high, b.Value+b.Interval)
	}
	if high-low < 1e-6 {
		high = 1
	}
	room := 0.04 * (high - low)
	if low < 0 {
		low -= room
	}
	if high > 0 {
		high += room
	}
	if limit > 0 {
		low, high = max(low, -limit), min(high, limit)
	}
	return low, high
}

// row returns the height of bar i on the y axis: the first is on top.
func row(bars []Bar, i int) float64 { return float64(len(bars) - 1 - i) }

func barNames(bars []Bar) plot.ConstantTicks {
	var ticks plot.ConstantTicks
	for i, b := range bars {
		ticks = append(ticks, plot.Tick{Value: row(bars, i), Label: b.Name})
	}
	return ticks
}

func plotBars(c draw.Canvas, p *plot.Plot, bars []Bar) {
	x, y := p.Transforms(&c)
	clip := func(v float64) vg.Length { return min(max(x(v), c.Min.X), c.Max.X) }
	for i, b := range bars {
		fill := blue
		if b.Value < 0 {
			fill = orange
		}
		middle := y(row(bars, i))
		c.FillPolygon(fill, area(clip(0), middle-5, clip(b.Value), middle+5))
		if b.Interval > 0 {
			low, high := clip(b.Value-b.Interval), clip(b.Value+b.Interval)
			style := line(ink, 0.9)
			c.StrokeLine2(style, low, middle, high, middle)
			c.StrokeLine2(style, low, middle-2.5, low, middle+2.5)
			c.StrokeLine2(style, high, middle-2.5, high, middle+2.5)
		}
	}
	c.StrokeLine2(line(ink, 0.8), x(0), c.Min.Y, x(0), c.Max.Y)
}

// numbers returns a bar's value and interval as text, with the same decimals.
func (b Bar) numbers() (value, interval string) {
	decimals := 1
	if small := math.Abs(b.Value); small < 10 || b.Interval > 0 && b.Interval < 0.1 {
		decimals = 2
		if small < 1 {
			decimals = 3
		}
	}
	value = strconv.FormatFloat(b.Value, 'f', decimals, 64)
	if b.Interval > 0 {
		interval = "± " + strconv.FormatFloat(b.Interval, 'f', decimals, 64)
	}
	return value, interval
}

// The numbers beside the bars stand in two columns.
const columnGap = 5

func numberWidths(bars []Bar) (values, intervals vg.Length) {
	style := sans(8.5, ink)
	for _, b := range bars {
		v, i := b.numbers()
		values, intervals = max(values, style.Width(v)), max(intervals, style.Width(i))
	}
	return values, intervals
}

func numbersWidth(bars []Bar) vg.Length {
	values, intervals := numberWidths(bars)
	return values + columnGap + intervals
}

// drawNumbers writes value and interval of each bar to the right of the data.
func drawNumbers(c, data draw.Canvas, p *plot.Plot, bars []Bar) {
	_, y := p.Transforms(&data)
	values, _ := numberWidths(bars)
	valueStyle, intervalStyle := sans(8.5, ink), sans(8.5, dim)
	valueStyle.XAlign = -1 // flush right
	valueStyle.YAlign, intervalStyle.YAlign = -0.35, -0.35
	left := c.Max.X - numbersWidth(bars)
	for i, b := range bars {
		v, interval := b.numbers()
		c.FillText(valueStyle, vg.Point{X: left + values, Y: y(row(bars, i))}, v)
		c.FillText(intervalStyle, vg.Point{X: left + values + columnGap, Y: y(row(bars, i))}, interval)
	}
}

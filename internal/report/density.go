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

// PredictedAgainstLabel draws how many rows have which prediction and label, as
// a 2-D histogram whose colours are logarithmic, with the identity and the mean
// label of each bin of the prediction. A calibrated evaluation has its means on
// the identity; an evaluation that knows nothing has them on a horizontal line.
//
// Both axes reach to ±Limit, by default far enough for 99.5 % of the values; the
// share of rows outside stands under the title. Bins is 75 by default. Expected
// scores are refused: their picture is [Reliability].
func PredictedAgainstLabel(rows Rows, opt Options) (*Figure, error) {
	if err := rows.check(); err != nil {
		return nil, err
	}
	if rows.Expected {
		return nil, errors.New("report: the labels are expected scores: want Reliability")
	}
	limit := opt.Limit
	if limit <= 0 {
		limit = roundUp(maxAbsQuantile(0.995, rows.Label, rows.Predicted))
	}
	d := newDensity(rows, limit, opt.bins(75))
	note := fmt.Sprintf("%s positions, %s outside the frame", plaintext.Thousands(len(rows.Label)), percent(d.outside, len(rows.Label)))
	title, note := headed(opt, "Predicted against label", note)

	p := newPlot("predicted ("+unit+")", "label ("+unit+")")
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = -limit, limit, -limit, limit
	p.X.Tick.Marker, p.Y.Tick.Marker = symmetric(limit), symmetric(limit)
	p.Add(drawing(d.plot), drawing(identity), drawing(d.plotMeans))
	p.Add(legend(entry{"identity: predicted = label", stroke(dashed())}, entry{"mean label", meanIcon}))

	const width, height, bar = 440, 410, 62
	return &Figure{width, height, func(c draw.Canvas) {
		c = header(c, title, note)
		plotArea := draw.Crop(c, 0, -bar, 0, 0)
		p.Draw(plotArea)
		data := p.DataCanvas(plotArea)
		colorBar(draw.Crop(c, c.Max.X-c.Min.X-bar+14, 0, data.Min.Y-c.Min.Y, data.Max.Y-c.Max.Y), amounts, d.ticks(), "positions in a bin")
	}}, nil
}

// A density is a 2-D histogram: bins×bins cells from −limit to limit.
type density struct {
	limit   float64
	bins    int
	counts  []int // by row of the label, then column of the prediction
	most    int
	outside int       // rows beyond the limit
	columns []int     // rows with the label anywhere, by column
	sums    []float64 // of their labels
}

func newDensity(rows Rows, limit float64, bins int) *density {
	d := &density{limit: limit, bins: bins, counts: make([]int, bins*bins), columns: make([]int, bins), sums: make([]float64, bins)}
	for i, label := range rows.Label {
		x, y := bin(rows.Predicted[i], -limit, limit, bins), bin(label, -limit, limit, bins)
		if x >= 0 {
			d.columns[x]++
			d.sums[x] += label
		}
		if x < 0 || y < 0 {
			d.outside++
			continue
		}
		d.counts[y*bins+x]++
		d.most = max(d.most, d.counts[y*bins+x])
	}
	return d
}

// level returns where on the scale of colours a count stands, 0 to 1.
func (d *density) level(count int) float64 {
	if d.most <= 1 {
		return 1
	}
	return math.Log(float64(count)) / math.Log(float64(d.most))
}

func (d *density) ticks() []plot.Tick {
	var ticks []plot.Tick
	for n := 1; n <= max(1, d.most); n *= 10 {
		ticks = append(ticks, plot.Tick{Value: d.level(n), Label: plaintext.Thousands(n)})
	}
	return ticks
}

func (d *density) plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	edge := func(i int) float64 { return d.limit * (2*float64(i)/float64(d.bins) - 1) }
	for row := range d.bins {
		for col := range d.bins {
			n := d.counts[row*d.bins+col]
			if n == 0 {
				continue
			}
			const overlap = 0.3 // points: no seams between the cells
			right, top := min(x(edge(col+1))+overlap, c.Max.X), min(y(edge(row+1))+overlap, c.Max.Y)
			c.FillPolygon(shade(amounts, d.level(n)), area(x(edge(col)), y(edge(row)), right, top))
		}
	}
}

// fewest is the number of rows from which on a mean is drawn.
const fewest = 20

func (d *density) plotMeans(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	var points []vg.Point
	for i, n := range d.columns {
		if n < fewest {
			continue
		}
		center := d.limit * ((2*float64(i)+1)/float64(d.bins) - 1)
		points = append(points, vg.Point{X: x(center), Y: y(d.sums[i] / float64(n))})
	}
	for _, clipped := range c.ClipLinesXY(points) {
		c.StrokeLines(line(ink, 3), clipped)
		c.StrokeLines(line(orange, 1.8), clipped)
	}
}

func meanIcon(c *draw.Canvas) {
	stroke(line(ink, 3))(c)
	stroke(line(orange, 1.8))(c)
}

// dashed is the style of the identity.
func dashed() draw.LineStyle {
	return draw.LineStyle{Color: ink, Width: 1, Dashes: []vg.Length{4, 3}}
}

func identity(c draw.Canvas, _ *plot.Plot) {
	c.StrokeLine2(dashed(), c.Min.X, c.Min.Y, c.Max.X, c.Max.Y)
}

// percent formats n of all.
func percent(n, all int) string {
	return fmt.Sprintf("%.2g %%", plaintext.PercentOf(n, all))
}

package report

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"example.org/centipawn/internal/confidence"
	"example.org/centipawn/internal/plaintext"
)

// A phaseBin is what ResidualByPhase draws of one bin.
type phaseBin struct {
	center, half float64 // of the phase
	n            int
	mean, se     float64    // residual, and its standard error robust to clusters
	quantiles    [5]float64 // 5, 25, 50, 75 and 95 % of the residuals
}

// phaseBins returns the bins that have rows.
func phaseBins(rows Rows, n int) []phaseBin {
	var bins []phaseBin
	for i, members := range rows.byPhase(n) {
		if len(members) == 0 {
			continue
		}
		b := phaseBin{center: (float64(i) + 0.5) / float64(n), half: 0.5 / float64(n), n: len(members)}
		b.mean, b.se = rows.meanResidual(members)
		residuals := make([]float64, len(members))
		for j, row := range members {
			residuals[j] = rows.residual(row)
		}
		slices.Sort(residuals)
		for j, q := range [...]float64{0.05, 0.25, 0.5, 0.75, 0.95} {
			b.quantiles[j] = quantile(residuals, q)
		}
		bins = append(bins, b)
	}
	return bins
}

// ResidualByPhase draws the residual by bins of the game phase, the opening on
// the left: above, the mean with its 95 % interval, robust to clusters; below,
// the spread, with the number of rows. A mean away from zero over a range of
// phases says that middle game and endgame are not balanced. Limit is the end of
// the lower axis; Bins is 12 by default. It needs Phase.
func ResidualByPhase(rows Rows, opt Options) (*Figure, error) {
	if err := rows.check(rows.phase()); err != nil {
		return nil, err
	}
	bins := phaseBins(rows, opt.bins(12))
	title, note := headed(opt, "Residual by game phase",
		fmt.Sprintf("label minus predicted of %s positions; above zero White %s than predicted", plaintext.Thousands(len(rows.Label)), better(rows)))
	short, whole := rows.unit()
	plots := [][]*plot.Plot{{meanByPhase(bins, short)}, {spreadByPhase(bins, opt.Limit, whole)}}

	const width, height = 470, 470
	return &Figure{width, height, func(c draw.Canvas) {
		c = header(c, title, note)
		for i, row := range plot.Align(plots, draw.Tiles{Rows: 2, Cols: 1, PadY: 8}, c) {
			plots[i][0].Draw(row[0])
		}
	}}, nil
}

// better returns the meaning of a residual above zero.
func better(rows Rows) string {
	if rows.Expected {
		return "scores more"
	}
	return "stands better"
}

func phasePlot(x, y string) *plot.Plot {
	p := newPlot(x, y)
	p.X.Min, p.X.Max = 0, 1
	p.X.Scale = plot.InvertedScale{Normalizer: plot.LinearScale{}} // the game runs from left to right
	p.X.Tick.Marker = plot.ConstantTicks{{Value: 1, Label: "1 all pieces"}, {Value: 0.75, Label: "0.75"}, {Value: 0.5, Label: "0.5"}, {Value: 0.25, Label: "0.25"}, {Value: 0, Label: "0 none"}}
	return p
}

func meanByPhase(bins []phaseBin, unit string) *plot.Plot {
	p := phasePlot("", "mean residual ("+unit+")")
	limit := 0.0
	for _, b := range bins {
		limit = max(limit, math.Abs(b.mean)+confidence.Z95*finiteOr(b.se, 0))
	}
	limit = roundUp(1.3 * limit) // room for the legend
	p.Y.Min, p.Y.Max = -limit, limit
	p.Y.Tick.Marker = symmetric(limit)
	p.Add(drawing(zeroLine), drawing(func(c draw.Canvas, p *plot.Plot) {
		x, y := p.Transforms(&c)
		var means []vg.Point
		for _, b := range bins {
			at := vg.Point{X: x(b.center), Y: y(b.mean)}
			half := confidence.Z95 * finiteOr(b.se, 0)
			whisker(c, at.X, y(b.mean-half), y(b.mean+half))
			means = append(means, at)
		}
		c.StrokeLines(line(blue, 1.2), means)
		for _, at := range means {
			c.DrawGlyph(draw.GlyphStyle{Color: blue, Radius: 2.5, Shape: draw.CircleGlyph{}}, at)
		}
	}))
	p.Add(legend(entry{"mean and 95 % interval", meanWithInterval}))
	return p
}

// meanWithInterval is the icon of a mean.
func meanWithInterval(c *draw.Canvas) {
	center := c.Center()
	whisker(*c, center.X, c.Min.Y-1, c.Max.Y+1)
	c.DrawGlyph(draw.GlyphStyle{Color: blue, Radius: 2.5, Shape: draw.CircleGlyph{}}, center)
}

func finiteOr(v, otherwise float64) float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return otherwise
	}
	return v
}

// whisker draws an interval from y0 to y1.
func whisker(c draw.Canvas, x, y0, y1 vg.Length) {
	const arm = 3
	style := line(blue, 1)
	c.StrokeLine2(style, x, y0, x, y1)
	c.StrokeLine2(style, x-arm, y0, x+arm, y0)
	c.StrokeLine2(style, x-arm, y1, x+arm, y1)
}

func zeroLine(c draw.Canvas, p *plot.Plot) {
	_, y := p.Transforms(&c)
	c.StrokeLine2(line(ink, 0.8), c.Min.X, y(0), c.Max.X, y(0))
}

// The bands of the spread, light outside.
var (
	outerBand = shade(shares, 0.25)
	innerBand = shade(shares, 0.55)
)

func spreadByPhase(bins []phaseBin, limit float64, unit string) *plot.Plot {
	p := phasePlot("game phase φ", "residual ("+unit+")")
	most := 0
	far := 0.0
	for _, b := range bins {
		most = max(most, b.n)
		far = max(far, math.Abs(b.quantiles[0]), math.Abs(b.quantiles[4]))
	}
	if limit <= 0 {
		limit = roundUp(1.3 * far) // room for legend and counts
	}
	p.Y.Min, p.Y.Max = -limit, limit
	p.Y.Tick.Marker = symmetric(limit)
	p.Add(drawing(func(c draw.Canvas, p *plot.Plot) { plotSpread(c, p, bins) }), drawing(zeroLine))
	p.Add(legend(
		entry{"5 to 95 % of positions", box(outerBand)},
		entry{"25 to 75 %", box(innerBand)},
		entry{"median", stroke(line(orange, 1.5))},
	))
	return p
}

// plotSpread draws each bin's quantiles, and its number of rows at the bottom.
func plotSpread(c draw.Canvas, p *plot.Plot, bins []phaseBin) {
	x, y := p.Transforms(&c)
	clip := func(v float64) vg.Length { return min(max(y(v), c.Min.Y), c.Max.Y) }
	count := sans(7, dim)
	count.XAlign = -0.5
	for _, b := range bins {
		at := func(part float64) (vg.Length, vg.Length) {
			return x(b.center + part*b.half), x(b.center - part*b.half)
		}
		left, right := at(0.9)
		c.FillPolygon(outerBand, area(left, clip(b.quantiles[0]), right, clip(b.quantiles[4])))
		c.FillPolygon(innerBand, area(left, clip(b.quantiles[1]), right, clip(b.quantiles[3])))
		c.StrokeLine2(line(orange, 1.5), left, clip(b.quantiles[2]), right, clip(b.quantiles[2]))
		if count.Width(plaintext.Thousands(b.n)) < right-left {
			c.FillText(count, vg.Point{X: x(b.center), Y: c.Min.Y + 2}, plaintext.Thousands(b.n))
		}
	}
}

// ResidualHistogram draws how the residuals are distributed, with their mean,
// their mean absolute value and, for comparison, the normal distribution of the
// same mean and standard deviation: least squares follows the tails beyond it.
// Limit is by default far enough for 99.5 % of the rows; Bins is 81.
func ResidualHistogram(rows Rows, opt Options) (*Figure, error) {
	if err := rows.check(); err != nil {
		return nil, err
	}
	h := newHistogram(rows, opt.Limit, opt.bins(81))
	short, whole := rows.unit()
	digits := rows.decimals()
	tens := math.Pow10(digits)
	title, note := headed(opt, "Residuals", fmt.Sprintf("label minus predicted of %s positions, %s outside the frame\nmean %s, MAE %.*f, RMSE %.*f %s",
		plaintext.Thousands(len(rows.Label)), percent(h.outside, len(rows.Label)), signedNumber(math.Round(tens*h.mean)/tens), digits, h.mae, digits, h.rmse, short))

	p := newPlot("residual ("+whole+")", "share of positions in a bin (%)")
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = -h.limit, h.limit, 0, 1.08*h.tallest
	p.X.Tick.Marker, p.Y.Tick.Marker = symmetric(h.limit), steps{}
	p.Add(drawing(h.plot))
	p.Add(legend(entry{"residuals", box(innerBand)}, entry{"normal distribution of the same spread", stroke(line(orange, 1.5))}))

	const width, height = 470, 320
	return &Figure{width, height, func(c draw.Canvas) { p.Draw(header(c, title, note)) }}, nil
}

// A histogram holds the residuals' shares in percent, by bins from −limit to
// limit, and their moments.
type histogram struct {
	limit, width    float64 // in the unit of the rows
	shares          []float64
	tallest         float64
	outside         int
	mean, mae, rmse float64
	deviation       float64 // standard
}

func newHistogram(rows Rows, limit float64, bins int) *histogram {
	residuals := make([]float64, len(rows.Label))
	for i := range residuals {
		residuals[i] = rows.residual(i)
	}
	if limit <= 0 {
		limit = roundUp(maxAbsQuantile(0.995, residuals))
	}
	h := &histogram{limit: limit, width: 2 * limit / float64(bins), shares: make([]float64, bins)}
	n := float64(len(residuals))
	h.mean, h.deviation = stat.PopMeanStdDev(residuals, nil)
	h.mae, h.rmse = floats.Norm(residuals, 1)/n, floats.Norm(residuals, 2)/math.Sqrt(n)
	for _, r := range residuals {
		if b := bin(r, -limit, limit, bins); b >= 0 {
			h.shares[b] += 100 / n
			h.tallest = max(h.tallest, h.shares[b])
		} else {
			h.outside++
		}
	}
	return h
}

func (h *histogram) plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	c.StrokeLine2(line(ink, 0.8), x(0), c.Min.Y, x(0), c.Max.Y)
	for i, share := range h.shares {
		left := -h.limit + float64(i)*h.width
		c.FillPolygon(innerBand, area(x(left), y(0), x(left+h.width)-0.4, y(share)))
	}
	if h.deviation == 0 {
		return
	}
	var normal []vg.Point
	const steps = 200
	for i := range steps + 1 {
		r := h.limit * (2*float64(i)/steps - 1)
		z := (r - h.mean) / h.deviation
		share := 100 * h.width / (h.deviation * math.Sqrt(2*math.Pi)) * math.Exp(-z*z/2)
		normal = append(normal, vg.Point{X: x(r), Y: y(share)})
	}
	c.StrokeLines(line(orange, 1.5), c.ClipLinesY(normal)...)
}

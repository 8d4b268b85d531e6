package report

import (
	"image/color"
	"math"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/palette/brewer"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// The colour scales, C. Brewer's: amounts and shares from light to dark, and
// values on both sides of zero, red below and blue above. All three are safe for
// colour-blind readers.
var (
	amounts   = brewer.YlGnBu[9].Color[1:] // without the lightest, which is nearly white
	shares    = brewer.Blues[9].Color
	diverging = brewer.RdBu[11].Color
)

// shade returns the colour at t of a scale, t in 0..1 and cut to it, between two
// colours in proportion.
func shade(scale []color.Color, t float64) color.NRGBA {
	at := min(max(t, 0), 1) * float64(len(scale)-1)
	i := min(int(at), len(scale)-2)
	r0, g0, b0, _ := scale[i].RGBA()
	r1, g1, b1, _ := scale[i+1].RGBA()
	part := at - float64(i)
	mix := func(a, b uint32) uint8 {
		return uint8(math.Round((float64(a)*(1-part) + float64(b)*part) / 0x101))
	}
	return color.NRGBA{mix(r0, r1), mix(g0, g1), mix(b0, b1), 0xff}
}

// readable returns black or white, whichever reads better on a colour.
//
// Source: relative luminance with the weights of ITU-R BT.709.
func readable(on color.NRGBA) color.Color {
	luminance := 0.2126*float64(on.R) + 0.7152*float64(on.G) + 0.0722*float64(on.B)
	if luminance < 125 {
		return color.White
	}
	return ink
}

// colorBar draws a vertical scale of colours: low at the bottom, ticks at
// fractions of its height with their labels, and a label along it.
func colorBar(c draw.Canvas, scale []color.Color, ticks []plot.Tick, label string) {
	const width, steps = 10, 128
	height := c.Max.Y - c.Min.Y
	for i := range steps {
		y0 := c.Min.Y + height*vg.Length(i)/steps
		y1 := min(c.Max.Y, y0+height*1.5/steps) // overlaps: no seams between the steps
		c.FillPolygon(shade(scale, (float64(i)+0.5)/steps), area(c.Min.X, y0, c.Min.X+width, y1))
	}
	style := sans(8, dim)
	style.YAlign = -0.4
	widest := vg.Length(0)
	for _, t := range ticks {
		y := c.Min.Y + height*vg.Length(t.Value)
		c.StrokeLine2(line(dim, 0.5), c.Min.X+width, y, c.Min.X+width+3, y)
		c.FillText(style, vg.Point{X: c.Min.X + width + 5, Y: y}, t.Label)
		widest = max(widest, style.Width(t.Label))
	}
	along := sans(9, ink)
	along.Rotation, along.XAlign = math.Pi/2, -0.5
	c.FillText(along, vg.Point{X: c.Min.X + width + 17 + widest, Y: (c.Min.Y + c.Max.Y) / 2}, label)
}

// symmetric returns five ticks from −limit to limit.
func symmetric(limit float64) plot.ConstantTicks {
	var ticks plot.ConstantTicks
	for i := range 5 {
		v := limit * (float64(i)/2 - 1)
		ticks = append(ticks, plot.Tick{Value: v, Label: signedNumber(v)})
	}
	return ticks
}

// centipawnTicks returns five ticks of a colour bar from −limit to +limit.
func centipawnTicks(limit float64) []plot.Tick {
	ticks := symmetric(limit)
	for i := range ticks {
		ticks[i].Value = float64(i) / 4
	}
	return ticks
}

// signedNumber formats v with a plus if it is positive, in four figures.
func signedNumber(v float64) string {
	s := strconv.FormatFloat(v, 'g', 4, 64)
	if v > 0 {
		return "+" + s
	}
	return s
}

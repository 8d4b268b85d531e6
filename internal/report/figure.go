// Package report turns numbers about a fit into pictures, tables and a page.
//
// The pictures are made with gonum/plot and saved as PNG or SVG: predicted
// against label ([PredictedAgainstLabel]), residuals by phase and as a histogram
// ([ResidualByPhase], [ResidualHistogram]), weights with their intervals
// ([WeightBars]), piece-square tables ([SquareHeatMap]), shares of squares
// ([ShareHeatMap]), expected scores against what came of them ([Reliability]), errors by the size of the training part
// ([LearningCurve]) and numbers from step to step ([Courses]). The tables by phase
// and by material are gota data frames ([ByPhase], [ByMaterial]).
// [Page] binds them into an HTML page that needs no
// network and no script.
//
// All values are centipawns, White-relative, but for labels and predictions that say
// that they are expected scores; a residual is label minus
// predicted, so it is positive where White stands better than predicted. Colours
// are safe for colour-blind readers. Equal input gives equal bytes.
//
// The package takes plain numbers and knows nothing of chess. It is
// made for some 100,000 rows: draw a sample of more.
package report

import (
	"bytes"
	"fmt"
	"image/color"
	"io"
	"math"
	"path/filepath"
	"strconv"
	"strings"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/font/liberation"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

	"example.org/centipawn/internal/atomicfile"

	"example.org/centipawn/internal/pages"
)

// unit is written at every axis of an evaluation or a weight.
const unit = "centipawns, White-relative"

// Options configures a picture. The zero value works.
type Options struct {
	// Title stands above the picture. Empty means the picture's own title.
	Title string

	// Note stands under the title in smaller type, before what the picture
	// itself has to say there: the name of the data, for example. It is not
	// wrapped: some 80 characters fit on a line.
	Note string

	// Limit is the largest absolute value, in centipawns, that the scale of
	// values or colours shows. Zero means one that suits the data.
	Limit float64

	// Bins is the number of bins along an axis. Zero means the picture's own.
	Bins int
}

// bins returns the number of bins to use, at most 400: more cannot be seen.
func (o Options) bins(usual int) int {
	if o.Bins <= 0 {
		return usual
	}
	return min(o.Bins, 400)
}

// A Figure is a finished picture.
type Figure struct {
	width, height vg.Length
	draw          func(draw.Canvas)
}

// dpi is the resolution of PNG files.
const dpi = 144

// Write writes the picture in a format, "png" or "svg".
func (f *Figure) Write(w io.Writer, format string) error {
	switch format {
	case "png":
		c := vgimg.NewWith(vgimg.UseWH(f.width, f.height), vgimg.UseDPI(dpi), vgimg.UseBackgroundColor(color.White))
		f.draw(draw.New(c))
		_, err := vgimg.PngCanvas{Canvas: c}.WriteTo(w)
		return err
	case "svg":
		return f.writeSVG(w)
	}
	return fmt.Errorf("no pictures of format %q: want png or svg", format)
}

// writeSVG names fonts of the same widths after Liberation Sans, which few
// machines have.
func (f *Figure) writeSVG(w io.Writer) error {
	c := vgsvg.New(f.width, f.height)
	f.draw(draw.New(c))
	var b bytes.Buffer
	if _, err := c.WriteTo(&b); err != nil {
		return err
	}
	svg := bytes.ReplaceAll(b.Bytes(), []byte("font-family:Liberation Sans;"), []byte("font-family:Liberation Sans,Arial,Helvetica,sans-serif;"))
	_, err := w.Write(pages.Printable(svg))
	return err
}

// Save writes the picture to path, as PNG or SVG by its extension, first under a
// temporary name.
func (f *Figure) Save(path string) error {
	var b bytes.Buffer
	if err := f.Write(&b, strings.TrimPrefix(filepath.Ext(path), ".")); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return atomicfile.Write(path, b.Bytes())
}

// Colours: Okabe and Ito's set, safe for colour-blind readers, and greys.
var (
	blue   = color.NRGBA{0x00, 0x72, 0xb2, 0xff}
	orange = color.NRGBA{0xd5, 0x5e, 0x00, 0xff}
	ink    = color.NRGBA{0x22, 0x22, 0x22, 0xff}
	dim    = color.NRGBA{0x66, 0x66, 0x66, 0xff}
	faint  = color.NRGBA{0xe4, 0xe4, 0xe4, 0xff}
)

var fonts = font.NewCache(liberation.Collection())

// sans returns a text style of Liberation Sans, flush left at its base line.
func sans(size vg.Length, c color.Color) text.Style {
	return text.Style{
		Color:   c,
		Font:    font.Font{Typeface: "Liberation", Variant: "Sans", Size: size},
		XAlign:  text.XLeft,
		YAlign:  text.YBottom,
		Handler: text.Plain{Fonts: fonts},
	}
}

func bold(s text.Style) text.Style {
	s.Font.Weight = xfont.WeightBold
	return s
}

// newPlot returns a plot in the style of all pictures: small sans-serif type, a
// faint grid, data up to the axes.
func newPlot(x, y string) *plot.Plot {
	p := plot.New()
	p.X.Label.Text, p.Y.Label.Text = x, y
	p.TextHandler = text.Plain{Fonts: fonts}
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		restyle(&a.Label.TextStyle, 9, ink)
		restyle(&a.Tick.Label, 8, dim)
		a.Color, a.Tick.Color = dim, dim
		a.Width, a.Tick.Width = 0.5, 0.5
		a.Padding = 0
		a.Label.Padding = 3
	}
	grid := plotter.NewGrid()
	grid.Horizontal.Color, grid.Vertical.Color = faint, faint
	grid.Horizontal.Width, grid.Vertical.Width = 0.5, 0.5
	p.Add(grid)
	return p
}

// restyle changes a text's type but not its place.
func restyle(s *text.Style, size vg.Length, c color.Color) {
	s.Font, s.Handler, s.Color = sans(size, c).Font, text.Plain{Fonts: fonts}, c
}

// margin is left free around a picture.
const margin = 10

// header draws title and note at the top and returns the rest of the canvas.
func header(c draw.Canvas, title, note string) draw.Canvas {
	c = draw.Crop(c, margin, -margin, margin, -margin)
	titleStyle, noteStyle := bold(sans(12, ink)), sans(9, dim)
	y := c.Max.Y - 11
	c.FillText(titleStyle, vg.Point{X: c.Min.X, Y: y}, title)
	for line := range strings.Lines(note) {
		y -= 13
		c.FillText(noteStyle, vg.Point{X: c.Min.X, Y: y}, strings.TrimSpace(line))
	}
	return draw.Crop(c, 0, 0, 0, y-8-c.Max.Y)
}

// headed returns title and note of a picture: the caller's title or else the
// picture's, the caller's note before the picture's.
func headed(opt Options, title, note string) (string, string) {
	if opt.Title != "" {
		title = opt.Title
	}
	if opt.Note != "" {
		note = strings.TrimSuffix(opt.Note+"\n"+note, "\n")
	}
	return title, note
}

// drawing is a function as a plotter.
type drawing func(draw.Canvas, *plot.Plot)

// Plot calls d.
func (d drawing) Plot(c draw.Canvas, p *plot.Plot) { d(c, p) }

// thumbnail is a function as the icon of a legend.
type thumbnail func(*draw.Canvas)

// Thumbnail calls t.
func (t thumbnail) Thumbnail(c *draw.Canvas) { t(c) }

// An entry is a line of a legend.
type entry struct {
	name string
	icon thumbnail
}

// legend returns a plotter that explains the entries in a corner of the data, on
// the left at the top.
func legend(entries ...entry) drawing {
	l := plot.NewLegend()
	restyle(&l.TextStyle, 8, ink)
	l.Top, l.Left, l.XOffs, l.YOffs = true, true, 6, -5
	l.Padding, l.ThumbnailWidth = 2, 18
	for _, e := range entries {
		l.Add(" "+e.name, e.icon)
	}
	return func(c draw.Canvas, _ *plot.Plot) { l.Draw(c) }
}

// stroke is the icon of a line.
func stroke(style draw.LineStyle) thumbnail {
	return func(c *draw.Canvas) {
		y := (c.Min.Y + c.Max.Y) / 2
		c.StrokeLine2(style, c.Min.X, y, c.Max.X, y)
	}
}

// box is the icon of an area.
func box(fill color.Color) thumbnail {
	return func(c *draw.Canvas) {
		c.FillPolygon(fill, area(c.Min.X, c.Min.Y, c.Max.X, c.Max.Y))
	}
}

// area returns the corners of a rectangle.
func area(x0, y0, x1, y1 vg.Length) []vg.Point {
	return []vg.Point{{X: x0, Y: y0}, {X: x1, Y: y0}, {X: x1, Y: y1}, {X: x0, Y: y1}}
}

// line is a solid line style.
func line(c color.Color, width vg.Length) draw.LineStyle {
	return draw.LineStyle{Color: c, Width: width}
}

// steps is a ticker of labelled multiples of 1, 2 or 5 times a power of ten, four
// to nine of them.
type steps struct{}

// Ticks returns the ticks from low to high.
func (steps) Ticks(low, high float64) []plot.Tick {
	step := next((high-low)/8, 1, 2, 5)
	var ticks []plot.Tick
	if !(step > 0) {
		return nil // the range is empty
	}
	for i := math.Ceil(low/step) + 0; i*step <= high; i++ { // + 0: from −0, whose label would be that, to 0
		ticks = append(ticks, plot.Tick{Value: i * step, Label: strconv.FormatFloat(i*step, 'g', 6, 64)})
	}
	return ticks
}

// next returns the next of some multiples of a power of ten.
func next(v float64, multiples ...float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(v)))
	for _, m := range multiples {
		if v <= m*power {
			return m * power
		}
	}
	return 10 * power
}

// roundUp returns a round number from v up, for the end of an axis.
func roundUp(v float64) float64 {
	if v <= 0 || math.IsInf(v, 0) {
		return 1
	}
	return next(v, 1, 1.5, 2, 3, 4, 5, 6, 8)
}

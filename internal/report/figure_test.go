package report

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// someRows returns n rows in games of 20, with a residual that depends on the
// phase.
func someRows(n int) Rows {
	rng := rand.New(rand.NewPCG(1, 2)) // fixed: a failure must repeat
	var r Rows
	for i := range n {
		phi, predicted := rng.Float64(), 200*rng.NormFloat64()
		r.Label = append(r.Label, predicted+40*(phi-0.5)+150*rng.NormFloat64())
		r.Predicted = append(r.Predicted, predicted)
		r.Phase = append(r.Phase, phi)
		r.Material = append(r.Material, math.Round(predicted/100))
		r.Cluster = append(r.Cluster, uint32(i/20))
	}
	return r
}

func someBoards(n int) []Board {
	boards := make([]Board, n)
	for i := range boards {
		boards[i].Title = "knight & king" // to be escaped in SVG
		for sq := range 64 {
			boards[i].Values[sq] = float64(sq - 32)
		}
		boards[i].Values[3] = math.NaN()
	}
	return boards
}

var someBars = []Bar{{"passed_pawns", 50, 5}, {"pawn_islands", -50, 5}, {"tempo", 0, 0}}

// must unpacks the results of a picture's constructor.
func must(t *testing.T) func(*Figure, error) *Figure {
	return func(f *Figure, err error) *Figure {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
}

func written(t *testing.T, f *Figure, format string) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := f.Write(&b, format); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func pixels(t *testing.T, f *Figure) image.Image {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(written(t, f, "png")))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// texts returns the texts of an SVG file, and fails if it is not well-formed.
func texts(t *testing.T, svg []byte) []string {
	t.Helper()
	var all []string
	dec := xml.NewDecoder(bytes.NewReader(svg))
	for inText := false; ; {
		tok, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		switch tok := tok.(type) {
		case xml.StartElement:
			inText = tok.Name.Local == "text"
		case xml.EndElement:
			inText = false
		case xml.CharData:
			if inText {
				all = append(all, strings.TrimSpace(string(tok)))
			}
		}
	}
}

// extent returns the smallest rectangle that holds the pixels of a colour.
func extent(img image.Image, of color.Color) image.Rectangle {
	var found image.Rectangle
	bounds := img.Bounds()
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			if sameColor(img.At(x, y), of) {
				found = found.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return found
}

func TestFigures(t *testing.T) {
	tests := []struct {
		name          string
		make          func() (*Figure, error)
		width, height int // pixels: points × 144/72
		labels        []string
	}{
		{"density", func() (*Figure, error) { return PredictedAgainstLabel(someRows(5000), Options{}) }, 880, 820,
			[]string{"Predicted against label", "predicted (centipawns, White-relative)", "label (centipawns, White-relative)", "identity: predicted = label", "mean label", "positions in a bin", "10", "0"}},
		{"phase", func() (*Figure, error) { return ResidualByPhase(someRows(5000), Options{Note: "made up"}) }, 940, 940,
			[]string{"Residual by game phase", "made up", "game phase φ", "mean residual (centipawns)", "mean and 95 % interval", "5 to 95 % of positions", "1 all pieces", "0 none"}},
		{"histogram", func() (*Figure, error) { return ResidualHistogram(someRows(5000), Options{Title: "My own"}) }, 940, 640,
			[]string{"My own", "residual (centipawns, White-relative)", "share of positions in a bin (%)"}},
		{"bars", func() (*Figure, error) { return WeightBars(someBars, Options{}) }, 1000, 2 * (95 + 3*17),
			[]string{"Fitted weights", "passed_pawns", "pawn_islands", "-50.0", "± 5.0", "weight (centipawns, White-relative)"}},
		{"one board", func() (*Figure, error) { return SquareHeatMap(someBoards(1), Options{}) }, 2 * (20 + 216 + 66), 2 * (20 + 26 + 8 + 228),
			[]string{"knight & king", "a", "h", "1", "8", "-32", "31", "+40", "centipawns, White-relative"}},
		{"two boards", func() (*Figure, error) { return SquareHeatMap(someBoards(2), Options{}) }, 2 * (20 + 2*216 + 14 + 66), 2 * (20 + 26 + 8 + 228), nil},
		{"twelve boards", func() (*Figure, error) { return SquareHeatMap(someBoards(12), Options{}) }, 2 * (20 + 4*216 + 3*14 + 66), 2 * (20 + 26 + 8 + 3*228 + 2*14), nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := must(t)(tt.make())
			if size := pixels(t, f).Bounds().Size(); size != (image.Point{X: tt.width, Y: tt.height}) {
				t.Errorf("PNG of %v pixels, want %d by %d", size, tt.width, tt.height)
			}
			svg := written(t, f, "svg")
			found := texts(t, svg)
			for _, label := range tt.labels {
				if !contains(found, label) {
					t.Errorf("no text %q in the SVG; there are %q", label, found)
				}
			}
			if bytes.Contains(svg, []byte("NaN")) {
				t.Error("NaN in the SVG")
			}
			again := must(t)(tt.make())
			for _, format := range []string{"png", "svg"} {
				if !bytes.Equal(written(t, f, format), written(t, again, format)) {
					t.Errorf("drawn twice, the %s differs", format)
				}
			}
		})
	}
}

func contains(texts []string, want string) bool {
	for _, s := range texts {
		if s == want {
			return true
		}
	}
	return false
}

// Bars of equal size with opposite signs meet at the zero line.
func TestWeightBarsPixels(t *testing.T) {
	img := pixels(t, must(t)(WeightBars(someBars, Options{})))
	right, left := extent(img, blue), extent(img, orange)
	if right.Empty() || left.Empty() {
		t.Fatalf("blue %v, orange %v: a bar is missing", right, left)
	}
	if gap := right.Min.X - left.Max.X; gap < 0 || gap > 4 { // the zero line between them
		t.Errorf("gap of %d pixels between the bars", gap)
	}
	if d := right.Dx() - left.Dx(); d < -3 || d > 3 {
		t.Errorf("bars of %d and %d pixels, want equal", right.Dx(), left.Dx())
	}
	if right.Max.Y > left.Min.Y {
		t.Error("the first bar is not above the second")
	}
	zero := (left.Max.X + right.Min.X) / 2
	for y := right.Min.Y; y < left.Max.Y; y++ {
		if r, g, b, _ := img.At(zero, y).RGBA(); r > 0x8000 || g > 0x8000 || b > 0x8000 {
			t.Fatalf("no zero line at (%d, %d)", zero, y)
		}
	}
}

// TestWeightBarsRoom: names may be wider in another font and stay left of the bars.
func TestWeightBarsRoom(t *testing.T) {
	short := extent(pixels(t, must(t)(WeightBars([]Bar{{Name: "a", Value: 1}}, Options{}))), blue)
	long := extent(pixels(t, must(t)(WeightBars([]Bar{{Name: strings.Repeat("a", 40), Value: 1}}, Options{}))), blue)
	width := sans(9, ink).Width(strings.Repeat("a", 39)).Points() // pixels are two a point
	if moved := float64(long.Min.X - short.Min.X); moved < 2*1.15*width {
		t.Errorf("the bars begin %v pixels farther right, want room for names of %v", moved, 2*1.15*width)
	}
}

func TestWeightBarsMany(t *testing.T) {
	var bars []Bar
	for i := range 100 {
		bars = append(bars, Bar{Name: string(rune('A'+i/26)) + string(rune('a'+i%26)), Value: float64(i)})
	}
	found := texts(t, written(t, must(t)(WeightBars(bars, Options{})), "svg"))
	if !contains(found, "the 60 largest of 100 weights, for one count of the term, with 95 % intervals") {
		t.Errorf("nothing said of the weights omitted: %q", found)
	}
	if contains(found, bars[39].Name) || !contains(found, bars[40].Name) {
		t.Error("not the 60 largest")
	}
}

func TestSquareHeatMapPixels(t *testing.T) {
	var b Board
	b.Values[0], b.Values[63], b.Values[7] = 100, -100, math.NaN() // a1, h8, h1
	img := pixels(t, must(t)(SquareHeatMap([]Board{b}, Options{Limit: 100})))
	board := img.(interface {
		SubImage(image.Rectangle) image.Image
	}).SubImage(image.Rect(0, 0, img.Bounds().Dx()-2*66, img.Bounds().Dy())) // without the colour bar
	a1, h8 := extent(board, shade(diverging, 1)), extent(board, shade(diverging, 0))
	for name, r := range map[string]image.Rectangle{"a1": a1, "h8": h8} {
		if r.Dx() < 40 || r.Dx() > 52 || r.Dy() < 40 || r.Dy() > 52 {
			t.Errorf("%s covers %v, want a square of about 50 pixels", name, r)
		}
	}
	if a1.Max.X > h8.Min.X || a1.Min.Y < h8.Max.Y {
		t.Errorf("a1 at %v is not left of and below h8 at %v", a1, h8)
	}
	if got := img.At((h8.Min.X+h8.Max.X)/2, (a1.Min.Y+a1.Max.Y)/2); !sameColor(got, faint) { // h1
		t.Errorf("the square without a value is %v, want grey", got)
	}
}

func sameColor(a, b color.Color) bool {
	r0, g0, b0, _ := a.RGBA()
	r1, g1, b1, _ := b.RGBA()
	return r0 == r1 && g0 == g1 && b0 == b1
}

// Predictions that are the labels put all cells on the diagonal.
func TestDensityOfPerfectPredictions(t *testing.T) {
	rows := someRows(3000)
	rows.Label = rows.Predicted
	d := newDensity(rows, 500, 50)
	inside := 0
	for row := range d.bins {
		for col := range d.bins {
			n := d.counts[row*d.bins+col]
			if row != col && n > 0 {
				t.Fatalf("%d rows in cell %d, %d", n, row, col)
			}
			inside += n
		}
	}
	if inside+d.outside != len(rows.Label) || d.outside == 0 {
		t.Errorf("%d rows inside, %d outside, of %d", inside, d.outside, len(rows.Label))
	}
}

func TestSave(t *testing.T) {
	dir := t.TempDir()
	f := must(t)(WeightBars(someBars, Options{}))
	for _, name := range []string{"a.png", "a.svg"} {
		path := filepath.Join(dir, name)
		if err := f.Save(path); err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, written(t, f, filepath.Ext(name)[1:])) {
			t.Errorf("%s differs from what Write gives", name)
		}
	}
	path := filepath.Join(dir, "a.bmp")
	if err := f.Save(path); err == nil || err.Error() != path+`: no pictures of format "bmp": want png or svg` {
		t.Errorf("error %v", err)
	}
	if err := os.Mkdir(filepath.Join(dir, "b.png"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := f.Save(filepath.Join(dir, "b.png")); err == nil {
		t.Error("saved onto a folder")
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*.partial")); len(left) > 0 {
		t.Errorf("left over: %v", left)
	}
}

func TestRefused(t *testing.T) {
	nan := math.NaN()
	one := []float64{1}
	tests := []struct {
		name string
		err  func() error
		want string
	}{
		{"no rows", func() error { _, err := PredictedAgainstLabel(Rows{}, Options{}); return err }, "report: no rows"},
		{"lengths", func() error {
			_, err := ResidualHistogram(Rows{Label: one, Predicted: []float64{1, 2}}, Options{})
			return err
		}, "report: 2 rows of predicted, 1 labels"},
		{"no phase", func() error { _, err := ResidualByPhase(Rows{Label: one, Predicted: one}, Options{}); return err }, "report: 0 rows of phase, 1 labels"},
		{"clusters", func() error {
			_, err := ResidualByPhase(Rows{Label: one, Predicted: one, Phase: one, Cluster: []uint32{1, 2}}, Options{})
			return err
		}, "report: 2 rows of cluster, 1 labels"},
		{"NaN label", func() error {
			_, err := ResidualHistogram(Rows{Label: []float64{nan}, Predicted: one}, Options{})
			return err
		}, "report: row 0: label is NaN"},
		{"no weights", func() error { _, err := WeightBars(nil, Options{}); return err }, "report: no weights"},
		{"NaN weight", func() error { _, err := WeightBars([]Bar{{"x", nan, 0}}, Options{}); return err }, "report: weight x: NaN ± 0"},
		{"negative interval", func() error { _, err := WeightBars([]Bar{{"x", 1, -1}}, Options{}); return err }, "report: weight x: 1 ± -1"},
		{"no boards", func() error { _, err := SquareHeatMap(nil, Options{}); return err }, "report: no boards"},
		{"infinite square", func() error {
			b := Board{Title: "rook"}
			b.Values[12] = math.Inf(1)
			_, err := SquareHeatMap([]Board{b}, Options{})
			return err
		}, "report: board rook, square e2: +Inf"},
		{"no material", func() error { _, err := ByMaterial(Rows{Label: one, Predicted: one}); return err }, "report: 0 rows of material, 1 labels"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if err := tt.err(); err == nil || err.Error() != tt.want {
				t.Errorf("error %v, want %s", err, tt.want)
			}
		})
	}
}

// Degenerate input must still give a picture: one row, equal rows, all weights
// zero, limits far off.
func TestDegenerate(t *testing.T) {
	single := Rows{Label: []float64{7}, Predicted: []float64{7}, Phase: []float64{1.5}}
	tests := []struct {
		name string
		make func() (*Figure, error)
	}{
		{"density of one row", func() (*Figure, error) { return PredictedAgainstLabel(single, Options{}) }},
		{"density, all outside", func() (*Figure, error) { return PredictedAgainstLabel(single, Options{Limit: 1}) }},
		{"phase of one row", func() (*Figure, error) { return ResidualByPhase(single, Options{}) }},
		{"histogram of one row", func() (*Figure, error) { return ResidualHistogram(single, Options{Bins: 1e9}) }},
		{"weights of zero", func() (*Figure, error) { return WeightBars([]Bar{{"x", 0, 0}, {"y", 1e-300, 0}}, Options{}) }},
		{"huge weights", func() (*Figure, error) {
			return WeightBars([]Bar{{"x", 1e9, 1e9}, {"y", -1e9, 0}}, Options{Limit: 1e-300})
		}},
		{"empty board", func() (*Figure, error) { return SquareHeatMap([]Board{{}}, Options{}) }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := must(t)(tt.make())
			if img := pixels(t, f); extent(img, color.White).Size() != img.Bounds().Size() {
				t.Error("the picture has no white margin")
			}
			if svg := written(t, f, "svg"); bytes.Contains(svg, []byte("NaN")) || bytes.Contains(svg, []byte("Inf")) {
				t.Error("a coordinate is not finite")
			}
		})
	}
}

func TestBoardLimit(t *testing.T) {
	board := func(most float64) Board {
		b := Board{}
		for sq := range b.Values {
			b.Values[sq] = float64(sq)
		}
		b.Values[0] = most
		return b
	}
	for most, want := range map[float64]float64{63: roundUp(63), -100: roundUp(100), 5000: roundUp(62), -1e6: roundUp(62)} {
		if got, err := boardLimit([]Board{board(most)}, 0); err != nil || got != want {
			t.Errorf("a square of %g among those to 63: limit %g, %v, want %g", most, got, err, want)
		}
	}
}

// A name with control characters leaves SVG and HTML that can be read.
func TestControlCharacters(t *testing.T) {
	f := must(t)(WeightBars([]Bar{{Name: "a\x1b[31m\x00<b", Value: 1}}, Options{Title: "set \x07 \xff"}))
	d := xml.NewDecoder(bytes.NewReader(written(t, f, "svg")))
	for {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	dir := t.TempDir()
	p := Page{Title: "a\x1b[31m"}
	if err := p.Write(dir); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(filepath.Join(dir, PageName)); err != nil || bytes.ContainsRune(text, '\x1b') {
		t.Errorf("an escape is on the page, error %v", err)
	}
}

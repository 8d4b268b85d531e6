package workbench

import (
	"math"
	"slices"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"example.org/centipawn/weights"
)

// everything opens an item of each kind, with script wherever a file can have text.
func everything(t *testing.T) []string {
	t.Helper()
	run := newRun(t, weights.Builtin())
	iterate(t, run, 1)
	return []string{hostileFile(t), resultsFile(t), hostileReport(t), adviceFile(t, adviceOf(script)), playMatch(t, 2, "A", script, "C"), run, exampleNetwork}
}

// forAnyone are the pages but for Jobs, which says to visitors without the token that it is not for them.
func forAnyone() []page {
	return slices.DeleteFunc(slices.Clone(registry), func(p page) bool { return p.Name == jobsPage.Name })
}

// TestWidths: no page is wider than a telephone or a screen.
func TestWidths(t *testing.T) {
	server, _ := newTest(t, everything(t)...)
	b := openTab(t, server, 1280, 900)
	for _, p := range forAnyone() {
		b.open("/" + p.Name + "?weights=builtin")
		for _, width := range []int64{1280, 390} {
			b.do(chromedp.EmulateViewport(width, 900))
			b.quiet("true") // what goes by the width is drawn with the next frame
			if over := value[int](b, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
				t.Errorf("%s: %d pixels too wide at %d", p.Name, over, width)
			}
		}
	}
}

// luminance is that of a colour in sRGB, as WCAG 2.2 defines it.
func luminance(rgb []float64) float64 {
	sum := 0.0
	for i, share := range []float64{0.2126, 0.7152, 0.0722} {
		c := rgb[i] / 255
		if c <= 0.04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		sum += share * c
	}
	return sum
}

// TestCoordinates: the names of ranks and files can be read on either square, light and dark: a contrast of 4.5.
func TestCoordinates(t *testing.T) {
	server, _ := newTest(t)
	b := openTab(t, server, 1280, 900)
	b.open("/position?fen=startpos")
	for _, scheme := range []string{"light", "dark"} {
		b.do(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}))
		pairs := value[[][2][]float64](b, `(() => {
			const rgb = (e, of) => getComputedStyle(e)[of].match(/\d+/g).slice(0, 3).map(Number)
			const square = {onlight: document.querySelector(".under .square.white"), ondark: document.querySelector(".under .square.black")}
			return [...document.querySelectorAll(".cells .file, .cells .rank")].map(e => [rgb(e, "color"), rgb(square[e.parentElement.classList.contains("ondark") ? "ondark" : "onlight"], "fill")])
		})()`)
		if len(pairs) != 16 {
			t.Fatalf("%d names", len(pairs))
		}
		for _, p := range pairs {
			a, b := luminance(p[0]), luminance(p[1])
			if contrast := (max(a, b) + 0.05) / (min(a, b) + 0.05); contrast < 4.5 {
				t.Errorf("%s: contrast %.2f of %v on %v", scheme, contrast, p[0], p[1])
			}
		}
	}
}

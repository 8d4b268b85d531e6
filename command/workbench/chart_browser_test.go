package workbench

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"example.org/centipawn/internal/pages"
)

// TestNumbers: numbers are written alike everywhere, with commas, a true minus, and what is missing or unbounded.
func TestNumbers(t *testing.T) {
	server, _ := newTest(t)
	b := openTab(t, server, 1280, 900)
	b.open("/position")
	for _, c := range []struct{ call, want string }{
		{"thousands(725000)", "725,000"}, {"thousands(-1234.4)", "−1,234"}, {"thousands(0)", "0"}, {"thousands(null)", "–"}, {"thousands(-0.2)", "0"},
		{"signed(0.04, 1)", "0.0"}, {"signed(-0.04, 1)", "0.0"}, {"signed(12345.67, 1)", "+12,345.7"}, {"signed(-3, 0)", "−3"}, {"signed(NaN)", "–"},
		{"fixed(-0.005, 1)", "0.0"}, {"fixed(-1.25, 1)", "−1.3"}, {"fixed(undefined, 2)", "–"},
		{"plain(1200)", "1,200"}, {"plain(-0.5)", "−0.5"}, {"plain(0)", "0"}, {"plain(100)", "100"}, {"plain(2.345)", "2.35"}, {"plain(null)", "–"},
		{"figure(99.999)", "100.00"}, {"figure(-1234.56)", "−1,234.6"}, {"figure(0.012345, true)", "0.0123"},
		{"precise(-0.00012345, 3)", "−0.000123"}, {"precise(1e-9, 3)", "1.00e−9"}, {"percent(0.1234)", "12.3 %"},
		{"bounds(null, null)", "−∞ to ∞"}, {"bounds(-5, 4, 0)", "−5 to +4"}, {"bounds(-5, null, 0, fixed)", "−5 to ∞"},
	} {
		name, _, _ := strings.Cut(c.call, "(")
		imports := name
		if strings.Contains(c.call, "fixed)") {
			imports += ", fixed"
		}
		got := awaited(b, fmt.Sprintf(`{ const {%s} = await import("/assets/%s/numbers.js"); return %s }`, imports, pages.Version(), c.call))
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.call, got, c.want)
		}
	}
}

// press clicks a button by its label.
func (b *tab) press(label string) {
	b.t.Helper()
	b.do(chromedp.Evaluate(fmt.Sprintf(`document.querySelector('button[aria-label=%q]').click()`, label), nil))
}

// TestChart: a chart gives its numbers and its picture as files, shows a part of it and all again, and has a logarithmic
// axis where no value is below 0.
func TestChart(t *testing.T) {
	server, _ := newTest(t)
	b := openTab(t, server, 1280, 900)
	b.open("/position") // any page may import a module
	b.do(chromedp.Evaluate(`URL.createObjectURL = blob => { blob.text().then(text => { window.saved = text }); return "data:," }`, nil))
	setUp := fmt.Sprintf(`{
		const {Chart} = await import("/assets/%s/chart.js")
		const place = document.createElement("div")
		document.querySelector("main").append(place)
		window.chart = new Chart(place, {label: "Loss", x: "pass", y: "loss", series: [{label: "a, b", colour: "--white", points: true}, {label: "=c", colour: "--black"}], levels: [{at: 3, colour: "--faint"}]})
		window.chart.set([[1, 2, 3, 4, 5], [1, 10, null, 1000, 2], [5, 4, 3, 2, 1]])
		await new Promise(requestAnimationFrame)
		return ""
	}`, pages.Version())
	awaited(b, setUp)
	b.press("CSV: Loss")
	b.until(`window.saved`)
	if got, want := value[string](b, `saved`), "\"pass\",\"a, b\",\"'=c\"\n1,1,5\n2,10,4\n3,,3\n4,1000,2\n5,2,1\n"; got != want {
		t.Errorf("CSV %q, want %q", got, want)
	}
	b.do(chromedp.Evaluate(`saved = ""`, nil))
	b.press("SVG: Loss")
	b.until(`window.saved`)
	picture := `new DOMParser().parseFromString(saved, "image/svg+xml")`
	if n := value[int](b, picture+`.querySelectorAll("parsererror").length`); n > 0 {
		t.Errorf("not a picture: %.500s", value[string](b, `saved`))
	}
	if lines, points := value[int](b, picture+`.querySelectorAll("path").length`), value[int](b, picture+`.querySelectorAll("circle").length`); lines != 2 || points != 4 {
		t.Errorf("%d lines and %d points, want 2 and 4", lines, points)
	}
	if a, c := value[string](b, `String(chart.plot.series[1].dash)`), value[string](b, `String(chart.plot.series[2].dash)`); a == c {
		t.Errorf("colour alone tells the curves apart: dashes %s and %s", a, c)
	}
	b.press("Zoom in: Loss")
	b.until(`chart.plot.scales.x.min === 2 && chart.plot.scales.x.max === 4 && !chart.whole.hidden`)
	b.do(chromedp.Evaluate(`chart.set([[1, 2, 3, 4, 5, 6], [1, 10, 5, 1000, 2, 3], [5, 4, 3, 2, 1, 1]])`, nil)) // as a live chart does
	b.until(`chart.plot.scales.x.min === 2 && chart.plot.scales.x.max === 4`)
	b.press("All: Loss")
	b.until(`chart.plot.scales.x.min === 1 && chart.plot.scales.x.max === 6 && chart.whole.hidden`)
	b.press("log: Loss")
	b.until(`chart.plot.scales.y.distr === 3 && chart.log.getAttribute("aria-pressed") === "true"`)
	b.do(chromedp.Evaluate(`chart.set([[1, 2], [-1, 10], [5, 4]])`, nil))
	b.until(`chart.log.hidden`)
}

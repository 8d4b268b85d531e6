package workbench

import (
	"encoding/json"
	"math"
	"net/http"
	"net/url"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/chromedp/chromedp"

	"example.org/centipawn/command/fit/finding"
	"example.org/centipawn/command/workbench/measures"
)

// TestPoint: the rows of each point of a fit's calibration are as many as the report says, with its means; a click
// on a point shows them.
func TestPoint(t *testing.T) {
	sample, dir := smallSample(t), filepath.Join(t.TempDir(), "report")
	file := fitted(t, sample, "-set", "alphaone", "-loss", "sigmoid", "-prior", "published", "-report", dir)
	server, _ := newTest(t, file, sample, dir)
	report, err := finding.ReadReport(dir)
	if err != nil {
		t.Fatal(err)
	}
	text := func(v float64) []string { return []string{strconv.FormatFloat(v, 'g', -1, 64)} }
	points := 0
	for _, c := range report.Calibration {
		first := 0
		for _, b := range c.Bins {
			params := url.Values{"weights": {"fitted.json"}, "rows": {"sample.csv"}, "from": text(c.From), "to": text(c.To), "first": text(float64(first)), "n": text(float64(b.N)), "all": text(float64(c.N))}
			got := ask[measures.PointRows](t, server, "/api/calibration", params)
			if !got.Exact || got.Rows != b.N || math.Abs(got.Predicted-b.Predicted) > 1e-3 || math.Abs(got.Label-b.Observed) > 1e-3 || len(got.Worst) != min(b.N, measures.WorstRows) {
				t.Errorf("phase %g to %g, rows from %d: %d rows, %g expected, %g came; the report has %+v", c.From, c.To, first, got.Rows, got.Predicted, got.Label, b)
			}
			first += b.N
			points++
		}
	}
	if points == 0 {
		t.Fatal("the report has no calibration")
	}
	for _, name := range []string{"weights", "rows", "from", "to", "first", "n", "all"} {
		params := url.Values{"weights": {"fitted.json"}, "rows": {"sample.csv"}, "from": {"0"}, "to": {"1"}, "n": {"1"}, "all": {"2"}, name: {script}}
		if status, body := get(t, server, "/api/calibration", params); status != http.StatusBadRequest && status != http.StatusNotFound || !json.Valid(body) {
			t.Errorf("script for %s: status %d: %s", name, status, body)
		}
	}
	b := openTab(t, server, 1280, 900)
	b.open("/fit?weights=fitted.json&rows=sample.csv")
	b.do(chromedp.ScrollIntoView("#calibration .u-over"))
	at := value[[]float64](b, `(() => { const r = document.querySelector("#calibration .u-over").getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2] })()`)
	b.do(chromedp.MouseEvent("mouseMoved", at[0], at[1]), chromedp.MouseClickXY(at[0], at[1]))
	b.until(`document.querySelectorAll("#pointrows li svg").length > 0`)
}

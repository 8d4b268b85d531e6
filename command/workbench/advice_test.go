package workbench

import (
	"bytes"
	"io"
	"math"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"example.org/centipawn/command/advise"
	"example.org/centipawn/command/workbench/items"
	"example.org/centipawn/internal/atomicfile"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/note"
)

// adviceOf is a report with a text wherever it can have one.
func adviceOf(text string) *advise.Report {
	candidate := func(gain float64, weights int) advise.Advice {
		a := advise.Advice{
			Name: text, Kind: "family", Formula: text, Unit: text, Source: "standard", Gain: gain, Low: gain - 0.003, High: gain + 0.005, LowAll: gain - 0.004, HighAll: gain + 0.006, Adjusted: 1e-9, Recommended: true, Rows: 5321, Games: 1234,
			Overlaps: []advise.Overlap{{Name: text, Share: 0.8}}, Cost: 12.5, Elo: &advise.Worth{Low: 12, High: 48}, Picture: &advise.Picture{Shows: text, FEN: "4k3/8/8/8/8/8/1p6/1K6 w - - 0 1", Count: 1},
		}
		for range weights {
			a.Weights = append(a.Weights, advise.Weight{Name: text, MG: 31.4, EG: -27.2, MGError: 3, EGError: math.NaN()})
		}
		for i := range 5 {
			a.Positions = append(a.Positions, advise.Position{FEN: "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3", Game: uint32(i), File: text, Line: 7 + i, Eval: -35, With: 12.5, Label: 0.825, White: 3, Black: 1})
		}
		return a
	}
	r := &advise.Report{
		Tool: "centipawn " + text, Evaluation: advise.Evaluation{Source: text, Name: text, View: "mover", Unit: text, How: text},
		Data:  advise.Data{Files: []string{text}, Lines: 60_000, Rows: 47_469, Games: 6000, Dropped: []advise.Dropped{{Why: text, Rows: 12_531}}},
		Label: advise.Label{Lambda: 0.5, K: 0.8, Results: 47_469, Scores: 40_000}, K: 0.75, Loss: 0.0712, Tried: 312, Rule: text,
		Recommended: []advise.Advice{candidate(0.0336, 1), candidate(0.0131, 12)}, Others: []advise.Advice{candidate(-0.0007, 1)},
		Fine:      []advise.Fine{{Name: text, High: 0.0021}},
		Residuals: []advise.Residual{{By: text, Side: text, Group: text, Rows: 900, Games: 300, Bias: 0.031, Error: 0.004, Centipawn: 22, Loss: 0.08, Share: 0.04}, {By: text, Side: text, Group: text, Bias: -0.01, Error: 0.009}},
		Steps:     []advise.Step{{Advice: candidate(0.0336, 1), Loss: 0.9664}},
		Simplify:  []advise.Removal{{Name: text, Loss: -0.0002, Low: -0.0011, High: 0.0008, Rows: 900, Games: 300, Cost: 8}},
		Next:      []advise.Command{{About: text, Line: text}, {About: text}}, Warnings: note.List{{Code: "S01", Text: text}},
	}
	for range 3 {
		r.Calibration = append(r.Calibration, advise.Calibration{Phase: text, Rows: 15_823, Slope: 0.9, Error: 0.02, Points: []advise.Point{{Expected: 0.53, Label: 0.52, Rows: 900}, {Expected: 0.9, Label: 0.8, Rows: 900}}})
	}
	return r
}

// adviceFile writes a report as weights advise -o does.
func adviceFile(t *testing.T, r *advise.Report) string {
	t.Helper()
	var b bytes.Buffer
	path := filepath.Join(t.TempDir(), "advice.json")
	if err := cli.WriteJSON(&b, r); err != nil {
		t.Fatal(err)
	}
	if err := atomicfile.Write(path, b.Bytes()); err != nil {
		t.Fatal(err)
	}
	return path
}

// adviceFolder writes a report's folder as weights advise -report does.
func adviceFolder(t *testing.T, r *advise.Report) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "advice")
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := r.WritePage(dir, "as printed"); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestAdviceOpened: a report is known by its contents, its folder by its files; both have the same figures, which are those of
// the file. A broken file is named.
func TestAdviceOpened(t *testing.T) {
	r := adviceOf(script)
	file, dir := adviceFile(t, r), adviceFolder(t, r)
	open, err := items.Open([]string{file, dir}, io.Discard)
	if err != nil || len(open) != 3 || open[0].Kind != items.Advice || open[1].Kind != items.Advice || open[1].Label != "advice" {
		t.Fatalf("%d items, %v", len(open), err)
	}
	server, _ := newTest(t, file, dir)
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, label := range []string{"advice.json", "advice"} {
		page := ask[advise.Page](t, server, "/api/advice", url.Values{"advice": {label}})
		if page.Label != label || !bytes.Equal(page.Report, bytes.TrimSpace(want)) {
			t.Errorf("%s is not the file: %.200s", label, page.Report)
		}
	}
	if status, body := get(t, server, "/api/advice", nil); status != http.StatusOK || bytes.Contains(body, []byte("<script>")) {
		t.Errorf("status %d: %.200s", status, body)
	}
	if err := atomicfile.Write(file, []byte(`{"tool":"centipawn","evaluation":{},"tried":"many"}`)); err != nil {
		t.Fatal(err)
	}
	if status, body := get(t, server, "/api/advice", url.Values{"advice": {"advice.json"}}); status != http.StatusUnprocessableEntity || !strings.Contains(string(body), "tried") {
		t.Errorf("status %d: %.200s", status, body)
	}
}

// TestIsReport: other JSON, such as what other commands print, is not advice.
func TestIsReport(t *testing.T) {
	for text, want := range map[string]bool{
		`{"version":2,"tool":"centipawn 1","evaluation":{`: true, `{"tool":"centipawn","evaluation":{}}`: true,
		`{"version":2,"tool":"other","evaluation":{`: false, `{"version":2,"rows":5}`: false, `{"tool":5}`: false, `[]`: false, ``: false, `{"tool"`: false,
	} {
		if got := advise.IsReport([]byte(text)); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// TestAdviceShown: the page of a server and of a file, on a screen and a telephone, shows the figures of the report, and
// its texts as text.
func TestAdviceShown(t *testing.T) {
	r := adviceOf(script)
	dir := adviceFolder(t, r)
	server, _ := newTest(t, dir)
	file := &url.URL{Scheme: "file", Path: filepath.Join(dir, "index.html")}
	for name, b := range map[string]*tab{"server": openTab(t, server, 1280, 900), "file": newTab(t, file, 390, 900)} {
		b.open(map[string]string{"server": "/advice", "file": ""}[name])
		b.until(`document.querySelectorAll("#calibration .u-over").length === 3 && document.querySelectorAll(".candidate .boards li").length === 10`)
		if over := value[int](b, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
			t.Errorf("%s: %d pixels too wide", name, over)
			t.Log(value[string](b, `[...document.querySelectorAll("main *")].filter(e => e.getBoundingClientRect().right > innerWidth && !e.closest(".scroll")).map(e => e.tagName + "." + e.className + "#" + e.id).join(" ").slice(0, 800)`))
		}
		for _, selector := range []string{"#verdict strong", "#ranked tbody a", "#fine tbody th", "#steps tbody th span", "#removals tbody th", "#commands code", "#residuals tbody th"} {
			if text := b.text(selector); text != script {
				t.Errorf("%s: %s is %q", name, selector, text)
			}
		}
		sameAdvice(t, name, b, r)
	}
}

// sameAdvice compares the figures on a page with those of the report.
func sameAdvice(t *testing.T, name string, b *tab, r *advise.Report) {
	t.Helper()
	first := r.Recommended[0]
	texts := map[string]string{
		"#ranked .gaintext": "+3.36 % (2.96 to 3.96)", "#others .gaintext": "−0.07 % (−0.47 to 0.53)", "#steps .gaintext": "+3.36 % (2.96 to 3.96)", "#removals .gaintext": "−0.02 % (−0.11 to 0.08)",
		"#fine tbody td": "0.21 %", "#residuals tbody td": "+0.031 ± 0.008", ".beginwith tbody td": "+31.4 ± 5.9", ".beginwith [data-eg]": "−27.2 ± –",
	}
	for selector, want := range texts {
		if text := value[string](b, `document.querySelector("`+selector+`").textContent`); text != want { // folded, too
			t.Errorf("%s: %s is %q, want %q", name, selector, text, want)
		}
	}
	var printed strings.Builder
	if err := r.Print(&printed); err != nil {
		t.Fatal(err)
	}
	for _, selector := range []string{"#ranked .gaintext", "#others .gaintext", "#steps .gaintext", "#removals .gaintext", "#residuals tbody td"} {
		if text := strings.ReplaceAll(texts[selector], "−", "-"); !strings.Contains(printed.String(), text) {
			t.Errorf("%s is %q on the page, and not in what is printed", selector, text)
		}
	}
	p := first.Positions[0]
	figures := map[string]float64{
		"#ranked tr[data-gain]|gain": first.Gain, "#residuals [data-bias]|bias": r.Residuals[0].Bias, "#calibration [data-slope]|slope": r.Calibration[2].Slope, "#removals [data-loss]|loss": r.Simplify[0].Loss,
		".candidate [data-eval]|eval": p.Eval, ".candidate [data-with]|with": p.With, ".candidate [data-label]|label": p.Label, ".candidate [data-mg]|mg": first.Weights[0].MG,
	}
	for place, want := range figures {
		selector, data, _ := strings.Cut(place, "|")
		if got := value[string](b, `document.querySelector("`+selector+`").dataset.`+data); got != strconv.FormatFloat(want, 'g', -1, 64) {
			t.Errorf("%s: %s is %s, want %g", name, place, got, want)
		}
	}
}

// TestAdviceEmpty: a report without anything to say, as of an evaluation that lacks nothing, is a page without errors; so is one
// with lists that are null.
func TestAdviceEmpty(t *testing.T) {
	full := adviceOf("plain")
	full.Recommended = nil
	server, _ := newTest(t, adviceFile(t, &advise.Report{Tool: "centipawn", Tried: 12}), adviceFolder(t, full))
	b := openTab(t, server, 390, 900)
	for _, label := range []string{"advice.json", "advice"} {
		b.open("/advice?advice=" + label)
		if text := b.text("#verdict"); text != "Nothing is recommended." {
			t.Errorf("%s: %q", label, text)
		}
		if shown := value[bool](b, `document.getElementById("error").hidden`); !shown {
			t.Errorf("%s: %s", label, b.text("#error"))
		}
	}
}

// TestAdvicePrinted: for paper every candidate is unfolded.
func TestAdvicePrinted(t *testing.T) {
	r := adviceOf("plain")
	for range 8 {
		r.Recommended = append(r.Recommended, r.Recommended[0])
	}
	server, _ := newTest(t, adviceFile(t, r))
	b := openTab(t, server, 1280, 900)
	b.open("/advice")
	b.until(`document.querySelectorAll(".candidate .boards").length === 5`)
	b.do(chromedp.Evaluate(`dispatchEvent(new Event("beforeprint"))`, nil))
	b.until(`document.querySelectorAll(".candidate .boards").length === 10`)
}

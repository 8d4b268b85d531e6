package workbench

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"example.org/centipawn/command/fit"
	"example.org/centipawn/command/workbench/measures"
	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/weights"
)

// TestReportByHash: a report is shown with the weights that its fit wrote, whatever they are called now and whatever else
// is open. On a telephone its intervals are there.
func TestReportByHash(t *testing.T) {
	chromium(t)
	sample := smallSample(t)
	dir := filepath.Dir(sample)
	written := filepath.Join(dir, "new.json")
	printedBy(t, fit.Main, "-set", "alphaone", "-loss", "sigmoid", "-o", written, "-report", filepath.Join(dir, "report"), sample)
	write(t, scaled(must(t, written), 1.1), filepath.Join(dir, "a.json"))
	bring(t, written, filepath.Join(dir, "z.json"))
	write(t, scaled(must(t, filepath.Join(dir, "z.json")), 1.2), written) // of the same name as the one that was fitted
	server, _ := newTest(t, dir)
	b := openTab(t, server, 1280, 900)
	b.open("/fit")
	b.until(`document.getElementById("weights").value === "z.json" && document.querySelector("#errors tbody tr")`)
	links := value[[]string](b, `[...document.querySelectorAll("#acts a")].map(a => new URL(a.href).searchParams.get("weights")).filter(Boolean)`)
	if len(links) < 2 || slices.ContainsFunc(links, func(l string) bool { return l != "z.json" }) {
		t.Errorf("links to the weights %q", links)
	}
	b.do(chromedp.EmulateViewport(390, 800))
	seen := `(e => e.checkVisibility() && e.getBoundingClientRect().right <= innerWidth && e.textContent.trim() !== "")`
	if !value[bool](b, `(seen => { const [head] = [...document.querySelectorAll("#errors thead th")].slice(-1), cell = document.querySelector("#errors tbody tr :last-child"); return head.textContent === "95 %" && seen(head) && seen(cell) && /\d to \d/.test(cell.textContent) })(`+seen+`)`) {
		t.Errorf("no interval beside the errors: %s", b.text("#errors"))
	}
	if said := b.text("#helped"); !strings.Contains(said, "[") || !value[bool](b, seen+`(document.querySelector("#helped p"))`) {
		t.Errorf("no interval of the gain: %q", said)
	}
}

// TestDataPanels: every panel says which positions it counts, counts are bars as high as they are large, and a game has the
// name that the file gives it.
func TestDataPanels(t *testing.T) {
	sample := smallSample(t)
	server, _ := newTest(t, sample)
	want := ask[measures.Summary](t, server, "/api/data", nil)
	b := openTab(t, server, 1280, 900)
	b.open("/data?weights=builtin")
	b.until(`document.querySelectorAll("#worst li").length > 10 && document.querySelectorAll("#examined .scope:not(:empty)").length > 1`)
	all := plaintext.Thousands(want.Rows) + " positions"
	scopes := value[[]string](b, `[...document.querySelectorAll("main .scope")].filter(p => p.checkVisibility()).map(p => p.textContent)`)
	if len(scopes) < 7 || slices.ContainsFunc(scopes, func(s string) bool { return !strings.Contains(s, all) }) {
		t.Errorf("scopes of the panels %q, want all of %s", scopes, all)
	}
	for id, counts := range map[string][]int{"scores": want.Scores, "balance": want.Material} {
		bars := value[[][2]float64](b, `[...document.querySelectorAll("#`+id+` .columns > [data-count]")].map(c => [Number(c.dataset.count), Number(/([\d.]+)%/.exec(getComputedStyle(c).backgroundImage)[1])])`)
		if len(bars) != len(counts) {
			t.Fatalf("%s: %d bars, want %d", id, len(bars), len(counts))
		}
		largest := float64(slices.Max(counts))
		for i, bar := range bars {
			if want := float64(counts[i]); bar[0] != want || math.Abs(bar[1]-100*want/largest) > 0.1 {
				t.Errorf("%s: bar %d is of %v, %v %% high, want %v of %v", id, i, bar[0], bar[1], want, largest)
			}
		}
	}
	text, err := os.ReadFile(sample)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(text), "\n")
	column := slices.Index(strings.Split(lines[0], ","), "game")
	for i, said := range value[[]string](b, `[...document.querySelectorAll("#worst .hint")].map(p => p.textContent)`) {
		line, rest, _ := strings.Cut(strings.TrimPrefix(said, "line "), ", game ")
		n, err := strconv.Atoi(strings.ReplaceAll(line, ",", ""))
		if err != nil || !strings.HasPrefix(rest, strings.Split(lines[n-1], ",")[column]+", ") {
			t.Errorf("position %d is said to be of %q", i, said)
		}
	}
}

// TestSmallChange: a change that the games cannot measure is said to be none; the field of names has a weight of the open
// set; a slider has a tick at the file's value and a band of its interval.
func TestSmallChange(t *testing.T) {
	sample := smallSample(t)
	file := fitted(t, sample, "-set", "alphaone", "-loss", "sigmoid", "-prior", "published")
	list := must(t, file).Weights()
	w := list[slices.IndexFunc(list, func(w weights.Named) bool { return w.StdErr > 0 })]
	server, _ := newTest(t, sample, file, "published:pesto")
	b := openTab(t, server, 1280, 900)
	b.open(fmt.Sprintf("/whatif?weights=fitted.json&rows=sample.csv&set=%s%%3D%v", w.Name, w.Value+1e-5))
	b.until(`document.getElementById("result")?.dataset.share && document.body.dataset.profiled`)
	want := "Too small to matter ("
	if value[bool](b, `(r => Math.abs(r.share) <= r.half)(document.getElementById("result").dataset)`) {
		want = "No measurable change ("
	}
	if said := b.text("#result"); !strings.HasPrefix(said, want) {
		t.Errorf("the result is %q, want %q", said, want)
	}
	slider := `document.querySelector('[data-slider="` + w.Name + `"]')`
	drawn := value[[]float64](b, `(s => { const r = s.querySelector("input[type=range]"), [tick] = s.querySelectorAll(".profile .tick"), [band] = s.querySelectorAll(".profile .band"), at = n => Number(r.min) + n * (r.max - r.min) / s.querySelector(".profile svg").viewBox.baseVal.width
		return [at(tick.x1.baseVal.value), at(band.x.baseVal.value), at(band.x.baseVal.value + band.width.baseVal.value)] })(`+slider+`)`)
	for i, want := range []float64{w.Value, w.Value - w.Interval95(), w.Value + w.Interval95()} {
		if math.Abs(drawn[i]-want) > 1e-3*w.Interval95() {
			t.Errorf("tick and band are at %v, want %g of %s", drawn, want, w.Name)
		}
	}
	for _, label := range []string{"fitted.json", "published:pesto"} {
		b.pick("weights", label)
		b.until(`document.body.dataset.profiled?.startsWith("` + label + `") && (p => p && [...document.querySelectorAll("#names option")].some(o => o.value === p) && p.startsWith("` + map[string]string{"fitted.json": "", "published:pesto": "pst."}[label] + `"))(document.getElementById("name").placeholder)`)
	}
}

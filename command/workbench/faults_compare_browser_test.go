package workbench

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"example.org/centipawn/weights"
)

// scaled is a file whose weights are those of another times a factor.
func scaled(f *weights.File, factor float64) *weights.File {
	s := *f
	s.Terms = slices.Clone(f.Terms)
	for i := range s.Terms {
		for _, w := range []*weights.Weight{&s.Terms[i].Value, &s.Terms[i].MG, &s.Terms[i].EG} {
			w.Value *= factor
			w.StdErr *= factor
		}
	}
	return &s
}

// project writes a folder with weights of three sets, a fit, an older fit of another set, and a file that is another one
// times a constant, beside a sample.
func project(t *testing.T) (dir string) {
	t.Helper()
	dir = filepath.Dir(smallSample(t))
	began, newest, times := must(t, "published:pesto"), *scaled(must(t, "published:pesto"), 1.5), scaled(must(t, "published:standard"), 1.25)
	newest.Terms[20].MG.Value += 400
	newest.Provenance = fitOf(0.08, 10).Provenance
	newest.Provenance.Prior = &weights.Prior{Name: "middle.json", Rows: 10}
	for name, f := range map[string]*weights.File{"a.json": must(t, "published:alphaone"), "b.json": fitOf(0.07, 10), "middle.json": began, "n.json": &newest, "times.json": times, "z.json": must(t, "published:standard")} {
		write(t, f, filepath.Join(dir, name))
	}
	hour := time.Now().Add(-time.Hour)
	if err := os.Chtimes(filepath.Join(dir, "b.json"), hour, hour); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestUsualPair: without a choice the newest fit of a project is compared with what it began with, whatever else is open;
// what moved is ordered by what it is worth, on the common scale; a file that is another one times a constant has moved
// nothing.
func TestUsualPair(t *testing.T) {
	chromium(t)
	server, _ := newTest(t, project(t), "published:alphaone")
	b := openTab(t, server, 1280, 900)
	b.open("/compare")
	b.until(`document.querySelectorAll("#errors tbody tr").length > 1 && document.querySelectorAll("#moved tbody tr").length > 1`)
	if got := b.at("weights") + " " + b.at("versus") + " " + b.at("rows"); got != "n.json middle.json sample.csv" {
		t.Errorf("the usual pair is %q", got)
	}
	for _, id := range []string{"error", "reading"} {
		if said := b.text("#" + id); said != "" {
			t.Errorf("%s: %q", id, said)
		}
	}
	if !value[bool](b, `document.getElementById("common").checked`) {
		t.Error("moves are not on the common scale at first")
	}
	worth := value[[]float64](b, `[...document.querySelectorAll("#moved .worth")].map(c => Number(c.textContent.replaceAll(",", "")))`)
	if len(worth) < 2 || !slices.IsSortedFunc(worth, func(a, b float64) int { return cmp.Compare(b, a) }) {
		t.Errorf("worth on the rows, in the order of the page: %v", worth)
	}
	first := value[string](b, `document.querySelector("#moved tbody tr").dataset.weight`)
	if want := must(t, "published:pesto").Terms[20].Name + ".mg"; first != want {
		t.Errorf("%s moved most, want %s", first, want)
	}
	b.pick("weights", "times.json")
	b.pick("versus", "z.json")
	b.until(`document.getElementById("command").textContent.startsWith("match -a times.json -b z.json") && document.querySelector("#phases tbody tr") && document.querySelectorAll("#moved tbody tr").length === 0`)
	if text := b.text("#boards"); text != "No piece-square table differs on this scale." {
		t.Errorf("boards of a multiple: %.200q", text)
	}
	b.do(chromedp.Click("#common"))
	b.until(`document.querySelectorAll("#moved tbody tr").length > 0 && document.querySelectorAll("#boards table").length > 0`)
	b.open("/compare?weights=a.json&versus=published:alphaone&rows=sample.csv") // no weight of these is the value of a piece
	b.until(`document.querySelector("#errors tbody tr")`)
	if said := b.text("#error"); said != "" {
		t.Error(said)
	}
}

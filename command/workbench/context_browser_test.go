package workbench

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"example.org/centipawn/weights"
)

// pick chooses an option of a select, as a user does.
func (b *tab) pick(id, value string) {
	b.t.Helper()
	b.do(chromedp.Evaluate(fmt.Sprintf(`{const s = document.getElementById(%q); s.value = %q; s.dispatchEvent(new Event("change"))}`, id, value), nil))
}

// at returns a parameter of the tab's address; "–" if it is missing.
func (b *tab) at(name string) string {
	b.t.Helper()
	return value[string](b, `new URL(location.href).searchParams.get("`+name+`") ?? "–"`)
}

// TestContext: what is chosen in the bar is in the address, goes to every page by the menu, and Back leads to what was
// chosen before. Addresses of before, with other names, mean the same.
func TestContext(t *testing.T) {
	server, _ := newTest(t, "published:pesto", "published:standard", smallSample(t), "published:alphaone")
	b := openTab(t, server, 1280, 900)
	b.open("/weights?weights=builtin&old=published:standard")
	if old := value[string](b, `document.getElementById("versus").value`); old != "published:standard" {
		t.Errorf("old in the address chooses %q", old)
	}
	b.pick("weights", "published:pesto")
	b.pick("versus", "builtin")
	b.until(`new URL(location.href).searchParams.get("versus") === "builtin"`)
	b.pick("rows", "sample.csv")
	b.pick("rows", "")
	for _, p := range forAnyone() {
		if p.From != "" { // it is not in the menu
			continue
		}
		b.open(value[string](b, `new URL(document.querySelector('nav a[href*="/`+p.Name+`?"]').href).href.slice(location.origin.length)`))
		for _, part := range p.Context {
			want := map[string]string{"weights": "published:pesto", "versus": "builtin", "rows": ""}[part.Name]
			if got := value[string](b, `document.getElementById("`+part.Name+`").value`); got != want {
				t.Errorf("%s: %s is %q, want %q", p.Name, part.Name, got, want)
			}
		}
		if got := b.at("weights") + " " + b.at("versus") + " " + b.at("rows"); got != "published:pesto builtin " {
			t.Errorf("%s: the address has %q", p.Name, got)
		}
	}
	b.open("/position?weights=builtin")
	b.pick("weights", "published:pesto")
	b.pick("versus", "builtin")
	for _, want := range []string{"published:pesto –", "builtin –"} {
		b.do(chromedp.Evaluate(`history.back()`, nil))
		weights, other, _ := strings.Cut(want, " ")
		b.until(fmt.Sprintf(`new URL(location.href).searchParams.get("weights") === %q && document.getElementById("weights").value === %q`, weights, weights))
		if got := b.at("versus"); got != other {
			t.Errorf("back: compared with %q, want %q", got, other)
		}
	}
}

// TestContextWatched: the bar lists a file that comes while the page is open; a page shows weights as they are after they
// have changed, and says so if they cannot be read.
func TestContextWatched(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "a.json")
	write(t, fitOf(0.08, 10), file)
	s, running := serving(t, dir)
	go s.watch(t.Context())
	b := openTab(t, running, 1280, 900)
	b.open("/weights?weights=a.json")
	shown := b.text("#table tbody")
	write(t, fitOf(0.09, 10), filepath.Join(dir, "b.json"))
	b.until(`[...document.getElementById("versus").options].some(o => o.value === "b.json") && document.getElementById("weights").value === "a.json"`)
	other := *must(t, "published:standard")
	other.Provenance = fitOf(0.08, 10).Provenance
	write(t, &other, file)
	b.until(`document.querySelector("#table tbody").innerText.trim() !== ` + strconv.Quote(shown))
	if err := os.WriteFile(file, []byte(`{"format": "`+weights.Format+`", `), 0o666); err != nil {
		t.Fatal(err)
	}
	b.until(`document.getElementById("error").textContent.startsWith("a.json: it has changed and cannot be read now")`)
}

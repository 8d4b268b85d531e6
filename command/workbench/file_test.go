package workbench

import (
	"encoding/json"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"example.org/centipawn/command/fit/finding"
	"example.org/centipawn/internal/pages"
	"example.org/centipawn/loop"
	"example.org/centipawn/match"
	"example.org/centipawn/match/shown"
	"example.org/centipawn/weights"
)

// openFile writes a page as a file, opens it in a tab of its own, and waits until its module has done its work.
// Its content security policy and the tab's check see to it that it asks for nothing.
func openFile(t *testing.T, f *pages.File, width, height int) *tab {
	t.Helper()
	path := filepath.Join(t.TempDir(), "page.html")
	if err := f.Write(path); err != nil {
		t.Fatal(err)
	}
	b := newTab(t, &url.URL{Scheme: "file", Path: path}, width, height)
	b.open("")
	if over := value[int](b, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
		t.Errorf("%d pixels too wide at %d", over, width)
	}
	return b
}

// TestFitFile: the report of a fit as a file draws what the page on a server draws, and texts stay text.
func TestFitFile(t *testing.T) {
	report, err := finding.ReadReport(hostileReport(t))
	if err != nil {
		t.Fatal(err)
	}
	b := openFile(t, &pages.File{
		Name: "fit", Title: script,
		Answers: map[string]any{"/api/items": pages.Items(script, "report"), "/api/fit": map[string]any{"label": script, "report": report}},
	}, 390, 900)
	b.until(`document.querySelectorAll(".u-over").length === 3`)
	if text := b.text("#groups tbody th"); text != script {
		t.Errorf("the group is %q", text)
	}
	if color := value[string](b, `getComputedStyle(document.querySelector(".panel")).backgroundColor`); color != "rgb(255, 255, 255)" {
		t.Errorf("the style sheet is not there: panels are %s", color)
	}
}

// TestMatchFile: a tournament as a file shows players with bars, every pairing, and games to play through; it finds
// the games that a server finds.
func TestMatchFile(t *testing.T) {
	dir := playMatch(t, 3, "first", script, "third")
	server, _ := newTest(t, dir)
	f, err := match.Follow(dir)
	if err != nil {
		t.Fatal(err)
	}
	page, err := shown.Page(f, "cup", "as printed")
	if err != nil {
		t.Fatal(err)
	}
	b := openFile(t, page, 390, 900)
	b.until(`document.querySelectorAll("#playertable .whisker").length === 3`)
	b.do(chromedp.SetValue("#pairing", "1"))
	value[bool](b, `document.getElementById("pairing").dispatchEvent(new Event("change"))`)
	b.until(`document.getElementById("who").textContent === "first against third"`)
	b.do(chromedp.SetValue("#find", "third"))
	value[bool](b, `document.getElementById("find").dispatchEvent(new Event("input"))`)
	b.until(`/of 6$|^1 to 6/.test(document.getElementById("listed").textContent)`)
	var found struct{ Total int }
	_, body := get(t, server, "/api/games", url.Values{"find": {"third"}, "between": {"1"}})
	if err := json.Unmarshal(body, &found); err != nil || found.Total != 6 {
		t.Errorf("the server finds %d games, %v", found.Total, err)
	}
	b.do(chromedp.Click(`#games tbody tr:first-child button`))
	b.until(`document.querySelectorAll(".under .piece").length > 4 && document.getElementById("thought").textContent === "The game begins."`)
	b.do(chromedp.Click("#last"))
	b.until(`document.getElementById("last").disabled`)
	if shown := value[bool](b, `document.querySelector(".under use.piece").getBoundingClientRect().width > 5`); !shown {
		t.Error("the pieces have no picture")
	}
	if served := value[bool](b, `[...document.querySelectorAll(".served")].some(e => e.offsetParent)`); served {
		t.Error("what needs a server is shown")
	}
}

// TestLoopFile: a run as a file.
func TestLoopFile(t *testing.T) {
	dir := newRun(t, weights.Builtin())
	iterate(t, dir, 1)
	iterate(t, dir, 2)
	done, err := loop.Look(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	first, err := loop.First(dir)
	if err != nil {
		t.Fatal(err)
	}
	b := openFile(t, &pages.File{
		Name: "loop", Title: script, Text: script,
		Answers: map[string]any{"/api/items": pages.Items(script, "run"), "/api/loop": loop.StandingOf(script, first, done)},
	}, 1280, 900)
	b.until(`document.querySelectorAll("#differences tbody tr").length === 2`)
	if text := b.text("#done"); !strings.HasPrefix(text, "2 iterations") {
		t.Error(text)
	}
	if text := value[string](b, `document.querySelector("pre.told").textContent`); text != script {
		t.Errorf("what was printed is %q", text)
	}
}

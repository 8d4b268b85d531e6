package workbench

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"

	"example.org/centipawn/weights"
)

// bring moves a file or folder into a project, whole at once.
func bring(t *testing.T, from, to string) {
	t.Helper()
	if err := os.Rename(from, to); err != nil {
		t.Fatal(err)
	}
}

// TestLists: a page without anything to show begins when it comes; what comes later is in its list, and what was chosen
// stays; when that is gone the page says so until it is back or another is chosen.
func TestLists(t *testing.T) {
	loop := func() string {
		run := newRun(t, weights.Builtin())
		iterate(t, run, 1)
		return run
	}
	for _, c := range []struct {
		page, list string
		make       func() string
		shown      string
	}{
		{"fit", "report", func() string { return hostileReport(t) }, "#errors tbody tr"},
		{"match", "match", func() string { return playMatch(t, 2, "A", "B") }, "#penta tbody tr"},
		{"loop", "run", loop, "#differences tbody tr"},
		{"advice", "advice", func() string { return adviceFile(t, adviceOf("text")) }, "#ranked tbody tr"},
		{"data", "data", func() string { return resultsFile(t) }, "#worst li"},
	} {
		t.Run(c.page, func(t *testing.T) {
			dir := t.TempDir()
			a, b := filepath.Join(dir, "a"), filepath.Join(dir, "b")
			s, running := serving(t, dir)
			go s.watch(t.Context())
			tab := openTab(t, running, 1280, 900)
			list, shown := `document.getElementById("`+c.list+`")`, `document.querySelectorAll("`+c.shown+`").length > 0`
			tab.open("/" + c.page)
			tab.until(`!document.getElementById("none").hidden && document.getElementById("some").hidden`)
			bring(t, c.make(), a)
			tab.until(`document.getElementById("none").hidden && ` + list + `.value === "a" && ` + shown)
			bring(t, c.make(), b)
			tab.until(`[...` + list + `.options].some(o => o.value === "b") && ` + list + `.value === "a"`)
			away := filepath.Join(t.TempDir(), "a")
			bring(t, a, away)
			gone := `document.getElementById("error").textContent.includes("a was removed at ") && ` + list + `.value === "a" && ` + list + `.selectedOptions[0].disabled`
			tab.until(gone)
			bring(t, away, a)
			tab.until(`document.getElementById("error").hidden && ` + list + `.value === "a" && !` + list + `.selectedOptions[0].disabled && ` + shown)
			bring(t, a, away)
			tab.until(gone)
			tab.pick(c.list, "b")
			tab.until(`document.getElementById("error").hidden && ` + shown)
			tab.forgive() // what was asked of the one that had just gone
		})
	}
}

// TestListsBack: Back chooses what was chosen before, and the page shows that: of a match with the game that was open.
func TestListsBack(t *testing.T) {
	dir := t.TempDir()
	bring(t, playMatch(t, 2, "A", "B"), filepath.Join(dir, "first"))
	bring(t, playMatch(t, 2, "C", "D"), filepath.Join(dir, "second"))
	for _, name := range []string{"one.json", "two.json"} {
		write(t, fitOf(0.08, 10), filepath.Join(dir, name))
	}
	s, running := serving(t, dir)
	go s.watch(t.Context())
	b := openTab(t, running, 1280, 900)
	b.open("/match?match=first")
	b.until(`document.querySelector("#games tbody button")`)
	b.do(chromedp.Click("#games tbody button", chromedp.ByQuery))
	b.until(`document.getElementById("gamename").textContent.includes("A")`)
	b.pick("match", "second")
	b.until(`document.getElementById("games").textContent.includes("C")`)
	b.do(chromedp.NavigateBack())
	b.until(`document.getElementById("match").value === "first" && document.getElementById("games").textContent.includes("A") && document.getElementById("gamename").checkVisibility() && document.getElementById("gamename").textContent.includes("A")`)
	b.open("/weights?weights=one.json")
	b.pick("weights", "two.json")
	b.until(`location.search.includes("two.json")`)
	if err := os.Remove(filepath.Join(dir, "one.json")); err != nil {
		t.Fatal(err)
	}
	b.until(`![...document.getElementById("weights").options].some(o => o.value === "one.json")`)
	b.do(chromedp.NavigateBack())
	b.until(`document.getElementById("weights").value === "one.json" && document.getElementById("error").textContent.includes("one.json was removed at ")`)
	b.forgive() // what was asked of it
}

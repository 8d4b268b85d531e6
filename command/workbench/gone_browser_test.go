package workbench

import (
	"bytes"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"example.org/centipawn/internal/resume"
	"example.org/centipawn/weights"
)

// TestGone: a data file that is gone is said to be in its panel, in words, without its path; another question does not
// clear the error, and another file takes it back.
func TestGone(t *testing.T) {
	path, other := resultsFile(t), smallSample(t)
	server, _ := newTest(t, path, other)
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	for _, route := range []string{"/api/data", "/api/doctor"} {
		status, body := get(t, server, route, url.Values{"data": {"results.csv"}})
		if status != http.StatusNotFound || !bytes.Contains(body, []byte("results.csv")) || !bytes.Contains(body, []byte("it was removed or renamed")) || bytes.Contains(body, []byte(filepath.Dir(path))) {
			t.Errorf("%s: status %d: %s", route, status, body)
		}
	}
	b := openTab(t, server, 1280, 900)
	b.open("/data?data=results.csv")
	b.until(`document.getElementById("failed").textContent.includes("it was removed") && document.getElementById("notexamined").textContent.includes("it was removed")`)
	if !value[bool](b, `document.getElementById("failed").getBoundingClientRect().height > 0 && document.getElementById("shown").hidden`) {
		t.Error("the error is not seen")
	}
	b.forgive() // the console has the status of the answers
	b.do(chromedp.Evaluate(`{const s = document.getElementById("data"); s.value = "sample.csv"; s.dispatchEvent(new Event("change"))}`, nil))
	b.until(`!document.getElementById("shown").hidden && document.getElementById("failed").textContent === ""`)
	b.open("/compare?old=builtin&weights=builtin&rows=results.csv")
	b.until(`document.getElementById("reading").textContent.includes("it was removed")`)
	b.forgive()
}

// TestNotOpen: a link to what is not open says so and what is open; no other file is shown, and the address stays.
func TestNotOpen(t *testing.T) {
	run := newRun(t, weights.Builtin())
	iterate(t, run, 1)
	server, _ := newTest(t, resultsFile(t), hostileReport(t), playMatch(t, 2, "A", "B"), run, "published:pesto", exampleNetwork)
	b := openTab(t, server, 1280, 900)
	for _, link := range []struct{ path, open, shown string }{
		{"/position?weights=gone.json", "builtin", `document.querySelectorAll("#terms tbody tr").length`},
		{"/play?weights=gone.json", "builtin", `document.querySelectorAll("#moves button").length`},
		{"/play?network=gone.json", "sigmazero.nn", `document.querySelectorAll("#moves button").length`},
		{"/weights?weights=gone.json", "published:pesto", `document.querySelectorAll("#view-table tbody tr").length`},
		{"/compare?weights=gone.json&old=builtin", "builtin", `document.querySelectorAll("#moved tbody tr").length`},
		{"/compare?old=gone.json&weights=builtin", "builtin", `document.querySelectorAll("#moved tbody tr").length`},
		{"/whatif?weights=gone.json", "builtin", `document.querySelectorAll("#names option").length`},
		{"/data?data=gone.json", "results.csv", `document.querySelectorAll("#worst li").length`},
		{"/data?weights=gone.json", "builtin", `document.querySelectorAll("#worst li").length`},
		{"/fit?report=gone.json", "Open now", `document.querySelectorAll("#errors tbody tr").length`},
		{"/match?match=gone.json", "Open now", `document.querySelectorAll("#penta tbody tr").length`},
		{"/loop?run=gone.json", "Open now", `document.querySelectorAll("#iterations tbody tr").length`},
	} {
		b.open(link.path)
		b.until(`[...document.querySelectorAll("#error, .failed")].some(e => e.textContent.includes('"gone.json" is not open. Open now: '))`)
		if text := b.text("main"); !strings.Contains(text, link.open) {
			t.Errorf("%s does not name %s", link.path, link.open)
		}
		if n := value[int](b, link.shown); n != 0 {
			t.Errorf("%s shows %d lines of another file", link.path, n)
		}
		if !value[bool](b, `location.search.includes("gone.json")`) {
			t.Errorf("%s: the address has become %s", link.path, value[string](b, "location.href"))
		}
		b.forgive()
	}
}

// TestStopped: a match and a run whose program was killed are stopped, and say by which command they go on; while a
// program holds the lock they run.
func TestStopped(t *testing.T) {
	p := newPlaying(t, playMatch(t, 4, "A", "B"))
	p.bring(t, 5)
	run := newRun(t, weights.Builtin())
	iterate(t, run, 1)
	if err := os.MkdirAll(filepath.Join(run, "002"), 0o755); err != nil {
		t.Fatal(err)
	}
	server, token := newTest(t, p.dir, run)
	for _, c := range []struct{ page, lock, state, running, stopped string }{
		{"/match", filepath.Join(p.dir, "match.lock"), "state", "running", "stopped, 5 of 8"},
		{"/loop", filepath.Join(run, "run.lock"), "next", "Iteration 2 has begun", "Iteration 2 has stopped"},
	} {
		lock, err := resume.Lock(c.lock)
		if err != nil {
			t.Fatal(err)
		}
		b := openTab(t, server, 1280, 900)
		b.open(c.page + "?token=" + token)
		b.until(`document.getElementById("` + c.state + `").textContent.startsWith("` + c.running + `")`)
		if err := lock.Close(); err != nil {
			t.Fatal(err)
		}
		b.until(`document.getElementById("` + c.state + `").textContent.startsWith("` + c.stopped + `")`)
		if text := b.text("#resume"); !strings.HasPrefix(text, "Stopped, resume with: "+filepath.Base(os.Args[0])) {
			t.Errorf("%s: %q", c.page, text)
		}
		if lock, err = resume.Lock(c.lock); err != nil {
			t.Fatal(err)
		}
		b.until(`document.getElementById("` + c.state + `").textContent.startsWith("` + c.running + `")`)
		if err := lock.Close(); err != nil {
			t.Fatal(err)
		}
		b.open(c.page)
		b.until(`document.getElementById("resume").textContent === "Stopped: the same command goes on"`)
	}
}

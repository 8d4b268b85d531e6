package workbench

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// openDeskTab opens a tab of a server whose jobs are on, by the printed address.
func openDeskTab(t *testing.T, width int) (s *server, b *tab, dir string) {
	t.Helper()
	chromium(t)
	s, running, dir := atDesk(t)
	b = openTab(t, running, width, 900)
	b.open("/jobs?token=" + s.access.Token)
	if at := value[string](b, "location.search"); at != "" {
		t.Errorf("the address still has %q", at)
	}
	return s, b, dir
}

// clicked clicks what a selector finds and counts.
func (b *tab) clicked(n *int, selector string) {
	b.t.Helper()
	b.do(chromedp.ScrollIntoView(selector), chromedp.Click(selector))
	*n++
}

// state waits until a job has one of the states.
func (b *tab) state(job int, states ...string) {
	b.t.Helper()
	b.until(`["` + strings.Join(states, `","`) + `"].includes(document.querySelector("[data-job='` + strconv.Itoa(job) + `']")?.dataset.state)`)
}

// filled puts a value into a field.
func (b *tab) filled(name, text string) {
	b.t.Helper()
	b.do(chromedp.Evaluate(`(() => { const f = document.getElementById("flag-`+name+`"); f.value = `+strconv.Quote(text)+`; f.dispatchEvent(new Event("input", {bubbles: true})) })()`, nil))
}

// TestStartFit: a newcomer starts a fit in two clicks, and clones it with another lambda in two clicks and a number.
func TestStartFit(t *testing.T) {
	s, b, dir := openDeskTab(t, 1280)
	clicks := 0
	b.clicked(&clicks, `#new a[href="/jobs?new=fit"]`)
	b.do(chromedp.WaitReady("body[data-ready][data-checked][data-advised]"))
	if got := b.text("#line"); got != "fit -o fit.json -report fit sample.csv" {
		t.Errorf("the command is %q", got)
	}
	b.filled("loss", "sigmoid")
	b.until(`document.getElementById("line").textContent.includes("-loss sigmoid")`)
	b.clicked(&clicks, "#start")
	b.state(1, "done")
	if clicks != 2 {
		t.Errorf("%d clicks", clicks)
	}
	for _, name := range []string{"fit.json", "fit.run.toml", "fit/index.html"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
	b.until(`document.querySelector("[data-job='1'] a[href^='/weights']") !== null`) // the new file is open by itself

	clicks = 0
	b.clicked(&clicks, `[data-job="1"] [data-act=clone]`)
	b.do(chromedp.WaitReady("body[data-ready][data-checked]"))
	b.filled("lambda", "2")
	b.until(`document.getElementById("flag-lambda-wrong").textContent.includes("want 0 to 1")`)
	b.filled("lambda", "0.5")
	b.until(`document.getElementById("flag-lambda-wrong").textContent === "" && /-lambda 0.5 .*fit-2.json/.test(document.getElementById("line").textContent)`)
	if !strings.Contains(b.text("#time"), "the last such job here took") {
		t.Errorf("of its time %q is known", b.text("#time"))
	}
	b.clicked(&clicks, "#start")
	b.state(2, "done")
	if _, err := os.Stat(filepath.Join(dir, "fit-2.json")); err != nil || clicks != 2 {
		t.Errorf("%d clicks, %v", clicks, err)
	}
	list := s.jobs.Queue.Jobs()
	if !strings.Contains(list[1].Line, "-lambda 0.5") {
		t.Errorf("the command was %q", list[1].Line)
	}
	clicks = 0
	b.do(chromedp.Navigate(b.site.String()+"/jobs?clone-run=fit-2.json"), chromedp.WaitReady("body[data-ready][data-checked]"))
	if got := value[string](b, `document.getElementById("flag-lambda").value`); got != "0.5" {
		t.Errorf("a clone of the weights has lambda %q", got)
	}
}

// TestStartFitByKeys: the same by keys alone: Tab to the link, Enter, Enter.
func TestStartFitByKeys(t *testing.T) {
	_, b, dir := openDeskTab(t, 1280)
	focused := func(href string) bool {
		return value[bool](b, `document.activeElement?.getAttribute("href") === "`+href+`"`)
	}
	b.do(chromedp.Evaluate(`document.getElementById("main").focus()`, nil)) // as the link to skip the menu does
	keys := 0
	for !focused("/jobs?new=fit") && keys < 5 {
		b.keys(tabKey)
		keys++
	}
	b.keys(enter)
	b.do(chromedp.WaitReady("body[data-ready][data-checked][data-advised]"))
	b.until(`document.activeElement.id === "flag-args"`)
	b.keys(enter)
	b.state(1, "done")
	if _, err := os.Stat(filepath.Join(dir, "fit.json")); err != nil || keys > 2 {
		t.Errorf("%d keys, %v", keys+2, err)
	}
}

// TestStopAndResume: a match is started, stopped and continued, each by one click; it keeps its games. A value that a flag
// refuses is said at its field, and nothing starts.
func TestStopAndResume(t *testing.T) {
	s, b, dir := openDeskTab(t, 390)
	b.open("/jobs?new=match&nodes=200&games=100000&concurrency=1")
	b.do(chromedp.WaitReady("body[data-checked]"))
	b.filled("sprt", "much")
	b.until(`document.getElementById("flag-sprt-wrong").textContent.includes("want two bounds")`)
	b.do(chromedp.Click("#start"))
	b.until(`document.activeElement.id === "flag-sprt"`)
	if n := len(s.jobs.Queue.Jobs()); n != 0 {
		t.Errorf("%d jobs", n)
	}
	b.filled("sprt", "0,10")
	b.until(`document.getElementById("facts").textContent.includes("games if the truth is 10")`)
	if over := value[int](b, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
		t.Errorf("%d pixels too wide", over)
	}
	b.filled("sprt", "")
	b.until(`!document.getElementById("line").textContent.includes("-sprt")`)
	b.do(chromedp.Click("#start"))
	b.state(1, "running")
	games := func() int {
		text, _ := os.ReadFile(filepath.Join(dir, "match", "games.jsonl"))
		return strings.Count(string(text), `"result"`)
	}
	until(t, func() bool { return games() > 1 })
	clicks := 0
	b.clicked(&clicks, `[data-job="1"] [data-act=stop]`)
	b.state(1, "stopped")
	kept := games()
	if kept < 2 {
		t.Errorf("%d games", kept)
	}
	b.clicked(&clicks, `[data-job="1"] [data-act=resume]`)
	b.state(1, "running")
	until(t, func() bool { return games() > kept })
	b.clicked(&clicks, `[data-job="1"] [data-act=stop]`)
	b.state(1, "stopped")
	if clicks != 3 {
		t.Errorf("%d clicks", clicks)
	}
	if over := value[int](b, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
		t.Errorf("%d pixels too wide", over)
	}
}

// TestJobsWithoutToken: a page of somebody without the token says so.
func TestJobsWithoutToken(t *testing.T) {
	chromium(t)
	_, running, _ := atDesk(t)
	b := openTab(t, running, 1280, 900)
	b.open("/jobs?new=fit")
	b.until(`!document.getElementById("error").hidden && document.getElementById("error").textContent.includes("the address that the command printed")`)
	b.forgive() // the console has the status of the answers
}

// TestJobsScreenshots takes pictures of the page, to be looked at.
func TestJobsScreenshots(t *testing.T) {
	if *screenshots == "" {
		t.Skip("takes pictures: pass -screenshots FOLDER")
	}
	s, b, _ := openDeskTab(t, 1440)
	for i, path := range []string{"/jobs?new=fit&loss=sigmoid", "/jobs?new=match&nodes=2000&sprt=0,10&concurrency=1", "/jobs?new=texel&games=40&iterations=1"} {
		b.open(path)
		b.do(chromedp.WaitReady("body[data-checked]"), chromedp.Click("#start"))
		until(t, func() bool { return len(s.jobs.Queue.Jobs()) > i })
	}
	b.state(1, "done")
	b.until(`document.querySelector("[data-job='2'] pre")?.textContent.includes("LLR")`)
	for _, width := range []int64{390, 1440} {
		b.do(chromedp.EmulateViewport(width, 900))
		for _, scheme := range []string{"light", "dark"} {
			b.do(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}))
			for name, path := range map[string]string{"jobs": "/jobs", "jobs_fit": "/jobs?new=fit&lambda=2", "jobs_match": "/jobs?new=match&sprt=0,10"} {
				b.open(path)
				b.until(`document.body.dataset.jobs === "3"`)
				if path != "/jobs" {
					b.do(chromedp.WaitReady("body[data-checked]"))
				}
				var picture []byte
				b.do(chromedp.CaptureScreenshot(&picture))
				file := filepath.Join(*screenshots, fmt.Sprintf("%s_%s_%d.png", name, scheme, width))
				if err := os.WriteFile(file, picture, 0o644); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

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

// TestRefusedFlag: a value that a flag refuses is said at its field, and nothing starts; on a telephone, too.
func TestRefusedFlag(t *testing.T) {
	s, b, _ := openDeskTab(t, 390)
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
	b.fits()
	b.filled("sprt", "")
	b.until(`!document.getElementById("line").textContent.includes("-sprt")`)
	b.do(chromedp.Click("#start"))
	b.state(1, "running")
	b.fits()
}

// fits fails the test if the page is wider than its window.
func (b *tab) fits() {
	b.t.Helper()
	if over := value[int](b, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
		b.t.Errorf("%d pixels too wide", over)
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

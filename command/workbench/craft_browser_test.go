package workbench

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// axeHash is that of testdata/axe/axe.min.js: axe-core 4.10.3 of npm, by Deque Systems, MPL-2.0, unchanged. Tests
// alone use it.
const axeHash = "iAlwwIFwc2DmTzTOol/5GJL1vJVnWwd2kluXCd2KaLs="

// axe returns the checks of accessibility, a script.
func axe(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("testdata/axe/axe.min.js")
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(text)
	if got := base64.StdEncoding.EncodeToString(sum[:]); got != axeHash {
		t.Fatalf("axe-core has the hash %s", got)
	}
	return string(text)
}

// worked are the pages with something on each, and what they need to be complete.
var worked = []struct{ path, complete string }{
	{"/", `document.querySelector("main")`},
	{"/position?weights=builtin&versus=published:standard", `document.body.dataset.explained`},
	{"/position?weights=builtin&term=mobility.bishop.7", `document.body.dataset.explained`},
	{"/play?weights=builtin", `document.body.dataset.turn === "own"`},
	{"/weights?weights=builtin&versus=published:standard&rows=sample.csv&filter=mobility.knight", `document.querySelector("#table tbody tr")`},
	{"/weights?weights=builtin&versus=published:standard&view=boards", `document.querySelector("#boards td")`},
	{"/weights?weights=builtin&versus=published:standard&view=boards&what=move", `document.querySelector("#boards td")`},
	{"/weights?weights=builtin&versus=published:standard&view=curves", `document.querySelector("#curves canvas")`},
	{"/compare?weights=builtin&versus=published:standard&rows=sample.csv", `document.querySelector("#pieces tbody tr")`},
	{"/whatif?weights=builtin&rows=sample.csv&set=tempo.mg%3D10", `document.querySelector("#bad li")`},
	{"/data?weights=builtin&data=sample.csv", `document.querySelector("#worst li") && document.querySelector("#findings li")`},
	{"/fit", `document.querySelector("#errors tbody tr")`},
	{"/advice", `document.querySelector("#ranked tr")`},
	{"/match?game=1", `document.querySelector("#games tbody tr")`},
	{"/loop", `document.querySelector("#differences tbody tr")`},
}

// quiet waits until nothing moves: two frames after what a page needs is there.
func (b *tab) quiet(complete string) {
	b.t.Helper()
	b.until(`document.readyState === "complete" && (document.body.dataset.ready && document.body.dataset.awaits === undefined || location.pathname === "/") && (` + complete + `)`)
	awaited(b, `{await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))); return ""}`)
}

// in chooses light or dark.
func (b *tab) in(scheme string) {
	b.t.Helper()
	b.do(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}))
}

// TestAccessible: axe has no finding on any page, light on a usual screen, dark on a telephone.
func TestAccessible(t *testing.T) {
	script := axe(t)
	server, _ := newTest(t, append(everything(t), "published:standard", smallSample(t))...)
	for _, w := range worked {
		t.Run(w.path, func(t *testing.T) {
			b := openTab(t, server, 1440, 900)
			b.do(chromedp.Navigate(server.URL + w.path))
			b.quiet(w.complete)
			b.do(chromedp.Evaluate(script, nil))
			for _, look := range []struct {
				width  int64
				scheme string
			}{{1440, "light"}, {390, "dark"}} {
				b.do(chromedp.EmulateViewport(look.width, 900))
				b.in(look.scheme)
				b.quiet(w.complete)
				found := awaited(b, `{
					const alike = [["tbody tr:nth-child(n+13)"], [".pst:nth-child(n+4)"], ["li:nth-child(n+7)"]] // as those before them
					const r = await axe.run({exclude: alike}, {resultTypes: ["violations"]})
					return r.violations.flatMap(v => v.nodes.slice(0, 4).map(n => v.id + ": " + n.target.join(" ") + ": " + n.failureSummary.split("\n")[1] + (v.nodes.length > 4 ? " and others, " + v.nodes.length : ""))).join("\n")
				}`)
				for line := range strings.Lines(found) {
					t.Errorf("%s, %d wide: %s", look.scheme, look.width, strings.TrimSpace(line))
				}
			}
		})
	}
}

// mostShift is how much of a page may move under the reader's eyes, as browsers count it (Cumulative Layout Shift).
const mostShift = 0.05

// watchShift counts the shifts of a page from its first moment on.
const watchShift = `window.shifts = []
new PerformanceObserver(list => { for (const e of list.getEntries()) if (!e.hadRecentInput)
	shifts.push([e.value, ...e.sources.slice(0, 3).map(s => s.node?.id || s.node?.parentElement?.id || s.node?.className || s.node?.nodeName)]) }).observe({type: "layout-shift", buffered: true})`

// TestShift: what is on a page stays where it is while the rest comes.
func TestShift(t *testing.T) {
	server, _ := newTest(t, append(everything(t), "published:standard", smallSample(t))...)
	for _, width := range []int{1440, 390} {
		b := openTab(t, server, width, 900)
		b.do(chromedp.ActionFunc(func(ctx context.Context) error {
			_, err := cdppage.AddScriptToEvaluateOnNewDocument(watchShift).Do(ctx)
			return err
		}))
		for _, w := range worked {
			t.Run(fmt.Sprint(w.path, " ", width), func(t *testing.T) {
				for range 2 { // the second time all is measured, and nothing says how far it is
					b.do(chromedp.Navigate(server.URL + w.path))
					b.quiet(w.complete)
				}
				sum := value[float64](b, `shifts.reduce((sum, s) => sum + s[0], 0)`)
				if sum > mostShift {
					t.Errorf("%.3f: %s", sum, value[string](b, `JSON.stringify(shifts.filter(s => s[0] > 0.005))`))
				}
			})
		}
	}
}

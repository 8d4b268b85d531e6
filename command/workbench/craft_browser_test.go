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
	{"/weights?weights=builtin&versus=published:standard&rows=sample.csv", `document.querySelector("#table tbody tr")`},
	{"/weights?weights=builtin&versus=published:standard&view=boards", `document.querySelector("#boards td")`},
	{"/weights?weights=builtin&versus=published:standard&view=boards&what=move", `document.querySelector("#boards td")`},
	{"/weights?weights=builtin&versus=published:standard&view=curves", `document.querySelector("#curves canvas")`},
	{"/compare?weights=builtin&versus=published:standard&rows=sample.csv", `document.querySelector("#pieces tbody tr")`},
	{"/whatif?weights=builtin&rows=sample.csv&set=tempo.mg%3D10", `document.querySelector("#bad li")`},
	{"/data?weights=builtin&data=sample.csv", `document.querySelector("#worst li") && document.querySelector("#findings li")`},
	{"/fit", `document.querySelector("#errors tbody tr")`},
	{"/advice", `document.querySelector("#ranked tr")`},
	{"/match?game=1", `document.querySelector("#games tbody tr")`},
	{"/loop", `document.querySelector("#iterations tbody tr")`},
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

// TestAccessible: axe has no finding on any page, light or dark, on a telephone, a small and a usual screen.
func TestAccessible(t *testing.T) {
	script := axe(t)
	server, _ := newTest(t, append(everything(t), "published:standard", smallSample(t))...)
	b := openTab(t, server, 1440, 900)
	for _, w := range worked {
		b.do(chromedp.Navigate(server.URL + w.path))
		b.quiet(w.complete)
		b.do(chromedp.Evaluate(script, nil))
		for _, scheme := range []string{"light", "dark"} {
			b.in(scheme)
			for _, width := range []int64{1440, 1024, 390} {
				b.do(chromedp.EmulateViewport(width, 900))
				b.quiet("true")
				found := awaited(b, `{
					const r = await axe.run(document, {resultTypes: ["violations"]})
					return r.violations.flatMap(v => v.nodes.slice(0, 4).map(n => v.id + ": " + n.target.join(" ") + ": " + n.failureSummary.split("\n")[1] + (v.nodes.length > 4 ? " and others, " + v.nodes.length : ""))).join("\n")
				}`)
				for line := range strings.Lines(found) {
					t.Errorf("%s, %s, %d wide: %s", w.path, scheme, width, strings.TrimSpace(line))
				}
			}
		}
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
			for range 2 { // the second time all is measured, and nothing says how far it is
				b.do(chromedp.Navigate(server.URL + w.path))
				b.quiet(w.complete)
			}
			sum := value[float64](b, `shifts.reduce((sum, s) => sum + s[0], 0)`)
			said := fmt.Sprintf("%s, %d wide: %.3f: %s", w.path, width, sum, value[string](b, `JSON.stringify(shifts.filter(s => s[0] > 0.005))`))
			if sum > mostShift {
				t.Error(said)
			} else {
				t.Log(said)
			}
		}
	}
}

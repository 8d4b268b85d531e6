package workbench

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"example.org/centipawn/command/workbench/desk"
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

// A work is a page with something on it: what it needs to be complete, and what opens more of it than its folded parts,
// with what is there once that is open.
type work struct{ path, complete, open, opened string }

// name is the page's, for a test.
func (w work) name() string { return strings.TrimSpace(w.path + " " + w.opened) }

const (
	explained = `document.body.dataset.explained`
	ordered   = `document.body.dataset.checked && document.body.dataset.advised`
)

var worked = []work{
	{path: "/?filter=", complete: runsListed},
	{"/?filter=", runsListed, `document.querySelector("#runs .edit").click()`, `document.getElementById("noting").open`},
	{path: "/overlay?run=one.json&run=two.json&rows=sample.csv", complete: `document.body.dataset.measured`},
	{path: "/jobs?new=fit", complete: ordered},
	{path: "/jobs?new=match", complete: `document.body.dataset.checked`},
	{path: "/position?weights=builtin&versus=published:standard", complete: explained},
	{path: "/position?weights=builtin&term=mobility.bishop.7", complete: explained},
	{"/position?weights=builtin&fen=" + url.QueryEscape(lessonFEN), explained, pressed("f3"), `document.querySelector("#chosen h2")?.textContent.startsWith("f3")`},
	{"/position?weights=builtin&fen=" + url.QueryEscape("8/P6k/8/8/8/8/8/K7 w - - 0 1"), explained, pressed("a7", "a8"), `document.getElementById("promotion")?.open`},
	{"/position?weights=builtin&term=mobility.bishop.7&fen=" + url.QueryEscape(lessonFEN), explained, `document.getElementById("present").click()`, `document.querySelector("#presentstory[data-told]")`},
	{path: "/follow", complete: `document.querySelector("#story[data-told]")`},
	{path: "/play?weights=builtin", complete: `document.body.dataset.turn === "own"`},
	{path: "/play?weights=builtin&network=" + filepath.Base(exampleNetwork) + "&nodes=20&arrows=visits", complete: `document.body.dataset.seen === "visits"`},
	{path: "/weights?weights=builtin&versus=published:standard&rows=sample.csv&filter=mobility.knight", complete: `document.querySelector("#table tbody tr")`},
	{path: "/weights?weights=builtin&versus=published:standard&view=boards", complete: `document.querySelector("#boards td")`},
	{path: "/weights?weights=builtin&versus=published:standard&view=boards&what=move", complete: `document.querySelector("#boards td")`},
	{path: "/weights?weights=builtin&versus=published:standard&view=curves", complete: `document.querySelector("#curves canvas")`},
	{path: "/compare?weights=builtin&versus=published:standard&rows=sample.csv", complete: `document.querySelector("#pieces tbody tr") && document.querySelector("#boards td")`},
	{path: "/whatif?weights=builtin&rows=sample.csv&set=tempo.mg%3D10", complete: `document.querySelector("#bad li") && document.body.dataset.profiled`},
	{path: "/data?weights=builtin&data=sample.csv", complete: `document.querySelector("#worst li") && document.querySelector("#findings li") && document.querySelector("#ladder[data-state=counted]")`},
	{path: "/fit", complete: `document.querySelector("#errors tbody tr")`},
	{path: "/advice", complete: `document.querySelector("#ranked tr")`},
	{path: "/match?game=1", complete: `document.querySelector("#games tbody tr")`},
	{path: "/match?match=duel", complete: `document.querySelector("#games tbody tr")`},
	{path: "/loop", complete: `document.querySelector("#differences tbody tr")`},
}

const runsListed = `document.querySelector("#runs tbody tr .edit")`

// pressed presses Enter on squares of the board, one after the other.
func pressed(squares ...string) (script string) {
	for _, s := range squares {
		script += `document.querySelector("[data-square=` + s + `][role=gridcell]").dispatchEvent(new KeyboardEvent("keydown", {key: "Enter", bubbles: true}));`
	}
	return script
}

// workshop returns a server of all that there is to show, whose jobs are on and whose teacher shows a position; the
// browser has its token.
func workshop(t *testing.T) *httptest.Server {
	t.Helper()
	chromium(t)
	sample := smallSample(t)
	dir := filepath.Dir(sample)
	write(t, fitOf(0.08, 10), filepath.Join(dir, "one.json"))
	write(t, fitOf(0.09, 20), filepath.Join(dir, "two.json"))
	duel := filepath.Join(t.TempDir(), "duel")
	if err := os.Rename(playMatch(t, 2, "A", "B"), duel); err != nil {
		t.Fatal(err)
	}
	s, running := serving(t, append(everything(t), "published:standard", duel, dir)...)
	d, err := desk.Open(&desk.Options{AtOnce: 1}, s.project, []string{dir}, nil, running.Listener.Addr())
	if err != nil || d.Off != "" {
		t.Fatalf("%v %s", err, d.Off)
	}
	s.jobs = d
	shown := `{"open": true, "fen": "` + lessonFEN + `", "weights": "builtin", "term": "mobility.bishop.7", "marks": [{"square": "c4", "kind": "plus", "text": "+1", "said": ""}], "drawn": ["Gc4f7"]}`
	reply, err := http.Post(running.URL+"/api/lead?token="+s.access.Token, "application/json", strings.NewReader(shown))
	if err != nil || reply.Body.Close() != nil || reply.StatusCode != http.StatusOK {
		t.Fatal(reply, err)
	}
	openTab(t, running, 1440, 900).open("/?token=" + s.access.Token)
	return running
}

// quiet waits until nothing moves: two frames after what a page needs is there.
func (b *tab) quiet(complete string) {
	b.t.Helper()
	b.until(`document.readyState === "complete" && document.body.dataset.ready && document.body.dataset.awaits === undefined && (` + complete + `)`)
	awaited(b, `{await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))); return ""}`)
}

// in chooses light or dark.
func (b *tab) in(scheme string) {
	b.t.Helper()
	b.do(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}))
}

// looks are widths and colours in which a page is checked: by all rules first, as on a screen and a telephone, then by
// those that depend on what is beside what and on colours.
var looks = []struct {
	width  int64
	scheme string
	rules  string // those that run, an option of axe.run; "" for all
}{
	{1440, "light", ""}, {390, "dark", ""},
	{1440, "dark", visible}, {1024, "dark", visible}, {1024, "light", visible}, {390, "light", visible},
}

const visible = `runOnly: ["color-contrast", "link-in-text-block", "scrollable-region-focusable"],`

// findings asks axe, with options, for what is wrong with the page.
func (b *tab) findings(rules string) string {
	b.t.Helper()
	return awaited(b, `{
		const alike = [["tbody tr:nth-child(n+13)"], [".pst:nth-child(n+4)"], [".shelf button:nth-child(n+3)"], ["#shelves section:nth-child(n+4)"], ["#curves > * > :nth-child(n+4)"], ["li:nth-child(n+7)"]] // as those before them
		const r = await axe.run({exclude: alike}, {`+rules+` resultTypes: ["violations"]})
		return r.violations.flatMap(v => v.nodes.slice(0, 4).map(n => v.id + ": " + n.target.join(" ") + ": " + n.failureSummary.split("\n")[1] + (v.nodes.length > 4 ? " and others, " + v.nodes.length : ""))).join("\n")
	}`)
}

// TestAccessible: axe has no finding on any page with all that unfolds unfolded, on wide, middle and small screens, light
// and dark.
func TestAccessible(t *testing.T) {
	script := axe(t)
	server := workshop(t)
	for _, w := range worked {
		t.Run(w.name(), func(t *testing.T) {
			b := openTab(t, server, 1440, 900)
			b.front()
			b.do(chromedp.Navigate(server.URL + w.path))
			b.quiet(w.complete)
			b.do(chromedp.Evaluate(`document.querySelectorAll("details:not(#setup)").forEach(d => { d.open = true })`, nil))
			if w.open != "" {
				b.do(chromedp.Evaluate(w.open, nil))
				b.until(w.opened)
			}
			b.do(chromedp.Evaluate(script, nil))
			for _, look := range looks {
				b.do(chromedp.EmulateViewport(look.width, 900))
				b.in(look.scheme)
				b.quiet(w.complete)
				for line := range strings.Lines(b.findings(look.rules)) {
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
	server := workshop(t)
	visits := 2 // the second time all is measured, and nothing says how far it is
	for _, width := range []int{1440, 390} {
		b := openTab(t, server, width, 900)
		b.front()
		b.do(chromedp.ActionFunc(func(ctx context.Context) error {
			_, err := cdppage.AddScriptToEvaluateOnNewDocument(watchShift).Do(ctx)
			return err
		}))
		for _, w := range worked {
			if w.open != "" {
				continue // the same page as another
			}
			t.Run(fmt.Sprint(w.path, " ", width), func(t *testing.T) {
				for range visits {
					b.do(chromedp.Navigate(server.URL + w.path))
					b.quiet(w.complete)
				}
				sum := value[float64](b, `shifts.reduce((sum, s) => sum + s[0], 0)`)
				if sum > mostShift {
					t.Errorf("%.3f: %s", sum, value[string](b, `JSON.stringify(shifts.filter(s => s[0] > 0.005))`))
				}
			})
		}
		visits = 1
	}
}

package workbench

import (
	"context"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	cdplog "github.com/chromedp/cdproto/log"

	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/long"
)

// When what is waited for is given up, and a tab.
const (
	browserTime = time.Minute
	tabTime     = 5 * time.Minute
)

// chromium returns the path of a browser, or skips the rest of the test: without one, and with -short.
func chromium(t *testing.T) string {
	t.Helper()
	long.Skip(t, "runs a browser")
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		path, err := exec.LookPath(name)
		if err == nil && exec.Command(path, "--version").Run() == nil { // some systems have a stub of the name
			return path
		}
	}
	t.Skip("needs a browser: chromium is not installed")
	return ""
}

// A tab is a browser's, with what went wrong in it.
type tab struct {
	context.Context
	t    *testing.T
	site *url.URL // server or file
	mu   sync.Mutex
	bad  []string // errors of the console, and requests to others
}

// The browser of all tests: it starts with the first that needs it.
var browser struct {
	sync.Once
	context.Context
	end []func()
	err error
}

// TestMain ends the browser. The test's binary is the commands that jobs run, too, as the workbench is.
func TestMain(m *testing.M) {
	if name, run := Program(); name != "workbench" {
		cli.Main(name, run)
	}
	status := m.Run()
	for _, end := range slices.Backward(browser.end) {
		end()
	}
	os.Exit(status)
}

// startBrowser starts the browser with a profile of its own.
func startBrowser(path string) {
	profile, err := os.MkdirTemp("", "workbench")
	if err != nil {
		browser.err = err
		return
	}
	browser.end = append(browser.end, func() { _ = os.RemoveAll(profile) }) // a browser that ends may still write: leftovers are not a fault
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.UserDataDir(profile),
		chromedp.NoSandbox, chromedp.WSURLReadTimeout(browserTime))
	for _, flag := range []string{"disable-gpu", "disable-quic", "disable-background-networking", "disable-component-update", "disable-sync", "no-first-run"} {
		options = append(options, chromedp.Flag(flag, true))
	}
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	browser.end = append(browser.end, cancel)
	browser.Context, cancel = chromedp.NewContext(ctx)
	browser.end = append(browser.end, cancel, func() { _ = chromedp.Cancel(browser.Context) })
	browser.err = chromedp.Run(browser.Context)
}

// openTab opens a tab for a server's pages. At the end of the test nothing may have gone wrong in it.
func openTab(t *testing.T, server *httptest.Server, width, height int) *tab {
	t.Helper()
	site, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	return newTab(t, site, width, height)
}

// newTab opens a tab for a site: a server, or a file that may ask for nothing.
func newTab(t *testing.T, site *url.URL, width, height int) *tab {
	t.Helper()
	path := chromium(t)
	browser.Do(func() { startBrowser(path) })
	if browser.err != nil {
		t.Fatal(browser.err)
	}
	ctx, cancel := chromedp.NewContext(browser.Context)
	t.Cleanup(cancel)
	ctx, cancel = context.WithTimeout(ctx, tabTime)
	t.Cleanup(cancel)
	b := &tab{Context: ctx, t: t, site: site}
	chromedp.ListenTarget(ctx, b.listen)
	b.do(chromedp.EmulateViewport(int64(width), int64(height)), cdplog.Enable(), network.Enable())
	t.Cleanup(b.check)
	return b
}

func (b *tab) listen(event any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.APITypeError || e.Type == runtime.APITypeWarning {
			b.bad = append(b.bad, "console: "+string(e.Args[0].Value)+e.Args[0].Description)
		}
	case *runtime.EventExceptionThrown:
		b.bad = append(b.bad, "exception: "+e.ExceptionDetails.Error())
	case *cdplog.EventEntryAdded:
		if e.Entry.Level == cdplog.LevelError {
			b.bad = append(b.bad, "log: "+e.Entry.Text+" "+e.Entry.URL)
		}
	case *network.EventRequestWillBeSent:
		u, err := url.Parse(e.Request.URL)
		own := err == nil && u.Host == b.site.Host && (b.site.Scheme != "file" || u.Path == b.site.Path)
		if err != nil || u.Scheme != "data" && !own {
			b.bad = append(b.bad, "request to another place: "+e.Request.URL)
		}
	}
}

// check fails the test if something went wrong in the tab.
func (b *tab) check() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, text := range b.bad {
		b.t.Error(text)
	}
}

// forgive forgets what went wrong so far, where a test has made it so.
func (b *tab) forgive() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.bad = nil
}

func (b *tab) do(actions ...chromedp.Action) {
	b.t.Helper()
	if err := chromedp.Run(b, actions...); err != nil {
		b.t.Fatal(err)
	}
}

// open opens a page and waits until its module has done its first work.
func (b *tab) open(path string) {
	b.t.Helper()
	b.front() // a page in the background is not shown before it is seen
	b.do(chromedp.Navigate(b.site.String()+path), chromedp.WaitReady("body[data-ready]"))
}

// until waits for a condition in JavaScript.
func (b *tab) until(condition string) {
	b.t.Helper()
	b.do(chromedp.Poll(condition, nil, chromedp.WithPollingTimeout(browserTime)))
}

// text returns the text of an element.
func (b *tab) text(selector string) (text string) {
	b.t.Helper()
	b.do(chromedp.Text(selector, &text, chromedp.NodeReady))
	return strings.TrimSpace(text)
}

// value returns what an expression in JavaScript is.
func value[T any](b *tab, expression string) (v T) {
	b.t.Helper()
	b.do(chromedp.Evaluate(expression, &v))
	return v
}

// keys types keys into what has the focus.
func (b *tab) keys(keys ...string) {
	b.t.Helper()
	for _, k := range keys {
		b.do(typed(k))
	}
}

// typed presses the keys of a text as a keyboard does: the press and its character are one event, which a page takes or
// leaves as a whole. Sent by themselves, the character comes even if the page has taken the press.
func typed(text string, options ...chromedp.KeyOption) chromedp.Tasks {
	var events chromedp.Tasks
	for _, r := range text {
		for _, e := range kb.Encode(r) {
			if e.Type == input.KeyChar {
				down := events[len(events)-1].(*input.DispatchKeyEventParams)
				down.Text, down.UnmodifiedText = e.Text, e.UnmodifiedText
				continue
			}
			for _, set := range options {
				set(e)
			}
			events = append(events, e)
		}
	}
	return events
}

// click clicks a square of the board.
func (b *tab) click(square string) {
	b.t.Helper()
	b.mouse("mousePressed", square)
	b.mouse("mouseReleased", square)
}

// mouse sends an event of the mouse on a square of the board.
func (b *tab) mouse(event, square string) {
	b.t.Helper()
	at := value[[]float64](b, `(() => { const c = document.querySelector('[data-square="`+square+`"][role=gridcell]'); c.scrollIntoView({block: "nearest"}); const r = c.getBoundingClientRect(); return [r.x + r.width/2, r.y + r.height/2] })()`)
	b.do(chromedp.MouseEvent(input.MouseType(event), at[0], at[1], chromedp.Button("left"), chromedp.ClickCount(1)))
}

// number64 is a number in JavaScript.
func number64(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

const enter, tabKey, up, down, left, right = kb.Enter, kb.Tab, kb.ArrowUp, kb.ArrowDown, kb.ArrowLeft, kb.ArrowRight

const pageDown, escape = kb.PageDown, kb.Escape

// awaited returns the text that an expression in JavaScript with await comes to.
func awaited(b *tab, expression string) (text string) {
	b.t.Helper()
	b.do(chromedp.Evaluate("(async () => "+expression+")()", &text, func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }))
	return text
}

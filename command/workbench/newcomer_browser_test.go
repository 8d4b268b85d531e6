package workbench

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"example.org/centipawn/command/fit"
	"example.org/centipawn/internal/cli"
)

// newcomerTasks are what a newcomer wants of a folder, and how much he does for each from the first page on: at most this
// many clicks, drags and texts by mouse; at most this many keys and texts by the keyboard alone. A text that is typed
// into a field counts as one; Tab and arrows count each time. docs/workbench_project.md has the same numbers.
var newcomerTasks = []struct {
	name     string
	mouse    func(*mouse)
	clicks   int
	keyboard func(*keyboard)
	keys     int
}{
	{"open a folder and see its runs", openByMouse, 0, openByKeys, 0},
	{"find the best of ten fits", bestByMouse, 1, bestByKeys, 11},
	{"see why two fits differ", differByMouse, 4, differByKeys, 23},
	{"start a fit", startByMouse, 3, startByKeys, 8},
	{"clone a fit with another λ", cloneByMouse, 5, cloneByKeys, 15},
	{"stop a match and resume it", stopByMouse, 3, stopByKeys, 8},
	{"find the worst position of a fit", worstByMouse, 2, worstByKeys, 9},
	{"find the worst position of a data file", worstOfDataByMouse, 2, worstOfDataByKeys, 10},
	{"drag a weight and fit only it", dragByMouse, 5, dragByKeys, 16},
	{"play a game to its end and save it", playByMouse, 5, playByKeys, 18},
	{"save a page to mail it", saveByMouse, 2, saveByKeys, 8},
}

// A hand does a task in a tab, from the first page of a project on, and counts.
type hand struct {
	*tab
	s     *server
	dir   string // the project
	saved string // the folder of downloads
	did   []string
}

// A mouse is a hand that clicks, drags, and types into what it has clicked.
type mouse struct{ *hand }

// A keyboard is a hand that only presses keys.
type keyboard struct{ *hand }

// TestNewcomer: each task is done in a browser, by mouse and by keys alone, with no more clicks and keys than its row says.
func TestNewcomer(t *testing.T) {
	chromium(t)
	project := newcomerProject(t)
	for _, task := range newcomerTasks {
		t.Run(task.name, func(t *testing.T) {
			t.Run("mouse", func(t *testing.T) {
				h := firstPage(t, project)
				task.mouse(&mouse{h})
				h.within(task.clicks)
			})
			t.Run("keyboard", func(t *testing.T) {
				h := firstPage(t, project)
				task.keyboard(&keyboard{h})
				h.within(task.keys)
			})
		})
	}
}

// TestNewcomerOpens: workbench FOLDER prints an address whose page lists the runs of the folder.
func TestNewcomerOpens(t *testing.T) {
	chromium(t)
	dir := newcomerProject(t)
	ctx, stop := context.WithCancel(t.Context())
	out, in := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		err := Main(ctx, []string{"-listen", "127.0.0.1:0", dir}, cli.Streams{Out: in, Err: io.Discard})
		in.CloseWithError(io.ErrUnexpectedEOF)
		ended <- err
	}()
	var line string
	if _, err := fmt.Fscanln(out, &line); err != nil {
		t.Fatal(err)
	}
	address, err := url.Parse(line)
	if err != nil {
		t.Fatal(err)
	}
	b := newTab(t, &url.URL{Scheme: address.Scheme, Host: address.Host}, 1280, 900)
	b.open(address.RequestURI())
	b.until(`["fit06.json", "half.json", "games", "new.json"].every(l => document.querySelector("#runs").textContent.includes(l))`)
	b.do(chromedp.Navigate("about:blank")) // its streams end before the server does
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// TestNewcomerPage: the documentation has the numbers of the tests.
func TestNewcomerPage(t *testing.T) {
	text, err := os.ReadFile("../../docs/workbench_project.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, task := range newcomerTasks {
		if row := fmt.Sprintf("| %s | %d | %d |\n", task.name, task.clicks, task.keys); !strings.Contains(string(text), row) {
			t.Errorf("docs/workbench_project.md lacks the row %s", row)
		}
	}
}

// newcomerRows is how many lines of the sample the tasks fit: few, so that fits take little time.
const newcomerRows = 1500

// newcomerProject is a folder with ten fits, a match, a data file, and a fit to it with its report.
func newcomerProject(t *testing.T) (dir string) {
	t.Helper()
	dir = tenFits(t)
	text, err := os.ReadFile(smallSample(t))
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.SplitAfterN(text, []byte("\n"), newcomerRows+1)
	sample := filepath.Join(dir, "sample.csv")
	if err := os.WriteFile(sample, bytes.Join(lines[:newcomerRows], nil), 0o644); err != nil {
		t.Fatal(err)
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir) // its run file names the data as one who is in the folder does: copies of it have theirs
	printedBy(t, fit.Main, "-set", "alphaone", "-loss", "sigmoid", "-o", "new.json", "-report", "report", "sample.csv")
	t.Chdir(here)
	return dir
}

// firstPage opens the first page of a copy of a project.
func firstPage(t *testing.T, project string) *hand {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "engine")
	if err := os.CopyFS(dir, os.DirFS(project)); err != nil {
		t.Fatal(err)
	}
	s, running := deskOf(t, dir)
	h := &hand{tab: openTab(t, running, 1280, 900), s: s, dir: dir, saved: t.TempDir()}
	h.do(cdpbrowser.SetDownloadBehavior(cdpbrowser.SetDownloadBehaviorBehaviorAllow).WithDownloadPath(h.saved))
	h.open("/?token=" + s.access.Token)
	h.on("/", `document.querySelector("#runs tbody tr")`)
	return h
}

// on waits until a page is there and a condition holds.
func (h *hand) on(path, condition string) {
	h.t.Helper()
	ask := `Boolean(location.pathname === "` + path + `" && document.readyState === "complete" && document.body.dataset.ready && document.body.dataset.awaits === undefined && (` + condition + `))`
	for end := time.Now().Add(browserTime); ; time.Sleep(20 * time.Millisecond) {
		var there bool
		if err := chromedp.Run(h, chromedp.Evaluate(ask, &there)); err == nil && there { // it is an error while the page is left
			return
		}
		if time.Now().After(end) {
			at := value[string](h.tab, `location.href + ", with the focus on " + document.activeElement?.outerHTML.slice(0, 200)`)
			h.t.Fatalf("%s waits in vain for %s at %s, after %s", path, condition, at, strings.Join(h.did, ", "))
		}
	}
}

// within fails the test if the hand has done more than it may.
func (h *hand) within(most int) {
	h.t.Helper()
	if len(h.did) > most {
		h.t.Errorf("%d, want at most %d: %s", len(h.did), most, strings.Join(h.did, ", "))
	}
	h.t.Logf("%d: %s", len(h.did), strings.Join(h.did, ", "))
}

// download waits for the only file that was saved and returns its path.
func (h *hand) download() (path string) {
	h.t.Helper()
	until(h.t, func() bool {
		list, _ := filepath.Glob(filepath.Join(h.saved, "*"))
		if len(list) != 1 || strings.HasSuffix(list[0], ".crdownload") {
			return false
		}
		path = list[0]
		return true
	})
	return path
}

// typed types a text into the field that has the focus.
func (h *hand) typed(text string) {
	h.t.Helper()
	h.did = append(h.did, "“"+text+"”")
	h.do(typed(text))
}

// click clicks what a selector finds.
func (m *mouse) click(selector string) {
	m.t.Helper()
	m.did = append(m.did, "click "+selector)
	m.do(chromedp.ScrollIntoView(selector, chromedp.ByQuery), chromedp.Click(selector, chromedp.ByQuery))
}

// drag drags from one place to another; both are expressions in JavaScript, [x, y] in the window.
func (m *mouse) drag(from, to string) {
	m.t.Helper()
	m.did = append(m.did, "drag")
	a, b := value[[]float64](m.tab, from), value[[]float64](m.tab, to)
	left := []chromedp.MouseOption{chromedp.Button("left"), chromedp.ClickCount(1)}
	m.do(chromedp.MouseEvent(input.MousePressed, a[0], a[1], left...))
	for i := 1; i <= 4; i++ {
		share := float64(i) / 4
		m.do(chromedp.MouseEvent(input.MouseMoved, a[0]+share*(b[0]-a[0]), a[1]+share*(b[1]-a[1]), left[0]))
	}
	m.do(chromedp.MouseEvent(input.MouseReleased, b[0], b[1], left...))
}

// press presses keys, one after the other.
func (k *keyboard) press(keys ...string) {
	k.t.Helper()
	for _, key := range keys {
		k.did = append(k.did, keyNames.Replace(key))
		k.do(typed(key))
	}
}

// back goes back to what had the focus before: Shift+Tab.
func (k *keyboard) back() {
	k.t.Helper()
	k.did = append(k.did, "Shift+Tab")
	k.do(typed(tabKey, chromedp.KeyModifiers(input.ModifierShift)))
}

// tabTo presses Tab until what has the focus is what a selector finds.
func (k *keyboard) tabTo(selector string) {
	k.t.Helper()
	for range mostTabs {
		k.press(tabKey)
		if k.has(selector) {
			return
		}
	}
	k.t.Fatalf("Tab does not lead to %s: %s", selector, strings.Join(k.did, ", "))
}

const mostTabs = 60

// has reports whether what has the focus is what a selector finds.
func (k *keyboard) has(selector string) bool {
	k.t.Helper()
	return value[bool](k.tab, `Boolean(document.activeElement?.matches(`+quote(selector)+`))`)
}

// focused fails the test if the focus is elsewhere.
func (k *keyboard) focused(selector string) {
	k.t.Helper()
	if !k.has(selector) {
		k.t.Fatalf("the focus is not on %s but on %s: %s", selector, value[string](k.tab, `document.activeElement.outerHTML.slice(0, 200)`), strings.Join(k.did, ", "))
	}
}

var keyNames = strings.NewReplacer(tabKey, "Tab", enter, "Enter", kb.PageUp, "Page Up", " ", "Space")

package workbench

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"example.org/centipawn/command/workbench/items"
	"example.org/centipawn/command/workbench/measures"
	"example.org/centipawn/command/workbench/web"
	"example.org/centipawn/internal/long"
	"example.org/centipawn/weights"
)

// questions are what sixteen visitors ask of a data file with weights of their own.
func questions() (list []struct {
	path   string
	params url.Values
}) {
	files := []string{"a.json", "b.json", "c.json", "published:pesto", "published:alphaone", "builtin"}
	for i := range 16 {
		of, old := files[i%6], files[(i+1)%3]
		list = append(list, []struct {
			path   string
			params url.Values
		}{
			{"/api/whatif", url.Values{"weights": {of}, "rows": {"sample.csv"}}},
			{"/api/compare", url.Values{"weights": {of}, "old": {old}, "rows": {"sample.csv"}}},
			{"/api/metrics", url.Values{"weights": {of, old}, "rows": {"sample.csv"}}},
			{"/api/weights", url.Values{"weights": {of}, "rows": {"sample.csv"}}},
			{"/api/data", url.Values{"data": {"sample.csv"}, "weights": {of}}},
			{"/api/doctor", url.Values{"data": {"sample.csv"}}},
		}[i%5])
	}
	return list
}

// threeFiles writes the built-in weights with changes.
func threeFiles(t *testing.T) (paths []string) {
	dir := t.TempDir()
	for i, name := range []string{"a.json", "b.json", "c.json"} {
		f := weights.Builtin()
		f.Terms[len(f.Terms)-1].MG.Value += float64(i + 1)
		path := filepath.Join(dir, name)
		if err := f.Write(path); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	return paths
}

// until waits for a condition.
func until(t *testing.T, condition func() bool) {
	t.Helper()
	for end := time.Now().Add(browserTime); !condition(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("waited in vain")
		}
	}
}

// TestOneMeasure: sixteen questions at once wait for one another, each is answered, and what is kept stays below the
// caps.
func TestOneMeasure(t *testing.T) {
	s, running := serving(t, append(threeFiles(t), "published:pesto", "published:alphaone", smallSample(t))...)
	held, release := make(chan bool), make(chan bool)
	go func() {
		_ = s.measures.Do(t.Context(), func(context.Context) error { close(held); <-release; return nil })
	}()
	<-held
	var all sync.WaitGroup
	for _, q := range questions() {
		all.Go(func() {
			if status, body := get(t, running, q.path, q.params); status != http.StatusOK {
				t.Errorf("%s %v: status %d: %s", q.path, q.params, status, body)
			}
		})
	}
	counted := func() int64 {
		for _, item := range s.project.Now().Items {
			if item.HasRows() {
				return item.Counted()
			}
		}
		return 0
	}
	until(t, func() bool { return s.measures.Waiting() == 17 })
	if s.measures.Begun() != 1 || counted()+s.tests.Bytes() != 0 {
		t.Errorf("%d measures have begun, %d bytes are kept", s.measures.Begun(), counted()+s.tests.Bytes())
	}
	close(release)
	all.Wait()
	if n := counted(); n == 0 || n > 192<<20 {
		t.Errorf("%d bytes of rows are kept", n)
	}
	if n := s.tests.Bytes(); n == 0 || n > 128<<20 {
		t.Errorf("%d bytes of tests are kept", n)
	}
}

// A looked context ends after it was looked at some times, and counts on.
type looked struct {
	context.Context
	end  context.CancelFunc
	left atomic.Int64
}

func (l *looked) Err() error {
	if l.left.Add(-1) == 0 {
		l.end()
	}
	return l.Context.Err()
}

// TestCancel: every measure ends soon after its context, whenever that is: it looks at it only a few times more. The
// next request has an answer.
func TestCancel(t *testing.T) {
	open, err := items.Open(append(threeFiles(t), "published:pesto", smallSample(t)), t.Output())
	if err != nil {
		t.Fatal(err)
	}
	a, b, pesto, data := open[0], open[1], open[3], open[4]
	for name, measure := range map[string]func(ctx context.Context, tests *measures.Tests) error{
		"rows": func(ctx context.Context, _ *measures.Tests) error { _, err := data.Rows(ctx, "alphaone"); return err },
		"test": func(ctx context.Context, tests *measures.Tests) error { _, err := tests.Of(ctx, a, data); return err },
		"other": func(ctx context.Context, tests *measures.Tests) error {
			_, err := tests.Of(ctx, pesto, data)
			return err
		},
		"compare": func(ctx context.Context, _ *measures.Tests) error {
			_, err := measures.Compare(ctx, a, b, data)
			return err
		},
		"metrics": func(ctx context.Context, _ *measures.Tests) error {
			_, err := measures.ErrorsOf(ctx, []*items.Item{a, b}, data)
			return err
		},
		"survey": func(ctx context.Context, _ *measures.Tests) error {
			_, err := measures.SurveyOf(ctx, data, a, measures.Scope{})
			return err
		},
		"support": func(ctx context.Context, _ *measures.Tests) error {
			rows, err := data.Rows(ctx, a.File.Set)
			if err == nil {
				_, err = rows.Support(ctx)
			}
			return err
		},
		"doctor": func(ctx context.Context, _ *measures.Tests) error {
			_, err := measures.DiagnosisOf(ctx, data)
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			tests := measures.NewTests(func() []*items.Item { return open })
			for _, looks := range []int64{1, 2, 4, 7} {
				within, end := context.WithCancel(t.Context())
				ctx := &looked{Context: within, end: end}
				ctx.left.Store(looks)
				err := measure(ctx, tests)
				end()
				if ctx.left.Load() > 0 {
					break // it was done before
				}
				if !errors.Is(err, context.Canceled) {
					t.Errorf("after %d looks: %v", looks, err)
				}
				if more := -ctx.left.Load(); more > int64(8+4*runtime.GOMAXPROCS(0)) {
					t.Errorf("after %d looks it goes on for %d more", looks, more)
				}
			}
			if err := measure(t.Context(), tests); err != nil {
				t.Errorf("then: %v", err)
			}
		})
	}
}

// repeated writes the sample several times into one file, big.csv.
func repeated(t *testing.T, times int) string {
	t.Helper()
	text, err := os.ReadFile(smallSample(t))
	if err != nil {
		t.Fatal(err)
	}
	head, rest, _ := bytes.Cut(text, []byte("\n"))
	path := filepath.Join(t.TempDir(), "big.csv")
	if err := os.WriteFile(path, append(append(head, '\n'), bytes.Repeat(rest, times)...), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// asking asks for an answer with lines before it. It returns the first line.
func asking(ctx context.Context, running *httptest.Server, path string, params url.Values) (line map[string]json.RawMessage, reply *http.Response, err error) {
	r, err := http.NewRequestWithContext(ctx, "GET", running.URL+path+"?"+params.Encode(), nil)
	if err != nil {
		return nil, nil, err
	}
	r.Header.Set("Accept", web.JsonLines)
	if reply, err = http.DefaultClient.Do(r); err != nil {
		return nil, nil, err
	}
	lines := bufio.NewScanner(reply.Body)
	if !lines.Scan() {
		return nil, reply, fmt.Errorf("no line: %w", lines.Err())
	}
	return line, reply, json.Unmarshal(lines.Bytes(), &line)
}

// TestLeft: a question that waits is told so; a browser that leaves gives up its place, and one that leaves while its
// file is read ends the reading.
func TestLeft(t *testing.T) {
	long.Skip(t, "reads a large file")
	s, running := serving(t, repeated(t, 40))
	held, release := make(chan bool), make(chan bool)
	go func() {
		_ = s.measures.Do(t.Context(), func(context.Context) error { close(held); <-release; return nil })
	}()
	<-held
	params := url.Values{"weights": {"builtin"}, "rows": {"big.csv"}}
	ctx, leave := context.WithCancel(t.Context())
	line, reply, err := asking(ctx, running, "/api/whatif", params)
	if err != nil || string(line["state"]) != `{"before":1,"stage":"","share":0,"of":""}` || reply.Header.Get("Content-Type") != web.JsonLines {
		t.Fatalf("%s, %v", line["state"], err)
	}
	leave()
	until(t, func() bool { return s.measures.Waiting() == 1 })
	close(release)
	until(t, func() bool { return s.measures.Waiting() == 0 })
	begun := s.measures.Begun()
	ctx, leave = context.WithCancel(t.Context())
	if line, _, err = asking(ctx, running, "/api/whatif", params); err != nil || line["state"] == nil {
		t.Fatalf("%s, %v", line, err)
	}
	leave()
	until(t, func() bool { return s.measures.Waiting() == 0 })
	if s.measures.Begun() != begun+1 || s.tests.Bytes() != 0 {
		t.Errorf("%d measures have begun, %d bytes are kept of one that nobody waits for", s.measures.Begun(), s.tests.Bytes())
	}
	ask[shownEffect](t, running, "/api/whatif", params)
	if s.tests.Bytes() == 0 {
		t.Error("the next question has not been measured")
	}
}

// TestProgress: a panel says how far its measure has come; Cancel ends it, and Measure again begins it once more; an
// error is said in the panel.
func TestProgress(t *testing.T) {
	chromium(t)
	path := repeated(t, 80)
	s, running := serving(t, path)
	b := openTab(t, running, 1280, 900)
	b.open("/data?data=big.csv")
	b.until(`/^\d+ % of [\d.]+ MB: examining big.csv$/.test(document.querySelector("#examining span")?.textContent ?? "")`)
	if !value[bool](b, `(() => { const p = document.querySelector("#examining progress"); return p.value > 0 && p.value <= 1 && document.getElementById("surveying").textContent === "" })()`) {
		t.Error("the bar does not say how far it is")
	}
	b.do(chromedp.Click("#examining button"))
	b.until(`document.getElementById("examining").textContent === "Cancelled. Measure again"`)
	until(t, func() bool { return s.measures.Waiting() == 0 })
	if value[bool](b, `document.getElementById("notexamined").textContent !== "" || document.getElementById("error").hidden !== true`) {
		t.Error("a cancel is shown as an error")
	}
	b.do(chromedp.Click("#examining button"))
	b.until(`document.querySelector("#examining progress") !== null`)
	b.do(chromedp.Navigate(running.URL + "/position"))
	until(t, func() bool { return s.measures.Waiting() == 0 })
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	b.open("/whatif?weights=builtin&rows=big.csv")
	b.until(`!document.getElementById("error").hidden && document.getElementById("measuring").textContent === ""`)
	b.open("/data?data=big.csv")
	b.until(`document.getElementById("notexamined").textContent.length > 0 && document.getElementById("examining").textContent === ""`)
	b.forgive() // the console has the status of the answers
}

// TestExaminedWidth: what doctor finds fits a telephone.
func TestExaminedWidth(t *testing.T) {
	chromium(t)
	server, _ := newTest(t, "../../datasets/sample/sample.csv.zst")
	b := openTab(t, server, 390, 1200)
	b.open("/data")
	b.until(`document.getElementById("diagnosis").textContent !== ""`)
	if over := value[int](b, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
		t.Errorf("%d pixels too wide", over)
	}
}

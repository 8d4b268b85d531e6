package workbench

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"example.org/centipawn/command/workbench/web"
	"example.org/centipawn/internal/pages"
)

// fetched answers a GET of a handler with headers.
func fetched(h http.Handler, target string, header map[string]string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, target, nil)
	for name, v := range header {
		r.Header.Set(name, v)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// TestAssets: an asset under the name of its version is kept for good, elsewhere its tag is asked for; compressed or
// not it is the same.
func TestAssets(t *testing.T) {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /assets/{name...}", web.Asset)
	h := web.Transferred(mux)
	plain := fetched(h, "/assets/page.js", nil)
	short := fetched(h, "/assets/"+pages.Version()+"/page.js", map[string]string{"Accept-Encoding": "gzip"})
	z, err := gzip.NewReader(short.Body)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil || !bytes.Equal(text, plain.Body.Bytes()) {
		t.Errorf("compressed: %d bytes, %v", len(text), err)
	}
	if kept := short.Header().Get("Cache-Control"); !strings.Contains(kept, "immutable") {
		t.Errorf("under its version it is kept %q", kept)
	}
	if kept := plain.Header().Get("Cache-Control"); strings.Contains(kept, "immutable") {
		t.Errorf("without its version it is kept %q", kept)
	}
	for _, first := range []*httptest.ResponseRecorder{plain, short} {
		again := fetched(h, "/assets/page.js", map[string]string{"If-None-Match": plain.Header().Get("ETag")})
		if again.Code != http.StatusNotModified || again.Body.Len() > 0 {
			t.Errorf("tag %s: status %d", first.Header().Get("ETag"), again.Code)
		}
	}
	for _, name := range []string{"/assets/0123456789abcdef/page.js", "/assets/none.js", "/assets/vendor/manifest.json"} {
		if w := fetched(h, name, nil); w.Code != http.StatusNotFound {
			t.Errorf("%s: status %d", name, w.Code)
		}
	}
}

// TestTransferred: long answers are compressed, an answer that the browser has is not sent again, errors have no tag.
func TestTransferred(t *testing.T) {
	long := strings.Repeat("weights ", 1000)
	h := web.Transferred(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/error" {
			w.WriteHeader(http.StatusBadRequest)
		}
		_, _ = io.WriteString(w, long)
	}))
	first := fetched(h, "/", map[string]string{"Accept-Encoding": "gzip"})
	if first.Header().Get("Content-Encoding") != "gzip" || first.Body.Len() > len(long)/10 {
		t.Errorf("%d bytes of %d, %v", first.Body.Len(), len(long), first.Header())
	}
	again := fetched(h, "/", map[string]string{"If-None-Match": first.Header().Get("ETag")})
	if again.Code != http.StatusNotModified || again.Body.Len() > 0 {
		t.Errorf("again: status %d, %d bytes", again.Code, again.Body.Len())
	}
	if w := fetched(h, "/", map[string]string{"If-None-Match": `"other"`}); w.Code != http.StatusOK || w.Body.String() != long {
		t.Errorf("another tag: status %d, %d bytes", w.Code, w.Body.Len())
	}
	if w := fetched(h, "/error", nil); w.Code != http.StatusBadRequest || w.Header().Get("ETag") != "" || w.Body.String() != long {
		t.Errorf("an error: status %d, %v", w.Code, w.Header())
	}
}

// TestStreamed: each part of a stream leaves when it is flushed, compressed or not.
func TestStreamed(t *testing.T) {
	for _, c := range []struct{ kind, accept, encoding string }{
		{web.JsonLines, "gzip", "gzip"}, {web.JsonLines, "identity", ""}, {"text/event-stream", "gzip", ""},
	} {
		read := make(chan bool)
		server := httptest.NewServer(web.Transferred(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", c.kind)
			for _, part := range []string{"one\n", "two\n"} {
				_, _ = io.WriteString(w, part)
				if err := http.NewResponseController(w).Flush(); err != nil {
					t.Error(err)
				}
				<-read // the next part comes when this one has been read
			}
		})))
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Accept-Encoding", c.accept)
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		if got := answer.Header.Get("Content-Encoding"); got != c.encoding {
			t.Errorf("%s: encoding %q, want %q", c.kind, got, c.encoding)
		}
		var text io.Reader = answer.Body
		if c.encoding == "gzip" {
			if text, err = gzip.NewReader(answer.Body); err != nil {
				t.Fatal(err)
			}
		}
		for _, want := range []string{"one\n", "two\n"} {
			got := make([]byte, len(want))
			if _, err := io.ReadFull(text, got); err != nil || string(got) != want {
				t.Errorf("%s: %q, %v, want %q", c.kind, got, err, want)
			}
			read <- true
		}
		_ = answer.Body.Close()
		server.Close()
	}
}

// What a page may cost over the network, in bytes: the first time, and when the browser has seen it.
const (
	firstVisit = 200_000
	nextVisit  = 20_000
)

// A meter counts the bytes that a tab has received.
type meter struct {
	sync.Mutex
	bytes float64
}

func (m *meter) listen(event any) {
	m.Lock()
	defer m.Unlock()
	if e, ok := event.(*network.EventLoadingFinished); ok {
		m.bytes += e.EncodedDataLength
	}
}

// take returns what has come since it was asked last.
func (m *meter) take() float64 {
	m.Lock()
	defer m.Unlock()
	n := m.bytes
	m.bytes = 0
	return n
}

// TestBytes: no page costs more than it may, the first time and again.
func TestBytes(t *testing.T) {
	server, _ := newTest(t, append(everything(t), "published:standard", smallSample(t))...)
	b := openTab(t, server, 1280, 900)
	var m meter
	chromedp.ListenTarget(b, m.listen)
	for _, p := range forAnyone() {
		path := "/" + p.Name + "?weights=builtin&versus=published:standard&rows=sample.csv&data=sample.csv"
		b.open(path) // what is measured is kept after that: an answer that takes long says first how far it is
		for _, visit := range []struct {
			name string
			most float64
		}{{"the first time", firstVisit}, {"again", nextVisit}} {
			if visit.most == firstVisit {
				b.do(network.ClearBrowserCache())
			}
			b.do(chromedp.Navigate("about:blank")) // the page's streams end
			m.take()
			b.open(path)
			if n := m.take(); n > visit.most {
				t.Errorf("%s %s: %.0f bytes, at most %.0f", p.Name, visit.name, n, visit.most)
			} else {
				t.Logf("%s %s: %.0f bytes", p.Name, visit.name, n)
			}
		}
	}
}

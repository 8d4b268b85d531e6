package workbench

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/centipawn/command/workbench/web"
	"example.org/centipawn/internal/long"
	"example.org/centipawn/weights"
)

// script is what a browser would run if a text got into a page as it is.
const script = `"'><script>alert(1)</script><img/src=x/onerror=alert(1)>`

// hostileFile writes a weights file with script wherever a file can have text.
func hostileFile(t *testing.T) string {
	t.Helper()
	f := *weights.Builtin()
	f.Terms = append([]weights.Term(nil), f.Terms...)
	for i := range f.Terms[:20] {
		f.Terms[i].Name = fmt.Sprintf("%s%d", strings.ReplaceAll(script, " ", "/"), i)
	}
	f.Set, f.SetHash, f.Phase = script, "", script
	f.Provenance.Tool, f.Provenance.Method = script, script
	path := filepath.Join(t.TempDir(), "<script>alert(1)<", "script>.json")
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := f.Write(path); err != nil {
		t.Fatal(err)
	}
	return path
}

// routes are what pages ask for without writing, with parameters that are good.
var routes = []struct {
	path   string
	params url.Values
}{
	{"/", nil},
	{"/runs", nil},
	{"/overlay", nil},
	{"/position", nil},
	{"/api/items", nil},
	{"/api/position", url.Values{"fen": {"startpos"}}},
	{"/api/explain", url.Values{"fen": {"startpos"}, "weights": {"builtin"}}},
	{"/api/squares", url.Values{"fen": {"startpos"}, "weights": {"builtin"}, "term": {"tempo"}}},
	{"/api/position", url.Values{"fen": {"startpos"}, "moves": {"e2e4 e5"}}},
	{"/api/position/games", url.Values{"text": {"1. e4 e5 *"}}},
	{"/api/position/pgn", url.Values{"fen": {"startpos"}, "moves": {"e2e4"}}},
	{"/api/library", url.Values{"weights": {"builtin"}}},
	{"/api/whatif/suggested", url.Values{"weights": {"builtin"}}},
	{"/api/whatif/profile", url.Values{"weights": {"builtin"}, "rows": {"sample.csv"}, "name": {"tempo.mg"}, "best": {"1"}}},
	{"/api/whatif/commands", url.Values{"weights": {"builtin"}, "rows": {"sample.csv"}, "set": {"tempo.mg=1"}}},
	{"/weights", nil},
	{"/api/weights", url.Values{"weights": {"builtin"}, "old": {"builtin"}, "rows": {"sample.csv"}}},
	{"/compare", nil},
	{"/advice", nil},
	{"/api/advice", url.Values{"advice": {"advice.json"}}},
	{"/api/compare", url.Values{"weights": {"builtin"}, "old": {"builtin"}, "rows": {"sample.csv"}}},
	{"/follow", nil},
	{"/api/follow", nil},
	{"/whatif", nil},
	{"/api/whatif", url.Values{"weights": {"builtin"}, "rows": {"sample.csv"}, "set": {"tempo.mg=1"}, "fen": {"startpos"}}},
	{"/play", nil},
	{"/api/play", url.Values{"fen": {"startpos"}, "moves": {"e2e4 e7e5"}, "resigned": {"white"}, "search": {"full"}, "weights": {"builtin"}}},
	{"/api/play/searches", nil},
	{"/api/play/reply", url.Values{"fen": {"startpos"}, "moves": {"e2e4"}, "search": {"full"}, "weights": {"builtin"}, "nodes": {"500"}, "time": {"10000"}}},
	{"/api/play/look", url.Values{"fen": {"startpos"}, "moves": {"e2e4"}, "search": {"mcts-sigmazero"}, "weights": {"builtin"}, "nodes": {"50"}, "what": {"policy"}}},
	{"/api/play/pgn", url.Values{"fen": {"startpos"}, "moves": {"e2e4"}, "search": {"base"}, "weights": {"builtin"}, "side": {"black"}, "date": {"2026.01.31"}}},
	{"/api/lines", url.Values{"fen": {"startpos"}, "weights": {"builtin"}, "nodes": {"500"}, "lines": {"2"}}},
}

// TestRoutes: every route answers; with script in each parameter it refuses or answers as JSON, and
// script is on no page.
func TestRoutes(t *testing.T) {
	server, _ := newTest(t, hostileFile(t), smallSample(t), adviceFile(t, adviceOf(script)))
	for _, route := range routes {
		if status, body := get(t, server, route.path, route.params); status != http.StatusOK || bytes.Contains(body, []byte("<script>alert")) {
			t.Errorf("%s: status %d: %.300s", route.path, status, body)
		}
		for name := range route.params {
			params := url.Values{}
			for n, v := range route.params {
				params[n] = v
			}
			params.Set(name, script)
			status, body := get(t, server, route.path, params)
			if status != http.StatusBadRequest && status != http.StatusNotFound || !json.Valid(body) || bytes.Contains(body, []byte("<script>")) {
				t.Errorf("%s with script for %s: status %d: %.300s", route.path, name, status, body)
			}
		}
	}
}

// TestGuard: names of other sites, origins of other sites, and writing without the token are refused.
func TestGuard(t *testing.T) {
	server, token := newTest(t)
	host := strings.TrimPrefix(server.URL, "http://")
	_, port, _ := strings.Cut(host, ":")
	tests := []struct {
		name, method, host, target string
		header                     map[string]string
		want                       int
	}{
		{"by address", "GET", host, "/", nil, 200},
		{"by name", "GET", "localhost:" + port, "/", nil, 200},
		{"another site's name", "GET", "evil.example:" + port, "/", nil, 403},
		{"another site's name, our port as text", "GET", "evil.example", "/api/items", nil, 403},
		{"another port", "GET", "localhost:1", "/", nil, 403},
		{"no name", "GET", "", "/", nil, 403},
		{"another address", "GET", "192.0.2.1:" + port, "/", nil, 403},
		{"own origin", "GET", host, "/api/items", map[string]string{"Origin": server.URL}, 200},
		{"another origin", "GET", host, "/api/items", map[string]string{"Origin": "http://evil.example"}, 403},
		{"no origin by name", "GET", host, "/api/items", map[string]string{"Origin": "null"}, 403},
		{"a picture of another site", "GET", host, "/api/items", map[string]string{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"}, 403},
		{"a link of another site", "GET", host, "/", map[string]string{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}, 200},
		{"a frame of another site", "GET", host, "/", map[string]string{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"}, 403},
		{"a link of another site to data", "GET", host, "/api/items", map[string]string{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}, 403},
		{"writing without the token", "POST", host, "/api/items", nil, 403},
		{"writing with another token", "POST", host, "/api/items?token=x" + token, nil, 403},
		{"exporting without the token", "POST", host, "/api/export", nil, 403},
		{"exporting nothing", "POST", host, "/api/export?token=" + token, nil, 400},
		{"a note without the token", "POST", host, "/api/note", nil, 403},
		{"a note of nothing", "POST", host, "/api/note?token=" + token, nil, 400},
		{"writing what is only read", "POST", host, "/api/items?token=" + token, nil, 405},
		{"a path that climbs", "GET", host, "/assets/../../go.mod", nil, 307},
		{"a path that climbs, escaped", "GET", host, "/assets/..%2f..%2fgo.mod", nil, 404},
		{"a path that climbs, backwards", "GET", host, `/assets/..%5c..%5cgo.mod`, nil, 404},
		{"a template", "GET", host, "/assets/../templates/layout.html", nil, 307},
		{"a folder", "GET", host, "/assets/vendor", nil, 404},
		{"a path of the machine", "GET", host, "/etc/passwd", nil, 404},
		{"a path as weights", "GET", host, "/api/explain?weights=/etc/passwd", nil, 404},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := httptest.NewRequest(test.method, test.target, nil)
			r.Host = test.host
			for name, v := range test.header {
				r.Header.Set(name, v)
			}
			w := httptest.NewRecorder()
			server.Config.Handler.ServeHTTP(w, r)
			if w.Code != test.want {
				t.Errorf("status %d, want %d: %.300s", w.Code, test.want, w.Body)
			}
			if csp := w.Header().Get("Content-Security-Policy"); !strings.Contains(csp, "script-src 'self';") {
				t.Errorf("content security policy %q", csp)
			}
		})
	}
}

// TestUnspecified: a server on all addresses is asked for by any of them, and by no other site's name.
func TestUnspecified(t *testing.T) {
	g, err := web.NewAccess(":0", address("0.0.0.0:8080"))
	if err != nil {
		t.Fatal(err)
	}
	for host, want := range map[string]bool{"192.0.2.1:8080": true, "[2001:db8::1]:8080": true, "localhost:8080": true, "evil.example:8080": false, "192.0.2.1": false} {
		if got := g.Known(host); got != want {
			t.Errorf("%s: %v, want %v", host, got, want)
		}
	}
}

// address is a network address as text.
type address string

func (a address) Network() string { return "tcp" }
func (a address) String() string  { return string(a) }

// TestRandomRequests: 10,000 requests that make no sense, with -short 3,000, to all routes of a server of hostile files, under its own
// and other names, give no panic and no page with their text.
func TestRandomRequests(t *testing.T) {
	server, token := newTest(t, everything(t)...)
	r := rand.New(rand.NewPCG(1, 2))
	words := []string{"api", "position", "explain", "lines", "squares", "assets", "..", "%2e%2e", "%00", "style.css", "whatif", "compare", script, "\u202e", "/", "?", "&", "=", "#", strings.Repeat("k", 5000)}
	paths := []string{"/api/lines", "/api/squares", "/api/explain", "/api/whatif", "/api/export", "/api/compare", "/api/weights", "/api/data", "/api/doctor",
		"/api/fit", "/api/advice", "/api/calibration", "/api/match", "/api/games", "/api/game", "/api/loop", "/api/items", "/api/changes", "/api/runs", "/api/note", "/kept", "/api/overlay", "/api/position",
		"/api/play", "/api/play/searches", "/api/play/reply", "/api/play/look", "/api/play/pgn",
		"/api/jobs", "/api/jobs/form", "/api/jobs/check", "/api/jobs/stop", "/api/jobs/resume", "/api/jobs/remove", "/api/jobs/log.txt", "/api/jobs/repairs"}
	for _, p := range registry {
		paths = append(paths, "/"+p.Name)
	}
	params := []string{"token=" + token, "run=builtin", "filter=kind:fit", "filter=x<", "sort=-mse", "fen=", "fen=8/8/8/8/8/8/8/8", "nodes=-1", "nodes=1", "lines=99", "weights=", "weights=builtin", "old=builtin", "term=", "rows=results.csv", "rows=", "set=tempo.mg=1", "set=x",
		"data=results.csv", "match=", "game=1", "game=-1", "pairing=1", "from=0", "to=1", "first=0", "n=9", "all=9", "count=5", "find=", "result=faults", "phase=opening", "run=", "report=", "advice=", "moves=e2e4+e7e5", "moves=e2e5", "search=mcts-sigmazero", "search=x", "network=sigmazero.nn", "network=", "what=policy", "time=1", "side=black", "resigned=white", "date=x", "name=" + url.QueryEscape(script), "weights=" + url.QueryEscape(script), "9999999999999999999"}
	methods := []string{"GET", "GET", "GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE", "BREW"}
	own := strings.TrimPrefix(server.URL, "http://")
	hosts := []string{own, own, own, own, "evil.example", "", "localhost:1", script}
	left, leave := context.WithCancel(t.Context())
	leave() // the browser has left: streams end at once
	pick := func(list []string) string { return list[r.IntN(len(list))] }
	requests := 10_000
	if long.Short(t) {
		requests = 3000
	}
	for range requests {
		u := url.URL{Path: pick(paths)}
		if r.IntN(3) == 0 {
			u.Path = "/"
			for range r.IntN(6) {
				u.Path += pick(words)
			}
		}
		for range r.IntN(6) {
			u.RawQuery += pick(params) + "&"
		}
		request := httptest.NewRequest(pick(methods), u.String(), strings.NewReader(pick(words))).WithContext(left)
		request.Host = pick(hosts)
		w := httptest.NewRecorder()
		server.Config.Handler.ServeHTTP(w, request)
		gone := strings.Contains(w.Body.String(), context.Canceled.Error())
		if w.Code >= 500 && !gone || strings.Contains(w.Body.String(), "<script>alert") || request.Host != own && w.Code != http.StatusForbidden {
			t.Fatalf("%s %s of %s: status %d: %.300s", request.Method, u.String(), request.Host, w.Code, w.Body)
		}
	}
}

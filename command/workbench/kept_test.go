package workbench

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/command/improve"
	"example.org/centipawn/command/workbench/runs"
	"example.org/centipawn/internal/resume"
	"example.org/centipawn/weights"
)

// put writes files below a folder.
func put(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// improved is the folder of a match improve whose proof was played, with weights and the match.
func improved(t *testing.T, dir string) {
	t.Helper()
	put(t, dir, map[string]string{
		"improve.json": `{"format": "` + improve.Format + `", "stages": [{"name": "games", "done": true}, {"name": "blend", "done": true}]}`,
		"blend.json":   `{"verdict": "Better.", "proof": {"games": 684, "elo": {"value": 59, "low": 34, "high": 84}, "proven": true}}`,
		"index.html": `<p><a href="blend/index.html">search</a><a href="../secret.html">out</a><a href="/etc/passwd.html">root</a>` +
			`<a href="http://evil.example/index.html">far</a><a href="x.json">data</a></p>`,
		"blend/index.html": `<p>alpha</p>`,
	})
	for _, name := range []string{improve.Found, filepath.Join(improve.Points, "a.json"), "directions/one.json"} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777); err != nil {
			t.Fatal(err)
		}
		write(t, fitOf(0.08, 10), filepath.Join(dir, name))
	}
	bring(t, playMatch(t, 2, "found", "old"), filepath.Join(dir, improve.Proof))
}

// TestImprove: a match improve is a row with what it has proved; its match and weights are open, those that its search has
// tried are not; while a program is at work it runs, and one that was killed has stopped in its stage.
func TestImprove(t *testing.T) {
	dir := t.TempDir()
	improved(t, filepath.Join(dir, "evening"))
	put(t, dir, map[string]string{"killed/improve.json": `{"format": "` + improve.Format + `", "stages": [{"name": "games"}]}`,
		"begun/improve.json": `{"format": "` + improve.Format + `", "stages": []}`, "hostile/improve.json": `{"format": "` + improve.Format + `", "stages": [null]}`, "killed/improve.lock": `["match","improve"]`})
	server, token := newTest(t, dir)
	rows := runsOf(t, server, url.Values{"filter": {"kind:improve"}, "sort": {"name"}, "token": {token}}).Rows
	if got, want := labelsOf(rows), []string{"begun", "evening", "hostile", "killed"}; !slices.Equal(got, want) {
		t.Fatalf("%q", got)
	}
	if r := rows[0]; r.Status != runs.Stopped || r.Data != "stage none yet" || r.Verdict != "" {
		t.Errorf("%+v", r)
	}
	if r := rows[2]; !strings.Contains(r.Fault, "not a run of this version of match improve") {
		t.Errorf("%+v", r)
	}
	r := rows[1]
	if r.Label != "evening" || r.Status != runs.Ended || r.Verdict != "better" || r.Elo.Value != 59 || *r.Elo.Low != 34 || r.Games != 684 || r.Proof != "evening/blend/proof" || r.Weights != "evening/blend/found.json" || r.Page != "kept" {
		t.Errorf("%+v", r)
	}
	if r := rows[3]; r.Status != runs.Stopped || r.Resume != "match improve" || r.Data != "stage games" || r.Verdict != "" || r.Page != "" {
		t.Errorf("%+v", r)
	}
	if rows := runsOf(t, server, nil).Rows; slices.ContainsFunc(rows, func(r *runs.Row) bool { return r.Kind == runs.Fit || r.Page == "kept" || r.Resume != "" }) {
		t.Errorf("%q", labelsOf(rows))
	}
	open := string(mustGet(t, server, "/api/items"))
	if !strings.Contains(open, `"evening/directions/one.json"`) || strings.Contains(open, "points") {
		t.Errorf("open: %s", open)
	}
	lock, err := resume.Lock(filepath.Join(dir, "killed/improve.lock"))
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Close()
	if r := runsOf(t, server, url.Values{"filter": {"name:killed"}}).Rows; r[0].Status != runs.Running {
		t.Errorf("%+v", r[0])
	}
}

func mustGet(t *testing.T, server *httptest.Server, path string) []byte {
	t.Helper()
	status, body := get(t, server, path, nil)
	if status != http.StatusOK {
		t.Fatalf("%s: status %d: %s", path, status, body)
	}
	return body
}

// TestFolders: what experiments and sigmazero write is recognised, and what is in it is open. A run whose iteration has begun
// and not ended was stopped, whatever page it has.
func TestFolders(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, map[string]string{"a/index.html": "<p>tables</p>", "a/result.json": "{}", "a/tables.md": "", "z/run.json": "{}", "z/start.nn": "x",
		"x/run.json": "{}", "x/start.nn": "x", "x/index.html": "<p>loss</p>", "x/001/metrics.json": "{}", "x/run.lock": `["sigmazero"]`,
		"y/run.json": "{}", "y/start.nn": "x", "y/index.html": "<p>loss</p>", "y/warm/metrics.json": "{}", "y/001/games.jsonl": "", "y/run.lock": `["sigmazero"]`})
	write(t, weights.Builtin(), filepath.Join(dir, "a", "w.json"))
	server, token := newTest(t, dir)
	rows := runsOf(t, server, url.Values{"sort": {"name"}, "filter": {"-kind:fit"}, "token": {token}}).Rows
	var got []string
	for _, row := range rows {
		got = append(got, fmt.Sprint(row.Label, " ", row.Kind, " ", row.Status, " ", row.Page, " ", row.Resume != ""))
	}
	want := []string{"a experiment ended kept false", "x sigmazero ended kept false", "y sigmazero stopped kept true", "z sigmazero ended  false"}
	if !slices.Equal(got, want) {
		t.Fatalf("%q, want %q", got, want)
	}
	if !strings.Contains(string(mustGet(t, server, "/api/items")), `"a/w.json"`) {
		t.Error("the weights in the folder are not open")
	}
}

// TestKept: the page of a folder is served to who has the token, without scripts; its links lead to the other page of the
// folder, and no request and no link reaches another file.
func TestKept(t *testing.T) {
	dir := t.TempDir()
	run := filepath.Join(dir, "evening")
	improved(t, run)
	put(t, dir, map[string]string{"secret.html": "SECRET", "evil/improve.json": `{"format": "` + improve.Format + `", "stages": []}`})
	if err := os.Symlink(filepath.Join(dir, "secret.html"), filepath.Join(dir, "evil", "index.html")); err != nil {
		t.Skip(err)
	}
	server, token := newTest(t, dir)
	if status, _ := get(t, server, "/kept", url.Values{"run": {"evening"}}); status != http.StatusForbidden {
		t.Errorf("without the token: status %d", status)
	}
	ask := func(run, at string) (*http.Response, string) {
		r := httptest.NewRequest(http.MethodGet, "/kept?"+url.Values{"run": {run}, "page": {at}}.Encode(), nil)
		r.Host = strings.TrimPrefix(server.URL, "http://")
		r.AddCookie(&http.Cookie{Name: "centipawn-" + r.Host[strings.LastIndex(r.Host, ":")+1:], Value: token})
		w := httptest.NewRecorder()
		server.Config.Handler.ServeHTTP(w, r)
		return w.Result(), w.Body.String()
	}
	reply, text := ask("evening", "")
	if csp := reply.Header.Get("Content-Security-Policy"); reply.StatusCode != http.StatusOK || !strings.HasPrefix(csp, "default-src 'none'; ") || strings.Contains(csp, "script-src") {
		t.Errorf("status %d, policy %q", reply.StatusCode, csp)
	}
	var links []string
	for _, found := range regexp.MustCompile(`href="([^"]*)"`).FindAllStringSubmatch(text, -1) {
		links = append(links, found[1])
	}
	if want := []string{"/kept?page=blend&amp;run=evening", "../secret.html", "/etc/passwd.html", "http://evil.example/index.html", "x.json"}; !slices.Equal(links, want) {
		t.Errorf("%q", links)
	}
	if reply, text := ask("evening", "blend"); reply.StatusCode != http.StatusOK || !strings.Contains(text, "alpha") {
		t.Errorf("status %d: %s", reply.StatusCode, text)
	}
	for _, c := range [][2]string{{"evening", "index.html"}, {"evening", "x"}, {"evening", "../secret.html"}, {"evil", ""}, {"evil", "blend"}, {"evening/../secret.html", ""}, {"../..", ""}, {"/etc/passwd", ""}, {"", ""}, {"evening/blend/found.json", ""}} {
		if reply, text := ask(c[0], c[1]); reply.StatusCode != http.StatusNotFound || strings.Contains(text, "SECRET") {
			t.Errorf("%q at %q: status %d: %s", c[0], c[1], reply.StatusCode, text)
		}
	}
}

package workbench

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"example.org/centipawn/command/workbench/runs"
	"example.org/centipawn/weights"
)

// fitOf is a fit whose test error and prior are given.
func fitOf(mse, prior float64) *weights.File {
	f := *weights.Builtin()
	f.Provenance = weights.Provenance{
		Tool: "test", Loss: "sigmoid", Method: "newton", Rows: 1000, Sources: []weights.Source{{Name: "games.csv", SHA256: "1"}},
		Split: weights.Split{Kind: "game", Share: 0.2}, K: &weights.K{Value: 0.9}, Prior: &weights.Prior{Name: "builtin", Rows: prior},
		Test: &weights.Metrics{N: 200, MSE: weights.Interval{Value: mse, Low: mse - 0.01, High: mse + 0.01}},
	}
	return &f
}

// write writes a weights file.
func write(t *testing.T, f *weights.File, path string) {
	t.Helper()
	if err := f.Write(path); err != nil {
		t.Fatal(err)
	}
}

// tenFits is a folder with ten fits on the same rows, the seventh the best, one on others, and a match.
func tenFits(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for i := range 10 {
		write(t, fitOf(0.08+0.001*float64((i+4)%10), float64(10*i+10)), filepath.Join(dir, fmt.Sprintf("fit%02d.json", i)))
	}
	other := fitOf(0.01, 10)
	other.Provenance.Lambda, other.Provenance.Target = 0.5, "blend"
	write(t, other, filepath.Join(dir, "half.json"))
	if err := os.CopyFS(filepath.Join(dir, "games"), os.DirFS(playMatch(t, 2, "fit01", "fit06"))); err != nil {
		t.Fatal(err)
	}
	return dir
}

// runsOf asks a server for its table.
func runsOf(t *testing.T, server *httptest.Server, params url.Values) (out runsAnswer) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL+"/api/runs?"+params.Encode(), nil)
	if err != nil {
		t.Fatal(err)
	}
	reply, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer reply.Body.Close()
	lines := bufio.NewScanner(reply.Body)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		if data, ok := bytes.CutPrefix(lines.Bytes(), []byte("data: ")); ok {
			if err := json.Unmarshal(data, &out); err != nil {
				t.Fatal(err)
			}
			return out
		}
	}
	t.Fatalf("no answer: %v", lines.Err())
	return out
}

// labelsOf are those of rows.
func labelsOf(rows []*runs.Row) (list []string) {
	for _, r := range rows {
		list = append(list, r.Label)
	}
	return list
}

// TestRuns: the table has the figures of the files, ranks only what can be compared, and says what is wrong with a filter.
func TestRuns(t *testing.T) {
	server, token := newTest(t, tenFits(t), hostileFile(t), hostileReport(t))
	all := runsOf(t, server, url.Values{"sort": {"mse"}, "filter": {"kind:fit mse<1"}})
	if got := labelsOf(all.Rows[:2]); !slices.Equal(got, []string{"fit06.json", "fit07.json"}) || all.Rows[0].Rank != 1 || all.Rows[0].Test.Value != 0.08 || *all.Rows[0].Test.Low != 0.07 || all.Fault != "" {
		t.Errorf("%q, %+v, %q", got, all.Rows[0], all.Fault)
	}
	last := all.Rows[10]
	if last.Label != "half.json" || last.Group != "B" || last.Rank != 0 {
		t.Errorf("labels of another λ are ranked among the others: %+v", last)
	}
	if match := runsOf(t, server, url.Values{"filter": {"kind:match"}}).Rows; len(match) != 1 || match[0].Status != runs.Ended || match[0].EloText == "" {
		t.Errorf("%+v", match)
	}
	if bad := runsOf(t, server, url.Values{"filter": {"colour:red"}}); !strings.Contains(bad.Fault, "unknown field") || len(bad.Rows) != bad.All {
		t.Errorf("%q, %d rows", bad.Fault, len(bad.Rows))
	}
	if all.Notes || !runsOf(t, server, url.Values{"token": {token}}).Notes {
		t.Error("notes are for visitors with the token")
	}
}

// TestReportOfWeights: a fit and its report are one row.
func TestReportOfWeights(t *testing.T) {
	dir := t.TempDir()
	f := fitOf(0.08, 10)
	write(t, f, filepath.Join(dir, "new.json"))
	text, err := os.ReadFile(filepath.Join(dir, "new.json"))
	if err != nil {
		t.Fatal(err)
	}
	report := fmt.Sprintf(`{"format": "centipawn report 1", "set": %q, "warnings": ["M01: far"], "fitted": {"sha256": "%x"}, "gain": {"fitted": {"mse": 0.081, "mse_ci": {"low": 0.07, "high": 0.09}}, "change": {"value": -0.06, "low": -0.07, "high": -0.05}}}`, f.Set, sha256.Sum256(text))
	if err := os.Mkdir(filepath.Join(dir, "report"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "report/report.json"), []byte(report), 0o644); err != nil {
		t.Fatal(err)
	}
	server, _ := newTest(t, dir)
	rows := runsOf(t, server, nil).Rows
	if len(rows) != 1 || rows[0].Report != "report" || rows[0].Weights != "new.json" || rows[0].Change.Value != -6 || rows[0].Plays.Value != 0.081 || *rows[0].Plays.Low != 0.07 || len(rows[0].Warned) != 1 {
		t.Errorf("%d rows, %+v", len(rows), rows[0])
	}
}

// TestRunNotes: a note needs the token, is kept in the folder, and is text.
func TestRunNotes(t *testing.T) {
	dir := t.TempDir()
	write(t, fitOf(0.08, 10), filepath.Join(dir, "a.json"))
	server, token := newTest(t, dir)
	post := func(token, body string) int {
		reply, err := http.Post(server.URL+"/api/note?token="+token, "application/json", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		reply.Body.Close()
		return reply.StatusCode
	}
	for _, c := range []struct {
		token, body string
		want        int
	}{
		{token, `{"run": "a.json", "note": "the <b>best</b>", "tags": ["keep"]}`, 200}, {"", `{"run": "a.json", "note": "x"}`, 403},
		{token, `{"run": "/etc/passwd", "note": "x"}`, 404}, {token, `{"run": "builtin", "note": "x"}`, 404}, {token, `{"run": "a.json", "note": "` + strings.Repeat("x", 1000) + `"}`, 400},
		{token, `{"run": "a.json", "path": "x"}`, 400},
	} {
		if got := post(c.token, c.body); got != c.want {
			t.Errorf("%.40s: status %d, want %d", c.body, got, c.want)
		}
	}
	if r := runsOf(t, server, url.Values{"filter": {"tag:keep"}}).Rows; len(r) != 1 || r[0].Note != "the <b>best</b>" {
		t.Errorf("%+v", r)
	}
	if _, err := os.Stat(filepath.Join(dir, runs.NotesName)); err != nil {
		t.Error(err)
	}
}

// TestOverlay: settings that differ are told, results are not among them; runs of other labels cannot be compared.
func TestOverlay(t *testing.T) {
	dir := tenFits(t)
	server, _ := newTest(t, dir, smallSample(t))
	o := ask[overlay](t, server, "/api/overlay", url.Values{"run": {"fit01.json", "fit06.json"}})
	if len(o.Settings) != 1 || o.Settings[0].Name != "prior" || !strings.Contains(o.Settings[0].Values[1], "70") || o.Apart != "" || o.Rows != "sample.csv" {
		t.Errorf("%+v", o)
	}
	if len(o.Matches) != 1 || o.Matches[0].Label != "games" {
		t.Errorf("%+v", o.Matches)
	}
	o = ask[overlay](t, server, "/api/overlay", url.Values{"run": {"fit01.json", "half.json", "games"}})
	if !strings.Contains(o.Apart, "games is not a fit") || len(o.Settings) < 2 || o.Settings[0].Values[2] != "–" {
		t.Errorf("%+v", o)
	}
	fit := must(t, filepath.Join(dir, "half.json")).Weights()
	for i, w := range o.Weights {
		if v := w.Values; len(v) != 3 || v[2] != nil || v[1] == nil || w.Name != fit[i].Name || *v[1] != fit[i].Value {
			t.Errorf("%+v, the fit has %+v", w, fit[i])
		}
	}
	if len(o.Weights) != len(fit) {
		t.Errorf("%d weights, want %d", len(o.Weights), len(fit))
	}
	for _, bad := range [][]string{{"fit01.json"}, {"fit01.json", "fit01.json"}, {"fit01.json", "gone"}, slices.Repeat([]string{"fit01.json"}, 13)} {
		if status, body := get(t, server, "/api/overlay", url.Values{"run": bad}); status != http.StatusBadRequest && status != http.StatusNotFound {
			t.Errorf("%q: status %d: %s", bad, status, body)
		}
	}
}

// TestRemoved: what was removed is said to be, with the time, and nothing else is shown in its place; caches let go of it.
func TestRemoved(t *testing.T) {
	dir := tenFits(t)
	s, running := serving(t, dir)
	runsOf(t, running, nil)
	get(t, running, "/api/weights", url.Values{"weights": {"fit01.json"}})
	if err := os.Remove(filepath.Join(dir, "fit01.json")); err != nil {
		t.Fatal(err)
	}
	old := s.project.Now().Items[1]
	s.look()
	status, body := get(t, running, "/api/weights", url.Values{"weights": {"fit01.json"}})
	if status != http.StatusNotFound || !bytes.Contains(body, []byte(`\"fit01.json\" was removed at `)) {
		t.Errorf("status %d: %s", status, body)
	}
	if _, kept := s.table.known.Kept(old); kept || !old.Gone() {
		t.Errorf("%s is kept", old.Label)
	}
}

// TestRunsWatched: new, changed and removed files show by themselves, names are text, and a note is written.
func TestRunsWatched(t *testing.T) {
	dir := t.TempDir()
	write(t, fitOf(0.08, 10), filepath.Join(dir, "a.json"))
	s, running := serving(t, dir)
	go s.watch(t.Context())
	b := openTab(t, running, 1440, 900)
	b.open("/?token=" + s.access.Token)
	b.until(`document.querySelectorAll("#runs tbody tr").length === 1`)
	hostile := filepath.Join(dir, `<img src=x onerror=alert(1)>.json`)
	write(t, fitOf(0.09, 10), hostile)
	b.until(`document.querySelectorAll("#runs tbody tr").length === 2 && document.querySelector("#runs").textContent.includes("<img src=x") && !document.querySelector("#runs img")`)
	write(t, fitOf(0.05, 10), filepath.Join(dir, "a.json"))
	b.until(`document.querySelector("#runs").textContent.includes("0.050000")`)
	b.do(chromedp.Click(`tr[data-label="a.json"] .edit`, chromedp.ByQuery), chromedp.WaitVisible("#noting"), chromedp.SendKeys("#note", "the one to keep"), chromedp.SendKeys("#tags", "keep good"+kb.Enter))
	b.until(`!document.getElementById("noting").open && document.querySelectorAll("#runs .tag").length === 2 && document.querySelector("#runs").textContent.includes("the one to keep")`)
	if err := os.Remove(hostile); err != nil {
		t.Fatal(err)
	}
	b.until(`document.querySelectorAll("#runs tbody tr").length === 1 && document.getElementById("gone").textContent.includes("was removed at")`)
}

// TestFilterBack: a filter that was typed is one step of the browser's history, and Back takes it away whole.
func TestFilterBack(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"good.json", "bad.json"} {
		write(t, fitOf(0.08, 10), filepath.Join(dir, name))
	}
	_, running := serving(t, dir)
	b := openTab(t, running, 1440, 900)
	b.open("/")
	b.until(`document.querySelectorAll("#runs tbody tr").length === 2`)
	b.do(chromedp.SendKeys("#filter", "name~go"))
	b.until(`document.querySelectorAll("#runs tbody tr").length === 1 && location.search.includes("go")`)
	b.do(chromedp.SendKeys("#filter", "od"+kb.Enter))
	b.until(`location.search.includes("good")`)
	b.do(chromedp.NavigateBack())
	b.until(`document.querySelectorAll("#runs tbody tr").length === 2 && document.getElementById("filter").value === "" && !location.search.includes("filter")`)
}

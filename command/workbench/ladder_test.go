package workbench

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"example.org/centipawn/command/extract"
	"example.org/centipawn/command/workbench/measures"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/plaintext"
)

// extracted runs a command of extract that a page shows, in a folder of its own, and returns what it prints.
func extracted(t *testing.T, command string) (out struct {
	Rows   int
	Funnel []struct {
		Filter string
		Rows   int
	}
}) {
	t.Helper()
	words := strings.Fields(command)
	if words[0] != "extract" {
		t.Fatalf("the command is %q", command)
	}
	at := slices.Index(words, "-o")
	words[at+1] = filepath.Join(t.TempDir(), words[at+1])
	var text, messages bytes.Buffer
	if err := extract.Main(t.Context(), append([]string{"-json"}, words[1:]...), cli.Streams{Out: &text, Err: &messages}); err != nil {
		t.Fatalf("%s: %v", command, err)
	}
	if err := json.Unmarshal(text.Bytes(), &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// TestLadder: what the ladder counts is what the command that it shows extracts, filter by filter.
func TestLadder(t *testing.T) {
	sample := smallSample(t)
	server, token := newTest(t, sample)
	for _, flags := range [][]string{
		nil,
		{"-drop check", "-sample 3"},
		{"-plies 10..60", "-quiet filter", "-duplicates mean", "-per-game 5", "-mirror"},
		{"-quiet replace", "-phase 0.2..1", "-pieces 6..32", "-scores 0..800", "-against 600", "-drop noisy"},
	} {
		params := url.Values{"data": {"sample.csv"}, "flag": flags, "weights": {"builtin"}, "token": {token}}
		got := ask[measures.Ladder](t, server, "/api/ladder", params)
		command := ask[struct{ Command string }](t, server, "/api/filters", params).Command
		want := extracted(t, command)
		if got.Rows == 0 || got.Rows != want.Rows || got.Rungs[len(got.Rungs)-1].Left != got.Rows {
			t.Errorf("%q: %d rows, %d at the end of the ladder; the command extracts %d", flags, got.Rows, got.Rungs[len(got.Rungs)-1].Left, want.Rows)
		}
		for _, drop := range want.Funnel {
			at := slices.IndexFunc(got.Rungs, func(r measures.Rung) bool { return r.Name == drop.Filter })
			if at < 0 || got.Rungs[at].Dropped != drop.Rows {
				t.Errorf("%q: extract drops %d by %q, the ladder is %+v", flags, drop.Rows, drop.Filter, got.Rungs)
				continue
			}
			if r := got.Rungs[at]; r.Switch == "" && r.Name != "finished" {
				t.Errorf("%q: no switch belongs to %q", flags, r.Name)
			}
		}
	}
}

// TestFlagsRefused: a request names no file, no cost, and nothing but a filter.
func TestFlagsRefused(t *testing.T) {
	server, _ := newTest(t, smallSample(t))
	for _, flag := range []string{"-o /etc/passwd", "-reject x", "-tb /", "-quiet-weights /etc/passwd", "-threads 1000", "-source *:weight=2", "-sample 0", "-plies x", "-mirror x", "x", script, "-sample 5\n-tb /"} {
		for _, path := range []string{"/api/ladder", "/api/filters", "/api/data"} {
			status, body := get(t, server, path, url.Values{"flag": {flag}, "scope": {"filters"}})
			if status != http.StatusBadRequest || !json.Valid(body) || bytes.Contains(body, []byte("<script>")) {
				t.Errorf("%s, %q: status %d: %s", path, flag, status, body)
			}
		}
	}
	if command := ask[struct{ Command string }](t, server, "/api/filters", url.Values{"flag": {"-game $(id)"}}).Command; !strings.Contains(command, "'$(id)'") {
		t.Errorf("a value is not quoted: %s", command)
	}
}

// TestLadderShown: a filter that is switched off leaves the command at once, and the counts follow; the address keeps it.
func TestLadderShown(t *testing.T) {
	sample := smallSample(t)
	server, _ := newTest(t, sample)
	b := openTab(t, server, 1280, 900)
	b.open("/data?filters=" + url.QueryEscape("-drop check;-sample 4"))
	counted := func() (command string, rows int) {
		b.until(`document.getElementById("ladder").dataset.state === "counted"`)
		return b.text("#extraction"), value[int](b, `Number(document.querySelector("#ladderline strong").dataset.rows)`)
	}
	command, before := counted()
	if !strings.Contains(command, "-drop check -sample 4") || before == 0 {
		t.Fatalf("%d rows by %s", before, command)
	}
	b.do(chromedp.Click(`[data-switch="sample"] input[type=checkbox]`))
	b.until(`!document.getElementById("extraction").textContent.includes("-sample")`)
	command, rows := counted()
	if want := extracted(t, strings.ReplaceAll(command, "sample.csv", sample)).Rows; rows != want || rows <= before {
		t.Errorf("%d rows, before %d; %s extracts %d", rows, before, command, want)
	}
	if left := b.text(`[data-switch="drop check"] td:nth-child(4)`); left != plaintext.Thousands(rows) {
		t.Errorf("%s are left after the last filter, want %d", left, rows)
	}
	b.do(chromedp.Click(`[data-switch="plies"] input[type=checkbox]`))
	b.do(chromedp.Evaluate(`{const i = document.querySelector('[data-switch="plies"] input:not([type=checkbox])'); i.value = "x"; i.dispatchEvent(new Event("change"))}`, nil))
	b.until(`document.getElementById("notfiltered").textContent.includes("-plies")`)
	b.until(`document.querySelectorAll("#results tr").length === 4 && document.getElementById("notexamined").textContent === ""`)
	b.forgive()
	b.do(chromedp.Evaluate(`{const i = document.querySelector('[data-switch="plies"] input:not([type=checkbox])'); i.value = "20.."; i.dispatchEvent(new Event("change"))}`, nil))
	b.until(`document.getElementById("extraction").textContent.includes("-plies 20..")`)
	command, rows = counted()
	b.do(chromedp.Reload(), chromedp.WaitReady("body[data-ready]"))
	if again, n := counted(); again != command || n != rows {
		t.Errorf("after a reload %d rows by %s, want %d by %s", n, again, rows, command)
	}
	b.do(chromedp.SetValue("#scope", "filters"), chromedp.Evaluate(`document.getElementById("scope").dispatchEvent(new Event("change"))`, nil))
	b.until(fmt.Sprintf(`document.querySelector("#shown .scope").textContent === "of %s positions that the filters leave"`, plaintext.Thousands(rows)))
}

// TestScopes: the training and the test rows of a fit are as many as the fit says; of other weights it is said why not.
func TestScopes(t *testing.T) {
	sample := smallSample(t)
	file := fitted(t, sample, "-set", "alphaone")
	server, _ := newTest(t, file, sample)
	survey := func(scope, weights string) *measures.Summary {
		s := ask[measures.Summary](t, server, "/api/data", url.Values{"weights": {weights}, "scope": {scope}})
		return &s
	}
	p := must(t, file).Provenance
	all, train, test := survey("", "fitted.json"), survey("train", "fitted.json"), survey("test", "fitted.json")
	if !all.Fitted || train.Rows != p.Train.N || test.Rows != p.Test.N || train.Rows+test.Rows != all.Rows {
		t.Errorf("%d rows: %d of the training, %d of the test; the fit says %d and %d", all.Rows, train.Rows, test.Rows, p.Train.N, p.Test.N)
	}
	if want := plaintext.Thousands(p.Train.N) + " training positions of fitted.json"; train.Scope != want {
		t.Errorf("the scope is %q, want %q", train.Scope, want)
	}
	if survey("", "builtin").Fitted {
		t.Error("builtin is said to be fitted to the file")
	}
	if status, body := get(t, server, "/api/data", url.Values{"weights": {"builtin"}, "scope": {"train"}}); status != http.StatusBadRequest || !bytes.Contains(body, []byte("not fitted")) {
		t.Errorf("status %d: %s", status, body)
	}
}

// TestBoardsByGame: of a game at most one board is shown, under the name that the file gives it, and captures are
// pending in none.
func TestBoardsByGame(t *testing.T) {
	sample := smallSample(t)
	text, err := os.ReadFile(sample)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(text), "\n")
	game := slices.Index(strings.Split(lines[0], ","), "game")
	server, _ := newTest(t, sample)
	for _, captures := range []string{"", "all"} {
		v := ask[measures.Summary](t, server, "/api/data", url.Values{"captures": {captures}, "count": {"50"}})
		games := map[string]bool{}
		for _, w := range v.Worst {
			if want := strings.Split(lines[w.Line-1], ",")[game]; w.Game != want || games[w.Game] || !w.Quiet && captures == "" {
				t.Errorf("captures %q: %+v is of game %q, there already: %v", captures, w, want, games[w.Game])
			}
			games[w.Game] = true
		}
		if len(v.Worst) < 10 {
			t.Errorf("captures %q: %d positions", captures, len(v.Worst))
		}
	}
}

// TestErrorsInTheirPanels: a file that is gone leaves each panel with its own error, and the page is not blank.
func TestErrorsInTheirPanels(t *testing.T) {
	path := resultsFile(t)
	server, _ := newTest(t, path)
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	b := openTab(t, server, 1280, 900)
	b.open("/data")
	b.until(`["failed", "notexamined", "notfiltered"].every(id => document.getElementById(id).textContent.includes("results.csv") && document.getElementById(id).checkVisibility())`)
	b.forgive()
}

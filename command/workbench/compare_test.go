package workbench

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"example.org/centipawn/board"
	"example.org/centipawn/command/workbench/items"
	"example.org/centipawn/command/workbench/measures"
	"example.org/centipawn/internal/long"
	"example.org/centipawn/weights"
	weightsguard "example.org/centipawn/weights/guard"
)

// TestCompare: on the rows of a fit's test the new file's error is the one that the fit measured, the
// difference is that of the two, and how far the files are apart is what weights diff says.
func TestCompare(t *testing.T) {
	for name, flags := range map[string][]string{
		"centipawns": {"-set", "alphaone"},
		"results":    {"-set", "alphaone", "-loss", "sigmoid", "-prior", "published"},
	} {
		t.Run(name, func(t *testing.T) {
			if name == "results" {
				long.Skip(t, "fits results")
			}
			sample := smallSample(t)
			file := fitted(t, sample, flags...)
			server, token := newTest(t, file, sample, "published:alphaone")
			params := url.Values{"old": {"published:alphaone"}, "weights": {"fitted.json"}, "rows": {"sample.csv"}}
			got := ask[measures.Comparison](t, server, "/api/compare", params)
			f := must(t, file)
			if got.Errors == nil || got.Lacking != "" || got.Errors.Note != "" || len(got.Errors.Intercepts) != 2 {
				t.Fatalf("%+v, lacking %q", got.Errors, got.Lacking)
			}
			old, e := got.Errors.Intercepts[0], got.Errors.Intercepts[1]
			if e.Metrics.N != f.Provenance.Test.N || !near(e.Metrics.MSE, f.Provenance.Test.MSE.Value) || !near(e.Change.MSE.Value, e.Metrics.MSE-old.Metrics.MSE) ||
				e.Change.MSE.Interval == nil || e.Change.MSE.High < e.Change.MSE.Value || e.Change.MSE.Low > e.Change.MSE.Value {
				t.Errorf("%+v; the fit's test has %d rows of %v", e, f.Provenance.Test.N, f.Provenance.Test.MSE.Value)
			}
			set := rowsOf(t, sample, "alphaone")
			want, err := weightsguard.Compare(t.Context(), set, must(t, "published:alphaone"), f)
			if name == "results" { // the labels that judge are those of the fit's test
				plays := got.Errors.Plays
				labels := &weightsguard.Labels{Rows: plays[1].Metrics.N, Old: plays[0].Metrics.MSE, New: plays[1].Metrics.MSE, Change: plays[1].Change.Relative.Value}
				want, err = weightsguard.CompareFit(t.Context(), set, must(t, "published:alphaone"), f, labels, 1)
			}
			if err != nil {
				t.Fatal(err)
			}
			if got.Guard.Scale != want.Scale || got.Guard.Verdict != want.Verdict || len(got.Guard.Pieces) != len(want.Pieces) || got.Guard.Phases[0] != want.Phases[0] {
				t.Errorf("%+v, want %+v", got.Guard, want)
			}
			if got.Command != "match -a fitted.json -b published:alphaone -sprt 0,5 -o run" {
				t.Errorf("without the token the command is %s", got.Command)
			}
			params.Set("token", token)
			if got := ask[measures.Comparison](t, server, "/api/compare", params).Command; got != "match -a "+file+" -b published:alphaone -sprt 0,5 -o run" {
				t.Errorf("with the token the command is %s", got)
			}
		})
	}
}

// TestMetrics: of several files each is compared with the first as two are.
func TestMetrics(t *testing.T) {
	sample := smallSample(t)
	file := fitted(t, sample, "-set", "alphaone")
	server, _ := newTest(t, file, sample, "published:alphaone", "published:pesto")
	got := ask[measures.FileErrors](t, server, "/api/metrics", url.Values{"weights": {"published:alphaone", "fitted.json", "published:pesto"}, "rows": {"sample.csv"}})
	pair := ask[measures.Comparison](t, server, "/api/compare", url.Values{"old": {"published:alphaone"}, "weights": {"fitted.json"}, "rows": {"sample.csv"}})
	if len(got.Plays) != 3 || got.Plays[0].Change != nil || !near(got.Intercepts[1].Metrics.MSE, must(t, file).Provenance.Test.MSE.Value) ||
		!reflect.DeepEqual(got.Plays[:2], pair.Errors.Plays) || !reflect.DeepEqual(got.Intercepts[:2], pair.Errors.Intercepts) || got.Plays[2].Metrics.N != got.Plays[0].Metrics.N {
		t.Errorf("%+v, of two %+v", got, pair.Errors)
	}
	for _, list := range [][]string{{"fitted.json"}, {"fitted.json", script}} {
		if status, body := get(t, server, "/api/metrics", url.Values{"weights": list, "rows": {"sample.csv"}}); status != http.StatusBadRequest && status != http.StatusNotFound || bytes.Contains(body, []byte("<script>")) {
			t.Errorf("%q: status %d: %s", list, status, body)
		}
	}
}

// TestMatchesOf: matches between two files are found by the names of their players, in either order, with Elo from the
// new file's view.
func TestMatchesOf(t *testing.T) {
	first, second := playMatch(t, 4, "builtin", "published pesto"), playMatch(t, 4, "published pesto", "builtin")
	winMost(t, first, "builtin")
	winMost(t, second, "published pesto")
	server, _ := newTest(t, first, second, playMatch(t, 4, "A", "builtin"), "published:pesto")
	got := ask[measures.Comparison](t, server, "/api/compare", url.Values{"old": {"published:pesto"}, "weights": {"builtin"}}).Matches
	turned := ask[measures.Comparison](t, server, "/api/compare", url.Values{"old": {"builtin"}, "weights": {"published:pesto"}}).Matches
	if len(got) != 2 || len(turned) != 2 || got[0].Games != 8 || !strings.HasPrefix(got[0].Elo, "+338") || !strings.HasPrefix(got[1].Elo, "-338") || !strings.HasPrefix(turned[0].Elo, "-338") || !strings.HasPrefix(turned[1].Elo, "+338") {
		t.Errorf("%+v, turned %+v", got, turned)
	}
}

// winMost changes the results of a match so that a player has won all games but the last two.
func winMost(t *testing.T, dir, name string) {
	t.Helper()
	path := filepath.Join(dir, "games.jsonl")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var out []byte
	for i, line := range bytes.Split(bytes.TrimSpace(text), []byte("\n")) {
		var g map[string]any
		if err := json.Unmarshal(line, &g); err != nil {
			t.Fatal(err)
		}
		delete(g, "crc32c")
		g["result"] = "1/2-1/2"
		if white := g["white"] == name; white && i < 6 {
			g["result"] = "1-0"
		} else if i < 6 {
			g["result"] = "0-1"
		}
		line, err := json.Marshal(g)
		if err != nil {
			t.Fatal(err)
		}
		out = append(append(out, line...), '\n')
	}
	if err := os.WriteFile(path, out, 0o644); err != nil {
		t.Fatal(err)
	}
}

// mostMoved returns the weight whose move is worth most on the rows.
func mostMoved(t *testing.T, server *httptest.Server, list []weights.WeightChange) (most weights.WeightChange) {
	t.Helper()
	sizes := ask[measures.Comparison](t, server, "/api/compare", url.Values{"old": {"published:standard"}, "weights": {"builtin"}, "rows": {"sample.csv"}}).Sizes
	worth := func(c weights.WeightChange) float64 { return math.Abs(c.Difference()) * sizes[c.Name] }
	for _, c := range list {
		if c.Change == weights.Changed && worth(c) > worth(most) {
			most = c
		}
	}
	return most
}

// TestCompareShown: the page lists what moved most, colours the tables, and says what both files say of a
// position; exchanging the files turns every sign.
func TestCompareShown(t *testing.T) {
	server, _ := newTest(t, hostileFile(t), smallSample(t), "published:standard")
	b := openTab(t, server, 1280, 900)
	const fen = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/3P1N2/PPP2PPP/RNBQK2R w KQkq - 1 5"
	b.open("/compare?old=published:standard&weights=builtin&rows=sample.csv&fen=" + url.QueryEscape(fen))
	top := func() string { return value[string](b, `document.querySelector("#moved tbody tr").dataset.weight`) }
	first := func() float64 {
		return value[float64](b, `Number(document.querySelector("#moved tbody td:nth-child(4)").textContent.replace("−", "-"))`)
	}
	b.do(chromedp.Click("#common"))
	if !strings.HasPrefix(b.text("#scaled"), "As the files have them") {
		t.Errorf("raw moves: %s", b.text("#scaled"))
	}
	want := mostMoved(t, server, weights.Compare(must(t, "published:standard"), weights.Builtin()).Weights)
	if top() != want.Name || math.Abs(first()-want.Difference()) > 0.005+1e-9 {
		t.Errorf("%s moved most, by %g; want %s by %g", top(), first(), want.Name, want.Difference())
	}
	if n := value[int](b, `document.querySelectorAll("#boards table").length`); n != 12 {
		t.Errorf("%d boards, want 12", n)
	}
	if n := value[int](b, `document.querySelectorAll("#phases tbody tr, #pieces tbody tr, #errors tbody tr").length`); n < 14 {
		t.Errorf("%d rows of phases, pieces and errors", n)
	}
	p, err := board.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	for i, name := range []string{"published:standard", "builtin"} {
		e, err := items.NewEvaluator(must(t, name))
		if err != nil {
			t.Fatal(err)
		}
		if got := value[[]float64](b, `[...document.querySelectorAll("#sum strong")].map(s => Number(s.dataset.sum))`)[i]; !near(got, e.Evaluate(&p)) {
			t.Errorf("%s says %g, want %g", name, got, e.Evaluate(&p))
		}
	}
	if got := b.text("#command"); got != "match -a builtin -b published:standard -sprt 0,5 -o run" {
		t.Errorf("the command is %s", got)
	}
	moved := first()
	b.do(chromedp.Click("#turn"))
	b.until(`document.getElementById("command").textContent.startsWith("match -a published:standard")`)
	if top() != want.Name || first() != -moved {
		t.Errorf("exchanged, %s moved by %g, want %g", top(), first(), -moved)
	}
	b.do(chromedp.Evaluate(`{const s = document.getElementById("weights"); s.selectedIndex = 0; s.dispatchEvent(new Event("change"))}`, nil))
	b.until(`document.getElementById("command").textContent.includes("'script>.json'")`)
	if value[int](b, "document.scripts.length") != 3 { // the page, keys, presenting
		t.Error("a name became a script")
	}
	b.until(`document.getElementById("error").textContent !== ""`)
	b.forgive() // the set of that file is none: asking for its terms is refused
	if !strings.Contains(b.text("#error"), "set") {
		t.Errorf("the error is %q", b.text("#error"))
	}
}

// TestOtherSets: of files of two sets it is said which terms only one has; the others, the errors with their intervals
// and the values of pieces are compared.
func TestOtherSets(t *testing.T) {
	server, _ := newTest(t, smallSample(t), "published:pesto")
	b := openTab(t, server, 1280, 900)
	b.open("/compare?old=published:pesto&weights=builtin&rows=sample.csv")
	b.until(`document.querySelectorAll("#errors .whisker").length >= 2 && document.querySelectorAll("#pieces tbody tr").length === 10`)
	var only int
	for _, c := range weights.Compare(must(t, "published:pesto"), weights.Builtin()).Weights {
		if c.Change == weights.Added && strings.HasPrefix(c.Name, "mobility.") {
			only++
		}
	}
	if said := b.text("#only"); only == 0 || !strings.Contains(said, fmt.Sprintf("Only builtin has mobility (%d)", only)) {
		t.Errorf("%d weights of mobility are new, and it says %q", only, said)
	}
	if n := value[int](b, `document.querySelectorAll("#moved tbody tr").length`); n == 0 {
		t.Error("no common weight is compared")
	}
	if text := b.text("#error"); text != "" {
		t.Errorf("the error %q", text)
	}
	for _, id := range []string{"only", "playedhead"} {
		if b.text("#"+id) == "" {
			t.Errorf("%s says nothing", id)
		}
	}
}

// TestDecided: a match between the two says who is better.
func TestDecided(t *testing.T) {
	won := playMatch(t, 4, "builtin", "published pesto")
	winMost(t, won, "builtin")
	server, _ := newTest(t, won, "published:pesto")
	b := openTab(t, server, 1280, 900)
	b.open("/compare?old=published:pesto&weights=builtin&rows=")
	b.until(`document.querySelectorAll("#played .whisker").length === 1`)
	m := ask[measures.Comparison](t, server, "/api/compare", url.Values{"old": {"published:pesto"}, "weights": {"builtin"}}).Matches[0]
	want := "Not decided yet:"
	if m.Low != nil && *m.Low > 0 {
		want = "Decided: the new file is better."
	}
	if said := b.text("#playedhead"); said != want {
		t.Errorf("it says %q, want %q: %+v", said, want, m)
	}
}

// TestMoreFiles: files that are ticked are measured on the same rows, each against the old one.
func TestMoreFiles(t *testing.T) {
	server, _ := newTest(t, smallSample(t), "published:pesto", "published:alphaone")
	b := openTab(t, server, 1280, 900)
	b.open("/compare?weights=builtin&versus=published:pesto&rows=sample.csv")
	b.do(chromedp.Evaluate(`document.getElementById("severalfiles").open = true`, nil))
	b.do(chromedp.Evaluate(`for (const i of document.querySelectorAll("#files input")) if (i.value !== "published:pesto") i.click()`, nil))
	b.until(`document.querySelectorAll("#several tbody tr").length === 3 && !document.getElementById("several").hidden`)
}

package workbench

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"example.org/centipawn/command/workbench/items"
	"example.org/centipawn/command/workbench/measures"
	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/doctor"
	"example.org/centipawn/engine/quiet"
	"example.org/centipawn/features"
	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/winprob"
)

// resultsFile is a CSV of positions with results, some lines of which are script.
func resultsFile(t *testing.T) string {
	t.Helper()
	var b bytes.Buffer
	fmt.Fprintln(&b, "fen,result")
	for i, p := range features.Positions()[:300] {
		fmt.Fprintf(&b, "%s,%s\n", p.FEN(), []string{"1-0", "0-1", "1/2-1/2"}[i*7%3])
		if i%100 == 50 {
			fmt.Fprintf(&b, "%q,1-0\n", script)
		}
	}
	path := filepath.Join(t.TempDir(), "results.csv")
	if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestWorstPositions: the worst positions, whatever the filter, are those of a slow listing.
func TestWorstPositions(t *testing.T) {
	path := resultsFile(t)
	server, _ := newTest(t, path, "published:pesto")
	e, err := items.NewEvaluator(must(t, "published:pesto"))
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ phase, material, result string }{{}, {phase: "endgame"}, {material: "white"}, {material: "even"}, {result: "0-1"}, {"middlegame", "black", "1-0"}} {
		params := url.Values{"weights": {"published:pesto"}, "phase": {tt.phase}, "material": {tt.material}, "result": {tt.result}, "captures": {"all"}, "count": {"10"}}
		got := ask[measures.Summary](t, server, "/api/data", params)
		in, err := datasets.Open([]string{path}, datasets.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var all []measures.Worst
		games := map[string]uint32{} // by position
		badLines := 0
		for s, err := range in.All() {
			if err != nil {
				badLines++
				continue
			}
			phase := e.Explain(&s.Position).Phase
			in := tt.phase == "" || tt.phase == "endgame" && phase < 1./3 || tt.phase == "middlegame" && phase >= 1./3 && phase <= 2./3
			m := datasets.Material(&s.Position)
			in = in && (tt.material == "" || tt.material == "even" && m == 0 || tt.material == "white" && m > 0 || tt.material == "black" && m < 0)
			if !in || tt.result != "" && tt.result != s.Result.String() {
				continue
			}
			cp := e.Evaluate(&s.Position)
			games[s.Position.FEN()] = s.Game
			all = append(all, measures.Worst{FEN: s.Position.FEN(), Line: s.Line, Error: s.Points() - winprob.Expected(got.K, cp), Eval: cp})
		}
		if err := in.Close(); err != nil {
			t.Fatal(err)
		}
		slices.SortStableFunc(all, func(a, b measures.Worst) int { return cmp.Compare(math.Abs(b.Error), math.Abs(a.Error)) })
		n, seen := len(all), map[uint32]bool{}
		all = slices.DeleteFunc(all, func(w measures.Worst) bool {
			game := games[w.FEN]
			was := seen[game]
			seen[game] = true
			return was
		})
		if got.Rows != 300 || got.Bad != badLines || badLines == 0 || got.Fits != n || len(got.Worst) != min(10, len(all)) {
			t.Fatalf("%+v: %d rows, %d bad, %d fit, %d listed; want %d fit", tt, got.Rows, got.Bad, got.Fits, len(got.Worst), n)
		}
		for i, w := range got.Worst {
			if w.FEN != all[i].FEN || w.Line != all[i].Line || w.Error != all[i].Error || w.Eval != all[i].Eval {
				t.Errorf("%+v: place %d is %+v, want %+v", tt, i, w, all[i])
			}
		}
	}
}

// TestSurveyKept: a file is read once for the weights: filters choose from what was seen.
func TestSurveyKept(t *testing.T) {
	path := resultsFile(t)
	server, _ := newTest(t, path)
	all := ask[measures.Summary](t, server, "/api/data", nil)
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	fits := 0
	for _, result := range measures.Results[1:] {
		fits += ask[measures.Summary](t, server, "/api/data", url.Values{"result": {result}}).Fits
	}
	if fits != all.Fits || fits == 0 {
		t.Errorf("%d positions by result, %d of all", fits, all.Fits)
	}
}

// TestDataRoute: script as a parameter is refused.
func TestDataRoute(t *testing.T) {
	server, _ := newTest(t, resultsFile(t))
	for _, name := range []string{"data", "weights", "scope", "phase", "material", "result", "captures", "count"} {
		status, body := get(t, server, "/api/data", url.Values{name: {script}})
		if status != http.StatusBadRequest && status != http.StatusNotFound || !json.Valid(body) || bytes.Contains(body, []byte("<script>")) {
			t.Errorf("script for %s: status %d: %s", name, status, body)
		}
	}
	for _, path := range []string{"/api/ladder", "/api/filters"} {
		if status, body := get(t, server, path, url.Values{"data": {script}}); status != http.StatusNotFound || bytes.Contains(body, []byte("<script>")) {
			t.Errorf("%s: status %d: %s", path, status, body)
		}
	}
}

// TestDoctor: the page has the findings that doctor prints, each with its level and code, and no path.
func TestDoctor(t *testing.T) {
	path := resultsFile(t)
	server, _ := newTest(t, path)
	search, err := quiet.Load("")
	if err != nil {
		t.Fatal(err)
	}
	want, err := doctor.Examine(t.Context(), path, "", doctor.Options{Gap: search.Gap, Bound: quiet.Bound})
	if err != nil {
		t.Fatal(err)
	}
	status, body := get(t, server, "/api/doctor", url.Values{"data": {"results.csv"}})
	if status != http.StatusOK || bytes.Contains(body, []byte(filepath.Dir(path))) || bytes.Contains(body, []byte("<script>")) {
		t.Errorf("status %d: %s", status, body)
	}
	b := openTab(t, server, 1280, 900)
	b.open("/data")
	b.until(fmt.Sprintf(`document.querySelectorAll("#findings li").length === %d`, len(want.Findings)))
	if got := value[string](b, `document.querySelector("#results td").textContent`); got != fmt.Sprint(want.Rows.Results.White) {
		t.Errorf("White wins %s positions, want %d", got, want.Rows.Results.White)
	}
	if got := b.text("#commands code"); got != strings.ReplaceAll(want.Commands[0], path, "results.csv") {
		t.Errorf("the command is %s", got)
	}
	if got := b.text("#diagnosis"); got != want.Verdict {
		t.Errorf("the verdict is %q, want %q", got, want.Verdict)
	}
	for i, f := range want.Findings {
		text := b.text(fmt.Sprintf("#findings li:nth-child(%d)", i+1))
		if !strings.HasPrefix(text, f.Level.String()+" "+string(f.Code)+" ") {
			t.Errorf("finding %d is %q, want %v %s", i, text, f.Level, f.Code)
		}
	}
	if len(want.Findings) == 0 {
		t.Error("nothing was found")
	}
}

// TestShares: what doctor counts in some rows only is a share of these, and the page says of how many.
func TestShares(t *testing.T) {
	sample := smallSample(t)
	server, _ := newTest(t, sample)
	d := ask[measures.Diagnosis](t, server, "/api/doctor", nil)
	n := d.Noise
	if n.Searched == 0 || n.Searched >= d.Counts.Samples || n.Loud == 0 {
		t.Fatalf("%+v: not what is wanted", n)
	}
	b := openTab(t, server, 1280, 900)
	b.open("/data")
	b.until(`document.querySelectorAll("#noise tr").length > 0`)
	rows := value[[]string](b, `[...document.querySelectorAll("#noise tr")].map(r => [...r.children].map(c => c.textContent).join("|"))`)
	for _, want := range []struct {
		name  string
		n, of int
	}{{"captures pending", n.Loud, n.Searched}, {"with a capture or promotion as the move", n.Noisy, n.Moves}, {"first 16 half-moves", n.Early, n.Plies}, {"last 10 half-moves", n.Late, n.Lefts}} {
		at := slices.IndexFunc(rows, func(r string) bool { return strings.HasPrefix(r, want.name) })
		if at < 0 {
			if want.n > 0 {
				t.Errorf("no row %s: %q", want.name, rows)
			}
			continue
		}
		if share := fmt.Sprintf("|%.1f %%|", 100*float64(want.n)/float64(want.of)); !strings.Contains(rows[at], share) {
			t.Errorf("%q, want %d of %d: %s", rows[at], want.n, want.of, share)
		}
		if of := ", of " + plaintext.Thousands(want.of) + " looked at"; want.of != d.Counts.Samples && !strings.Contains(rows[at], of) {
			t.Errorf("%q does not say %q", rows[at], of)
		}
	}
}

// TestDataShown: the page shows boards, and a filter others.
func TestDataShown(t *testing.T) {
	server, _ := newTest(t, resultsFile(t))
	b := openTab(t, server, 1280, 900)
	b.open("/data")
	b.until(`document.querySelectorAll("#worst li").length === 24 && document.querySelectorAll("#worst svg use").length > 100`)
	before := b.text("#fits")
	b.do(chromedp.Evaluate(`{const s = document.getElementById("result"); s.value = "0-1"; s.dispatchEvent(new Event("change"))}`, nil))
	b.until(`document.getElementById("fits").textContent !== ` + quote(before) + ` && [...document.querySelectorAll("#worst .hint")].every(p => p.textContent.includes("0-1"))`)
	href := value[string](b, `document.querySelector("#worst a").href`)
	fen := value[string](b, `document.querySelector("#worst svg").getAttribute("aria-label")`)
	u, err := url.Parse(href)
	if err != nil || u.Path != "/position" || u.Query().Get("fen") != fen {
		t.Errorf("the link is %s of %s", href, fen)
	}
}

package workbench

import (
	"bytes"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"example.org/centipawn/command/fit"
	"example.org/centipawn/command/fit/finding"
	"example.org/centipawn/command/workbench/web"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/match"
	"example.org/centipawn/match/elo"
	"example.org/centipawn/match/openings"
	"example.org/centipawn/match/opinion"
	"example.org/centipawn/match/play"
	"example.org/centipawn/weights"
)

// newFit fits to the sample and returns the weights file, the folder of the report and what was printed.
func newFit(t *testing.T, sample string) (file, dir, printed string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "report")
	file = filepath.Join(filepath.Dir(dir), "new.json")
	return file, dir, printedBy(t, fit.Main, "-set", "alphaone", "-loss", "sigmoid", "-full", "-o", file, "-report", dir, sample)
}

// TestFitAnswers: the page of a fit explains each warning in the words of the registry, shows the worst positions, quiet
// ones first and one of a game, has the settings with files by hash, and no error twice.
func TestFitAnswers(t *testing.T) {
	sample := smallSample(t)
	file, dir, printed := newFit(t, sample)
	r, err := finding.ReadReport(dir)
	if err != nil {
		t.Fatal(err)
	}
	noisy := false
	for _, w := range r.Worst {
		if noisy && w.Quiet {
			t.Errorf("%s: a quiet position after one that is not", w.FEN)
		}
		noisy = !w.Quiet
	}
	if len(r.Worst) == 0 || r.Worst[0].Source != "sample.csv" {
		t.Fatalf("worst positions %+v", r.Worst)
	}
	server, token := newTest(t, dir, file, sample)
	b := openTab(t, server, 1280, 900)
	b.open("/fit")
	if n := value[int](b, `document.querySelectorAll("#worstrows li svg").length`); n != len(r.Worst) {
		t.Errorf("%d boards of %d positions", n, len(r.Worst))
	}
	codes := value[[]string](b, `[...document.querySelectorAll("#warnings .code, #reasons .code")].map(e => e.textContent)`)
	for _, w := range r.Warnings {
		e := note.Explain([]string{w})
		code, _, _ := strings.Cut(w, ":")
		if about, ok := e[note.Code(code)]; !ok || !slices.Contains(codes, code) {
			t.Errorf("%s is explained as %+v; the page has %v", w, about, codes)
		}
	}
	code := codes[0]
	about := note.Explain([]string{code + ": x"})[note.Code(code)]
	shown := value[string](b, `document.querySelector(".doubt details").textContent`)
	if want := strings.NewReplacer("`", "", "**", "").Replace(about.Remedy); !strings.Contains(shown, want) {
		t.Errorf("%s is shown as %q, want %q", code, shown, want)
	}
	made := b.text("#made")
	for _, want := range []string{"sample.csv", r.Fitted.Sources[0].SHA256[:12], "new.json", r.Fitted.SHA256[:12], "held out by game"} {
		if !strings.Contains(made, want) {
			t.Errorf("no %q in the settings: %s", want, made)
		}
	}
	for _, v := range []float64{r.Test.MSE, r.Test.LogLoss, r.Train.MSE} {
		text := weights.SixDecimals(v)
		if n := strings.Count(value[string](b, `document.getElementById("shown").innerText`), text); n != 1 || !strings.Contains(printed, text) {
			t.Errorf("%s stands %d times on the page", text, n)
		}
	}
	clone := `[...document.querySelectorAll("#acts a")].some(a => new URL(a.href).searchParams.has("clone-run"))`
	if value[bool](b, clone) {
		t.Error("a visitor is offered to clone the run")
	}
	b.open("/fit?token=" + token)
	if !value[bool](b, clone) {
		t.Error("the owner is not offered to clone the run")
	}
}

// TestSavedPages: Save page brings the page that the command has written, under a name that every system takes.
func TestSavedPages(t *testing.T) {
	sample := smallSample(t)
	_, dir, _ := newFit(t, sample)
	cup, run := playMatch(t, 2, "A", script), newRun(t, weights.Builtin())
	iterate(t, run, 1)
	server, _ := newTest(t, dir, cup, run)
	for path, of := range map[string]string{"/api/fit/page": "fit-report.html", "/api/match/page": "match-", "/api/loop/page": "loop-"} {
		reply, err := http.Get(server.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		body := new(bytes.Buffer)
		_, err = body.ReadFrom(reply.Body)
		reply.Body.Close()
		if got := reply.Header.Get("Content-Disposition"); err != nil || reply.StatusCode != http.StatusOK || !strings.HasPrefix(got, `attachment; filename="`+of) {
			t.Errorf("%s: status %d, %q, %v", path, reply.StatusCode, got, err)
		}
		if !bytes.HasPrefix(body.Bytes(), []byte("<!doctype html>")) || bytes.Contains(body.Bytes(), []byte("<script>alert")) {
			t.Errorf("%s is not a page", path)
		}
		if path == "/api/fit/page" {
			written, err := os.ReadFile(filepath.Join(dir, "index.html"))
			if err != nil || !bytes.Equal(written, body.Bytes()) {
				t.Errorf("the page has %d bytes, that of fit -report %d, %v", body.Len(), len(written), err)
			}
		}
	}
	if got := web.SavedName("fit", "../a \"b\"\n<i>é"); got != "fit-a--b---i.html" {
		t.Errorf("the name is %q", got)
	}
}

// playTest plays a match with a test until it is decided, and returns its folder and its result.
func playTest(t *testing.T) (string, *match.Result) {
	t.Helper()
	plan := match.Plan{
		Pairs: 40, Openings: openings.Random(7, 4, nil), Rules: play.Rules{MaxPlies: 40, ResignMoves: 2, ResignScore: 100}, Dir: t.TempDir(), Seed: 5,
		SPRT: &elo.SPRT{Elo0: -5, Elo1: 600},
	}
	for i, name := range []string{"A", "B"} {
		plan.Entrants = append(plan.Entrants, play.Entrant{Name: name, Limit: play.Limit{Nodes: 10}, Start: starts(first(i + 1))})
	}
	r, err := match.Run(t.Context(), plan, nil)
	if err != nil {
		t.Fatal(err)
	}
	return plan.Dir, r
}

// TestMatchAnswers: the page of a match begins with its verdict, in the words of the command, has the bar of the test and
// the settings, and opens a game where the players disagree. Back and the keys go through it.
func TestMatchAnswers(t *testing.T) {
	chromium(t)
	dir, r := playTest(t)
	server, _ := newTest(t, dir)
	b := openTab(t, server, 1280, 900)
	b.open("/match")
	want := opinion.Of(r, false)
	if got := b.text("#verdict"); !strings.Contains(got, want.Verdict) || !strings.Contains(got, want.Next) {
		t.Errorf("the verdict is %q, want %+v", got, want)
	}
	if got, want := value[string](b, `document.getElementById("bar").getAttribute("aria-label")`), strings.ReplaceAll(fmt.Sprintf("LLR %+.2f between %+.2f and %+.2f", r.SPRT.LLR, r.SPRT.Lower, r.SPRT.Upper), "-", "−"); got != want {
		t.Errorf("the bar is of %q, want %q", got, want)
	}
	line := b.text("#settingsline")
	for _, want := range []string{"nodes=10", "drawn after 40 half-moves", "seed: 5"} {
		if !strings.Contains(line, want) {
			t.Errorf("no %q in %q", want, line)
		}
	}
	b.do(chromedp.Click("#apart li a"))
	b.until(`document.activeElement.id === "gamename" && document.querySelector("#moves [aria-current]") !== null`)
	at := value[[]string](b, `[new URL(location.href).searchParams.get("game"), new URL(location.href).searchParams.get("ply"), document.querySelector("#moves [aria-current]").dataset.ply]`)
	if at[0] == "" || at[1] == "" || at[1] != at[2] {
		t.Errorf("game, half-move of the address and of the list: %v", at)
	}
	b.keys(kb.Home)
	b.until(`document.getElementById("first").disabled`)
	b.keys(right)
	b.until(`document.querySelector("#moves [aria-current]").dataset.ply === "1"`)
	b.do(chromedp.NavigateBack())
	b.until(`document.getElementById("player").hidden`)
	if got := b.text("#openingtext"); !strings.Contains(got, "different openings") {
		t.Error(got)
	}
}

// TestTournamentAnswers: a tournament begins with ranking and crosstable; a pairing that is clicked there is that of the
// rest of the page, its games included.
func TestTournamentAnswers(t *testing.T) {
	dir := playFixed(t, 3, map[string]float64{"third": 0}, "first", script, "third")
	server, _ := newTest(t, dir)
	b := openTab(t, server, 1280, 900)
	b.open("/match")
	if said := b.text("#playertable tbody"); strings.Count(said, "fixed") != 1 || strings.Contains(said, "0 to 0") {
		t.Errorf("of the rating that is fixed it says %s", said)
	}
	if !value[bool](b, `document.getElementById("playertable").getBoundingClientRect().top < document.getElementById("penta").getBoundingClientRect().top`) {
		t.Error("the ranking does not stand first")
	}
	if n := value[int](b, `document.querySelectorAll("#crosstable button").length`); n != 6 {
		t.Errorf("%d cells of the crosstable, want 6", n)
	}
	b.do(chromedp.Click(`#crosstable button[aria-label^="third against first"]`))
	b.until(`document.getElementById("who").textContent === "first against third" && document.getElementById("listed").textContent.endsWith("of 6")`)
	if got := value[string](b, `new URL(location.href).searchParams.get("pairing")`); got != "1" {
		t.Errorf("the pairing of the address is %q", got)
	}
}

// TestLoopAnswers: a run without matches calls no weights the best; iterations link to their weights.
func TestLoopAnswers(t *testing.T) {
	dir := newRun(t, weights.Builtin())
	for n := range 2 {
		iterate(t, dir, n+1)
		path := filepath.Join(dir, fmt.Sprintf("%03d", n+1))
		text, err := os.ReadFile(filepath.Join(path, "metrics.json"))
		if err != nil {
			t.Fatal(err)
		}
		changed, _, _ := bytes.Cut(text, []byte(`"gate"`))
		changed = append(bytes.TrimSuffix(bytes.TrimSpace(changed), []byte(",")), `,"change":{"value":-0.05,"low":-0.08,"high":-0.02}}`...)
		if err := os.WriteFile(filepath.Join(path, "metrics.json"), changed, 0o644); err != nil {
			t.Fatal(err)
		}
		if err := weights.Builtin().Write(filepath.Join(path, "weights.json")); err != nil {
			t.Fatal(err)
		}
	}
	server, _ := newTest(t, dir)
	b := openTab(t, server, 1280, 900)
	b.open("/loop")
	b.until(`document.querySelectorAll("#differences tbody tr").length === 2`)
	if got := b.text("#verdict"); !strings.Contains(got, "No match was played") || strings.Contains(got, "best weights") || !strings.Contains(got, "2 of 2 iterations have a lower loss") {
		t.Errorf("the verdict is %q", got)
	}
	row := value[string](b, `document.querySelector("#differences tbody tr").innerText`)
	if !strings.Contains(row, "−5.00 % [−8.00, −2.00]") {
		t.Errorf("the row is %q", row)
	}
	link := value[string](b, `document.querySelector("#differences tbody a[aria-label='compare of iteration 2']").href`)
	u, err := url.Parse(link)
	if err != nil || u.Query().Get("weights") != filepath.Base(dir)+", iteration 2" {
		t.Errorf("the link is %s", link)
	}
}

// TestRunsStay: nothing on the pages of runs moves that a reader has seen, up to a layout shift of 0.05.
func TestRunsStay(t *testing.T) {
	sample := smallSample(t)
	file, dir, _ := newFit(t, sample)
	run := newRun(t, weights.Builtin())
	iterate(t, run, 1)
	server, _ := newTest(t, dir, file, playMatch(t, 4, "A", "B", "C"), run)
	for _, width := range []int{1280, 390} {
		b := openTab(t, server, width, 900)
		for _, path := range []string{"/fit", "/match?game=1&ply=3", "/loop"} {
			b.open(path)
			shift := awaited(b, `await new Promise(done => { let sum = 0; new PerformanceObserver(l => { for (const e of l.getEntries()) sum += e.value }).observe({type: "layout-shift", buffered: true}); requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(sum <= 0.05 ? "" : String(sum)), 300))) })`)
			if shift != "" {
				t.Errorf("%s, %d wide: a layout shift of %s", path, width, shift)
			}
		}
	}
}

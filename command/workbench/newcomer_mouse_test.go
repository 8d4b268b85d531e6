package workbench

import (
	"bytes"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/chromedp/chromedp"

	"example.org/centipawn/command/workbench/jobs"
	"example.org/centipawn/weights"
)

// menu opens a page by the menu.
func (m *mouse) menu(name, condition string) {
	m.t.Helper()
	m.click(`nav a[href*="/` + name + `"]`)
	m.on("/"+name, condition)
}

// openFit opens the fit that has a report, from the first page.
func (m *mouse) openFit() {
	m.t.Helper()
	m.click(`#runs tr[data-label="new.json"] th a`)
	m.on("/fit", fitShown)
}

// fitShown is what the page of a fit has when it is complete.
const fitShown = `document.querySelector("#verdict .badge") && document.querySelector("#worstrows a")`

func openByMouse(m *mouse) { m.lists() }

// lists says that the first page lists fits, the match and the report.
func (h *hand) lists() {
	h.t.Helper()
	h.on("/", `["fit06.json", "half.json", "games", "new.json"].every(l => document.querySelector("#runs tr[data-label='" + l + "']"))`)
}

func bestByMouse(m *mouse) {
	m.click(`th[data-column=mse] button`)
	m.best()
}

// best waits until the first row is the best fit, and says so.
func (h *hand) best() {
	h.t.Helper()
	h.on("/", `document.querySelector("#runs tbody tr th")?.textContent.includes("fit06.json") && document.querySelector("#runs .rank").textContent.includes("best")`)
}

func differByMouse(m *mouse) {
	bestByMouse(m)
	m.click(`#runs tbody tr:nth-child(1) input`)
	m.click(`#runs tbody tr:nth-child(2) input`)
	m.click(`#overlay`)
	m.differ()
	// The way back leads to the same ticks, and from there to the order of before.
	m.do(chromedp.Click("#back a", chromedp.ByQuery))
	m.on("/runs", `document.querySelectorAll("#runs tbody input:checked").length === 2`)
	m.do(chromedp.Click(`th[data-column=mse] button`, chromedp.ByQuery))
	m.on("/runs", `document.querySelector("th[data-column=mse]").getAttribute("aria-sort") === "ascending"`)
	m.do(chromedp.Evaluate("history.back()", nil))
	m.on("/runs", `document.querySelector("th[data-column=age]").getAttribute("aria-sort") === "ascending"`)
}

// differ waits until the overlay names the settings that differ; what a fit has found is none.
func (h *hand) differ() {
	h.t.Helper()
	h.on("/overlay", `"measured" in document.body.dataset && document.getElementById("settings").textContent.includes("prior")`)
	if text := h.text("#settings"); strings.Contains(text, "test") {
		h.t.Errorf("results are settings: %s", text)
	}
}

// formShown is what the form of a job has when it is complete.
const formShown = `"checked" in document.body.dataset && (document.getElementById("repairs").hidden || "advised" in document.body.dataset)`

func startByMouse(m *mouse) {
	m.menu("jobs", "true")
	m.click(`#new a[href="/jobs?new=fit"]`)
	m.on("/jobs", formShown)
	if got := m.text("#line"); got != "fit -o fit.json -report fit sample.csv" {
		m.t.Errorf("the command is %q", got)
	}
	m.click("#start")
	m.fitted()
	// A clone has free names, says what is wrong with a value, and how long the last one took.
	m.open("/jobs?clone=1")
	m.on("/jobs", formShown)
	m.filled("lambda", "2")
	m.until(`document.getElementById("flag-lambda-wrong").textContent.includes("want 0 to 1")`)
	m.filled("lambda", "0.5")
	m.until(`document.getElementById("flag-lambda-wrong").textContent === "" && /-lambda 0.5 .*fit-2.json/.test(document.getElementById("line").textContent)`)
	if !strings.Contains(m.text("#time"), "the last such job here took") {
		m.t.Errorf("of its time %q is known", m.text("#time"))
	}
}

// fitted waits until the first job is done, and its weights are there and open by themselves.
func (h *hand) fitted() {
	h.t.Helper()
	h.state(1, "done")
	for _, name := range []string{"fit.json", "fit.run.toml", "fit/index.html"} {
		if _, err := os.Stat(filepath.Join(h.dir, name)); err != nil {
			h.t.Error(err)
		}
	}
	h.until(`document.querySelector("[data-job='1'] a[href^='/weights']") !== null`)
}

func cloneByMouse(m *mouse) {
	m.openFit()
	m.click(`#acts a[href*="clone-run"]`)
	m.on("/jobs", formShown)
	m.click("#flag-lambda")
	m.typed("0.5")
	m.click("#start")
	m.cloned()
}

// cloned waits until the first job is done, a clone of the fit with another λ; a clone of that has the λ, too.
func (h *hand) cloned() {
	h.t.Helper()
	h.state(1, "done")
	line := h.s.jobs.Queue.Jobs()[0].Line
	for _, want := range []string{"-lambda 0.5", "-set alphaone", "-loss sigmoid", "new-2.json", "sample.csv"} {
		if !strings.Contains(line, want) {
			h.t.Errorf("the command was %q, without %s", line, want)
		}
	}
	if _, err := os.Stat(filepath.Join(h.dir, "new-2.json")); err != nil {
		h.t.Fatal(err)
	}
	h.until(`document.querySelector("[data-job='1'] a[href^='/weights']") !== null`) // the file is open
	h.open("/jobs?clone-run=new-2.json")
	h.on("/jobs", formShown)
	if got := value[string](h.tab, `document.getElementById("flag-lambda").value`); got != "0.5" {
		h.t.Errorf("a clone of the weights has lambda %q", got)
	}
}

// playing starts a match that takes long, and waits for its first games.
func (h *hand) playing() {
	h.t.Helper()
	call := jobs.Call{Verb: "match", Flags: []jobs.Setting{{Name: "a", Value: "builtin"}, {Name: "b", Value: "builtin"}, {Name: "nodes", Value: "200"}, {Name: "games", Value: "100000"}, {Name: "concurrency", Value: "1"}, {Name: "o", Value: "match"}}}
	if _, err := h.s.jobs.Queue.Add(h, call); err != nil {
		h.t.Fatal(err)
	}
	until(h.t, func() bool { return h.games() > 1 })
}

// games are how many games the match has.
func (h *hand) games() int {
	text, _ := os.ReadFile(filepath.Join(h.dir, "match", "games.jsonl"))
	return bytes.Count(text, []byte(`"result"`))
}

func stopByMouse(m *mouse) {
	m.playing()
	m.menu("jobs", `document.querySelector("[data-act=stop]")`)
	m.click(`[data-job="1"] [data-act=stop]`)
	kept := m.stopped()
	m.click(`[data-job="1"] [data-act=resume]`)
	m.resumed(kept)
}

// stopped waits until the match has stopped, and returns how many games it has.
func (h *hand) stopped() int {
	h.t.Helper()
	h.state(1, "stopped")
	kept := h.games()
	if kept < 2 {
		h.t.Errorf("%d games", kept)
	}
	return kept
}

// resumed waits until the match goes on from where it was.
func (h *hand) resumed(kept int) {
	h.t.Helper()
	h.state(1, "running")
	until(h.t, func() bool { return h.games() > kept })
}

func worstByMouse(m *mouse) {
	m.openFit()
	first := m.first("#worstrows a")
	m.click("#worstrows li:nth-child(1) a")
	m.shows(first)
}

// first returns the position that the first link of a list leads to.
func (h *hand) first(links string) string {
	h.t.Helper()
	return value[string](h.tab, `new URL(document.querySelector("`+links+`").href).searchParams.get("fen")`)
}

// shows waits until the page Position shows a position with its evaluation.
func (h *hand) shows(fen string) {
	h.t.Helper()
	h.on("/position", `document.body.dataset.explained && document.getElementById("fen").value === `+quote(fen))
}

func worstOfDataByMouse(m *mouse) {
	m.menu("data", dataShown)
	first := m.first("#worst a")
	m.click("#worst li:nth-child(1) a")
	m.shows(first)
}

// dataShown is what the page of a data file has when it is complete.
const dataShown = `document.querySelector("#worst li") && document.querySelector("#findings li") && document.querySelector("#rungs tbody tr")`

// slidersShown is what What if has when it is complete.
const slidersShown = `document.querySelectorAll("[data-slider]").length === 6 && document.getElementById("result") && document.body.dataset.profiled`

func dragByMouse(m *mouse) {
	m.menu("whatif", slidersShown)
	at := func(share string) string {
		return `(() => { const r = document.querySelector("[data-slider] input[type=range]").getBoundingClientRect(); return [r.x + ` + share + ` * r.width, r.y + r.height / 2] })()`
	}
	m.drag(at("0.5"), at("0.8"))
	name := m.dragged()
	m.click("#fitonly summary")
	m.click("#fitcommand a")
	m.on("/jobs", formShown)
	m.click("#start")
	m.refitted(name)
}

// dragged waits until a weight is changed and its effect is known, and returns its name.
func (h *hand) dragged() string {
	h.t.Helper()
	h.on("/whatif", `document.getElementById("result").className && document.querySelector("#fitcommand a") && new URL(location.href).searchParams.get("set")`)
	name, _, _ := strings.Cut(value[string](h.tab, `new URL(location.href).searchParams.get("set")`), "=")
	return name
}

// refitted waits until the fit is done, and compares: no other weight than that of the slider has changed.
func (h *hand) refitted(name string) {
	h.t.Helper()
	h.state(1, "done")
	line := h.s.jobs.Queue.Jobs()[0].Line
	if strings.Count(line, "-only ") != 1 || !strings.Contains(line, "-only "+name+" ") {
		h.t.Errorf("the command was %q, not of %s alone", line, name)
	}
	fields := strings.Fields(line)
	old, err := weights.Read(filepath.Join(h.dir, fields[slices.Index(fields, "-start")+1]))
	if err != nil {
		h.t.Fatal(err)
	}
	fresh, err := weights.Read(filepath.Join(h.dir, "refitted.json"))
	if err != nil {
		h.t.Fatal(err)
	}
	before := map[string]float64{}
	for _, w := range old.Weights() {
		before[w.Name] = w.Value
	}
	var moved []string
	for _, w := range fresh.Weights() {
		if w.Value != before[w.Name] {
			moved = append(moved, w.Name)
		}
	}
	if !slices.Equal(moved, []string{name}) {
		h.t.Errorf("%q have changed, want %s", moved, name)
	}
}

func playByMouse(m *mouse) {
	m.menu("play", `document.body.dataset.turn === "own"`)
	for i, move := range [][2]string{{"e2", "e4"}, {"d2", "d4"}} {
		at := func(square string) string {
			return `(() => { const r = document.querySelector("[role=gridcell][data-square=` + square + `]").getBoundingClientRect(); return [r.x + r.width/2, r.y + r.height/2] })()`
		}
		m.drag(at(move[0]), at(move[1]))
		m.stands(2*i+2, "own")
	}
	m.click("#resign")
	m.stands(4, "over")
	m.click("#pgn")
	m.recorded()
}

// recorded says that the game was saved, with its moves and its end.
func (h *hand) recorded() {
	h.t.Helper()
	text, err := os.ReadFile(h.download())
	if err != nil {
		h.t.Fatal(err)
	}
	for _, want := range []string{`[Result "0-1"]`, "1. e4 ", "2. d4 ", "White has resigned"} {
		if !bytes.Contains(text, []byte(want)) {
			h.t.Errorf("no %s in the game:\n%s", want, text)
		}
	}
}

func saveByMouse(m *mouse) {
	m.openFit()
	m.click(`#acts a[download]`)
	m.mailed()
}

// mailed says that the page was saved as one file, which shows the same without asking for anything.
func (h *hand) mailed() {
	h.t.Helper()
	verdict, path := h.text("#verdict"), h.download()
	if !strings.HasSuffix(path, ".html") {
		h.t.Errorf("the file is %s", path)
	}
	file := newTab(h.t, &url.URL{Scheme: "file", Path: path}, 390, 900)
	file.open("")
	if got := file.text("#verdict"); got != verdict {
		h.t.Errorf("the file says %q, the page %q", got, verdict)
	}
	if n := value[int](file, `document.querySelectorAll("#worstrows li svg").length`); n == 0 {
		h.t.Error("the file has no worst positions")
	}
}

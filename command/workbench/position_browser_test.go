package workbench

import (
	"math"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"example.org/centipawn/board"
	"example.org/centipawn/command/workbench/items"
	"example.org/centipawn/features"
	"example.org/centipawn/weights"
)

// shows waits until the page shows a position.
func (b *tab) shows(fen string) {
	b.t.Helper()
	b.until(`document.body.dataset.explained === ` + quote(fen))
}

func quote(text string) string { return `"` + strings.ReplaceAll(text, `"`, `\"`) + `"` }

// after returns the position after moves from the start.
func after(t *testing.T, moves ...string) string {
	t.Helper()
	p := board.Start()
	for _, text := range moves {
		m, err := p.ParseSAN(text)
		if err != nil {
			t.Fatal(err)
		}
		p.Make(m)
	}
	return p.FEN()
}

// TestMoves: a position is set up by clicks, by drags, by text and by FEN, and undone.
func TestMoves(t *testing.T) {
	server, _ := newTest(t)
	b := openTab(t, server, 1280, 900)
	b.open("/position?fen=startpos")
	b.shows(after(t))
	b.click("e2")
	b.click("e4")
	b.shows(after(t, "e4"))
	b.drag("e7", "e5")
	b.shows(after(t, "e4", "e5"))
	b.do(chromedp.SendKeys("#move", "Nf3"+enter))
	b.shows(after(t, "e4", "e5", "Nf3"))
	b.do(chromedp.Click("#undo"))
	b.shows(after(t, "e4", "e5"))
	b.do(chromedp.Click("#flip"))
	b.until(`document.querySelector("[role=gridcell]").dataset.square === "h1"`)
	b.drag("g1", "f3")
	b.shows(after(t, "e4", "e5", "Nf3"))
	const fen = "8/P6k/8/8/8/8/8/K7 w - - 0 1"
	b.do(chromedp.SetValue("#fen", fen), chromedp.Click("#fenform button"))
	b.shows(fen)
	b.do(chromedp.SendKeys("#move", "a7a8n"+enter))
	b.shows("N7/7k/8/8/8/8/8/K7 b - - 0 1")
	b.do(chromedp.Click("#undo"))
	b.shows(fen)
	b.drag("a7", "a8")
	b.until(`document.getElementById("promotion")?.open`)
	b.do(chromedp.Click("#pieces button[value=r]"))
	b.shows("R7/7k/8/8/8/8/8/K7 b - - 0 1")
	b.do(chromedp.SetValue("#fen", "4k3/8/8/8/8/8/8/4K2R w K"), chromedp.Click("#fenform button")) // two fields are missing
	b.shows("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
	b.drag("e1", "h1") // the king on its rook castles
	b.shows("4k3/8/8/8/8/8/8/5RK1 b - - 1 1")
	b.do(chromedp.SetValue("#fen", "hello"), chromedp.Click("#fenform button"))
	b.until(`document.getElementById("fenerror").textContent.includes("is not a FEN")`)
	b.forgive() // the console has the status of the answer
}

// playLine opens the start position in a tab and plays moves by text.
func playLine(t *testing.T, moves ...string) *tab {
	t.Helper()
	server, _ := newTest(t)
	b := openTab(t, server, 1280, 900)
	b.open("/position?fen=startpos")
	b.shows(after(t))
	for i, m := range moves {
		b.do(chromedp.SendKeys("#move", m+enter))
		b.shows(after(t, moves[:i+1]...))
	}
	return b
}

// TestLineOfMoves: moves are listed, Back goes to the position before, arrow keys go through the line, and a reload shows
// the same.
func TestLineOfMoves(t *testing.T) {
	line := []string{"e4", "e5", "Nf3"}
	b := playLine(t, line...)
	last := `[...document.querySelectorAll(".cells .last")].map(c => c.dataset.square).sort().join() === `
	b.until(last + `"f3,g1"`)
	back := func() { b.do(chromedp.Evaluate(`history.back()`, nil)) }
	back()
	b.shows(after(t, "e4", "e5"))
	back()
	b.shows(after(t, "e4"))
	b.do(chromedp.Evaluate(`history.forward()`, nil))
	b.shows(after(t, "e4", "e5"))
	b.do(chromedp.SendKeys("#move", "Nf3"+enter))
	b.shows(after(t, line...))
	b.do(chromedp.Evaluate(`document.activeElement.blur()`, nil))
	b.keys(left)
	b.shows(after(t, "e4", "e5"))
	b.until(last + `"e5,e7" && document.querySelectorAll("#moves [data-ply]").length === 3 && document.querySelector("#moves [aria-current]").dataset.ply === "2"`)
	b.keys(right)
	b.shows(after(t, line...))
	b.open("/position" + value[string](b, `location.search`))
	b.shows(after(t, line...))
}

// TestGameIn: a PGN becomes a line that arrow keys go through; its PGN is written again.
func TestGameIn(t *testing.T) {
	server, _ := newTest(t)
	b := openTab(t, server, 1280, 900)
	b.open("/position?fen=startpos")
	b.do(chromedp.Click("#records summary"), chromedp.SetValue("#pgn", "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Nf3 {good} (2. f4) Nc6 1/2-1/2\n\n[White \"C\"]\n\n1. d4 *\n"), chromedp.Click("#pgnform button"))
	b.until(`document.body.dataset.games === "2" && document.querySelectorAll("#moves [data-ply]").length === 4`)
	b.do(chromedp.Evaluate(`document.activeElement.blur()`, nil))
	b.keys(right, right)
	b.shows(after(t, "e4", "e5"))
	if text := awaited(b, `await (await fetch(document.getElementById("savepgn").href)).text()`); !strings.Contains(text, "1. e4 e5 2. Nf3 Nc6 *") {
		t.Errorf("the game is written as %s", text)
	}
	b.do(chromedp.SetValue("#games", "1"), chromedp.Evaluate(`document.getElementById("games").dispatchEvent(new Event("change"))`, nil))
	b.until(`document.querySelector("#moves [data-ply]")?.textContent === "d4"`)
}

// TestLibraryOpens: a position of the library shows its term, with its squares.
func TestLibraryOpens(t *testing.T) {
	server, _ := newTest(t, "published:pesto")
	b := openTab(t, server, 1280, 900)
	b.open("/position?weights=builtin")
	b.do(chromedp.Click("#library summary"), chromedp.WaitVisible("#shelves button[data-term^='passed.connected']"), chromedp.Click("#shelves button[data-term^='passed.connected']"))
	b.until(`document.querySelector("#chosen h2")?.textContent.startsWith("passed.connected") && document.querySelector(".cells [data-kind=plus]") !== null`)
}

// TestWaterfall: the parts of the waterfall add up to the evaluation, and a mouse over a piece is told what it is worth.
func TestWaterfall(t *testing.T) {
	server, _ := newTest(t)
	b := openTab(t, server, 1280, 900)
	b.open("/position?weights=builtin")
	parts := value[float64](b, `[...document.querySelectorAll("#waterfall rect:not([data-part=evaluation])")].reduce((sum, r) => sum + Number(r.dataset.cp), 0)`)
	if sum := value[float64](b, `Number(document.getElementById("evaluation").dataset.sum)`); math.Abs(parts-sum) > 0.5 || sum == 0 {
		t.Errorf("the parts add up to %g, the evaluation is %g", parts, sum)
	}
	at := value[[]float64](b, `(() => { const r = document.querySelector('[role=gridcell][data-square="e2"]').getBoundingClientRect(); return [r.x + r.width/2, r.y + r.height/2] })()`)
	b.do(chromedp.MouseEvent(input.MouseMoved, at[0], at[1]))
	b.until(`document.body.dataset.hovered === "e2" && document.querySelector("#hovered h2").textContent === "e2: White queen"`)
}

// drag drags what is on a square to another.
func (b *tab) drag(from, to string) {
	b.t.Helper()
	b.mouse("mousePressed", from)
	b.mouse("mouseMoved", to)
	b.mouse("mouseReleased", to)
}

// TestCopy: without a clipboard, as on plain http from another machine, the link is shown and selected; the
// token is not in it.
func TestCopy(t *testing.T) {
	server, token := newTest(t)
	b := openTab(t, server, 1280, 900)
	b.open("/position?fen=startpos&token=" + token)
	b.shows(after(t))
	value[bool](b, `Object.defineProperty(navigator, "clipboard", {value: undefined}) === navigator`)
	b.do(chromedp.Click("#share"))
	b.until(`document.activeElement.id === "" && document.activeElement.closest("#copied") !== null`)
	link := value[string](b, `getSelection().toString()`)
	if !strings.HasPrefix(link, server.URL+"/position?") || strings.Contains(link, token) {
		t.Errorf("what is selected is %q", link)
	}
}

// TestSetUp: pieces are put on squares and taken away, and what is impossible is said.
func TestSetUp(t *testing.T) {
	server, _ := newTest(t)
	b := openTab(t, server, 1280, 1000)
	b.open("/position?fen=startpos")
	b.do(chromedp.Click("#setup summary"), chromedp.Click("#clear"))
	b.shows("4k3/8/8/8/8/8/8/4K3 w - - 0 1")
	b.do(chromedp.Click(`#palette label:has([value="wq"])`))
	b.click("d1")
	b.shows("4k3/8/8/8/8/8/8/3QK3 w - - 0 1")
	b.do(chromedp.Click(`#palette label:has([value="bk"])`))
	b.click("d8")
	b.until(`!document.getElementById("error").hidden`) // White's queen could take the king
	b.forgive()                                         // the console has the status of the answer
	b.do(chromedp.Click(`#palette label:has([value=""])`))
	b.click("d1")
	b.shows("4k3/8/8/8/8/8/8/4K3 w - - 0 1")
	b.until(`document.getElementById("error").hidden`)
}

// TestSumShown: what the rows of the page show adds up to its sum, which is that of the evaluation.
func TestSumShown(t *testing.T) {
	server, _ := newTest(t)
	e, err := items.NewEvaluator(must(t, "builtin"))
	if err != nil {
		t.Fatal(err)
	}
	b := openTab(t, server, 1280, 900)
	b.open("/position?fen=startpos")
	b.do(chromedp.Click("#grouped"))
	for _, p := range features.Positions()[100:105] {
		b.do(chromedp.SetValue("#fen", p.FEN()), chromedp.Click("#fenform button"))
		want := e.Evaluate(&p)
		b.shows(p.FEN())
		b.until(`Math.abs(document.getElementById("evaluation").dataset.sum - (` + number64(want) + `)) < 1e-9`)
		if sum := value[float64](b, `[...document.querySelectorAll("#terms tbody td.cp")].reduce((s, c) => s + Number(c.dataset.cp), 0)`); math.Abs(sum-want) > 1e-6 {
			t.Errorf("%s: the rows add up to %g, the evaluation is %g", p.FEN(), sum, want)
		}
	}
}

// TestChosen: a term marks its squares, a square names its terms.
func TestChosen(t *testing.T) {
	server, _ := newTest(t, "published:pesto")
	b := openTab(t, server, 1280, 900)
	b.open("/position?weights=published:pesto&other=builtin&fen=4k3/8/8/8/8/5N2/8/4K3+w+-+-+0+1")
	b.do(chromedp.SetValue("#filter", "pst.knight.f3"), chromedp.Evaluate(`document.getElementById("filter").dispatchEvent(new Event("input"))`, nil))
	b.until(`document.querySelectorAll("#terms tbody tr").length === 1`)
	b.do(chromedp.Click(`tr[data-term="pst.knight.f3"] button`))
	b.until(`document.querySelector('[role=gridcell][data-square="f3"]').dataset.kind === "plus"`)
	b.click("f3")
	b.until(`document.querySelector("#chosen h2").textContent === "f3: White knight"`)
	if text := b.text("#chosen tbody"); !strings.Contains(text, "pst.knight.f3") {
		t.Errorf("on f3 counts %q", text)
	}
}

// TestKeys: by the keyboard alone a move is played, a term chosen, and undone.
func TestKeys(t *testing.T) {
	server, _ := newTest(t)
	b := openTab(t, server, 1280, 900)
	b.open("/position?fen=startpos")
	for range 20 {
		b.keys(tabKey)
		if value[bool](b, `document.activeElement.dataset.square === "e2"`) {
			break
		}
	}
	b.keys(enter, up, up, enter)
	b.shows(after(t, "e4"))
	if label := value[string](b, `document.activeElement.getAttribute("aria-label")`); label != "e4, White pawn" {
		b.until(`document.activeElement.getAttribute("aria-label").startsWith("e4, White pawn")`)
	}
	b.keys(left, down, right)
	if square := value[string](b, `document.activeElement.dataset.square`); square != "e3" {
		t.Errorf("the keys lead to %q", square)
	}
	for range 60 {
		b.keys(tabKey)
		if value[bool](b, `document.activeElement.classList.contains("term")`) {
			break
		}
	}
	b.until(`document.querySelector('.cells [data-kind]:not([data-kind=""])') !== null`) // what has the focus marks its squares
	b.keys(enter)
	b.until(`document.activeElement.getAttribute("aria-pressed") === "true" && !document.getElementById("chosen").hidden`)
}

// TestLines: the engine's lines come, and a search stops when another position is shown.
func TestLines(t *testing.T) {
	server, _ := newTest(t)
	b := openTab(t, server, 1280, 900)
	b.open("/position?fen=6k1/5ppp/8/8/8/8/5PPP/R5K1+w+-+-+0+1")
	b.do(chromedp.SetValue("#nodes", "100000"), chromedp.Click("#search"))
	b.until(`/^mate 1 1.Ra8/.test(document.querySelector("#best li")?.textContent)`)
	b.until(`document.getElementById("search").getAttribute("aria-pressed") === "false" && document.querySelector(".arrows [data-uci=a1a8]") !== null`)
	b.do(chromedp.SetValue("#nodes", "10000000"), chromedp.Click("#start"))
	b.shows(after(t))
	b.do(chromedp.Click("#search"))
	b.until(`document.querySelectorAll("#best li").length === 3`)
	b.do(chromedp.SendKeys("#move", "e4"+enter))
	b.shows(after(t, "e4"))
	b.until(`document.querySelectorAll("#best li").length === 0`)
}

// TestEqualShown: in a symmetric position every square says what its piece is worth, and the terms that both sides
// count alike are listed; the page opens with a position in which something counts.
func TestEqualShown(t *testing.T) {
	server, _ := newTest(t, "published:pesto")
	b := openTab(t, server, 1280, 900)
	b.open("/position?weights=published:pesto&fen=" + url.QueryEscape(after(t, "e4", "e5")))
	b.click("g1")
	b.until(`document.querySelector("[data-together]") !== null`)
	knight := must(t, "published:pesto").Terms
	at := slices.IndexFunc(knight, func(t weights.Term) bool { return t.Name == "pst.knight.g1" })
	if got := value[float64](b, `Number(document.querySelector("[data-together]").dataset.together)`); !near(got, knight[at].MG.Value) {
		t.Errorf("the knight on g1 is worth %g, want %g", got, knight[at].MG.Value)
	}
	if got := b.text("#equalhead"); !strings.HasPrefix(got, "Equal for both: ") || value[int](b, `document.querySelectorAll("#equalterms tbody tr").length`) != 16 {
		t.Errorf("%q", got)
	}
	b.click("e8")
	b.until(`document.querySelector("#chosen h2").textContent.startsWith("e8")`)
	if text := b.text("#chosen"); !strings.Contains(text, "pst.king.e1") {
		t.Errorf("the king on e8: %s", text)
	}
	b.open("/position?weights=builtin")
	if n := value[int](b, `document.querySelectorAll("#terms tbody tr").length`); n < 5 {
		t.Errorf("%d rows at first", n)
	}
}

// TestFormulaShown: the page says what the formula is, what its sums are worth, and parts that add up to the evaluation.
func TestFormulaShown(t *testing.T) {
	server, _ := newTest(t, nonlinearFile(t))
	b := openTab(t, server, 1280, 900)
	const fen = "r3r1k1/5pp1/2p4p/q7/3P1Q2/2P3NP/P4PPB/R4RK1 w - - 0 25"
	b.open("/position?weights=nonlinear.json&fen=" + url.QueryEscape(fen))
	b.shows(fen)
	if text := value[string](b, `document.getElementById("formulatext").textContent`); !strings.Contains(text, "danger = (square(") {
		t.Errorf("formula %q", text)
	}
	names := value[[]string](b, `[...document.querySelectorAll("#sums tbody tr")].map(r => r.dataset.sum)`)
	if !slices.Contains(names, "linear") || !slices.Contains(names, "danger_white") {
		t.Errorf("sums %v", names)
	}
	b.do(chromedp.Click("#grouped"))
	parts := value[float64](b, `[...document.querySelectorAll("#terms [data-cp]")].reduce((sum, c) => sum + Number(c.dataset.cp), 0)`)
	if sum := value[float64](b, `Number(document.getElementById("evaluation").dataset.sum)`); math.Abs(parts-sum) > 1e-6 || sum == 0 {
		t.Errorf("the parts add up to %g, the evaluation is %g", parts, sum)
	}
	b.open("/position?weights=builtin&fen=" + url.QueryEscape(fen))
	b.shows(fen)
	if !value[bool](b, `document.getElementById("formula").hidden`) {
		t.Error("linear weights have a formula")
	}
}

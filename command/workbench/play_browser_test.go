package workbench

import (
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// stands waits until the game has a number of half-moves, the last is shown, and the person is to move or it is over.
func (b *tab) stands(plies int, turn string) {
	b.t.Helper()
	b.until(`document.body.dataset.shown === "` + strconv.Itoa(plies) + `" && document.body.dataset.turn === "` + turn + `"`)
}

// arg is a parameter of the page's address.
func (b *tab) arg(name string) string {
	b.t.Helper()
	return value[string](b, `new URL(location.href).searchParams.get("`+name+`") ?? ""`)
}

// TestPlay: a person plays against a network, by mouse, keys and text; a reload goes on, moves are taken back, and
// another opponent takes over.
func TestPlay(t *testing.T) {
	server, _ := newTest(t, exampleNetwork)
	b := openTab(t, server, 1280, 900)
	b.open("/play?nodes=20")
	if of := b.text("#foe"); of != "Black: mcts-sigmazero, sigmazero.nn, 20 nodes a move" {
		t.Errorf("the opponent is %q", of)
	}
	b.mouse("mousePressed", "e2")
	b.until(`["e3", "e4"].every(s => document.querySelector("[role=gridcell].target[data-square=" + s + "]")) && document.querySelectorAll(".target").length === 2`)
	b.mouse("mouseMoved", "e4")
	b.mouse("mouseReleased", "e4")
	b.stands(2, "own")
	if n := value[int](b, `document.querySelectorAll(".target").length`); n != 0 {
		t.Errorf("%d squares are marked after the move", n)
	}
	if said := b.text("#status"); !strings.HasPrefix(said, "Black played ") || !strings.HasSuffix(said, "Your move, White.") {
		t.Errorf("it says %q", said)
	}
	b.do(chromedp.SendKeys("#move", "Nc3"+enter))
	b.stands(4, "own")
	moves := b.arg("moves")
	b.do(chromedp.Reload(), chromedp.WaitReady("body[data-ready]"))
	b.stands(4, "own")
	if b.arg("moves") != moves || len(strings.Fields(moves)) != 4 {
		t.Errorf("after a reload the moves are %q, before %q", b.arg("moves"), moves)
	}
	b.do(chromedp.Click("#takeback"))
	b.stands(2, "own")
	if before, _, _ := strings.Cut(moves, " b1c3"); b.arg("moves") != before {
		t.Errorf("taken back: %q of %q", b.arg("moves"), moves)
	}
	b.do(chromedp.Evaluate(`{const s = document.getElementById("network"); s.value = ""; s.dispatchEvent(new Event("change"));
		const k = document.getElementById("search"); k.value = "full"; k.dispatchEvent(new Event("change"))}`, nil))
	b.until(`document.getElementById("foe").textContent.startsWith("Black: full, builtin, ")`)
	b.do(chromedp.Click("#back"))
	b.until(`document.body.dataset.shown === "1"`)
	b.click("d2")
	if n := value[int](b, `document.querySelectorAll(".target").length`); n != 0 {
		t.Error("a move can be played from an earlier position")
	}
	b.do(chromedp.Click("#resign"))
	b.stands(2, "over")
	if said := b.text("#status"); !strings.HasSuffix(said, "White has resigned: 0-1.") {
		t.Errorf("it says %q", said)
	}
	text := awaited(b, `(await fetch(document.getElementById("pgn").href)).text()`)
	if !strings.Contains(text, `[Result "0-1"]`) || !strings.Contains(text, `[Black "full, builtin"]`) || !strings.Contains(text, "White has resigned") {
		t.Errorf("the PGN is\n%s", text)
	}
}

// TestPlayBlack: with Black the board is turned and the opponent begins; a new game takes it up.
func TestPlayBlack(t *testing.T) {
	server, _ := newTest(t)
	b := openTab(t, server, 390, 900)
	b.open("/play?search=full&nodes=100&moves=e2e4+e7e5")
	b.do(chromedp.SetValue("#side", "black"), chromedp.SendKeys("#fen", "not a position"), chromedp.Click("#new button"))
	b.until(`!document.getElementById("error").hidden`)
	if b.arg("moves") != "e2e4 e7e5" {
		t.Error("a position that cannot be has ended the game")
	}
	b.forgive()
	b.do(chromedp.Evaluate(`document.getElementById("fen").value = ""`, nil), chromedp.Click("#new button"))
	b.stands(1, "own")
	b.until(`document.querySelector("[role=gridcell]").dataset.square === "h1"`)
	if !value[bool](b, `document.getElementById("takeback").disabled && document.getElementById("error").hidden`) {
		t.Error("the opponent's first move can be taken back, or the error stays")
	}
}

// TestPlayByKeys: by the keyboard alone a pawn becomes a knight, in a dialog that can be left, and mates; the game is over.
func TestPlayByKeys(t *testing.T) {
	server, _ := newTest(t)
	b := openTab(t, server, 1280, 900)
	const mate = "8/5P1k/6pp/6bn/8/8/8/K5R1 w - - 0 1" // f8=N+ is legal, and so are the other three
	b.open("/play?search=base&nodes=100&fen=" + url.QueryEscape(mate))
	b.do(chromedp.Focus(`[role=gridcell][tabindex="0"]`))
	b.keys(right, up, up, up, up, up, enter) // e2, f2 … f7
	b.until(`document.querySelector("[role=gridcell].target").dataset.square === "f8" && document.querySelector("[role=gridcell][data-square=f8]").getAttribute("aria-label") === "f8, empty, a legal move"`)
	b.keys(up, enter)
	b.until(`document.getElementById("promotion").open`)
	b.keys(tabKey, tabKey, tabKey, tabKey, tabKey, enter) // queen, rook, bishop, knight, cancel
	b.until(`!document.getElementById("promotion").open`)
	b.stands(0, "own")
	if b.arg("moves") != "" {
		t.Error("a dialog that was left has played a move")
	}
	b.do(chromedp.SendKeys("#move", "f8=N"+enter))
	b.stands(2, "own")
	if moves := b.arg("moves"); !strings.HasPrefix(moves, "f7f8n ") {
		t.Errorf("moves %q", moves)
	}
	b.do(chromedp.Click("#takeback"))
	b.stands(0, "own")
	b.click("f7")
	b.click("f8")
	b.until(`document.getElementById("promotion").open`)
	b.do(chromedp.Click("#pieces button[value=r]"))
	b.stands(2, "own")
	if moves := b.arg("moves"); !strings.HasPrefix(moves, "f7f8r ") {
		t.Errorf("moves %q", moves)
	}
}

// TestSeen: the policy and the visits are shown as arrows, and as the same figures in a table; a search without a tree
// shows its best move.
func TestSeen(t *testing.T) {
	server, _ := newTest(t, exampleNetwork)
	b := openTab(t, server, 1280, 900)
	b.open("/play?nodes=50")
	for _, kind := range []string{"policy", "visits"} {
		b.do(chromedp.Click(`input[name=arrows][value=` + kind + `]`))
		b.until(`document.body.dataset.seen === "` + kind + `"`)
		first := value[string](b, `document.querySelector("#considered tbody tr").dataset.uci`)
		thickest := value[string](b, `[...document.querySelectorAll(".arrows .`+kind+`")].at(-1).dataset.uci`)
		if first == "" || first != thickest {
			t.Errorf("%s: the table begins with %q, the arrow above all is %q", kind, first, thickest)
		}
	}
	at := value[float64](b, `document.querySelector(".arrows polygon").getBoundingClientRect().y`)
	b.do(chromedp.Click("#flip"))
	b.until(`document.querySelector("[role=gridcell]").dataset.square === "h1" && document.querySelector(".arrows polygon").getBoundingClientRect().y !== ` + number64(at))
	b.open("/play?search=full&nodes=2000&arrows=visits&fen=" + url.QueryEscape("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"))
	b.until(`document.querySelector(".arrows polygon")?.dataset.uci === "a1a8" && document.getElementById("considered").hidden`)
	b.do(chromedp.SendKeys("#move", "Ra8"+enter))
	b.stands(1, "over")
	if said := b.text("#status"); !strings.HasSuffix(said, "Checkmate: 1-0.") {
		t.Errorf("it says %q", said)
	}
}

// TestMoveNow: a long search ends when the person will not wait, by the best move so far, and when the page is left.
func TestMoveNow(t *testing.T) {
	chromium(t)
	s, server := serving(t, exampleNetwork)
	b := openTab(t, server, 1280, 900)
	b.open("/play?nodes=20000000")
	b.do(chromedp.SendKeys("#move", "e4"+enter))
	b.until(`!document.getElementById("movenow").disabled`)
	b.do(chromedp.Click("#movenow"))
	b.stands(2, "own")
	until(t, func() bool { return len(s.searches) == 0 })
	b.do(chromedp.SendKeys("#move", "d4"+enter))
	b.until(`!document.getElementById("movenow").disabled`)
	b.do(chromedp.Navigate(server.URL + "/"))
	until(t, func() bool { return len(s.searches) == 0 })
}

// TestRefusedLimit: after a limit that is refused the opponent moves as soon as it has one that can be.
func TestRefusedLimit(t *testing.T) {
	server, _ := newTest(t)
	b := openTab(t, server, 1280, 900)
	b.open("/play?search=full&nodes=100")
	limit := func(n string) {
		b.do(chromedp.Evaluate(`{const n = document.getElementById("amount"); n.value = "`+n+`"; n.dispatchEvent(new Event("change"))}`, nil))
	}
	limit("0")
	b.do(chromedp.SendKeys("#move", "e4"+enter))
	b.until(`!document.getElementById("error").hidden`)
	b.stands(1, "other")
	b.forgive()
	limit("100")
	b.stands(2, "own")
}

package workbench

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
)

// reload opens the tab's address again.
func (b *tab) reload() {
	b.t.Helper()
	b.do(chromedp.Reload(), chromedp.WaitReady("body[data-ready]"))
}

// set writes into a field, or chooses in a select, as a user does.
func (b *tab) set(id, text string) {
	b.t.Helper()
	b.do(chromedp.Evaluate(fmt.Sprintf(`{const e = document.getElementById(%q); e.value = %q; for (const type of ["input", "change"]) e.dispatchEvent(new Event(type, {bubbles: true}))}`, id, text), nil))
}

// TestMatchKept: pairing, game, half-move, what is searched for and the result stay after a reload.
func TestMatchKept(t *testing.T) {
	chromium(t)
	server, _ := newTest(t, playMatch(t, 3, "first", "second", "third"))
	b := openTab(t, server, 1280, 900)
	b.open("/match")
	b.set("pairing", "1")
	b.until(`document.getElementById("who").textContent === "first against third" && document.getElementById("listed").textContent.endsWith("of 6")`)
	result := value[string](b, `document.querySelector("#games tbody td:nth-child(4)").textContent.replaceAll("–", "-").replaceAll("½", "1/2")`)
	b.set("result", result)
	b.set("find", "THIRD")
	b.until(`new URL(location.href).searchParams.get("find") === "THIRD" && [...document.querySelectorAll("#games tbody td:nth-child(4)")].length > 0`)
	b.do(chromedp.Click("#games tbody button", chromedp.ByQuery))
	b.until(`document.activeElement.id === "gamename"`)
	b.keys(right, right, right)
	b.until(`document.querySelector("#moves [aria-current]")?.dataset.ply === "3"`)
	game, listed := b.text("#gamename"), b.text("#games tbody")
	b.reload()
	b.until(`document.querySelector("#moves [aria-current]")?.dataset.ply === "3" && document.getElementById("who").textContent === "first against third"`)
	if got := b.text("#gamename"); got != game {
		t.Errorf("the game is %q, want %q", got, game)
	}
	if got := b.text("#games tbody"); got != listed {
		t.Errorf("the games are\n%s\nwant\n%s", got, listed)
	}
	if got := value[string](b, `document.getElementById("find").value + " " + document.getElementById("result").value`); got != "THIRD "+result {
		t.Errorf("searched for: %q", got)
	}
}

// TestWeightsKept: what is searched for, the order, the part and the view stay after a reload.
func TestWeightsKept(t *testing.T) {
	server, _ := newTest(t, "published:standard")
	b := openTab(t, server, 1280, 900)
	b.open("/weights?weights=builtin&versus=published:standard")
	b.set("filter", "mobility")
	b.set("only", "moved")
	b.until(`new URL(location.href).searchParams.get("filter") === "mobility" && new URL(location.href).searchParams.get("only") === "moved"`)
	sorted := `document.querySelector("#table [aria-sort=ascending]")?.textContent.startsWith("value")`
	for range 2 {
		b.do(chromedp.Evaluate(`[...document.querySelectorAll("#table th button")].find(b => b.textContent.startsWith("value")).click()`, nil))
	}
	b.until(sorted)
	listed := b.text("#table tbody")
	b.do(chromedp.Click("#tab-boards"))
	b.set("what", "move")
	b.until(`new URL(location.href).searchParams.get("what") === "move"`)
	b.reload()
	b.until(sorted + ` && !document.getElementById("view-boards").hidden && document.getElementById("what").value === "move" && document.getElementById("boardhint").textContent === "New minus old."`)
	b.do(chromedp.Click("#tab-table"))
	if got := b.text("#table tbody"); got != listed || got == "" {
		t.Errorf("the table is\n%s\nwant\n%s", got, listed)
	}
}

// TestRedo: what was undone is done again, a reload shows the position that was reached, and Back and Forward walk through
// the positions.
func TestRedo(t *testing.T) {
	server, _ := newTest(t)
	b := openTab(t, server, 1280, 900)
	b.open("/position?fen=startpos")
	b.shows(after(t))
	moves := []string{"e4", "e5", "Nf3"}
	for i, m := range moves {
		b.do(chromedp.SendKeys("#move", m+enter))
		b.shows(after(t, moves[:i+1]...))
	}
	if !value[bool](b, `document.getElementById("redo").disabled`) {
		t.Error("there is something to do again at the end of the line")
	}
	b.do(chromedp.Click("#undo"))
	b.shows(after(t, "e4", "e5"))
	b.do(chromedp.Click("#undo"))
	b.shows(after(t, "e4"))
	b.reload()
	b.shows(after(t, "e4"))
	b.do(chromedp.Click("#redo"))
	b.shows(after(t, "e4", "e5"))
	b.do(chromedp.NavigateBack())
	b.shows(after(t, "e4"))
	b.do(chromedp.NavigateForward())
	b.shows(after(t, "e4", "e5"))
	b.do(chromedp.Click("#redo"))
	b.shows(after(t, moves...))
}

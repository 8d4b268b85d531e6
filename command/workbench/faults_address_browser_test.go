package workbench

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
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
	b.until(`new URL(location.href).searchParams.get("find") === "THIRD" && document.body.dataset.awaits === undefined && document.querySelectorAll("#games tbody td:nth-child(4)").length > 0`)
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
	b.until(`document.querySelector("#games tbody").innerText.trim() === ` + strconv.Quote(listed))
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
	line := []string{"e4", "e5", "Nf3"}
	b := playLine(t, line...)
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
	b.shows(after(t, line...))
}

// TestBestLines: lines are in the unit of the evaluation and have the numbers of their moves; the line under the mouse or
// with the focus is the arrow on the board, and a click on a move plays the line up to it.
func TestBestLines(t *testing.T) {
	server, _ := newTest(t)
	b := openTab(t, server, 1280, 1400)
	b.open("/position?weights=builtin&fen=" + url.QueryEscape("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 3 13"))
	b.set("nodes", "100000")
	b.do(chromedp.Click("#search"))
	b.until(`document.getElementById("search").textContent === "Best lines" && document.querySelectorAll("#best li").length === 3`)
	if unit, sum := b.text("#searching"), b.text("#sum"); !strings.HasPrefix(unit, "centipawns, White's view; ") || !strings.Contains(sum, "centipawns for White") {
		t.Errorf("units of the lines %q, of the evaluation %q", unit, sum)
	}
	for i, line := range value[[]string](b, `[...document.querySelectorAll("#best li")].map(l => l.innerText.replace(/\s+/g, " "))`) {
		if !regexp.MustCompile(`^(mate −?\d+|[+−]?\d+) ?13… ?\S+ ?14\. ?\S+`).MatchString(line) {
			t.Errorf("line %d is %q", i, line)
		}
	}
	arrows := `[...document.querySelectorAll(".arrows [data-uci]")].map(a => a.dataset.uci).join()`
	all := value[string](b, arrows)
	if strings.Count(all, ",") != 2 {
		t.Errorf("arrows of three lines: %s", all)
	}
	own := strings.Split(all, ",") // the arrow of the best line is drawn last, above the others
	at := value[[]float64](b, `(r => [r.x + 3, r.y + r.height / 2])(document.querySelector("#best li:nth-child(2)").getBoundingClientRect())`)
	b.do(chromedp.MouseEvent(input.MouseMoved, at[0], at[1]))
	b.until(arrows + " === " + quote(own[1]))
	b.do(chromedp.MouseEvent(input.MouseMoved, 5, 5))
	b.until(arrows + " === " + quote(all))
	b.do(chromedp.Focus("#best li:nth-child(3) button:nth-of-type(2)", chromedp.ByQuery))
	b.until(arrows + " === " + quote(own[0]))
	moves := value[[]string](b, `[...document.querySelectorAll("#best li:nth-child(3) button")].slice(0, 2).map(b => b.textContent)`)
	b.keys(enter)
	b.until(`document.querySelectorAll("#moves [data-ply]").length === 2 && document.querySelector("#moves [data-ply='2']").getAttribute("aria-current") === "true"`)
	if played := value[[]string](b, `[...document.querySelectorAll("#moves [data-ply]")].map(b => b.textContent)`); !slices.Equal(played, moves) {
		t.Errorf("%q were played, want %q", played, moves)
	}
}

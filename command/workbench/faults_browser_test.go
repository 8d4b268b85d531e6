package workbench

import (
	"context"
	"net/url"
	"testing"

	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// enlarge makes the counts of every answer a thousand times larger, so that small matches and files have numbers as of
// large ones.
const enlarge = `{
	const counts = new Set(["games", "unique", "repeated", "rows", "n", "train_rows", "wins", "draws", "losses", "pentanomial", "finished", "planned", "plies", "bins", "weights", "half", "white", "draw", "black", "distinct", "results", "phases", "samples", "line", "nodes", "dropped", "left", "support", "largest", "lines"])
	const more = (name, value) => counts.has(name) && Number.isInteger(value) && value > 0 && value < 1000 ? 1000 * value + 234
		: counts.has(name) && Array.isArray(value) && value.every(Number.isInteger) ? value.map(v => v && 1000 * v + 234) : value
	const parse = JSON.parse
	JSON.parse = (text, revive) => parse(text, revive ?? more)
	Response.prototype.json = async function () { return JSON.parse(await this.text()) }
}`

// onEach opens a tab that runs a script in every page before its own, and calls f with each page that has something on it.
func onEach(t *testing.T, script string, f func(t *testing.T, b *tab, w work)) {
	t.Helper()
	server := workshop(t)
	b := openTab(t, server, 1440, 900)
	b.do(chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := cdppage.AddScriptToEvaluateOnNewDocument(script).Do(ctx)
		return err
	}))
	seen := map[string]bool{}
	for _, w := range worked {
		u, err := url.Parse(w.path)
		if err != nil {
			t.Fatal(err)
		}
		view := u.Path + u.Query().Get("view")
		if seen[view] {
			continue // the same page as another
		}
		seen[view] = true
		t.Run(w.path, func(t *testing.T) {
			b.front()
			b.do(chromedp.Navigate(server.URL + w.path))
			b.quiet(w.complete)
			b.do(chromedp.Evaluate(`document.querySelectorAll("details").forEach(d => { d.open = true })`, nil))
			f(t, b, w)
		})
	}
}

// TestConsistent: each page has one heading that is seen, writes large numbers with commas, and says of each code of a
// warning what it means. On a telephone no number is broken, and what is to be touched is large enough.
func TestConsistent(t *testing.T) {
	onEach(t, enlarge, func(t *testing.T, b *tab, w work) {
		heads := value[[]string](b, `[...document.querySelectorAll("h1")].filter(h => h.checkVisibility() && h.getBoundingClientRect().height > 10 && h.getBoundingClientRect().width > 10).map(h => h.textContent)`)
		if len(heads) != 1 || heads[0] == "" {
			t.Errorf("headings of the page that are seen: %q", heads)
		}
		none := func(what, elements string) {
			t.Helper()
			if found := value[[]string](b, elements); len(found) > 0 {
				t.Errorf("%s: %q", what, found)
			}
		}
		none("numbers without commas", `[...document.querySelectorAll("table:not(.settings) :is(td, th)")].filter(c => c.checkVisibility() && !c.querySelector("input, .hash, code")).map(c => c.parentNode.firstChild.textContent + ": " + c.innerText)
			.filter(text => /(^|[\s(±+−=/])\d{4,}(?![\d.]*[\w-])/.test(text))`)
		none("settings as JSON", `[...document.querySelectorAll("td")].map(c => c.textContent).filter(text => /[{[]"/.test(text))`)
		none("codes that nothing explains", `[...document.querySelectorAll("main *")].filter(e => e.checkVisibility() && !e.closest("[title], a[href], pre") && !e.closest("summary")?.querySelector(".code"))
			.filter(e => [...e.childNodes].some(n => n.nodeType === Node.TEXT_NODE && /(^|[\s(])[DFMGASTEOV][012]\d([\s:),]|$)/.test(n.data))).map(e => e.textContent.slice(0, 80))`)
		b.do(chromedp.EmulateViewport(390, 800))
		b.quiet(w.complete)
		none("broken numbers", broken)
		none("too small to be touched", small)
		b.do(chromedp.EmulateViewport(1440, 900))
	})
}

const (
	// broken are the cells of tables with a number that goes over two lines.
	broken = `[...document.querySelectorAll(":is(td, th)")].filter(c => c.checkVisibility() && !c.querySelector("details")).filter(c => {
		const texts = document.createTreeWalker(c, NodeFilter.SHOW_TEXT)
		for (let n; (n = texts.nextNode());) for (const m of n.data.matchAll(/[+−±]?\d[\d,.]*/g)) {
			const range = document.createRange()
			range.setStart(n, m.index)
			range.setEnd(n, m.index + m[0].length)
			if (new Set([...range.getClientRects()].filter(r => r.width).map(r => Math.round(r.top))).size > 1) return true
		}
	}).map(c => c.innerText.slice(0, 80))`
	// small is what is lower than the 24 pixels of WCAG 2.2, 2.5.8, the buttons of rows than 32.
	small = `[...document.querySelectorAll("button, select, input:not([type=range]), summary, a.button")].filter(e => e.checkVisibility() && !e.closest("[role=grid]") && getComputedStyle(e).opacity > 0)
		.filter(e => Math.round((e.closest("label") ?? e).getBoundingClientRect().height) < (e.matches("button.term, button.toggle, button.sort, .moves button") ? 32 : 24))
		.map(e => e.outerHTML.slice(0, 100) + " " + e.getBoundingClientRect().height)`
)

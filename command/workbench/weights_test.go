package workbench

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"example.org/centipawn/command/workbench/measures"
	"example.org/centipawn/matrix"
	"example.org/centipawn/weights"
)

// TestWeights: the table has every weight with its error, and its move against the old file.
func TestWeights(t *testing.T) {
	server, _ := newTest(t, "published:standard")
	got := ask[measures.Table](t, server, "/api/weights", url.Values{"weights": {"builtin"}, "old": {"published:standard"}})
	f := weights.Builtin()
	moved := make(map[string]weights.WeightChange)
	for _, c := range weights.Compare(must(t, "published:standard"), f).Weights {
		moved[c.Name] = c
	}
	if len(got.Weights) != len(f.Weights()) {
		t.Fatalf("%d weights, want %d", len(got.Weights), len(f.Weights()))
	}
	changed := 0
	for i, w := range f.Weights() {
		row := got.Weights[i]
		if row.Name != w.Name || row.Value != w.Value || row.Half != w.Interval95() || row.T != w.T() || row.Bound != w.Bound {
			t.Errorf("%+v, want %+v", row, w)
		}
		c, ok := moved[w.Name]
		if ok && c.Change == weights.Changed {
			if changed++; row.Move == nil || *row.Move != c.Difference() {
				t.Errorf("%s: move %v, want %g", w.Name, row.Move, c.Difference())
			}
		}
	}
	if changed == 0 || len(got.Boards) != 6 || len(got.Curves) == 0 || len(got.Warnings) == 0 {
		t.Errorf("%d changed, %d boards, %d curves, %d warnings", changed, len(got.Boards), len(got.Curves), len(got.Warnings))
	}
	if w := got.Weights[0]; w.Name != "pst.pawn.a1.mg" || len(w.Warnings) == 0 || got.Warnings[w.Warnings[0]].Code != "F12" {
		t.Errorf("%s has the warnings %v, want F12, which names it", w.Name, w.Warnings)
	}
}

// TestSupport: the rows of a term are those that a slow listing finds.
func TestSupport(t *testing.T) {
	sample := smallSample(t)
	server, _ := newTest(t, sample, "published:pesto")
	got := ask[measures.Table](t, server, "/api/weights", url.Values{"weights": {"published:pesto"}, "rows": {"sample.csv"}})
	set := rowsOf(t, sample, "pesto")
	for c, column := range set.Schema().Columns {
		if !strings.Contains(column.Name, "knight") {
			continue
		}
		rows, block := 0, new(matrix.Block)
		for b := range set.Blocks() {
			if err := set.ReadBlock(b, block); err != nil {
				t.Fatal(err)
			}
			for i := range block.Rows() {
				columns, _ := block.Row(i)
				for _, of := range columns {
					if int(of) == c {
						rows++
					}
				}
			}
		}
		found := false
		for _, w := range got.Weights {
			if w.Term != column.Name {
				continue
			}
			if found = true; w.Rows == nil || *w.Rows != rows {
				t.Errorf("%s: %v rows, want %d", w.Name, w.Rows, rows)
			}
		}
		if !found {
			t.Errorf("%s is not in the table", column.Name)
		}
	}
}

// TestWeightsShown: the page filters and sorts, by the keyboard too, and draws boards and curves.
func TestWeightsShown(t *testing.T) {
	server, _ := newTest(t, hostileFile(t))
	b := openTab(t, server, 1280, 900)
	b.open("/weights?weights=builtin")
	b.do(chromedp.SendKeys("#filter", "mobility.knight"))
	b.until(`document.getElementById("count").textContent.startsWith("16 of")`)
	b.do(chromedp.Focus("#table th:nth-child(2) button"))
	b.keys(enter, enter)
	values := value[[]float64](b, `[...document.querySelectorAll("#table tbody td:nth-child(2)")].map(c => Number(c.textContent.replace("−", "-")))`)
	for i := range values[1:] {
		if values[i] > values[i+1] {
			t.Errorf("not in rising order: %v", values)
		}
	}
	b.do(chromedp.Focus("#tab-table"))
	b.keys(right)
	b.until(`document.activeElement.id === "tab-boards" && document.querySelectorAll("#boards table").length === 12`)
	b.keys(right)
	b.until(`document.querySelectorAll("#curves canvas").length > 5`)
	b.do(chromedp.Evaluate(`{document.getElementById("filter").value = "<script>"; const w = document.getElementById("weights"); w.selectedIndex = 0; w.dispatchEvent(new Event("change"))}`, nil))
	b.until(`document.querySelector("#table tbody th")?.textContent.includes("<script>")`)
}

// TestCodesByFocus: who cannot rest a mouse on a code reads what it means by Tab or a touch, on a telephone too.
func TestCodesByFocus(t *testing.T) {
	server, _ := newTest(t, "published:standard")
	b := openTab(t, server, 390, 700)
	b.open("/weights?weights=builtin&old=published:standard")
	for _, place := range []string{"#warnings", "main table"} {
		b.do(chromedp.Evaluate(`document.querySelectorAll("details").forEach(d => { d.open = true })`, nil))
		const said = `(e => getComputedStyle(e, "::after").content)(document.querySelector("%s abbr"))`
		if before := value[string](b, fmt.Sprintf(said, place)); before != "none" {
			t.Errorf("%s: %q is shown before the focus", place, before)
		}
		title := value[string](b, fmt.Sprintf(`(e => (e.focus(), e.title))(document.querySelector("%s abbr"))`, place))
		if got := value[string](b, fmt.Sprintf(said, place)); title == "" || !strings.Contains(got, strings.ReplaceAll(title, `"`, `\"`)) {
			t.Errorf("%s: the focus shows %s, want %s", place, got, title)
		}
		if over := value[int](b, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
			t.Errorf("%s: %d pixels wider than the window", place, over)
		}
		b.keys(kb.Escape)
		if after := value[string](b, fmt.Sprintf(said, place)); after != "none" {
			t.Errorf("%s: Escape leaves %q", place, after)
		}
	}
}

// TestSingleKeysOff: the last button of a page switches keys of one character off, there and on the pages that follow,
// and on again.
func TestSingleKeysOff(t *testing.T) {
	server, _ := newTest(t, "published:standard")
	b := openTab(t, server, 390, 700)
	b.open("/weights?weights=builtin")
	for _, off := range []bool{true, false} {
		b.do(chromedp.Focus("#singlekeys"))
		if in := value[bool](b, `(r => r.top >= 0 && r.left >= 0 && r.bottom <= innerHeight && r.right <= innerWidth)(document.activeElement.getBoundingClientRect())`); !in {
			t.Error("the button is not seen when Tab comes to it")
		}
		b.keys(kb.Enter)
		b.open("/weights?weights=builtin")
		if got := value[string](b, `document.getElementById("singlekeys").getAttribute("aria-pressed")`); got != fmt.Sprint(off) {
			t.Errorf("switched off %t: the button is pressed %q", off, got)
		}
		b.keys("/")
		if got := value[string](b, `document.activeElement.id`); (got == "filter") == off {
			t.Errorf("switched off %t: / leads to %q", off, got)
		}
		b.open("/weights?weights=builtin&view=boards")
		b.keys("p")
		if got := value[bool](b, `document.documentElement.classList.contains("presenting")`); got == off {
			t.Errorf("switched off %t: p presents %t", off, got)
		}
		b.keys(kb.Escape)
	}
}

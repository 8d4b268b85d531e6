package workbench

import (
	"math"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestDrag: a weight is dragged by keys and by mouse, and the loss that is shown is the server's for the
// value that is shown; what is exported has it, and needs the token.
func TestDrag(t *testing.T) {
	server, token := newTest(t, smallSample(t), "published:pesto")
	b := openTab(t, server, 1280, 900)
	b.open("/whatif?weights=published:pesto&rows=sample.csv&token=" + token)
	b.do(chromedp.SendKeys("#name", "pst.pawn.e4.mg"+enter))
	b.do(chromedp.WaitReady(`[data-slider="pst.pawn.e4.mg"] input[type=range]`), chromedp.Focus(`[data-slider="pst.pawn.e4.mg"] input[type=range]`))
	b.keys(right, right, right)
	at := value[[]float64](b, `(() => { const s = document.querySelector('[data-slider="pst.pawn.e4.mg"] input[type=range]'); s.scrollIntoView({block: "center"}); const r = s.getBoundingClientRect(); return [r.x, r.y + r.height/2, r.width] })()`)
	b.do(chromedp.MouseEvent("mousePressed", at[0]+at[2]*0.5, at[1], chromedp.Button("left"), chromedp.ClickCount(1)))
	for _, share := range []float64{0.6, 0.7, 0.8, 0.9} {
		b.do(chromedp.MouseEvent("mouseMoved", at[0]+at[2]*share, at[1], chromedp.Button("left")))
	}
	b.do(chromedp.MouseEvent("mouseReleased", at[0]+at[2]*0.9, at[1], chromedp.Button("left"), chromedp.ClickCount(1)))
	b.until(`new URL(location.href).searchParams.get("set") === "pst.pawn.e4.mg=" + document.querySelector('[data-slider="pst.pawn.e4.mg"] input[type=range]').value`)
	address := value[string](b, "location.href")
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	set := u.Query().Get("set")
	want := ask[shownEffect](t, server, "/api/whatif", url.Values{"weights": {"published:pesto"}, "rows": {"sample.csv"}, "set": {set}})
	b.until(`Math.abs(document.querySelector("#loss td.after").dataset.loss - (` + number64(want.Loss.After.MSE) + `)) <= 1e-9`)
	if math.Abs(want.Loss.After.MSE-want.Loss.Before.MSE) == 0 || !strings.HasPrefix(set, "pst.pawn.e4.mg=") {
		t.Errorf("%s changes nothing", set)
	}
	text := awaited(b, `await (await fetch("/api/export?token=`+token+`", {method: "POST", body: JSON.stringify({weights: "published:pesto", set: [`+quote(set)+`]})})).text()`)
	if !strings.Contains(text, "made by hand") || !strings.Contains(text, "by hand pst.pawn.e4.mg") {
		t.Errorf("the export does not say that it is made by hand: %.500s", text)
	}
	b.do(chromedp.Click("#reset"))
	b.until(`document.querySelectorAll("[data-slider]").length === 6 && document.getElementById("result").textContent === "No weight is changed."`)
}

// TestSuggested: the page opens with six weights and their profiles; best alone lowers the loss, its interval is the
// server's, and the commands name the weight.
func TestSuggested(t *testing.T) {
	sample := smallSample(t)
	file := fitted(t, sample, "-set", "alphaone", "-loss", "sigmoid", "-prior", "published")
	server, _ := newTest(t, sample, file)
	b := openTab(t, server, 1280, 900)
	b.open("/whatif?weights=fitted.json&rows=sample.csv")
	b.until(`document.querySelectorAll("[data-slider]").length === 6 && document.querySelectorAll(".profile .parabola").length === 6 && document.querySelectorAll(".profile .band").length > 0`)
	name := value[string](b, `document.querySelector("[data-slider]").dataset.slider`)
	b.do(chromedp.Click(`[data-slider] button.best`))
	b.until(`document.getElementById("result")?.dataset.share < 0 && document.querySelector(".profile .exact") !== null`)
	b.until(`new URL(location.href).searchParams.get("set") !== null`)
	set := value[string](b, `new URL(location.href).searchParams.get("set")`)
	want := ask[shownEffect](t, server, "/api/whatif", url.Values{"weights": {"fitted.json"}, "rows": {"sample.csv"}, "set": {set}})
	b.until(`Math.abs(document.getElementById("result").dataset.half - (` + number64(*want.Loss.Half) + `)) <= 1e-12`)
	if text := b.text("#result"); !strings.HasPrefix(text, "No measurable change (−") && !strings.HasPrefix(text, "Better (−") || !strings.Contains(text, " ± ") {
		t.Errorf("the result is %q", text)
	}
	b.until(`document.querySelector("#fitcommand code")?.textContent.includes("-only ` + name + `")`)
}

// TestLargeWeight: the field of a slider has the number of a weight above a thousand.
func TestLargeWeight(t *testing.T) {
	server, _ := newTest(t)
	b := openTab(t, server, 1280, 900)
	b.open("/whatif?weights=builtin&set=pst.queen.d1.mg%3D1234")
	b.until(`document.querySelector('[data-slider="pst.queen.d1.mg"] input[type=number]')`)
	if got := value[string](b, `document.querySelector('[data-slider="pst.queen.d1.mg"] input[type=number]').value`); got != "1234.0" {
		t.Errorf("the field has %q", got)
	}
}

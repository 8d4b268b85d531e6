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
	b.do(chromedp.WaitReady("[data-slider] input[type=range]"), chromedp.Focus("[data-slider] input[type=range]"))
	b.keys(right, right, right)
	at := value[[]float64](b, `(() => { const r = document.querySelector("[data-slider] input[type=range]").getBoundingClientRect(); return [r.x, r.y + r.height/2, r.width] })()`)
	b.do(chromedp.MouseEvent("mousePressed", at[0]+at[2]*0.5, at[1], chromedp.Button("left"), chromedp.ClickCount(1)))
	for _, share := range []float64{0.6, 0.7, 0.8, 0.9} {
		b.do(chromedp.MouseEvent("mouseMoved", at[0]+at[2]*share, at[1], chromedp.Button("left")))
	}
	b.do(chromedp.MouseEvent("mouseReleased", at[0]+at[2]*0.9, at[1], chromedp.Button("left"), chromedp.ClickCount(1)))
	b.until(`new URL(location.href).searchParams.get("set") === "pst.pawn.e4.mg=" + document.querySelector("[data-slider] input[type=range]").value`)
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
	b.until(`document.querySelectorAll("[data-slider]").length === 0 && document.querySelector("#loss td.better, #loss td.worse") === null`)
}

package workbench

import (
	"flag"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

var (
	frames  = flag.String("frames", "", "measure drags in a browser: `arguments` of workbench, apart by commas, rows last")
	dragged = flag.String("weight", "tempo.mg", "the weight that -frames drags")
	paint   = flag.Bool("paint", false, "measure when pages are first painted in a browser")
)

// dragFor is how long a weight is dragged.
const dragFor = 5 * time.Second

// TestFrames measures how often a second the loss that is shown changes while a slider moves with every frame of the
// browser. It is a measurement on an idle machine and asserts no time:
//
//	go test ./command/workbench -run TestFrames -v -frames new.json,games.matrix
func TestFrames(t *testing.T) {
	if *frames == "" {
		t.Skip("measures a browser: pass -frames WEIGHTS,ROWS")
	}
	args := strings.Split(*frames, ",")
	server, _ := newTest(t, args...)
	b := openTab(t, server, 1280, 900)
	b.open("/whatif")
	b.until(`document.querySelector("#loss td") !== null`)
	b.do(chromedp.SendKeys("#name", *dragged+enter), chromedp.WaitReady("[data-slider] input[type=range]"))
	var changes float64
	b.do(chromedp.Evaluate(`new Promise(done => {
		let changes = 0
		new MutationObserver(() => changes++).observe(document.getElementById("loss"), {childList: true})
		const range = document.querySelector("[data-slider] input[type=range]"), began = performance.now()
		const low = Number(range.min), span = Number(range.max) - low
		const move = now => {
			if (now - began > `+number64(float64(dragFor.Milliseconds()))+`) return done(changes / (now - began) * 1000)
			range.value = low + span * (0.5 + 0.4 * Math.sin((now - began) / 300))
			range.dispatchEvent(new Event("input"))
			requestAnimationFrame(move)
		}
		requestAnimationFrame(move)
	})`, &changes, func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }))
	if changes == 0 {
		t.Error("the loss does not follow")
	}
	t.Logf("%s: the loss changes %.1f times a second", *dragged, changes)
}

// TestPaint measures when each page first shows something, and how much a visitor receives for it, with a tab of its own
// and an empty cache, then again. It is a measurement on an idle machine and asserts no time:
//
//	go test ./command/workbench -run TestPaint -v -paint
func TestPaint(t *testing.T) {
	if !*paint {
		t.Skip("measures a browser: pass -paint")
	}
	server := workshop(t)
	for _, w := range worked {
		if w.open != "" {
			continue // the same page as another
		}
		b := openTab(t, server, 1440, 900)
		b.front()
		b.do(network.ClearBrowserCache())
		var first, again []float64
		for _, seen := range []*[]float64{&first, &again} {
			b.do(chromedp.Navigate(server.URL + w.path))
			b.quiet(w.complete)
			*seen = value[[]float64](b, `[performance.getEntriesByName("first-contentful-paint")[0].startTime,
				[...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")].reduce((sum, e) => sum + e.transferSize, 0) / 1000]`)
		}
		t.Logf("%4.0f ms %4.0f kB, again %4.0f ms %4.0f kB: %s", first[0], first[1], again[0], again[1], w.path)
	}
}

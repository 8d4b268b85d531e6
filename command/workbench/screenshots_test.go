package workbench

import (
	"bytes"
	"flag"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

var (
	screenshots = flag.String("screenshots", "", "write pictures of the pages to this `folder`")
	whole       = flag.Bool("whole", false, "pictures of whole pages, not of the first screen")
	viewed      = flag.String("views", "", "take pictures of these pages only, by the names of their files, apart by commas")
	shownItems  = flag.String("show", "", "what the pictures are of: arguments of workbench, apart by commas")
)

// views are what pictures are taken of, where an item of the kind is shown: a page, and what is done on
// it first. A tournament has the name cup.
var views = []struct {
	name, kind, path string
	do               []chromedp.Action
}{
	{"runs", "report", "/?sort=mse", []chromedp.Action{chromedp.WaitReady("#runs tbody tr")}},
	{"overlay", "report", "/?sort=mse", []chromedp.Action{
		chromedp.Click("#runs tbody tr:nth-child(1) input"), chromedp.Click("#runs tbody tr:nth-child(2) input"), chromedp.Click("#overlay"), chromedp.WaitReady("body[data-measured]"),
	}},
	{"position", "weights", "/position?weights=builtin&from=startpos&line=e2e4_e7e5_g1f3_b8c6_f1c4_g8f6_f3g5_d7d5_e4d5&term=threat.pawn.knight", []chromedp.Action{chromedp.Evaluate(`document.getElementById("search").click()`, nil), chromedp.WaitReady("#best li")}},
	{"play", "network", "/play?fen=r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/3P1N2/PPP2PPP/RNBQK2R+w+KQkq+-+1+5&moves=c1g5&nodes=200&arrows=visits", []chromedp.Action{chromedp.WaitReady("body[data-turn=own][data-seen=visits]")}},
	{"policy", "network", "/play?fen=r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/3P1N2/PPP2PPP/RNBQK2R+w+KQkq+-+1+5&arrows=policy", []chromedp.Action{chromedp.WaitReady("body[data-seen=policy]")}},
	{"weights", "weights", "/weights?weights=builtin&old=published:standard", []chromedp.Action{chromedp.WaitReady("#table tbody tr")}},
	{"boards", "weights", "/weights?weights=builtin&old=published:standard&view=boards", nil},
	{"whatif", "data", "/whatif?weights=builtin&rows=sample.csv.zst&set=pst.queen.d1.mg%3D1000&set=tempo.mg%3D10&worst=risen&fen=r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/3P1N2/PPP2PPP/RNBQK2R+w+KQkq+-+1+5", []chromedp.Action{chromedp.WaitReady("body[data-profiled]")}},
	{"compare", "data", "/compare?old=published:standard&weights=builtin&rows=sample.csv.zst", []chromedp.Action{chromedp.WaitReady("#pieces tbody tr")}},
	{"curves", "weights", "/weights?weights=builtin&old=published:standard&view=curves", nil},
	{"match", "match", "/match", nil},
	{"game", "match", "/match?game=1&ply=20", []chromedp.Action{chromedp.WaitVisible("#thought"), chromedp.ScrollIntoView("#player")}},
	{"tournament", "match", "/match?match=cup", []chromedp.Action{chromedp.WaitReady("#playertable tbody tr")}},
	{"data", "data", "/data", []chromedp.Action{chromedp.WaitReady("#worst li")}},
	{"fit", "report", "/fit", nil},
	{"calibration", "report", "/fit?report=texel", nil},
	{"advice", "advice", "/advice", nil},
	{"ladder", "data", "/data?filters=-drop+check%3B-quiet+filter%3B-sample+5", []chromedp.Action{chromedp.WaitReady("#ladder[data-state=counted]"), chromedp.ScrollIntoView("#ladder")}},
	{"present", "weights", "/position?weights=builtin&fen=r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/3P1N2/PPP2PPP/RNBQK2R+w+KQkq+-+1+5&term=mobility.bishop.7", []chromedp.Action{chromedp.Click("#present"), chromedp.WaitReady("#presentstory[data-told]")}},
	{"follow", "weights", "/follow", []chromedp.Action{chromedp.WaitReady("#story[data-told]")}},
	{"loop", "run", "/loop", []chromedp.Action{chromedp.WaitReady("#differences tbody tr")}},
}

// TestScreenshots takes pictures of all pages in both colours and two widths, to be looked at.
func TestScreenshots(t *testing.T) {
	if *screenshots == "" {
		t.Skip("takes pictures: pass -screenshots FOLDER")
	}
	var args []string
	if *shownItems != "" {
		args = strings.Split(*shownItems, ",")
	}
	server, token := newTest(t, args...)
	shown := `{"open": true, "fen": "` + lessonFEN + `", "weights": "builtin", "term": "mobility.bishop.7", "marks": [{"square": "c4", "kind": "plus", "text": "+1", "said": ""}], "drawn": ["Gc4f7", "Rf7", "Bf3g5"]}`
	if reply, err := http.Post(server.URL+"/api/lead?token="+token, "application/json", strings.NewReader(shown)); err != nil || reply.Body.Close() != nil || reply.StatusCode != http.StatusOK {
		t.Fatal(reply, err)
	}
	_, items := get(t, server, "/api/items", nil)
	for width, height := range map[int]int{390: 1200, 1280: 900} {
		b := openTab(t, server, width, height)
		for _, scheme := range []string{"light", "dark"} {
			b.do(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}))
			for _, v := range views {
				if *viewed != "" && !slices.Contains(strings.Split(*viewed, ","), v.name) {
					continue
				}
				if !bytes.Contains(items, []byte(`"kind":"`+v.kind+`"`)) || v.name == "tournament" && !bytes.Contains(items, []byte(`"label":"cup"`)) {
					continue
				}
				b.do(chromedp.Navigate(server.URL+v.path), chromedp.WaitReady("body[data-ready]"))
				b.do(v.do...)
				if over := value[int](b, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
					t.Errorf("%s, %d wide: %d pixels too wide", v.name, width, over)
				}
				var picture []byte
				if *whole {
					b.do(chromedp.FullScreenshot(&picture, 100))
				} else {
					b.do(chromedp.CaptureScreenshot(&picture))
				}
				name := filepath.Join(*screenshots, fmt.Sprintf("%s_%s_%d.png", v.name, scheme, width))
				if err := os.WriteFile(name, picture, 0o644); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

package workbench

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"example.org/centipawn/command/workbench/items"
)

// reportText is a report.json with HOSTILE wherever it has text.
const reportText = `{"format":"centipawn report 1","set":HOSTILE,"summary":HOSTILE,"part":HOSTILE,"measure":HOSTILE,"calibrated":"test",
"passes":[{"passes":1,"loss":0.7,"gap":-1},{"passes":2,"loss":0.6,"gap":1e-3},{"passes":3,"loss":0.59,"gap":1e-9}],
"learning":[{"rows":100,"train":0.5,"test":0.7,"low":0.6,"high":0.8},{"rows":200,"train":0.55,"test":0.65,"low":null,"high":null}],
"calibration":[{"from":0,"to":1,"n":200,"clusters":20,"bins":[{"n":90,"predicted":0.3,"observed":0.35,"stderr":0.02},{"n":110,"predicted":0.7,"observed":0.6,"stderr":0.02}],"slope":0.9,"slope_stderr":0.05}],
"train":{"n":200,"games":20,"mse":0.06,"rmse":0.25},"test":{"n":20,"games":2,"mse":0.07,"rmse":0.26,"mse_ci":{"low":0.06,"high":0.08}},
"groups":[{"name":HOSTILE,"weights":3,"loss":0.01,"share":0.02}],
"tables":[{"title":HOSTILE,"header":["phase","rows","mean residual"],"cells":[[HOSTILE,"5","-1.5"]]}],"warnings":[HOSTILE]}`

// hostileReport is the folder of a report with script wherever it can have text.
func hostileReport(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"index.html": "", "weights.svg": "", "report.json": strings.ReplaceAll(reportText, "HOSTILE", quoted(script))} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestFitRoute: a report is answered as JSON; errors name a missing or broken one.
func TestFitRoute(t *testing.T) {
	dir := hostileReport(t)
	server, _ := newTest(t, dir)
	if status, body := get(t, server, "/api/fit", nil); status != http.StatusOK || !json.Valid(body) || bytes.Contains(body, []byte("<script>")) {
		t.Errorf("status %d: %s", status, body)
	}
	if status, _ := get(t, server, "/api/fit", url.Values{"report": {script}}); status != http.StatusNotFound {
		t.Errorf("status %d of a report that is not open", status)
	}
	path := filepath.Join(dir, "report.json")
	if err := os.WriteFile(path, []byte("{"), 0o644); err != nil {
		t.Fatal(err)
	}
	if status, body := get(t, server, "/api/fit", nil); status != http.StatusUnprocessableEntity || !json.Valid(body) {
		t.Errorf("status %d: %s", status, body)
	}
}

// TestReportFolder: pictures alone are not a report, such as those of an experiment that draws weights; report.json makes one.
func TestReportFolder(t *testing.T) {
	dir, pictures := t.TempDir(), "alphaone"
	if err := os.CopyFS(filepath.Join(dir, "report"), os.DirFS(hostileReport(t))); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(filepath.Join(dir, pictures), os.DirFS(hostileReport(t))); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, pictures, "report.json")); err != nil {
		t.Fatal(err)
	}
	open, err := items.Open([]string{dir}, io.Discard)
	if err != nil || len(open) != 2 || open[0].Label != "report" || open[0].Kind != items.Report {
		t.Errorf("%d items, %v", len(open), err)
	}
	if _, err := items.Open([]string{filepath.Join(dir, pictures)}, io.Discard); err == nil {
		t.Error("pictures alone are opened")
	}
}

// TestFitShown: the page draws every figure, and texts stay text.
func TestFitShown(t *testing.T) {
	server, _ := newTest(t, hostileReport(t))
	b := openTab(t, server, 1280, 900)
	b.open("/fit")
	b.until(`document.querySelectorAll(".u-over").length === 3`)
	if text := b.text("#groups tbody th"); text != script {
		t.Errorf("the group is %q", text)
	}
	if text := b.text("#summary"); text != script {
		t.Errorf("the summary is %q", text)
	}
	b.do(chromedp.ScrollIntoView("#calibration .u-over"))
	at := value[[]float64](b, `(() => { const r = document.querySelector("#calibration .u-over").getBoundingClientRect(); return [r.x + r.width * 0.9, r.y + r.height / 2] })()`)
	b.do(chromedp.MouseEvent("mouseMoved", at[0], at[1]), chromedp.MouseClickXY(at[0], at[1]))
	b.until(`document.getElementById("pointrows").textContent.startsWith("110 rows")`)
	b.do(chromedp.Focus("#calibration summary"))
	b.keys(enter, tabKey, enter)
	b.until(`document.getElementById("pointrows").textContent.startsWith("90 rows")`)
}

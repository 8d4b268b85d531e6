package workbench

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"example.org/centipawn/command/fit"
	"example.org/centipawn/command/fit/finding"
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
	var said strings.Builder
	if open, err := items.Open([]string{filepath.Join(dir, pictures)}, &said); err != nil || len(open) != 1 || !strings.Contains(said.String(), "nothing in it is recognised yet") {
		t.Errorf("pictures alone: %d items, %v, %q", len(open), err, said.String())
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

// TestFitLead: the page of a report, from a server and as a file, begins with the verdict, the change against the start
// weights with its interval, the data, the command and the weights; a report of an older version says that it has none.
func TestFitLead(t *testing.T) {
	sample := smallSample(t)
	dir := filepath.Join(t.TempDir(), "report")
	file := filepath.Join(filepath.Dir(dir), "new.json")
	args := []string{"-set", "alphaone", "-loss", "sigmoid", "-o", file, "-report", dir, sample}
	var found finding.Output
	decode(t, printedBy(t, fit.Main, append([]string{"-json"}, args...)...), &found)
	printedBy(t, fit.Main, args...)
	r, err := finding.ReadReport(dir)
	if err != nil || !reflect.DeepEqual(r.Gain, found.Gain) || r.Guard.Verdict != found.Guard.Verdict {
		t.Fatalf("%+v, %v; fit found %+v", r, err, found.Gain)
	}
	if want := "fit -set alphaone -loss sigmoid -o new.json -report report sample.csv"; r.Fitted.Command != want {
		t.Errorf("the command is %q, want %q", r.Fitted.Command, want)
	}
	server, _ := newTest(t, dir, file, sample, hostileReport(t))
	page := &url.URL{Scheme: "file", Path: filepath.Join(dir, "index.html")}
	for name, b := range map[string]*tab{"server": openTab(t, server, 1280, 900), "file": newTab(t, page, 1280, 900)} {
		at := map[string]string{"server": "/fit?report=report", "file": ""}[name]
		b.open(at)
		if got := value[string](b, `document.querySelector("[data-verdict]").dataset.verdict`); got != string(found.Guard.Verdict) {
			t.Errorf("%s: the verdict is %q", name, got)
		}
		if got := value[float64](b, `Number(document.querySelector("[data-gain]").dataset.gain)`); got != found.Gain.Change.Value {
			t.Errorf("%s: the gain is %g, want %g", name, got, found.Gain.Change.Value)
		}
		if got, want := b.text("#helped p"), strings.ReplaceAll(found.Gain.Change.Percent(), "-", "−")+" squared error on the test rows, as an engine plays"; got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
		text := b.text("#lead")
		for _, want := range []string{"sample.csv", "alphaone", "sigmoid", "new.json", "published", r.Fitted.Command} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: no %q in %q", name, want, text)
			}
		}
		if !value[bool](b, `document.querySelector("details #verdict") === null && document.getElementById("lead").getBoundingClientRect().top < 300`) {
			t.Errorf("%s: the verdict does not stand first", name)
		}
		if name == "server" && !strings.Contains(value[string](b, `document.querySelector("#links a").href`), "weights=new.json") {
			t.Error("no link to the weights")
		}
	}
	b := openTab(t, server, 1280, 900)
	b.open("/fit?report=" + url.QueryEscape(labelOf(t, server, "report", "report")))
	if got := b.text("#verdict"); !strings.Contains(got, "older version") {
		t.Errorf("without a verdict: %q", got)
	}
}

// labelOf returns the label of an item of a kind with another label than one.
func labelOf(t *testing.T, server *httptest.Server, kind, but string) string {
	t.Helper()
	for _, item := range ask[[]*items.Item](t, server, "/api/items", nil) {
		if string(item.Kind) == kind && item.Label != but {
			return item.Label
		}
	}
	t.Fatal("no such item")
	return ""
}

package workbench

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"testing"

	"example.org/centipawn/command/workbench/items"
	"example.org/centipawn/weights"
)

// newRun is the folder of a run without an iteration, its set's name script.
func newRun(t *testing.T, first *weights.File) string {
	t.Helper()
	dir := t.TempDir()
	if err := first.Write(filepath.Join(dir, "init.json")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "run.json"), []byte(`{"set":"<script>"}`), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

// iterate writes the metrics of an iteration.
func iterate(t *testing.T, dir string, number int) {
	t.Helper()
	folder := filepath.Join(dir, fmt.Sprintf("%03d", number))
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	text := fmt.Sprintf(`{"iteration":%d,"games":{"games":10,"unique":9},"rows":100,"test":{"n":5,"mse":0.06},"old":{"n":5,"mse":0.07},
		"values":[{"name":"pawn","mg":%d,"eg":120},{"name":%s,"mg":300,"eg":310}],"best":%d,
		"warnings":[{"code":"M14","level":"warning","text":%s}],
		"gate":{"pairs":[1,2,3,4,5],"elo":{"value":50,"low":10,"high":90},"llr":3,"decision":"H1","passed":true}}`,
		number, 80+number, quoted(script), number, quoted(script))
	if err := os.WriteFile(filepath.Join(folder, "metrics.json"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// quoted is a text as JSON.
func quoted(text string) string {
	b, _ := json.Marshal(text)
	return string(b)
}

// TestIterations: the weights of a run's iterations are items of their own.
func TestIterations(t *testing.T) {
	dir := newRun(t, weights.Builtin())
	iterate(t, dir, 1)
	if err := weights.Builtin().Write(filepath.Join(dir, "001", "weights.json")); err != nil {
		t.Fatal(err)
	}
	open, err := items.Open([]string{dir}, io.Discard)
	if err != nil || len(open) != 4 || open[1].Kind != items.Weights || open[1].Label != filepath.Base(dir)+", iteration 1" {
		t.Errorf("%d items, %v", len(open), err)
	}
}

// TestLoopLive: iterations are shown as they end, and their texts as text.
func TestLoopLive(t *testing.T) {
	dir := newRun(t, weights.Builtin())
	server, _ := newTest(t, dir)
	if status, body := get(t, server, "/api/loop", url.Values{"run": {script}}); status != http.StatusNotFound || !json.Valid(body) {
		t.Errorf("status %d: %s", status, body)
	}
	b := openTab(t, server, 1280, 900)
	b.open("/loop")
	b.until(`document.getElementById("done").textContent.startsWith("0 iterations")`)
	for number := 1; number <= 3; number++ {
		iterate(t, dir, number)
		b.until(fmt.Sprintf(`document.querySelectorAll("#differences tbody tr").length === %d`, number))
	}
	b.until(`document.getElementById("next").textContent.startsWith("No iteration")`)
	if err := os.MkdirAll(filepath.Join(dir, "004", "gate"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "004", "gate", "games.jsonl"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	b.until(`document.getElementById("next").textContent.startsWith("Iteration 4 has begun; it wrote gate/games.jsonl")`)
	if text := b.text("#warnings li"); text == "" || text[len(text)-len(script):] != script {
		t.Errorf("the warning is %q", text)
	}
	if n := value[int](b, `document.querySelectorAll(".u-over").length`); n != 2 {
		t.Errorf("%d curves, want values of two phases", n)
	}
}

// TestLoopWithoutValues: a run whose weights do not say what pieces are worth is shown all the same.
func TestLoopWithoutValues(t *testing.T) {
	dir := newRun(t, must(t, "published:alphaone"))
	if err := os.MkdirAll(filepath.Join(dir, "001"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "001", "metrics.json"), []byte(`{"iteration":1,"rows":100,"test":{"n":5,"mse":0.06},"best":1}`), 0o644); err != nil {
		t.Fatal(err)
	}
	server, _ := newTest(t, dir)
	b := openTab(t, server, 1280, 900)
	b.open("/loop")
	b.until(`document.querySelectorAll("#differences tbody tr").length === 1 && document.getElementById("values").hidden`)
}

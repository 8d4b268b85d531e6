package items

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/weights"
)

// labels are those of what is open.
func labels(p *Project) (list []string) {
	for _, item := range p.Now().Items {
		list = append(list, item.Label)
	}
	return list
}

// labelled returns the item of a label.
func labelled(t *testing.T, p *Project, label string) *Item {
	t.Helper()
	for _, item := range p.Now().Items {
		if item.Label == label {
			return item
		}
	}
	t.Fatalf("%s is not among %q", label, labels(p))
	return nil
}

// written writes a file into a folder that exists then.
func written(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// weightsText is a weights file whose first weight has a value.
func weightsText(t *testing.T, value float64) string {
	t.Helper()
	f := *weights.Builtin()
	f.Terms = slices.Clone(f.Terms)
	f.Terms[0].Value.Value, f.Terms[0].MG.Value = value, value
	var b strings.Builder
	if err := f.Encode(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestWatch: what comes, changes and is removed is seen at the next look; what stays is the same item.
func TestWatch(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	written(t, at("stays.json"), weightsText(t, 1))
	written(t, at("changes.json"), weightsText(t, 1))
	p, err := Watch([]string{dir}, t.Output())
	if err != nil {
		t.Fatal(err)
	}
	first := p.Now()
	stays, old := labelled(t, p, "stays.json"), labelled(t, p, "changes.json")
	p.Look()
	if p.Now() != first {
		t.Error("a look that finds nothing new makes another snapshot")
	}
	written(t, at("changes.json"), weightsText(t, 222))
	written(t, at("deep/er/new.json"), weightsText(t, 3))
	p.Look()
	changed := labelled(t, p, "changes.json")
	if changed == old || !old.Gone() || changed.File.Weights()[0].Value != 222 {
		t.Errorf("it is not read anew: %v", changed.File.Weights()[0].Value)
	}
	if labelled(t, p, "stays.json") != stays || stays.Gone() || len(first.Items) != 4 {
		t.Error("what has not changed is another item")
	}
	labelled(t, p, "deep/er/new.json")
	if err := os.Remove(at("changes.json")); err != nil {
		t.Fatal(err)
	}
	p.Look()
	if gone := p.Now().Gone; !changed.Gone() || len(gone) != 1 || gone[0].Label != "changes.json" || gone[0].At == 0 {
		t.Errorf("it was removed: %v", gone)
	}
	written(t, at("changes.json"), weightsText(t, 4))
	p.Look()
	if gone := p.Now().Gone; len(gone) != 0 || labelled(t, p, "changes.json") == changed {
		t.Errorf("it is back: %v", gone)
	}
}

// TestHalfWritten: a file that cannot be read while it is written stays what it was, with the reason, until it can.
func TestHalfWritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "w.json")
	written(t, path, weightsText(t, 1))
	p, err := Watch([]string{path}, t.Output())
	if err != nil {
		t.Fatal(err)
	}
	old := labelled(t, p, "w.json")
	text := weightsText(t, 5)
	written(t, path, text[:len(text)/2])
	p.Look()
	if labelled(t, p, "w.json") != old || !strings.Contains(p.Now().Listed()[0].Fault, "cannot be read now") {
		t.Errorf("half of it: %+v", p.Now().Listed()[0])
	}
	written(t, path, text)
	p.Look()
	if now := labelled(t, p, "w.json"); now == old || p.Now().Listed()[0].Fault != "" || now.File.Weights()[0].Value != 5 {
		t.Errorf("all of it: %+v", p.Now().Listed()[0])
	}
}

// TestLabels: an item keeps its label when another of the same name comes, and that of a removed one is nobody else's.
func TestLabels(t *testing.T) {
	dirs := []string{t.TempDir(), t.TempDir()}
	a, b := filepath.Join(dirs[0], "w.json"), filepath.Join(dirs[1], "w.json")
	written(t, a, weightsText(t, 1))
	p, err := Watch(dirs, t.Output())
	if err != nil {
		t.Fatal(err)
	}
	old := labelled(t, p, "w.json")
	written(t, b, weightsText(t, 2))
	p.Look()
	if labelled(t, p, "w.json") != old || labelled(t, p, filepath.Base(dirs[1])+"/w.json").Path != b {
		t.Errorf("two of a name: %q", labels(p))
	}
	if err := os.Remove(a); err != nil {
		t.Fatal(err)
	}
	p.Look()
	if slices.Contains(labels(p), "w.json") {
		t.Errorf("the label of a removed item: %q", labels(p))
	}
}

// TestDepth: folders that lie too deep are counted, and hidden ones are not looked at.
func TestDepth(t *testing.T) {
	dir := t.TempDir()
	written(t, filepath.Join(dir, ".hidden/w.json"), weightsText(t, 1))
	written(t, filepath.Join(dir, "1/2/3/4/w.json"), weightsText(t, 1))
	p, err := Watch([]string{dir}, t.Output())
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(labels(p)); got != "[builtin]" || p.Now().Left != 1 {
		t.Errorf("%s, %d left out", got, p.Now().Left)
	}
}

// TestGrowing: a data file is another item when it no longer grows, and a folder is one as soon as its files are there.
func TestGrowing(t *testing.T) {
	dir := t.TempDir()
	data, report := filepath.Join(dir, "d.epd"), filepath.Join(dir, "report/report.json")
	const line = `rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - c9 "1-0";` + "\n"
	written(t, data, line)
	p, err := Watch([]string{dir}, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	old := labelled(t, p, "d.epd")
	written(t, data, line+line)
	written(t, report, "{}")
	p.Look()
	if labelled(t, p, "d.epd") != old || labelled(t, p, "report").Kind != Report {
		t.Errorf("%q", labels(p))
	}
	p.Look()
	if labelled(t, p, "d.epd") == old {
		t.Error("it has grown and is what it was")
	}
	if err := os.Remove(report); err != nil {
		t.Fatal(err)
	}
	p.Look()
	if slices.Contains(labels(p), "report") {
		t.Errorf("%q", labels(p))
	}
}

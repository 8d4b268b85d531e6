package trace

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/centipawn/extract/trace/header"
	"example.org/centipawn/matrix"
)

// page is a page of docs.
func page(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// The pages name every key, and show the program that is tested.
func TestPage(t *testing.T) {
	for k := header.KeyGame; k <= header.KeySide; k <<= 1 {
		if header.Wanted[k] == "" {
			t.Errorf("key %d has no explanation", k)
		}
	}
	for name := range strings.SplitSeq(header.KeyNames, ", ") {
		if !header.IsKey(name) || !strings.Contains(page(t, "trace.md"), "| `"+name+":") {
			t.Errorf("%s is missing from the page, or no key", name)
		}
	}
	_, shown, _ := strings.Cut(page(t, "matrix.md"), "```python\n")
	shown, _, _ = strings.Cut(shown, "```")
	source, err := os.ReadFile(filepath.Join("testdata", "folder.py"))
	if err != nil || string(source) != shown {
		t.Errorf("folder.py is not what the page shows: %v", err)
	}
}

// The trace of a formula that the page shows can be read, and gives the message that it shows.
func TestPageFormula(t *testing.T) {
	_, text, _ := strings.Cut(page(t, "trace.md"), "[formula.md](formula.md):\n\n")
	text, _, _ = strings.Cut(text, "\n\n")
	text = strings.ReplaceAll("\n"+text, "\n    ", "\n") + "\n"
	opt := Options{Weights: map[string]float64{"pawn.mg": 82, "pawn.eg": 94, "queen": 9, "push": 6, "storm.top": 40}}
	_, rep := read(t, "engine.trace", text, opt)
	if rep.Parity.Checked != 1 || rep.Parity.Largest > 0.1 {
		t.Errorf("%+v", rep.Parity)
	}
	_, _, err := Read(t.Context(), []string{write(t, "engine.trace", strings.Replace(text, "eval:104", "eval:101 sum.white:18 sum.black:12", 1))}, opt)
	if err == nil {
		t.Fatal("no error")
	}
	if _, message, _ := strings.Cut(err.Error(), "engine.trace:"); !strings.Contains(page(t, "trace.md"), "    engine.trace:"+message+"\n") {
		t.Errorf("the page does not show engine.trace:%s", message)
	}
}

// findPython returns a Python with NumPy, "" if there is none. That of the system
// comes first: another may stand before it in the path without its modules.
func findPython() string {
	for _, name := range []string{"/usr/bin/python3", "python3", "python"} {
		if exec.Command(name, "-c", "import numpy").Run() == nil {
			return name
		}
	}
	return ""
}

// A folder that Python wrote by hand, as the page shows it, is a matrix.
func TestPythonFolder(t *testing.T) {
	python := findPython()
	if python == "" {
		t.Skip("no python3 with numpy")
	}
	dir := filepath.Join(t.TempDir(), "x.matrix")
	if text, err := exec.CommandContext(t.Context(), python, filepath.Join("testdata", "folder.py"), dir).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	m, err := matrix.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	nan := float32(0)
	nan /= nan
	if diff := cmp.Diff(&matrix.Block{
		Start: []int64{0, 1, 3, 3}, Columns: []uint16{0, 0, 1}, Counts: []float32{2, -1, -1}, MG: []uint8{1, 0, 0}, EG: []uint8{0, 1, 1},
		Score: []int16{180, matrix.NoScore, 0}, Result: []uint8{matrix.ResultWhite, matrix.ResultBlack, matrix.ResultDraw},
		Expected: []float32{nan, 0.25, nan}, Game: []uint32{7, 7, 8}, Ply: []uint16{20, 31, 0}, Material: []int8{2, -1, 0}, Hash: []uint64{11, 12, 13},
	}, only(t, m), compareBlocks...); diff != "" {
		t.Error(diff)
	}
	s := m.Schema()
	if s.Optional != matrix.WithExpected || s.Set != "tiny" || !cmp.Equal(s.Columns, []matrix.Column{{Name: "pawn", Tapered: true}, {Name: "passed"}}) {
		t.Errorf("%+v", s)
	}
	// The page lists all the files that there are, and those that a full matrix has.
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !strings.Contains(page(t, "matrix.md"), "`"+e.Name()+"`") {
			t.Errorf("%s is not on the page", e.Name())
		}
	}
	var manifest struct{ Optional []string }
	text, err := os.ReadFile(filepath.Join(dir, "manifest.json"))
	if err == nil {
		err = json.Unmarshal(text, &manifest)
	}
	if err != nil || !cmp.Equal(manifest.Optional, []string{"expected"}) {
		t.Errorf("%v %v", manifest, err)
	}
}

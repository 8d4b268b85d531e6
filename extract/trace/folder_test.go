package trace

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/centipawn/matrix"
)

// page is docs/trace.md.
func page(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "trace.md"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// The page names every key, and shows the program that is tested.
func TestPage(t *testing.T) {
	for k := keyGame; k <= keySide; k <<= 1 {
		if wanted[k] == "" {
			t.Errorf("key %d has no explanation", k)
		}
	}
	for name := range strings.SplitSeq(keyNames, ", ") {
		if !isKey(name) || !strings.Contains(page(t), "| `"+name+":") {
			t.Errorf("%s is missing from the page, or no key", name)
		}
	}
	_, shown, _ := strings.Cut(page(t), "```python\n")
	shown, _, _ = strings.Cut(shown, "```")
	source, err := os.ReadFile(filepath.Join("testdata", "folder.py"))
	if err != nil || string(source) != shown {
		t.Errorf("folder.py is not what the page shows: %v", err)
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
		if !strings.Contains(page(t), "`"+e.Name()+"`") {
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

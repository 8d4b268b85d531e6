package trace

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"centipawn/datasets/game"
	"centipawn/matrix"
)

func format(v float64) string { return strconv.FormatFloat(v, 'f', 6, 64) }

// engineWeights are those in the source of both engines.
var engineWeights = func() map[string]float64 {
	w := map[string]float64{"bishop_pair.mg": 22, "bishop_pair.eg": 61, "tempo": 14}
	for name, v := range map[string][2]float64{"pawn": {82, 94}, "knight": {337, 281}, "bishop": {365, 297}, "rook": {477, 512}, "queen": {1025, 936}} {
		w["material."+name+".mg"], w["material."+name+".eg"] = v[0], v[1]
	}
	for i, v := range [][2]float64{{0, 0}, {-8, 2}, {-3, 0}, {4, 6}, {11, 19}, {30, 55}, {70, 120}, {0, 0}} {
		name := "pawn_rank." + strconv.Itoa(i+1)
		w[name+".mg"], w[name+".eg"] = v[0], v[1]
	}
	return w
}()

// engines are the two engines: how they are compiled in play and for the trace.
var engines = map[string]struct {
	compiler    string
	play, trace []string
}{
	"engine.cpp": {"g++", []string{"-O1", "-Wall", "-Wextra", "-Werror"}, []string{"-DTRACE"}},
	"engine.rs":  {"rustc", []string{"-O", "-D", "warnings"}, []string{"--cfg", `feature="trace"`}},
}

// build compiles an engine; it skips the test without the compiler.
func build(t *testing.T, source string, traced bool) string {
	t.Helper()
	e := engines[source]
	if _, err := exec.LookPath(e.compiler); err != nil {
		t.Skip("no " + e.compiler)
	}
	out := filepath.Join(t.TempDir(), "engine")
	args := append([]string{filepath.Join("testdata", source), "-o", out}, e.play...)
	if traced {
		args = append(args, e.trace...)
	}
	if text, err := exec.CommandContext(t.Context(), e.compiler, args...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return out
}

// evaluate runs an engine on the positions.
func evaluate(t *testing.T, engine string) string {
	t.Helper()
	positions, err := os.Open(filepath.Join("testdata", "positions.txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer positions.Close()
	cmd := exec.CommandContext(t.Context(), engine)
	cmd.Stdin = positions
	text, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// traceOf returns the file of an engine's trace.
func traceOf(t *testing.T, source string) string {
	t.Helper()
	dir := t.TempDir()
	names, err := os.ReadFile(filepath.Join("testdata", "engine.columns"))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "engine.trace")
	for name, text := range map[string]string{path: evaluate(t, build(t, source, true)), filepath.Join(dir, "engine.columns"): string(names)} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return path
}

// Both engines of the page compile without a warning, print traces that are read,
// and what they count times what it is worth is what they evaluate.
func TestEngines(t *testing.T) {
	blocks := map[string]*matrix.Block{}
	schemas := map[string]matrix.Schema{}
	for source := range engines {
		t.Run(source, func(t *testing.T) {
			m, rep, err := Read(t.Context(), []string{traceOf(t, source)}, Options{Weights: engineWeights, Bad: -1})
			if err != nil {
				t.Fatal(err)
			}
			if p := rep.Parity; p.Given != 8 || p.Checked != 8 || p.Largest > 1 || len(rep.Warnings) > 0 {
				t.Errorf("%+v", rep)
			}
			b := only(t, m)
			// King and pawn on d5: a pawn, on the fifth rank; White is to move.
			columns, counts := b.Row(3)
			if !cmp.Equal(columns, []uint16{0, 9, 14}) || !cmp.Equal(counts, []float32{1, 1, 1}) || b.Result[3] != matrix.ResultWhite || b.Game[0] != game.Hash([]byte("a1"), "") {
				t.Errorf("columns %v, counts %v, result %d", columns, counts, b.Result[3])
			}
			if s := m.Schema(); s.Set != "tiny" || s.Columns[9] != (matrix.Column{Name: "pawn_rank.5", Tapered: true}) || s.Columns[14].Tapered {
				t.Errorf("schema %+v", s)
			}
			blocks[source], schemas[source] = b, m.Schema()
		})
	}
	if len(blocks) == len(engines) {
		if diff := cmp.Diff(blocks["engine.cpp"], blocks["engine.rs"], compareBlocks...); diff != "" {
			t.Errorf("the engines count differently:\n%s", diff)
		}
		if diff := cmp.Diff(schemas["engine.cpp"], schemas["engine.rs"]); diff != "" {
			t.Error(diff)
		}
	}
}

// The trace changes no evaluation, and an engine that forgets a count is found out.
func TestEngineInPlay(t *testing.T) {
	for source := range engines {
		t.Run(source, func(t *testing.T) {
			var traced []string
			text, err := os.ReadFile(traceOf(t, source))
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range regexp.MustCompile(`eval:(\S+)`).FindAllStringSubmatch(string(text), -1) {
				traced = append(traced, m[1])
			}
			if diff := cmp.Diff(traced, strings.Fields(evaluate(t, build(t, source, false)))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// page is docs/engine.md.
func page(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "docs", "engine.md"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// The page shows the code that is tested, and no other.
func TestPage(t *testing.T) {
	shown := map[string]int{}
	for _, m := range regexp.MustCompile("(?s)```(cpp|rust|python)\n(.*?)```").FindAllStringSubmatch(page(t), -1) {
		name := map[string]string{"cpp": "engine.cpp", "rust": "engine.rs", "python": "folder.py"}[m[1]]
		source, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(source), m[2]) {
			t.Errorf("%s does not have what the page shows of it:\n%s", name, m[2])
		}
		if lines := strings.Count(m[2], "\n"); m[1] != "python" && lines > 26 {
			t.Errorf("%s: %d lines are more than the page promises", name, lines)
		}
		shown[name]++
	}
	if diff := cmp.Diff(map[string]int{"engine.cpp": 2, "engine.rs": 2, "folder.py": 1}, shown); diff != "" {
		t.Error(diff)
	}
	for k := keyGame; k <= keyHash; k <<= 1 {
		if wanted[k] == "" {
			t.Errorf("key %d has no explanation", k)
		}
	}
	for name := range strings.SplitSeq(keyNames, ", ") {
		if !isKey(name) || !strings.Contains(page(t), "| `"+name+":") {
			t.Errorf("%s is missing from the page, or no key", name)
		}
	}
}

// What the page says of a mismatch is what is said: a knight that is not counted.
func TestPageMismatch(t *testing.T) {
	_, want, ok := strings.Cut(page(t), "```text\nengine.trace:19: ")
	want, _, _ = strings.Cut(want, "\n")
	text, err := os.ReadFile(traceOf(t, "engine.cpp"))
	if err != nil || !ok {
		t.Fatal(err, ok)
	}
	wrong := strings.Replace(string(text), "eval:695", "eval:645", 1)
	_, _, err = Read(t.Context(), []string{write(t, "engine.trace", wrong)}, Options{Weights: engineWeights})
	if err == nil || !strings.HasSuffix(err.Error(), "engine.trace:19: "+want) {
		t.Errorf("%v\nthe page: %s", err, want)
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

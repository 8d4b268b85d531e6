package dense

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"example.org/centipawn/matrix"
)

// pythonTotals opens all three formats with the libraries that users have and
// prints one JSON object for each of the folders given: the sum of every column.
const pythonTotals = `
import json, sys
import numpy as np, scipy.sparse, pandas as pd
def folder(path):
    def load(name):
        a = np.load(f"{path}/{name}.npy", mmap_mode="r", allow_pickle=False)
        assert a.offset % 64 == 0, (name, a.offset)
        return a
    manifest = json.load(open(path + "/manifest.json"))
    shape = (manifest["rows"], len(manifest["columns"]))
    x = scipy.sparse.csr_matrix((load("data"), load("indices"), load("indptr")), shape=shape)
    x.check_format(full_check=True)
    assert x.has_canonical_format
    sums = {c["name"]: float(s) for c, s in zip(manifest["columns"], np.asarray(x.sum(axis=0, dtype=np.float64)).ravel())}
    for name in ("mg", "eg"):
        sums[name] = float(np.array(manifest[name])[load(name)].sum())
    for name in ("game", "ply", "source", "material"):
        sums[name] = float(load(name).astype(np.float64).sum())
    sums["hash"] = str(np.bitwise_xor.reduce(load("hash")))
    score = load("score").astype(np.int64)
    sums["score"] = float(score[abs(score) <= 30000].sum())
    sums["result"] = float(np.array([0, 0, 0.5, 1])[load("result")].sum())
    return sums
def table(t):
    sums = {c: float(t[c].sum()) for c in t.columns if c != "hash"}
    sums["hash"] = str(np.bitwise_xor.reduce(t["hash"].to_numpy(dtype=np.uint64)))
    return sums
def parquet(path):
    try:
        return table(pd.read_parquet(path))
    except ImportError: # pandas has no engine
        return None
for d in sys.argv[1:]:
    print(json.dumps({"folder": folder(d + "/x.matrix"), "csv": table(pd.read_csv(d + "/x.csv")), "parquet": parquet(d + "/x.parquet")}))
`

// python returns a Python with NumPy, SciPy and pandas. That of the system
// comes first: another may stand before it in the path without its modules.
func python(t *testing.T) string {
	t.Helper()
	name := findPython()
	if name == "" {
		t.Skip("no python3 with numpy, scipy and pandas")
	}
	return name
}

var findPython = sync.OnceValue(func() string {
	for _, name := range []string{"/usr/bin/python3", "python3", "python"} {
		if exec.Command(name, "-c", "import numpy, scipy.sparse, pandas").Run() == nil {
			return name
		}
	}
	return ""
})

// totals is what pythonTotals gives: sums by column, and the exclusive or of
// the hashes as text.
type totals map[string]any

// wantTotals computes the totals of blocks; mate is only in tables.
func wantTotals(s *matrix.Schema, blocks []*matrix.Block) totals {
	sums := make(map[string]float64)
	var hash uint64
	for _, b := range blocks {
		for i := range b.Rows() {
			columns, counts := b.Row(i)
			for k, c := range columns {
				sums[s.Columns[c].Name] += float64(counts[k])
			}
			cp, _, mate := centipawns(b.Score[i])
			p, _ := points(b.Result[i])
			for name, v := range map[string]float64{
				"mg": float64(s.MG[b.MG[i]]), "eg": float64(s.EG[b.EG[i]]), "score": float64(cp), "mate": float64(mate), "result": p,
				"game": float64(b.Game[i]), "ply": float64(b.Ply[i]), "source": float64(b.Source[i]), "material": float64(b.Material[i]),
			} {
				sums[name] += v
			}
			hash ^= b.Hash[i]
		}
	}
	want := totals{"hash": strconv.FormatUint(hash, 10)}
	for name, v := range sums {
		want[name] = v
	}
	return want
}

// writeFolder writes blocks as a folder of arrays.
func writeFolder(t *testing.T, dir string, s matrix.Schema, blocks []*matrix.Block) {
	t.Helper()
	w, err := matrix.Create(dir, s, matrix.Shard{})
	if err != nil {
		t.Fatal(err)
	}
	writeAll(t, w, blocks)
}

func TestPython(t *testing.T) {
	args := []string{"-c", pythonTotals}
	types := []matrix.CountType{matrix.Int8, matrix.Int16, matrix.Float32}
	want := make([]totals, len(types))
	for i, counts := range types {
		s := withFormula(testSchema(7, counts, matrix.WithSource))
		blocks := randomBlocks(21, &s, 10, 50)
		dir := t.TempDir()
		writeFolder(t, filepath.Join(dir, "x.matrix"), s, blocks)
		writeTables(t, dir, s, blocks)
		want[i] = wantTotals(&s, blocks)
		args = append(args, dir)
	}
	cmd := exec.CommandContext(t.Context(), python(t), args...)
	cmd.Stderr = os.Stderr
	text, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := json.NewDecoder(bytes.NewReader(text))
	for i, counts := range types {
		var got map[string]totals
		if err := lines.Decode(&got); err != nil {
			t.Fatal(err)
		}
		t.Run(counts.String(), func(t *testing.T) { checkFormats(t, got, want[i]) })
	}
}

// checkFormats compares what Python read from the three formats.
func checkFormats(t *testing.T, got map[string]totals, want totals) {
	t.Run("csv", func(t *testing.T) { checkTotals(t, got["csv"], want) })
	t.Run("parquet", func(t *testing.T) {
		if got["parquet"] == nil {
			t.Skip("pandas has no engine for Parquet here")
		}
		checkTotals(t, got["parquet"], want)
	})
	delete(want, "mate") // a column of the tables only
	want["slope"] = 0.0  // a parameter, of the folder only
	t.Run("folder", func(t *testing.T) { checkTotals(t, got["folder"], want) })
}

func checkTotals(t *testing.T, got, want totals) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%d columns, want %d", len(got), len(want))
	}
	for name, w := range want {
		if g := got[name]; g != w && !close(g, w) {
			t.Errorf("total of %s is %v, want %v", name, g, w)
		}
	}
}

// close allows for other orders of summation, and for pandas' float32 sums.
func close(a, b any) bool {
	x, okX := a.(float64)
	y, okY := b.(float64)
	return okX && okY && math.Abs(x-y) <= 1e-4*(1+math.Abs(y))
}

// The statement for NumPy in the package comment is the one that is tested.
func TestDocumentedPython(t *testing.T) {
	text, err := os.ReadFile("../doc.go")
	if err != nil {
		t.Fatal(err)
	}
	_, code, ok := strings.Cut(string(text), "\n//\n//\tdata, ")
	code, _, ok2 := strings.Cut(code, "\n//\n// A row")
	if !ok || !ok2 {
		t.Fatal("no statements in doc.go")
	}
	code = "import numpy as np, scipy.sparse\ncolumns = 3\ndata, " + strings.ReplaceAll(code, "\n//\t", "\n") + "\nprint(x.toarray().tolist())"
	cmd := exec.CommandContext(t.Context(), python(t), "-c", code)
	cmd.Dir = t.TempDir()
	writeFolder(t, filepath.Join(cmd.Dir, "x.matrix"), matrix.Schema{Set: "test", Columns: []matrix.Column{{Name: "a"}, {Name: "b"}, {Name: "c"}}}, []*matrix.Block{{
		Start: []int64{0, 1, 3, 4}, Columns: []uint16{0, 1, 2, 2}, Counts: []float32{1, -2, 3, 7}, MG: make([]uint8, 3), EG: make([]uint8, 3),
		Score: make([]int16, 3), Result: make([]uint8, 3), Game: make([]uint32, 3), Ply: make([]uint16, 3), Material: make([]int8, 3), Hash: make([]uint64, 3),
	}})
	out, err := cmd.CombinedOutput()
	if want := "[[1, 0, 0], [0, -2, 3], [0, 0, 7]]\n"; err != nil || string(out) != want {
		t.Errorf("%v, %s, want %s", err, out, want)
	}
}

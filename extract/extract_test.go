package extract

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/klauspost/compress/zstd"

	"example.org/centipawn/datasets/filter"
	"example.org/centipawn/internal/long"
	"example.org/centipawn/matrix"
)

// tree returns the content of a folder's files by name.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		content, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files[e.Name()] = string(content)
	}
	return files
}

// sameTree compares two folders byte by byte.
func sameTree(t *testing.T, what, got, want string) {
	t.Helper()
	a, b := tree(t, got), tree(t, want)
	if len(a) != len(b) {
		t.Errorf("%s: %d files, want %d", what, len(a), len(b))
	}
	for name, content := range b {
		if a[name] != content {
			t.Errorf("%s: %s differs", what, name)
		}
	}
}

// TestSameBytes: neither the number of threads nor that of shards is seen in
// the matrix.
func TestSameBytes(t *testing.T) {
	rows := 40_000
	if long.Short(t) {
		rows = 17_000
	}
	name, dir := writeCSV(t, rows), t.TempDir()
	extract := func(out string, threads int, shard matrix.Shard) string {
		out = filepath.Join(dir, out)
		if _, err := Run(t.Context(), []string{name}, Create(out, shard), Options{Threads: threads, Shard: shard}); err != nil {
			t.Fatal(err)
		}
		return out
	}
	want := extract("whole.matrix", 1, matrix.Shard{})
	for _, threads := range []int{2, 8} {
		got := extract(fmt.Sprintf("threads%d.matrix", threads), threads, matrix.Shard{})
		sameTree(t, fmt.Sprintf("%d threads", threads), got, want)
	}
	for _, shards := range shardings(t, 3, 7) {
		var parts []*matrix.Matrix
		for i := range shards {
			m, err := matrix.Open(extract(fmt.Sprintf("part%d-%d.matrix", i, shards), 2, matrix.Shard{Index: i, Of: shards}))
			if err != nil {
				t.Fatal(err)
			}
			defer m.Close()
			parts = append(parts, m)
		}
		got := filepath.Join(dir, fmt.Sprintf("merged%d.matrix", shards))
		if err := matrix.Merge(got, parts...); err != nil {
			t.Fatal(err)
		}
		sameTree(t, fmt.Sprintf("%d shards", shards), got, want)
	}
}

// shardings returns in how many shards a test cuts its input; with -short, for the race
// detector, the first alone.
func shardings(t *testing.T, all ...int) []int {
	if long.Short(t) {
		return all[:1]
	}
	return all
}

const head = "FEN,Evaluation\n"

// zipped compresses a text.
func zipped(text string) string {
	var b bytes.Buffer
	w, _ := zstd.NewWriter(&b)
	io.WriteString(w, text)
	w.Close()
	return b.String()
}

// TestLimitAndSample: a limit is one of lines, whatever the shards; a sample
// keeps about one in n and the same ones every time.
func TestLimitAndSample(t *testing.T) {
	name := writeCSV(t, 20_000)
	rows := func(opt Options) int {
		rep, err := Run(t.Context(), []string{name}, func(s matrix.Schema) (matrix.Writer, error) { return matrix.NewMemory(s) }, opt)
		if err != nil {
			t.Fatal(err)
		}
		return rep.Rows
	}
	if n := rows(Options{Limit: 10_000}); n != 10_000 {
		t.Errorf("limit 10,000: %d rows", n)
	}
	a, b := rows(Options{Limit: 10_000, Shard: matrix.Shard{Index: 0, Of: 2}}), rows(Options{Limit: 10_000, Shard: matrix.Shard{Index: 1, Of: 2}})
	if a+b != 10_000 || a == 0 || b == 0 {
		t.Errorf("limit 10,000 in two shards: %d and %d rows", a, b)
	}
	one := filter.Options{OneIn: 3}
	third := rows(Options{Filter: one})
	if third < 20_000/6 || third > 20_000/2 || third != rows(Options{Threads: 1, Filter: one}) {
		t.Errorf("one in three of 20,000: %d", third)
	}
}

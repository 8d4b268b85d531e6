package extract

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/filter"
	"example.org/centipawn/matrix"
)

// TestNoFolder: an output that cannot be opened is an error, of whatever kind it is.
func TestNoFolder(t *testing.T) {
	dir := t.TempDir()
	in := filepath.Join(dir, "in.csv")
	if err := os.WriteFile(in, []byte(head+good(3)), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"x.matrix", "x.csv", "x.parquet", "x.epd"} {
		t.Run(name, func(t *testing.T) {
			out := filepath.Join(dir, "none", name)
			refused(t, []string{"-o", out, in}, nil, out, "no such file")
		})
	}
}

// TestNothingLeft: filters that drop everything are an error, in one pass and in two.
func TestNothingLeft(t *testing.T) {
	dir := t.TempDir()
	in := filepath.Join(dir, "in.csv")
	if err := os.WriteFile(in, []byte(head+good(3)), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ args, most string }{
		{"-plies 50..", "ply outside 50.."}, {"-plies 50.. -duplicates first", "ply outside 50.."}, {"-duplicates drop", "duplicated position"}, {"-drop no-result", "no result"},
	} {
		for _, name := range []string{"x.matrix", "x.epd"} {
			out := filepath.Join(dir, name)
			refused(t, append(strings.Fields(tt.args), "-o", out, in), nil, out,
				fmt.Sprintf("in.csv: no position is left after the filters, of which %q dropped 3", tt.most))
		}
	}
}

// pawnRows returns a table of n rows with pawns on two files of eight.
func pawnRows(n int) []byte {
	files := []string{"P7", "1P6", "2P5", "3P4", "4P3", "5P2", "6P1", "7P"}
	text := []byte(head)
	for i := range n {
		text = fmt.Appendf(text, "4k3/8/8/%s/%s/8/8/4K3 w - - 0 1,%d\n", files[i%8], files[i/8%8], 100+i%7)
	}
	return text
}

// TestChangedMeanwhile: a file that is another one in the second pass is an error,
// longer or shorter by whole blocks, or with other labels, too.
func TestChangedMeanwhile(t *testing.T) {
	const rows = 2*datasets.ChunkLines - 1
	relabelled := bytes.ReplaceAll(pawnRows(rows), []byte(",101\n"), []byte(",201\n"))
	for _, second := range [][]byte{
		pawnRows(8_000), pawnRows(9_000), pawnRows(3*datasets.ChunkLines - 1), pawnRows(datasets.ChunkLines - 1), relabelled,
	} {
		name := filepath.Join(t.TempDir(), "in.csv")
		if err := os.WriteFile(name, pawnRows(rows), 0o666); err != nil {
			t.Fatal(err)
		}
		changed := false
		opt := Options{Threads: 2, Filter: filter.Options{Duplicates: filter.KeepFirst}}
		opt.Progress = func(stage string, read, size int64) {
			if stage == "first pass" && read == size && !changed {
				changed = true
				if err := os.WriteFile(name, second, 0o666); err != nil {
					t.Error(err)
				}
			}
		}
		open := func(s matrix.Schema) (matrix.Writer, error) { return matrix.NewMemory(s) }
		if _, err := Run(t.Context(), []string{name}, open, opt); !changed || !errors.Is(err, filter.ErrChanged) {
			t.Errorf("%d bytes: changed %v, error %v", len(second), changed, err)
		}
	}
}

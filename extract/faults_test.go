package extract

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/filter"
	"example.org/centipawn/matrix"
)

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

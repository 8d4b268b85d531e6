//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !nommap

package matrix

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"example.org/centipawn/internal/memory"
)

// An array that is cut short while a matrix is open gives an error, in every reader.
func TestTruncated(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "x")
	s := testSchema(4, Float32, WithWeight)
	var b Block
	randomBlock(rand.New(rand.NewPCG(1, 1)), &s, BlockRows, 1, &b)
	writeDir(t, dir, s, []*Block{&b, &b}, Shard{})
	for a := range numArrays {
		if !a.present(&s) {
			continue
		}
		t.Run(a.file(), func(t *testing.T) {
			m := open(t, dir)
			path := filepath.Join(dir, a.file())
			whole, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			defer os.WriteFile(path, whole, 0o666)
			if err := os.Truncate(path, npyHeader); err != nil {
				t.Fatal(err)
			}
			var into Block
			err = memory.Guard(func() error {
				err := m.ReadBlock(1, &into)
				if err == nil {
					t.Log(sumBlock(&into))
				}
				return err
			})
			if err == nil || err.Error() != path+": cannot be read any more: it has been cut short, or the disk fails" {
				t.Errorf("got %v", err)
			}
		})
	}
}

package matrix

import (
	"context"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/centipawn/internal/disk/disktest"
)

func TestCheck(t *testing.T) {
	ctx := context.Background()
	dir := smallFolder(t)
	if sums, err := open(t, dir).Check(ctx); err != nil || !sums {
		t.Errorf("a sound folder: %v, checksums %v", err, sums)
	}
	hash := filepath.Join(dir, "hash.npy")
	apply(t, hash, setByte(3, 1))
	if err := readAll(dir); err != nil {
		t.Errorf("a changed hash is found in reading: %v", err) // any value can be one
	}
	if _, err := open(t, dir).Check(ctx); err == nil || !strings.HasPrefix(err.Error(), hash+": checksum (CRC-32) ") {
		t.Errorf("a changed hash: %v", err)
	}
	apply(t, filepath.Join(dir, "manifest.json"), replace(`"checksums"`, `"other"`))
	if sums, err := open(t, dir).Check(ctx); err != nil || sums {
		t.Errorf("a folder without checksums: %v, checksums %v", err, sums)
	}
	apply(t, filepath.Join(dir, "indices.npy"), setByte(2, 2))
	if _, err := open(t, dir).Check(ctx); err == nil || !strings.Contains(err.Error(), "indices.npy: row 1: ") {
		t.Errorf("a column twice: %v", err)
	}
}

// twoBlocks writes blocks of a few rows to w.
func twoBlocks(w Writer, s *Schema) error {
	rng := rand.New(rand.NewPCG(7, 1))
	var b Block
	for range 2 {
		randomBlock(rng, s, 5, 1, &b)
		if err := w.Write(&b); err != nil {
			return errors.Join(err, w.Abort())
		}
	}
	return w.Close(Provenance{})
}

// oldMatrix puts a matrix of one row where another will be written.
func oldMatrix(t *testing.T, dir string) {
	t.Helper()
	s := testSchema(3, Int8, 0)
	b := new(Block)
	randomBlock(rand.New(rand.NewPCG(8, 1)), &s, 1, 1, b)
	writeDir(t, filepath.Join(dir, "x.matrix"), s, []*Block{b}, Shard{})
}

func TestWriterFaults(t *testing.T) {
	s := testSchema(3, Int16, WithWeight)
	folder := func(dir string) error {
		w, err := Create(filepath.Join(dir, "x.matrix"), s, Shard{})
		if err != nil {
			return err
		}
		return twoBlocks(w, &s)
	}
	t.Run("folder", func(t *testing.T) { disktest.Test(t, disktest.Writer{Prepare: oldMatrix, Run: folder}) })
	t.Run("merge", func(t *testing.T) {
		disktest.Test(t, disktest.Writer{Prepare: sharded, Run: mergeShards})
	})
}

// sharded writes two shards of an extraction.
func sharded(t *testing.T, dir string) {
	t.Helper()
	s := testSchema(3, Int8, 0)
	for i, name := range []string{"0", "1"} {
		b := new(Block)
		randomBlock(rand.New(rand.NewPCG(9, uint64(i))), &s, 4, 1, b)
		writeDir(t, filepath.Join(dir, name), s, []*Block{b}, Shard{Index: i, Of: 2})
	}
}

func mergeShards(dir string) error {
	var ms []*Matrix
	for _, name := range []string{"0", "1"} {
		m, err := Open(filepath.Join(dir, name))
		if err != nil {
			return err
		}
		defer m.Close()
		ms = append(ms, m)
	}
	return Merge(filepath.Join(dir, "x.matrix"), ms...)
}

// A pipe is not an array: nothing waits for somebody to write to it.
func TestPipeAsArray(t *testing.T) {
	dir := smallFolder(t)
	path := filepath.Join(dir, "hash.npy")
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(os.DevNull, path); err != nil {
		t.Skipf("needs links: %v", err)
	}
	if _, err := Open(dir); err == nil || errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), path) {
		t.Errorf("got %v", err)
	}
}

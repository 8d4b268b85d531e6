//go:build linux || darwin

package fit_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"example.org/centipawn/fit"
	"example.org/centipawn/matrix"
)

// shrinking is a matrix of which another program cuts a file short while block 2 is in use.
type shrinking struct {
	fit.Data
	once sync.Once
	cut  func()
}

func (s *shrinking) ReadBlock(b int, into *matrix.Block) error {
	err := s.Data.ReadBlock(b, into)
	if b == 2 {
		s.once.Do(s.cut)
	}
	return err
}

// onDisk writes 4 blocks of 4,096 rows: the score is 100 times the count of one column.
func onDisk(t *testing.T, dir string) *matrix.Set {
	t.Helper()
	w, err := matrix.Create(dir, matrix.Schema{Set: "test", Columns: []matrix.Column{{Name: "a"}}, Counts: matrix.Float32}, matrix.Shard{})
	if err != nil {
		t.Fatal(err)
	}
	for block := range 4 {
		b := new(matrix.Block)
		b.Reset()
		for i := range 4096 {
			n := i%7 - 3
			b.Columns, b.Counts = append(b.Columns, 0), append(b.Counts, float32(n)+0.25)
			b.Start = append(b.Start, int64(i+1))
			b.MG, b.EG, b.Material, b.Ply = append(b.MG, 0), append(b.EG, 0), append(b.Material, 0), append(b.Ply, 0)
			b.Score, b.Result = append(b.Score, int16(100*n+i%5)), append(b.Result, uint8(1+(i+n)%3&1*2))
			b.Game, b.Hash = append(b.Game, uint32(block*4096+i)), append(b.Hash, uint64(block*4096+i))
		}
		if err := w.Write(b); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(matrix.Provenance{}); err != nil {
		t.Fatal(err)
	}
	m, err := matrix.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { m.Close() })
	set, err := matrix.Join(m)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// TestTruncated: a file that is cut short under a fit ends it with an error that names the
// file, whatever thread reads it.
func TestTruncated(t *testing.T) {
	for _, tt := range []struct {
		name string
		loss fit.Loss
		file string
	}{{"squared", fit.Squared, "data.npy"}, {"sigmoid", fit.Sigmoid, "data.npy"}, {"sigmoid, games", fit.Sigmoid, "game.npy"}} {
		t.Run(tt.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "x.matrix")
			path := filepath.Join(dir, tt.file)
			data := &shrinking{Data: onDisk(t, dir), cut: func() {
				if err := os.Truncate(path, 128); err != nil {
					t.Error(err)
				}
			}}
			opt := fit.Options{Loss: tt.loss}
			opt.Texel.Start = []fit.NamedWeight{{Name: "a", Value: 90}}
			_, err := fit.Fit(context.Background(), data, opt)
			if err == nil || !strings.Contains(err.Error(), path+": cannot be read any more") {
				t.Errorf("got %v", err)
			}
		})
	}
}

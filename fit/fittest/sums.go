package fittest

import (
	"errors"
	"fmt"
	"testing"

	"example.org/centipawn/fit"
	"example.org/centipawn/matrix"
)

// Sharded makes a set of n matrices on disk.
func Sharded(t *testing.T, columns []matrix.Column, blockRows int, rows []Row, n int) *matrix.Set {
	t.Helper()
	return ShardedOf(t, TestSchema(columns), blockRows, rows, n)
}

// ShardedOf is Sharded of a schema.
func ShardedOf(t *testing.T, schema matrix.Schema, blockRows int, rows []Row, n int) *matrix.Set {
	t.Helper()
	var ms []*matrix.Matrix
	for k := range n {
		dir := fmt.Sprintf("%s/%d", t.TempDir(), k)
		shard := matrix.Shard{Index: k, Of: n}
		w, err := matrix.Create(dir, schema, shard)
		if err != nil {
			t.Fatal(err)
		}
		for b := 0; b*blockRows < len(rows); b++ {
			if !shard.Holds(b) {
				continue
			}
			if err := w.Write(NewBlock(rows[b*blockRows : min((b+1)*blockRows, len(rows))])); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(matrix.Provenance{Sources: make([]matrix.Source, 4)}); err != nil {
			t.Fatal(err)
		}
		m, err := matrix.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { m.Close() })
		ms = append(ms, m)
	}
	set, err := matrix.Join(ms...)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// Bit returns 1 for true.
func Bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Failing is data of which a block cannot be read.
type Failing struct {
	fit.Data
	Block int
}

var ErrUnreadable = errors.New("unreadable")

func (f Failing) ReadBlock(b int, into *matrix.Block) error {
	if b == f.Block {
		return ErrUnreadable
	}
	return f.Data.ReadBlock(b, into)
}

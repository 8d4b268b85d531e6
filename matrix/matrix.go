package matrix

import (
	"fmt"

	"example.org/centipawn/internal/memory"
)

// A Matrix is a finished matrix, on disk or in memory: one extraction or one
// shard of it. Its methods are safe for concurrent use.
type Matrix struct {
	name    string
	schema  Schema
	shard   Shard
	blocks  []int // rows of each block
	rows    int
	entries int64
	prov    Provenance
	sums    map[string]uint32 // CRC-32 of the arrays by name; nil: the manifest has none
	store   store
}

// store is where the rows of a matrix are.
type store interface {
	// readBlock fills into with block b, which is checked.
	readBlock(b int, into *Block) error
	close() error
}

// Name returns the folder, as it was given to [Open], or "memory".
func (m *Matrix) Name() string { return m.name }

// Schema returns the schema. Its slices belong to the matrix.
func (m *Matrix) Schema() Schema { return m.schema }

// Shard returns which part of its extraction the matrix is.
func (m *Matrix) Shard() Shard { return m.shard }

// Provenance returns where the rows come from. Its slices belong to the matrix.
func (m *Matrix) Provenance() Provenance { return m.prov }

// Rows returns the number of rows.
func (m *Matrix) Rows() int { return m.rows }

// Entries returns the number of stored counts.
func (m *Matrix) Entries() int64 { return m.entries }

// Blocks returns the number of blocks, empty ones included.
func (m *Matrix) Blocks() int { return len(m.blocks) }

// BlockRows returns the number of rows of block b.
func (m *Matrix) BlockRows(b int) int { return m.blocks[b] }

// ReadBlock makes into block b of the matrix. The block is checked, so that its values can
// be used without further care but for [memory.Guard]. Arrays are shared with the matrix where
// their type allows, see [Block]; other memory of into is used again. Calls with different
// blocks may run at the same time.
func (m *Matrix) ReadBlock(b int, into *Block) error {
	if b < 0 || b >= len(m.blocks) {
		return fmt.Errorf("%s: block %d of %d", m.name, b, len(m.blocks))
	}
	return memory.Guard(func() error { return m.store.readBlock(b, into) })
}

// Close releases the memory of the matrix; blocks that were read from it must not
// be used any more.
func (m *Matrix) Close() error { return m.store.close() }

// sources is the number of sources that the rows may name.
func sources(p Provenance) int { return max(1, len(p.Sources)) }

// sum returns the total of blocks.
func sum(blocks []int) int {
	n := 0
	for _, rows := range blocks {
		n += rows
	}
	return n
}

// fill returns a slice of n values v, in the memory of *buf.
func fill[T any](buf *[]T, n int, v T) []T {
	*buf = resize(*buf, n)
	for i := range *buf {
		(*buf)[i] = v
	}
	return *buf
}

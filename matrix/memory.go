package matrix

import (
	"errors"
	"fmt"
	"slices"
)

var _ Writer = (*Memory)(nil)

// Memory is a [Writer] that keeps the blocks. The matrix that it gives reads
// the same as one that was written to disk and opened.
type Memory struct {
	in   Intake
	kept memoryStore
	prov Provenance
	done bool
}

// NewMemory returns a writer of blocks with the schema s.
func NewMemory(s Schema) (*Memory, error) {
	in, err := NewIntake(s)
	if err != nil {
		return nil, fmt.Errorf("matrix in memory: %w", err)
	}
	return &Memory{in: in, kept: memoryStore{schema: in.schema}}, nil
}

// Write implements [Writer].
func (w *Memory) Write(b *Block) error {
	if err := w.in.Take(b); err != nil {
		return fmt.Errorf("matrix in memory: %w", err)
	}
	k := keep(b, &w.in.schema)
	if n := len(w.kept.blocks); n > 0 {
		k.share(&w.kept.blocks[n-1])
	}
	w.kept.blocks = append(w.kept.blocks, k)
	return nil
}

// Close implements [Writer].
func (w *Memory) Close(p Provenance) error {
	if err := w.in.Finish(p); err != nil {
		w.kept.blocks = nil
		return fmt.Errorf("matrix in memory: %w", err)
	}
	w.prov, w.done = p.clone(), true
	return nil
}

// Abort implements [Writer].
func (w *Memory) Abort() error {
	if !w.done {
		w.kept.blocks = nil
		w.in.Shut()
	}
	return nil
}

// Matrix returns the matrix, once Close has succeeded.
func (w *Memory) Matrix() (*Matrix, error) {
	if !w.done {
		return nil, errors.New("matrix in memory: not closed")
	}
	return &Matrix{
		name: "memory", schema: w.in.schema, prov: w.prov, shard: Shard{Of: 1},
		blocks: w.in.blocks, rows: sum(w.in.blocks), entries: w.in.entries, store: &w.kept,
	}, nil
}

// memoryStore holds blocks with their counts packed.
type memoryStore struct {
	schema Schema
	blocks []memoryBlock
}

type memoryBlock struct {
	Block            // without Start
	lengths []uint16 // of the rows
	packed  []byte   // counts
}

// keep copies b, absent optional arrays filled in.
func keep(b *Block, s *Schema) memoryBlock {
	n := b.Rows()
	k := memoryBlock{Block: Block{
		Columns: slices.Clone(b.Columns),
		MG:      slices.Clone(b.MG), EG: slices.Clone(b.EG), Score: slices.Clone(b.Score), Result: slices.Clone(b.Result),
		Game: slices.Clone(b.Game), Ply: slices.Clone(b.Ply), Material: slices.Clone(b.Material), Hash: slices.Clone(b.Hash),
	}}
	k.lengths = make([]uint16, n)
	for i := range n {
		k.lengths[i] = uint16(b.Start[i+1] - b.Start[i])
	}
	k.packed = pack(b.Counts, s.Counts, new([]uint64))
	var absent Block
	k.Source = slices.Clone(orFill(b.Source, s.Optional.Has(WithSource), &absent.own.source, n, 0))
	k.Weight = slices.Clone(orFill(b.Weight, s.Optional.Has(WithWeight), &absent.own.weight, n, 1))
	k.Offset = slices.Clone(orFill(b.Offset, s.Optional.Has(WithOffset), &absent.own.offset, n, 0))
	k.Expected = slices.Clone(orFill(b.Expected, s.Optional.Has(WithExpected), &absent.own.expected, n, none))
	k.Tree = slices.Clone(orFill(b.Tree, s.Optional.Has(WithTree), &absent.own.tree, n, 0))
	k.Side = slices.Clone(orFill(b.Side, s.Optional.Has(WithSide), &absent.own.side, n, SideWhite))
	return k
}

// share drops arrays of which there is a copy already: sets of results have no
// scores and often no plies, and most sets one factor for both codes.
func (k *memoryBlock) share(before *memoryBlock) {
	k.Score, k.Ply = sameAs(before.Score, k.Score), sameAs(before.Ply, k.Ply)
	k.EG = sameAs(k.MG, k.EG)
}

// sameAs returns old if it equals s, else s.
func sameAs[T comparable](old, s []T) []T {
	if slices.Equal(old, s) {
		return old
	}
	return s
}

// orFill returns the optional array s: nil if it is not wanted, and n values v
// in *buf if it is but was not given.
func orFill[T any](s []T, wanted bool, buf *[]T, n int, v T) []T {
	switch {
	case !wanted:
		return nil
	case len(s) == 0:
		return fill(buf, n, v)
	}
	return s
}

func (m *memoryStore) readBlock(b int, into *Block) error {
	k := &m.blocks[b]
	own := into.own
	*into = k.Block
	into.own, into.borrowed = own, true
	into.own.start = resize(into.own.start, len(k.lengths)+1)
	into.own.start[0] = 0
	for i, n := range k.lengths {
		into.own.start[i+1] = into.own.start[i] + int64(n)
	}
	into.Start = into.own.start
	into.Counts = unpack(k.packed, m.schema.Counts, &into.own.counts)
	return nil
}

func (m *memoryStore) close() error { return nil }

package matrix

import (
	"fmt"
	"math"
	"slices"
)

// MaxOffset bounds the centipawns of Block.Offset.
const MaxOffset = 1e6

// A fault is a value that no block may have. Rows count from 0.
type fault struct {
	array array
	row   int
	err   error
}

// check reports the first fault of a block that was handed to a writer of s.
func (b *Block) check(s *Schema) error {
	if b.Rows() > BlockRows {
		return fmt.Errorf("block of %d rows: at most %d", b.Rows(), BlockRows)
	}
	if err := b.checkLengths(s.Optional); err != nil {
		return err
	}
	if err := b.checkStart(); err != nil {
		return err
	}
	f := b.fault(s, maxSources)
	if f == nil {
		f = b.misfit(s)
	}
	if f != nil {
		return fmt.Errorf("row %d: %w", f.row, f.err)
	}
	return nil
}

func (b *Block) checkLengths(have Optional) error {
	rows := b.Rows()
	for _, a := range []struct {
		name string
		n    int
	}{
		{"mg", len(b.MG)}, {"eg", len(b.EG)}, {"score", len(b.Score)}, {"result", len(b.Result)}, {"game", len(b.Game)},
		{"ply", len(b.Ply)}, {"material", len(b.Material)}, {"hash", len(b.Hash)},
	} {
		if a.n != rows {
			return fmt.Errorf("%s has %d values for %d rows", a.name, a.n, rows)
		}
	}
	for i, n := range []int{len(b.Source), len(b.Weight), len(b.Offset), len(b.Expected), len(b.Tree), len(b.Side)} {
		switch {
		case n == 0:
		case n != rows:
			return fmt.Errorf("%s has %d values for %d rows", optionalNames[i], n, rows)
		case !have.Has(1 << i):
			return fmt.Errorf("%s is given, but the schema declares none", optionalNames[i])
		}
	}
	return nil
}

// checkStart checks that the offsets of the rows are those of the entries.
func (b *Block) checkStart() error {
	if len(b.Columns) != len(b.Counts) {
		return fmt.Errorf("%d columns for %d counts", len(b.Columns), len(b.Counts))
	}
	if len(b.Start) == 0 && len(b.Columns) == 0 {
		return nil
	}
	if len(b.Start) == 0 || b.Start[0] != 0 || b.Start[len(b.Start)-1] != int64(len(b.Columns)) {
		return fmt.Errorf("start must run from 0 to the number of entries, %d", len(b.Columns))
	}
	for i := range b.Rows() {
		if lo, hi := b.Start[i], b.Start[i+1]; lo > hi || hi > int64(len(b.Columns)) {
			return fmt.Errorf("row %d: start falls from %d to %d", i, lo, hi)
		}
	}
	return nil
}

// fault returns the first fault of a block whose lengths and offsets are right, nil if
// there is none.
func (b *Block) fault(s *Schema, sources int) *fault {
	if f := b.unordered(s); f != nil {
		return f
	}
	if k := firstNotFinite(b.Counts); s.Counts == Float32 && k >= 0 {
		return b.badCount(s, k)
	}
	for _, c := range []struct {
		array  array
		values []uint8
		bound  int
	}{
		{arrMG, b.MG, max(1, len(s.MG))},
		{arrEG, b.EG, max(1, len(s.EG))},
		{arrResult, b.Result, int(ResultWhite) + 1},
		{arrSource, b.Source, sources},
		{arrSide, b.Side, int(SideBlack) + 1},
	} {
		if !below(c.values, c.bound) {
			i := slices.IndexFunc(c.values, func(v uint8) bool { return int(v) >= c.bound })
			return &fault{c.array, i, fmt.Errorf("%s %d, want less than %d", arrayTypes[c.array].name, c.values[i], c.bound)}
		}
	}
	return b.badFloat()
}

// unordered finds a row whose columns do not ascend, or go beyond those that rows have counts of.
func (b *Block) unordered(s *Schema) *fault {
	counted := len(s.Counted())
	for i := range b.Rows() {
		lo, hi := b.Start[i], b.Start[i+1]
		last, falls := int32(-1), int32(0)
		for _, c := range b.Columns[lo:hi] {
			falls |= int32(c) - last - 1 // negative for ever once c ≤ last
			last = int32(c)
		}
		if falls < 0 || int(last) >= counted {
			return &fault{arrIndices, i, badColumn(b.Columns[lo:hi], s.Columns)}
		}
	}
	return nil
}

// badColumn says what is wrong with the columns of a row.
func badColumn(row []uint16, columns []Column) error {
	for k, c := range row {
		switch {
		case int(c) >= len(columns):
			return fmt.Errorf("column %d of %d", c, len(columns))
		case columns[c].Kind == Parameter:
			return fmt.Errorf("column %q is a parameter of the formula: rows have no counts of it", columns[c].Name)
		case k > 0 && c == row[k-1]:
			return fmt.Errorf("column %q is there twice: add its counts up", columns[c].Name)
		case k > 0 && c < row[k-1]:
			return fmt.Errorf("column %q comes after %q: columns must ascend", columns[c].Name, columns[row[k-1]].Name)
		}
	}
	return nil
}

// badCount is the fault of entry k.
func (b *Block) badCount(s *Schema, k int) *fault {
	row, _ := slices.BinarySearchFunc(b.Start, int64(k), func(start, k int64) int {
		if start <= k {
			return -1
		}
		return 1
	})
	return &fault{arrData, row - 1, fmt.Errorf("column %q: count %v cannot be stored as %v", s.Columns[b.Columns[k]].Name, b.Counts[k], s.Counts)}
}

// misfit finds a count that the whole numbers of the schema's type cannot hold.
func (b *Block) misfit(s *Schema) *fault {
	if s.Counts == Float32 {
		return nil
	}
	limit := int32(1) << 7
	if s.Counts == Int16 {
		limit = 1 << 15
	}
	for k, v := range b.Counts {
		// For v out of int32's range the conversion gives some int32; then it is
		// either out of the limits or not equal to v.
		if i := int32(v); float32(i) != v || i < -limit || i >= limit {
			return b.badCount(s, k)
		}
	}
	return nil
}

// badFloat finds a weight, an offset or an expected score that is out of range.
func (b *Block) badFloat() *fault {
	for i, w := range b.Weight {
		if !(w >= 0) || !finite(w) {
			return &fault{arrWeight, i, fmt.Errorf("weight %v: want a finite number, not negative", w)}
		}
	}
	for i, o := range b.Offset {
		if !(o >= -MaxOffset && o <= MaxOffset) {
			return &fault{arrOffset, i, fmt.Errorf("offset %v: want -%d to %[2]d centipawns", o, int(MaxOffset))}
		}
	}
	for i, e := range b.Expected {
		if e < 0 || e > 1 {
			return &fault{arrExpected, i, fmt.Errorf("expected score %v: want 0 to 1, or NaN for none", e)}
		}
	}
	return nil
}

// firstNotFinite returns the index of the first value that is infinite or NaN, or -1.
func firstNotFinite(values []float32) int {
	for k, v := range values {
		if !finite(v) {
			return k
		}
	}
	return -1
}

// none is the expected score of a row without one.
var none = float32(math.NaN())

package matrix

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sync/atomic"
)

// Open maps the matrix in the folder dir into memory; where there is no mmap it
// is read. The type and the length of every array are checked now, what the
// arrays hold when a block is read for the first time: a damaged folder gives an
// error that names the file.
func Open(dir string) (*Matrix, error) {
	if err := checkEndian(); err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	m, err := readManifest(filepath.Clean(dir))
	if err != nil {
		return nil, err
	}
	if err := m.mapArrays(); err != nil {
		return nil, err
	}
	return m, nil
}

// mappedStore is the store of a folder.
type mappedStore struct {
	schema  *Schema
	sources int
	first   []int         // first row of each block, and the number of rows
	checked []atomic.Bool // blocks whose indices and codes were found in range
	release []func() error

	indptr   []int64
	indices  []uint16
	data     packed
	mg, eg   []uint8
	score    []int16
	result   []uint8
	game     []uint32
	ply      []uint16
	material []int8
	hash     []uint64
	source   []uint8
	weight   []float32
	offset   []float32
	expected []float32
}

// mapArrays gives m its store.
func (m *Matrix) mapArrays() error {
	s := &mappedStore{
		schema: &m.schema, sources: sources(m.prov),
		first: make([]int, len(m.blocks)+1), checked: make([]atomic.Bool, len(m.blocks)),
	}
	for b, rows := range m.blocks {
		s.first[b+1] = s.first[b] + rows
	}
	for a := range numArrays {
		if !a.present(&m.schema) {
			continue
		}
		path := filepath.Join(m.name, a.file())
		file, release, err := mapFile(path)
		if err != nil {
			return errors.Join(err, s.close())
		}
		s.release = append(s.release, release)
		descr, size := a.dtype(&m.schema)
		at, err := checkFile(file, descr, size, a.length(m.rows, m.entries))
		if err != nil {
			return errors.Join(fmt.Errorf("%s: %w", path, err), s.close())
		}
		s.set(a, file[at:])
	}
	if first, last := s.indptr[0], s.indptr[m.rows]; first != 0 || last != m.entries {
		err := fmt.Errorf("%s: runs from %d to %d, want 0 to %d", filepath.Join(m.name, arrIndptr.file()), first, last, m.entries)
		return errors.Join(err, s.close())
	}
	m.store = s
	return nil
}

// set makes b the content of a.
func (s *mappedStore) set(a array, b []byte) {
	switch a {
	case arrIndptr:
		s.indptr = valuesOf[int64](b)
	case arrIndices:
		s.indices = valuesOf[uint16](b)
	case arrData:
		s.setCounts(b)
	case arrMG:
		s.mg = b
	case arrEG:
		s.eg = b
	case arrScore:
		s.score = valuesOf[int16](b)
	case arrResult:
		s.result = b
	case arrGame:
		s.game = valuesOf[uint32](b)
	case arrPly:
		s.ply = valuesOf[uint16](b)
	case arrMaterial:
		s.material = valuesOf[int8](b)
	case arrHash:
		s.hash = valuesOf[uint64](b)
	case arrSource:
		s.source = b
	case arrWeight:
		s.weight = valuesOf[float32](b)
	case arrOffset:
		s.offset = valuesOf[float32](b)
	case arrExpected:
		s.expected = valuesOf[float32](b)
	}
}

func (s *mappedStore) setCounts(b []byte) {
	switch s.schema.Counts {
	case Int8:
		s.data.int8 = valuesOf[int8](b)
	case Int16:
		s.data.int16 = valuesOf[int16](b)
	case Float32:
		s.data.float32 = valuesOf[float32](b)
	}
}

// readBlock cuts block b out of the arrays.
func (s *mappedStore) readBlock(b int, into *Block) error {
	if s.first == nil {
		return errors.New("the matrix is closed")
	}
	lo, hi := s.first[b], s.first[b+1]
	own := into.own
	*into = Block{own: own, borrowed: true}
	if err := s.readStart(lo, hi, into); err != nil {
		return err
	}
	from, to := s.indptr[lo], s.indptr[hi]
	into.Columns = s.indices[from:to:to]
	into.Counts = s.data.unpack(s.schema.Counts, from, to, &into.own.counts)
	into.MG, into.EG = cut(s.mg, lo, hi), cut(s.eg, lo, hi)
	into.Score, into.Result = cut(s.score, lo, hi), cut(s.result, lo, hi)
	into.Game, into.Ply = cut(s.game, lo, hi), cut(s.ply, lo, hi)
	into.Material, into.Hash = cut(s.material, lo, hi), cut(s.hash, lo, hi)
	into.Source, into.Weight = optional(s.source, lo, hi), optional(s.weight, lo, hi)
	into.Offset, into.Expected = optional(s.offset, lo, hi), optional(s.expected, lo, hi)
	if s.checked[b].Load() {
		return nil
	}
	if err := s.check(into); err != nil {
		return err
	}
	s.checked[b].Store(true)
	return nil
}

// readStart sets the row offsets of rows lo to hi, counted from the first.
func (s *mappedStore) readStart(lo, hi int, into *Block) error {
	into.own.start = resize(into.own.start, hi-lo+1)
	into.Start = into.own.start
	base := s.indptr[lo]
	last := base
	for i, p := range s.indptr[lo : hi+1] {
		if p < last {
			return fmt.Errorf("%s falls from %d to %d at row %d", arrIndptr.file(), last, p, lo+i)
		}
		into.Start[i] = p - base
		last = p
	}
	if base < 0 || last > int64(len(s.indices)) {
		return fmt.Errorf("%s runs from %d to %d in rows %d to %d, but there are %d entries",
			arrIndptr.file(), base, last, lo, hi, len(s.indices))
	}
	return nil
}

// check looks for values that a user of the block would stumble over.
func (s *mappedStore) check(b *Block) error {
	if !below(b.Columns, len(s.schema.Columns)) {
		return outOfRange(arrIndices, largest(b.Columns), len(s.schema.Columns))
	}
	for _, c := range []struct {
		array  array
		values []uint8
		bound  int
	}{
		{arrMG, b.MG, max(1, len(s.schema.MG))},
		{arrEG, b.EG, max(1, len(s.schema.EG))},
		{arrResult, b.Result, int(ResultWhite) + 1},
		{arrSource, b.Source, s.sources},
	} {
		if !below(c.values, c.bound) {
			return outOfRange(c.array, largest(c.values), c.bound)
		}
	}
	if err := checkExpected(b.Expected); err != nil {
		return fmt.Errorf("%s: %w", arrExpected.file(), err)
	}
	return nil
}

func outOfRange[T uint8 | uint16](a array, v T, bound int) error {
	return fmt.Errorf("%s holds %d, want less than %d", a.file(), v, bound)
}

// close releases the arrays; afterwards no block can be read.
func (s *mappedStore) close() error {
	var errs []error
	for _, release := range slices.Backward(s.release) {
		errs = append(errs, release())
	}
	*s = mappedStore{}
	return errors.Join(errs...)
}

// cut returns the values lo to hi, which cannot be appended to.
func cut[T any](values []T, lo, hi int) []T { return values[lo:hi:hi] }

// optional is cut for an array that may be absent.
func optional[T any](values []T, lo, hi int) []T {
	if values == nil {
		return nil
	}
	return cut(values, lo, hi)
}

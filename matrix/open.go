package matrix

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"

	"example.org/centipawn/internal/memory"
)

// Open maps the matrix in the folder dir into memory; where there is no mmap it is read. The type and the length of every array are
// checked now, what the arrays hold when a block is read for the first time: a damaged
// folder gives an error that names file and row.
func Open(dir string) (*Matrix, error) {
	if err := checkEndian(); err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	m, err := readManifest(filepath.Clean(dir))
	if err != nil {
		return nil, err
	}
	s := &folderStore{
		dir: m.name, schema: &m.schema, sources: sources(m.prov), entries: m.entries,
		first: make([]int, len(m.blocks)+1), checked: make([]atomic.Bool, len(m.blocks)),
	}
	for b, rows := range m.blocks {
		s.first[b+1] = s.first[b] + rows
	}
	if err := memory.Guard(func() error { return s.open(m) }); err != nil {
		return nil, errors.Join(err, s.close())
	}
	m.store = s
	return m, nil
}

// folderStore is the store of a folder.
type folderStore struct {
	dir     string
	schema  *Schema
	sources int
	entries int64
	first   []int         // first row of each block, and the number of rows
	checked []atomic.Bool // blocks whose values were found in order
	arrays  [numArrays]mappedArray
	indptr  []int64
}

// A mappedArray is an array in memory.
type mappedArray struct {
	values  []byte // nil: the matrix does not have it, or it is empty
	size    int64  // bytes of a value
	release func() error
}

// path names the file of an array, for errors.
func (s *folderStore) path(a array) string { return filepath.Join(s.dir, a.file()) }

// open maps the arrays of m.
func (s *folderStore) open(m *Matrix) error {
	for a := range numArrays {
		if !a.present(&m.schema) {
			continue
		}
		if err := s.openArray(a, a.length(m.rows, m.entries)); err != nil {
			return err
		}
	}
	s.indptr = valuesOf[int64](s.arrays[arrIndptr].values)
	if first, last := s.indptr[0], s.indptr[m.rows]; first != 0 || last != m.entries {
		return fmt.Errorf("%s: runs from %d to %d, want 0 to %d", s.path(arrIndptr), first, last, m.entries)
	}
	return nil
}

// openArray maps an array of want values.
func (s *folderStore) openArray(a array, want int64) error {
	info, err := os.Stat(s.path(a)) // first: to open a pipe is to wait
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s: not a regular file", s.path(a))
	}
	file, release, err := memory.MapFile(s.path(a))
	if err != nil {
		return err
	}
	descr, size := a.dtype(s.schema)
	s.arrays[a] = mappedArray{size: int64(size), release: release}
	at, err := checkFile(file, descr, size, want)
	if err != nil {
		return fmt.Errorf("%s: %w", s.path(a), err)
	}
	s.arrays[a].values = file[at:]
	return nil
}

// readBlock cuts block b out of the arrays.
func (s *folderStore) readBlock(b int, into *Block) error {
	if s.first == nil {
		return fmt.Errorf("%s: the matrix is closed", s.dir)
	}
	lo, hi := s.first[b], s.first[b+1]
	*into = Block{own: into.own, borrowed: true}
	from, to, err := s.readStart(lo, hi, into)
	if err != nil {
		return err
	}
	for a := arrIndices; a < numArrays; a++ {
		first, end := int64(lo), int64(hi)
		if a == arrIndices || a == arrData {
			first, end = from, to
		}
		if m := &s.arrays[a]; m.values != nil {
			into.set(a, m.values[first*m.size:end*m.size:end*m.size], s.schema.Counts)
		}
	}
	if s.checked[b].Load() {
		return nil
	}
	if f := into.fault(s.schema, s.sources); f != nil {
		return fmt.Errorf("%s: row %d: %w", s.path(f.array), lo+f.row, f.err)
	}
	s.checked[b].Store(true)
	return nil
}

// readStart sets the row offsets of rows lo to hi, counted from the first, and returns
// which entries they have.
func (s *folderStore) readStart(lo, hi int, into *Block) (from, to int64, err error) {
	into.own.start = resize(into.own.start, hi-lo+1)
	into.Start = into.own.start
	base := s.indptr[lo]
	last := base
	for i, p := range s.indptr[lo : hi+1] {
		if p < last {
			return 0, 0, fmt.Errorf("%s: row %d: falls from %d to %d", s.path(arrIndptr), lo+i-1, last, p)
		}
		into.Start[i] = p - base
		last = p
	}
	if base < 0 || last > s.entries || last-base > int64(hi-lo)*int64(len(s.schema.Columns)) {
		return 0, 0, fmt.Errorf("%s: rows %d to %d: entries %d to %d, but there are %d, and at most %d in a row",
			s.path(arrIndptr), lo, hi-1, base, last, s.entries, len(s.schema.Columns))
	}
	return base, last, nil
}

// set makes raw the content of a.
func (b *Block) set(a array, raw []byte, t CountType) {
	switch a {
	case arrIndices:
		b.Columns = valuesOf[uint16](raw)
	case arrData:
		b.Counts = unpack(raw, t, &b.own.counts)
	case arrMG:
		b.MG = raw
	case arrEG:
		b.EG = raw
	case arrScore:
		b.Score = valuesOf[int16](raw)
	case arrResult:
		b.Result = raw
	case arrGame:
		b.Game = valuesOf[uint32](raw)
	case arrPly:
		b.Ply = valuesOf[uint16](raw)
	case arrMaterial:
		b.Material = valuesOf[int8](raw)
	case arrHash:
		b.Hash = valuesOf[uint64](raw)
	case arrSource:
		b.Source = raw
	case arrWeight:
		b.Weight = valuesOf[float32](raw)
	case arrOffset:
		b.Offset = valuesOf[float32](raw)
	case arrExpected:
		b.Expected = valuesOf[float32](raw)
	case arrTree:
		b.Tree = valuesOf[uint32](raw)
	case arrSide:
		b.Side = raw
	}
}

// close releases the arrays; afterwards no block can be read.
func (s *folderStore) close() error {
	var errs []error
	for _, a := range s.arrays {
		if a.release != nil {
			errs = append(errs, a.release())
		}
	}
	*s = folderStore{dir: s.dir}
	return errors.Join(errs...)
}

package matrix

import (
	"errors"
	"fmt"
	"path/filepath"

	"example.org/centipawn/internal/disk"
)

var _ Writer = (*DirWriter)(nil)

// DirWriter is a [Writer] that streams a matrix into a folder. Its memory does
// not depend on the number of rows but for 8 bytes a block.
type DirWriter struct {
	in     Intake
	dir    string
	shard  Shard
	unlock func() error // of the temporary folder; nil once it is gone
	arrays [numArrays]*npyWriter

	// indptr, counts and absent hold what has to be converted or filled in.
	indptr []int64
	counts []uint64
	absent Block
}

// Create starts a matrix, or a shard of one, in the folder dir. Until
// Close it has a temporary name beside dir; the remains of an interrupted run
// are removed. A matrix at dir is replaced at Close, anything else is refused.
func Create(dir string, s Schema, shard Shard) (*DirWriter, error) {
	w, err := create(filepath.Clean(dir), s, shard)
	if err != nil {
		return nil, fmt.Errorf("creating matrix %s: %w", dir, err)
	}
	return w, nil
}

func create(dir string, s Schema, shard Shard) (*DirWriter, error) {
	if err := checkEndian(); err != nil {
		return nil, err
	}
	if err := shard.Validate(); err != nil {
		return nil, err
	}
	in, err := NewIntake(s)
	if err != nil {
		return nil, err
	}
	unlock, err := createPartial(dir)
	if err != nil {
		return nil, err
	}
	w := &DirWriter{in: in, dir: dir, shard: shard, unlock: unlock}
	if err := w.createArrays(); err != nil {
		return nil, errors.Join(err, w.Abort())
	}
	return w, nil
}

// createArrays creates the files; the row pointers start with a 0.
func (w *DirWriter) createArrays() error {
	for a := range numArrays {
		if !a.present(&w.in.schema) {
			continue
		}
		descr, size := a.dtype(&w.in.schema)
		var err error
		if w.arrays[a], err = createNPY(filepath.Join(w.dir+partialSuffix, a.file()), descr, size); err != nil {
			return err
		}
	}
	return put(w.arrays[arrIndptr], []int64{0})
}

// Write implements [Writer].
func (w *DirWriter) Write(b *Block) error {
	base := w.in.entries
	if err := w.in.Take(b); err != nil {
		return fmt.Errorf("%s: %w", w.dir, err)
	}
	if b.Rows() == 0 {
		return nil
	}
	w.indptr = w.indptr[:0]
	for _, end := range b.Start[1:] {
		w.indptr = append(w.indptr, base+end)
	}
	if err := errors.Join(w.writeEntries(b), w.writeRows(b), w.writeOptional(b)); err != nil {
		return w.in.Fail(fmt.Errorf("%s: %w", w.dir, err))
	}
	return nil
}

func (w *DirWriter) writeEntries(b *Block) error {
	return errors.Join(
		put(w.arrays[arrIndptr], w.indptr),
		put(w.arrays[arrIndices], b.Columns),
		put(w.arrays[arrData], pack(b.Counts, w.in.schema.Counts, &w.counts)),
	)
}

func (w *DirWriter) writeRows(b *Block) error {
	return errors.Join(
		put(w.arrays[arrMG], b.MG),
		put(w.arrays[arrEG], b.EG),
		put(w.arrays[arrScore], b.Score),
		put(w.arrays[arrResult], b.Result),
		put(w.arrays[arrGame], b.Game),
		put(w.arrays[arrPly], b.Ply),
		put(w.arrays[arrMaterial], b.Material),
		put(w.arrays[arrHash], b.Hash),
	)
}

func (w *DirWriter) writeOptional(b *Block) error {
	o, own, n := w.in.schema.Optional, &w.absent.own, b.Rows()
	var errs [6]error
	if o.Has(WithSource) {
		errs[0] = put(w.arrays[arrSource], orFill(b.Source, true, &own.source, n, 0))
	}
	if o.Has(WithWeight) {
		errs[1] = put(w.arrays[arrWeight], orFill(b.Weight, true, &own.weight, n, 1))
	}
	if o.Has(WithOffset) {
		errs[2] = put(w.arrays[arrOffset], orFill(b.Offset, true, &own.offset, n, 0))
	}
	if o.Has(WithExpected) {
		errs[3] = put(w.arrays[arrExpected], orFill(b.Expected, true, &own.expected, n, none))
	}
	if o.Has(WithTree) {
		errs[4] = put(w.arrays[arrTree], orFill(b.Tree, true, &own.tree, n, 0))
	}
	if o.Has(WithSide) {
		errs[5] = put(w.arrays[arrSide], orFill(b.Side, true, &own.side, n, SideWhite))
	}
	return errors.Join(errs[:]...)
}

// Close implements [Writer]: it completes the folder and gives it its name.
//
// It does not wait for the disk. A folder that a power cut left with short
// files is refused by [Open].
func (w *DirWriter) Close(p Provenance) error {
	err := w.in.Finish(p)
	if err == nil {
		err = w.complete(p)
	}
	if err != nil {
		w.in.Fail(err)
		return errors.Join(fmt.Errorf("%s: %w", w.dir, err), w.remove())
	}
	return nil
}

// complete finishes the files and renames the folder.
func (w *DirWriter) complete(p Provenance) error {
	sums := map[string]uint32{}
	for a, f := range w.arrays {
		if f == nil {
			continue
		}
		if err := f.finish(); err != nil {
			return err
		}
		sums[arrayTypes[a].name] = f.sum
		w.arrays[a] = nil
	}
	text, err := encodeManifest(&Matrix{
		schema: w.in.schema, shard: w.shard, blocks: w.in.blocks, rows: sum(w.in.blocks), entries: w.in.entries, prov: p, sums: sums,
	})
	if err != nil {
		return err
	}
	if err := w.writeManifest(text); err != nil {
		return err
	}
	if err := commit(w.dir); err != nil {
		return err
	}
	unlock := w.unlock
	w.unlock = nil
	return unlock()
}

func (w *DirWriter) writeManifest(text []byte) error {
	f, err := disk.Create(filepath.Join(w.dir+partialSuffix, manifestFile))
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	return errors.Join(err, f.Close())
}

// Abort implements [Writer].
func (w *DirWriter) Abort() error {
	w.in.Shut()
	return w.remove()
}

// remove deletes the temporary folder, if it is still there.
func (w *DirWriter) remove() error {
	if w.unlock == nil {
		return nil
	}
	for a, f := range w.arrays {
		if f != nil {
			f.file.Close() // what it says no longer matters
			w.arrays[a] = nil
		}
	}
	err := errors.Join(disk.RemoveAll(w.dir+partialSuffix), w.unlock())
	w.unlock = nil
	return err
}

package trace

import (
	"context"
	"fmt"
	"slices"

	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/input"
	"example.org/centipawn/extract/trace/header"
	"example.org/centipawn/internal/ordered"
)

// A run is one reading.
type run struct {
	Options
	files  []*file
	spools []string       // temporary files
	header *header.Header // of all files together
	seen   survey
	items  []*item
	size   int64 // of all files, twice
	read   int64 // of those that are read to the end
}

// pass reads all files once: work on chunks in parallel, take in order. The memory
// of items is used again in the next pass.
func (x *run) pass(ctx context.Context, prepare func(*item), take func(*item) error) error {
	for len(x.items) < 2*x.Threads {
		x.items = append(x.items, new(item))
	}
	for _, it := range x.items {
		prepare(it)
	}
	for _, f := range x.files {
		if err := x.passFile(ctx, f, take); err != nil {
			return err
		}
	}
	return nil
}

// passFile reads a file.
func (x *run) passFile(ctx context.Context, f *file, take func(*item) error) error {
	text, err := input.OpenText(f.path, nil)
	if err != nil {
		return header.Renamed(err, f.name)
	}
	defer text.Close()
	l, number, free := newLines(text), 1, slices.Clone(x.items)
	err = ordered.Pool[*item]{
		Threads: x.Threads, Ahead: len(free),
		New: func() (it *item) {
			it, free = free[0], free[1:]
			return it
		},
		Fill: func(it *item) (bool, error) {
			err := it.chunk.fill(l, number)
			number += it.chunk.lines
			if err != nil {
				return false, &datasets.LineError{File: f.name, Line: number, Err: err}
			}
			return it.chunk.lines > 0, nil
		},
		Worker: func(context.Context) func(*item) error {
			return func(it *item) error {
				it.begin(f)
				it.work()
				return nil
			}
		},
		Take: func(it *item) error {
			if x.Progress != nil {
				x.Progress(x.read+text.Raw(), x.size)
			}
			return take(it)
		},
	}.Run(ctx)
	if err != nil {
		return err
	}
	return x.end(f, text)
}

// begin makes the item ready for its chunk.
func (it *item) begin(f *file) {
	it.file = f
	if it.second != nil {
		it.second.block.Reset()
		it.second.parity, it.second.evals = Parity{}, it.second.evals[:0]
	}
}

// end makes sure that both passes have read the same.
func (x *run) end(f *file, text *input.Text) error {
	sum, err := text.Sum()
	if err != nil {
		return header.Renamed(err, f.name)
	}
	x.read += text.Raw()
	if f.sum != "" && f.sum != sum {
		return fmt.Errorf("%s: the file changed while it was read", f.name)
	}
	f.sum = sum
	return nil
}

package trace

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"centipawn/datasets"
	"centipawn/datasets/input"
)

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

// passFile reads some chunks at a time: as many as there are items.
func (x *run) passFile(ctx context.Context, f *file, take func(*item) error) error {
	text, err := input.OpenText(f.path, nil)
	if err != nil {
		return renamed(err, f.name)
	}
	defer text.Close()
	l, number := newLines(text), 1
	for n := len(x.items); n == len(x.items); {
		if n, number, err = fillAll(x.items, l, number); err != nil {
			return &datasets.LineError{File: f.name, Line: number, Err: err}
		}
		x.workAll(f, x.items[:n])
		for _, it := range x.items[:n] {
			if err := context.Cause(ctx); err != nil {
				return err
			}
			if err := take(it); err != nil {
				return err
			}
		}
		if x.Progress != nil {
			x.Progress(x.read+text.Raw(), x.size)
		}
	}
	return x.end(f, text)
}

// fillAll reads a chunk into each item, beginning with the line of that number. It
// returns how many were filled, and the number of the next line; after an error
// that of the line that could not be read.
func fillAll(items []*item, l lines, number int) (n, next int, err error) {
	for i, it := range items {
		err := it.chunk.fill(l, number)
		number += it.chunk.lines
		if err != nil || it.chunk.lines == 0 {
			return i, number, err
		}
	}
	return len(items), number, nil
}

// workAll works on the items in parallel.
func (x *run) workAll(f *file, items []*item) {
	var next atomic.Int64
	var wait sync.WaitGroup
	for range min(x.Threads, len(items)) {
		wait.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(items); i = int(next.Add(1)) - 1 {
				items[i].begin(f)
				items[i].work()
			}
		})
	}
	wait.Wait()
}

// begin makes the item ready for its chunk.
func (it *item) begin(f *file) {
	it.file = f
	if it.second != nil {
		it.second.block.Reset()
		it.second.parity = Parity{}
	}
}

// end makes sure that both passes have read the same.
func (x *run) end(f *file, text *input.Text) error {
	sum, err := text.Sum()
	if err != nil {
		return renamed(err, f.name)
	}
	x.read += text.Raw()
	if f.sum != "" && f.sum != sum {
		return fmt.Errorf("%s: the file changed while it was read", f.name)
	}
	f.sum = sum
	return nil
}

// renamed names the file in an error as the caller did, and not its copy.
func renamed(err error, name string) error {
	var e *datasets.LineError
	if errors.As(err, &e) {
		e.File = name
	}
	return err
}

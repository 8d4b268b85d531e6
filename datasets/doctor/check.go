package doctor

import (
	"context"
	"errors"
	"io"
	"sync"

	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/inspect"
)

// A check is what was found out about one file.
type check struct {
	opt        Options          // Read is what rows were found to need
	said       datasets.Options // what the caller said
	name       string
	input      string           // what is opened: "-" for a copy of a stream
	read       datasets.Options // as the rows are read, not as the options say
	inspection inspect.Inspection
	claimed    inspect.Inspection // what it says of the options' reading
	source     datasets.Source
	survey     *survey
	broken     error // what ended the reading early
}

// namesGames reports whether rows of one game can be told.
func (x *check) namesGames() bool { return x.source.Columns.Game > 0 }

// open opens the file from its beginning.
func (x *check) open(opt datasets.Options) (*datasets.Reader, error) {
	if f, ok := opt.Stdin.(io.Seeker); ok && x.input == "-" {
		if _, err := f.Seek(0, io.SeekStart); err != nil {
			return nil, err
		}
	}
	return datasets.Open([]string{x.input}, opt)
}

// breakOff remembers what ended the reading, if rows were read before it.
func (x *check) breakOff(err error) error {
	if errors.Is(err, datasets.ErrTruncated) || errors.Is(err, datasets.ErrIncomplete) {
		x.broken = err
		return nil
	}
	return err
}

// pass reads all rows.
func (x *check) pass(ctx context.Context, r *datasets.Reader) (*survey, error) {
	var reading sync.Mutex // of the reader
	var failed error
	next := func(c *datasets.Chunk) bool {
		reading.Lock()
		defer reading.Unlock()
		if failed == nil {
			failed = context.Cause(ctx)
		}
		if failed == nil {
			failed = r.Next(c)
		}
		if x.opt.Progress != nil {
			x.opt.Progress(r.Progress())
		}
		return failed == nil
	}
	surveys := make([]survey, x.opt.Threads)
	var workers sync.WaitGroup
	for i := range surveys {
		surveys[i].lines = x.opt.Lines
		workers.Go(func() {
			var c datasets.Chunk
			var p datasets.Parsed
			for next(&c) {
				c.Parse(&p)
				surveys[i].add(&c, &p, x.read)
				surveys[i].search(p.Samples, &x.opt)
			}
		})
	}
	workers.Wait()
	for i := range surveys[1:] {
		if err := surveys[0].Merge(&surveys[1+i]); err != nil {
			return nil, err
		}
	}
	if failed == io.EOF {
		return &surveys[0], nil
	}
	return &surveys[0], x.breakOff(failed)
}

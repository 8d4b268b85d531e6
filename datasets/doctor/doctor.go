// Package doctor examines a data file before anything is made of it: what it is,
// whose view and what unit its labels take, what is wrong with it, and which flags
// of extract and fit bring that in order.
//
// [Examine] reads a file twice: some rows with each of the readings that are
// possible, to find the one that material on the board does not contradict, and
// then all rows with that one. Memory is bounded, and the diagnosis does not depend
// on the number of threads.
//
// Findings have the codes of docs/warnings.md. Those that extract and fit raise,
// too, come from [inspect.Inspection] and [inspect.Watch]: a code has one
// definition and one threshold.
package doctor

import (
	"context"
	"errors"
	"io"
	"runtime"
	"sync"

	"centipawn/board"
	"centipawn/datasets"
	"centipawn/datasets/budget"
	_ "centipawn/datasets/formats"
	"centipawn/datasets/input"
	"centipawn/datasets/inspect"
)

// Options configures [Examine]. The zero value claims centipawns and White's view.
type Options struct {
	// Read says how the file is said to be read. If rows contradict its views or its
	// unit, another reading is looked for, and that is a finding.
	Read datasets.Options

	// Rows is how many rows the file is said to have. Zero means that nobody said.
	Rows int

	// Bad is the number of bad lines that are tolerated. Zero means
	// budget.Default; negative means none at all.
	Bad int

	// Lines is how many lines are named of each kind of suspicious rows. Zero means 5.
	Lines int

	// Gap, if not nil, returns how far quiescence search and static evaluation of a
	// position are apart, in centipawns. It is called from several goroutines at once.
	Gap func(p *board.Position) int

	// Bound, in centipawns, is the gap beyond which a position is not quiet.
	Bound int

	// Threads is the number of chunks that are worked on at a time; the diagnosis does
	// not depend on it. Zero means GOMAXPROCS.
	Threads int

	// Progress, if not nil, is called after every chunk with the bytes read of a file
	// and its size, 0 if unknown.
	Progress func(read, size int64)
}

// WithDefaults returns o with its zero fields set to their defaults.
func (o Options) WithDefaults() Options {
	if o.Bad == 0 {
		o.Bad = budget.Default
	}
	if o.Lines == 0 {
		o.Lines = 5
	}
	if o.Threads == 0 {
		o.Threads = runtime.GOMAXPROCS(0)
	}
	o.Read = o.Read.WithDefaults()
	return o
}

// Examine returns the diagnosis of a file, "-" being the standard input, and of
// what it has in common with a second one, if that has a name. A file of which
// nothing can be read is an error; one that breaks off is not.
func Examine(ctx context.Context, name, second string, opt Options) (*Diagnosis, error) {
	opt = opt.WithDefaults()
	x, err := examine(ctx, name, opt)
	if err != nil {
		return nil, err
	}
	d := x.diagnose()
	if second == "" {
		return d, nil
	}
	y, err := examine(ctx, second, opt)
	if err != nil {
		return nil, err
	}
	d.compare(x, y)
	return d, nil
}

// An exam is what was found out about one file.
type exam struct {
	opt        Options
	name       string
	input      string           // what is opened: "-" for a copy of a stream
	read       datasets.Options // as the rows are read, not as the options say
	inspection inspect.Inspection
	claimed    inspect.Inspection // what it says of the options' reading
	source     datasets.Source
	chart      *chart
	broken     error // what ended the reading early
}

// examine finds out how a file is to be read, and reads it.
func examine(ctx context.Context, name string, opt Options) (*exam, error) {
	stream, opened := input.Pipe(name), name
	if name == "-" {
		stream = opt.Read.WithDefaults().Stdin
	}
	if stream != nil {
		copied, err := input.NewSpool(ctx, stream, func(int64) {})
		if err != nil {
			return nil, err
		}
		defer copied.Close()
		opt.Read.Stdin, opened = copied.Reader(), "-"
	}
	x := &exam{opt: opt, name: name, input: opened, read: opt.Read}
	if err := x.inspect(); err != nil {
		return nil, err
	}
	r, err := x.open(x.read)
	if err != nil {
		return nil, x.breakOff(err)
	}
	defer r.Close()
	if x.chart, err = x.pass(ctx, r); err != nil {
		return nil, err
	}
	sources, err := r.Sources()
	if err != nil {
		return nil, err
	}
	x.source = sources[0]
	return x, nil
}

// open opens the file from its beginning.
func (x *exam) open(opt datasets.Options) (*datasets.Reader, error) {
	if f, ok := opt.Stdin.(io.Seeker); ok && x.input == "-" {
		if _, err := f.Seek(0, io.SeekStart); err != nil {
			return nil, err
		}
	}
	return datasets.Open([]string{x.input}, opt)
}

// breakOff remembers what ended the reading, if rows were read before it.
func (x *exam) breakOff(err error) error {
	if errors.Is(err, datasets.ErrTruncated) || errors.Is(err, datasets.ErrIncomplete) {
		x.broken = err
		return nil
	}
	return err
}

// pass reads all rows.
func (x *exam) pass(ctx context.Context, r *datasets.Reader) (*chart, error) {
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
	charts := make([]chart, x.opt.Threads)
	var workers sync.WaitGroup
	for i := range charts {
		charts[i].lines = x.opt.Lines
		workers.Go(func() {
			var c datasets.Chunk
			var p datasets.Parsed
			for next(&c) {
				c.Parse(&p)
				charts[i].add(&c, &p, x.read)
				charts[i].search(p.Samples, &x.opt)
			}
		})
	}
	workers.Wait()
	for i := range charts[1:] {
		charts[0].merge(&charts[1+i])
	}
	if failed == io.EOF {
		return &charts[0], nil
	}
	return &charts[0], x.breakOff(failed)
}

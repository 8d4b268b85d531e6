package extract

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"centipawn/datasets"
)

// A reading is one pass over the input: chunks, cut at the limits.
type reading struct {
	*datasets.Reader
	plans   []sourcePlan // by input
	limit   int          // of all inputs together; 0: none
	lines   int          // read so far
	linesOf []int        // read so far, by input
}

// read opens the input for a pass and looks at some of its rows, which every pass
// must do to read the same.
func (x *run) read(files []string) (*reading, []datasets.Inspection, error) {
	options := readOptions(x.plans)
	for i := range options {
		options[i].Stdin = x.stdin()
	}
	r, err := datasets.OpenEach(files, options)
	if err != nil {
		return nil, nil, err
	}
	inspections, err := r.Inspect(inspectionSeed)
	if err != nil {
		return nil, nil, errors.Join(err, r.Close())
	}
	return &reading{Reader: r, plans: x.plans, limit: x.Limit, linesOf: make([]int, len(files))}, inspections, nil
}

// next fills c with the next chunk. It returns io.EOF after the last one.
func (r *reading) next(c *datasets.Chunk) error {
	if r.limit > 0 && r.lines >= r.limit {
		return io.EOF
	}
	if err := r.Next(c); err != nil {
		return err
	}
	if r.limit > 0 {
		c.Truncate(r.limit - r.lines)
	}
	own := r.plans[c.Source].limit
	if own > 0 {
		c.Truncate(own - r.linesOf[c.Source])
	}
	r.lines += c.Lines
	r.linesOf[c.Source] += c.Lines
	if own > 0 && r.linesOf[c.Source] >= own {
		return r.EndSource()
	}
	return nil
}

// A spool is a copy of the standard input, to be read twice.
type spool struct {
	file *os.File
	size int64
}

// newSpool copies a stream to a temporary file. The file loses its name at once
// where the system allows that, so that nothing is left whatever happens.
func newSpool(ctx context.Context, r io.Reader, progress func(read int64)) (*spool, error) {
	f, err := os.CreateTemp("", "centipawn-stdin-*")
	if err != nil {
		return nil, fmt.Errorf("the standard input is to be read twice: %w", err)
	}
	_ = os.Remove(f.Name()) // or close does it
	s := &spool{file: f}
	s.size, err = io.Copy(&meteredWriter{w: f, progress: progress}, interruptible(ctx, r))
	if err != nil {
		return nil, errors.Join(fmt.Errorf("copying the standard input, to read it twice, to %s: %w", f.Name(), err), s.close())
	}
	return s, nil
}

// reader returns a reader of the copy from its beginning.
func (s *spool) reader() io.Reader { return io.NewSectionReader(s.file, 0, s.size) }

// close removes the copy.
func (s *spool) close() error {
	err := s.file.Close()
	if gone := os.Remove(s.file.Name()); gone != nil && !errors.Is(gone, os.ErrNotExist) {
		err = errors.Join(err, gone)
	}
	return err
}

// A meteredWriter tells how much was written.
type meteredWriter struct {
	w        io.Writer
	written  int64
	progress func(int64)
}

func (m *meteredWriter) Write(p []byte) (int, error) {
	n, err := m.w.Write(p)
	m.written += int64(n)
	m.progress(m.written)
	return n, err
}

// interruptible returns a reader of r that fails once ctx is done, even while r
// waits for somebody to write. The goroutine that then still waits ends with r.
func interruptible(ctx context.Context, r io.Reader) io.Reader {
	out, in := io.Pipe()
	context.AfterFunc(ctx, func() { in.CloseWithError(context.Cause(ctx)) })
	go func() {
		_, err := io.Copy(in, r)
		in.CloseWithError(err)
	}()
	return out
}

// prepareInput makes the standard input what the passes need: a stream that can
// be interrupted, or a copy that can be read twice. Files must be readable twice.
func (x *run) prepareInput(ctx context.Context, files []string) (err error) {
	if x.Filter.WholeSet() {
		for _, name := range files {
			if info, err := os.Stat(name); name != "-" && err == nil && !info.IsDir() && !info.Mode().IsRegular() {
				return fmt.Errorf("%s can be read only once, and duplicates, games and balance take two passes: pass - and give it on the standard input", name)
			}
		}
	}
	if !slices.Contains(files, "-") {
		return nil
	}
	in := x.Read.WithDefaults().Stdin
	if !x.Filter.WholeSet() {
		in = interruptible(ctx, in)
		x.stdin = func() io.Reader { return in }
		return nil
	}
	x.spool, err = newSpool(ctx, in, func(read int64) { x.tell("copying the standard input", read, 0) })
	if err == nil {
		x.stdin = x.spool.reader
	}
	return err
}

// tell reports progress, if anybody wants to know.
func (x *run) tell(stage string, read, size int64) {
	if x.Progress != nil {
		x.Progress(stage, read, size)
	}
}

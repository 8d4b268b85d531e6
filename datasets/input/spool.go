package input

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
)

// A Spool is a copy of a stream, such as the standard input, in a temporary file: a
// stream can be read once, and its copy as often as needed. The file has no name
// while it is used, where the system allows that.
type Spool struct {
	file *os.File
	size int64
}

// NewSpool copies r. It ends with ctx, even while r waits for somebody to write.
// progress is told the bytes copied.
func NewSpool(ctx context.Context, r io.Reader, progress func(read int64)) (*Spool, error) {
	f, err := os.CreateTemp("", "centipawn-stdin-*")
	if err != nil {
		return nil, fmt.Errorf("a stream is to be read twice: %w", err)
	}
	_ = os.Remove(f.Name()) // or Close does it
	s := &Spool{file: f}
	s.size, err = io.Copy(&meteredWriter{w: f, progress: progress}, Interruptible(ctx, r))
	if err != nil {
		return nil, errors.Join(fmt.Errorf("copying a stream, to read it twice, to %s: %w", f.Name(), err), s.Close())
	}
	return s, nil
}

// Reader returns a reader of the copy from its beginning.
func (s *Spool) Reader() *io.SectionReader { return io.NewSectionReader(s.file, 0, s.size) }

// Close removes the copy.
func (s *Spool) Close() error {
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

// Interruptible returns a reader of r that fails once ctx is done, even while r
// waits for somebody to write. The goroutine that then still waits ends with r.
func Interruptible(ctx context.Context, r io.Reader) io.Reader {
	out, in := io.Pipe()
	context.AfterFunc(ctx, func() { in.CloseWithError(context.Cause(ctx)) })
	go func() {
		_, err := io.Copy(in, r)
		in.CloseWithError(err)
	}()
	return out
}

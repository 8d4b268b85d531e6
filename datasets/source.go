package datasets

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync/atomic"

	"example.org/centipawn/datasets/cut"
	"example.org/centipawn/datasets/game"
	"example.org/centipawn/datasets/input"
)

// A source is one input cut into chunks.
type source struct {
	name     string    // as the caller gave it; "stdin"
	stream   io.Reader // nil for a file
	index    uint8
	again    int    // inputs before it that have the same base name
	in       *Input // what its layout knows of it
	decoders *input.Decoders

	file    *input.File // nil before open
	pieces  *cut.Stream // of the file
	layout  Layout      // nil before the first chunk
	cutter  cut.Cutter  // nil before the first chunk
	pending []*Chunk    // read ahead for a preview, from a stream that cannot be read twice
	err     error       // what ended the source, io.EOF included

	known  *Index // nil: none
	wanted func(chunk int) bool
	chunks int // taken by the index
}

// twin is the same input, to be read from its beginning.
func (s *source) twin() *source {
	in := *s.in
	return &source{name: s.name, stream: s.stream, index: s.index, again: s.again, in: &in, decoders: s.decoders}
}

// base returns the name by which numbers of games are those of this input: its
// base name, and which one it is of several that have it.
func (s *source) base() []byte {
	name := []byte(filepath.Base(s.name))
	if s.again > 0 {
		name = fmt.Appendf(name, "/%d", s.again)
	}
	return name
}

func (s *source) fault(line int, err error) error {
	return &LineError{File: s.name, Line: line, Err: err}
}

// line is the number of records before the next chunk.
func (s *source) line() int {
	if s.pieces == nil {
		return 0
	}
	return s.pieces.Line
}

// regular returns the size of a file that can be read twice.
func (s *source) regular() (size int64, ok bool) {
	if s.stream != nil {
		return 0, false
	}
	info, err := os.Stat(s.name)
	if err != nil || !info.Mode().IsRegular() {
		return 0, false
	}
	return info.Size(), true
}

func (s *source) open(total *atomic.Int64) (err error) {
	if s.file, err = input.Open(s.name, s.stream, total, s.decoders); err != nil {
		s.file = nil
		if errors.Is(err, input.ErrTruncated) {
			return s.fault(1, err)
		}
		return s.fault(0, err)
	}
	s.pieces = cut.NewStream(s.name, s.file)
	return nil
}

// probe reads the beginning of a file, if it can be read again, and says what
// is wrong with it.
func (s *source) probe() error {
	if s.stream != nil {
		return nil
	}
	info, err := os.Stat(s.name)
	switch {
	case err != nil:
		return s.fault(0, fmt.Errorf("cannot open: %w", input.Pathless(err)))
	case info.IsDir():
		return s.fault(0, errors.New("cannot open: it is a directory"))
	case !info.Mode().IsRegular():
		s.stream = s.in.interruptible(input.Pipe(s.name))
		return nil
	}
	twin := s.twin()
	if err := twin.open(new(atomic.Int64)); err != nil {
		return err
	}
	defer twin.file.Close()
	return twin.next(new(Chunk), 0)
}

// next fills c with the next chunk, whose number will be the one given. It returns io.EOF after the last one.
func (s *source) next(c *Chunk, number int) error {
	if s.known != nil {
		return s.readKnown(c, number)
	}
	if len(s.pending) > 0 {
		*c, *s.pending[0] = *s.pending[0], *c
		s.pending = s.pending[1:]
		return nil
	}
	return s.read(c)
}

// read is next without the chunks that were read ahead.
func (s *source) read(c *Chunk) error {
	if s.err != nil {
		return s.err
	}
	if s.cutter == nil {
		if s.err = s.begin(); s.err != nil {
			return s.err
		}
	}
	c.Source, c.name, c.layout = s.index, s.name, s.layout
	s.err = s.cutter.Next(&c.Records)
	return s.err
}

// begin finds out what kind of file it is from the first piece, which is read
// again as the beginning of the first chunk.
func (s *source) begin() error {
	format, err := detect(s.name, s.in.Format, s.pieces.Peek())
	if err != nil {
		return s.fault(1, err)
	}
	s.in.File = game.HashName(s.base())
	if s.layout, err = format.Open(s.in); err != nil {
		return s.fault(1, err)
	}
	s.cutter = s.layout.Cutter(s.pieces)
	return nil
}

// end frees what reading took; the rest of a regular file is hashed first.
func (s *source) end() error {
	if s.known != nil {
		return nil
	}
	if err := s.file.Finish(); err != nil {
		return s.fault(s.line()+1, err)
	}
	return nil
}

// describe ends the source and says what was read of it.
func (s *source) describe(total *atomic.Int64) (Source, error) {
	if _, ok := s.regular(); ok && s.file == nil {
		if err := s.open(total); err != nil {
			return Source{}, err
		}
	}
	d := Source{Name: filepath.Base(s.name), Lines: s.line()}
	for _, c := range s.pending {
		d.Lines -= c.Lines
	}
	if s.layout != nil {
		d.Columns = s.layout.Columns()
	}
	if s.file == nil {
		return d, nil
	}
	if err := s.end(); err != nil {
		return d, err
	}
	d.SHA256, d.Bytes, d.UTF16 = s.file.Sum(), s.file.Bytes(), s.file.UTF16()
	if x := s.known; x != nil {
		d.SHA256, d.Bytes, d.Lines = x.SHA256, x.Bytes, x.Places[len(x.Places)-1].Lines
	}
	return d, nil
}

package datasets

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync/atomic"
)

// A source is one input cut into chunks.
type source struct {
	name     string    // as the caller gave it; "stdin"
	stream   io.Reader // nil for a file
	index    uint8
	again    int // inputs before it that have the same base name
	opt      Options
	in       *input    // nil before open
	layout   layout    // nil before the first chunk
	framer   framer    // nil before the first chunk
	carry    []byte    // read, but behind the end of the last chunk
	eof      bool      // nothing is left but carry
	failed   error     // of reading: nothing is left but carry, and this
	line     int       // records before the next chunk
	whole    bool      // an inspection saw no probability among the results
	decoders *decoders // of the reader
	pending  []*Chunk  // read ahead by Inspect, from a stream that cannot be read twice
	err      error     // what ended the source, io.EOF included
}

// twin is the same input, to be read from its beginning.
func (s *source) twin() *source {
	return &source{name: s.name, stream: s.stream, index: s.index, again: s.again, opt: s.opt, decoders: s.decoders}
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

func (s *source) open(total *atomic.Int64) error {
	in, err := openShared(s.name, s.stream, total, s.decoders)
	if err != nil {
		return s.fault(1, err)
	}
	s.in = in
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
		return s.fault(1, fmt.Errorf("cannot open: %w", pathless(err)))
	case info.IsDir():
		return s.fault(1, errors.New("cannot open: it is a directory"))
	case !info.Mode().IsRegular():
		s.stream = s.opt.interruptible(Pipe(s.name))
		return nil
	}
	twin := s.twin()
	if err := twin.open(new(atomic.Int64)); err != nil {
		return err
	}
	defer twin.in.close()
	return twin.next(new(Chunk))
}

// next fills c with the next chunk. It returns io.EOF after the last one.
func (s *source) next(c *Chunk) error {
	if len(s.pending) > 0 {
		*c, *s.pending[0] = *s.pending[0], *c
		s.pending = s.pending[1:]
		return nil
	}
	return s.read(c)
}

// read is next without the chunks that Inspect has read ahead.
func (s *source) read(c *Chunk) error {
	if s.err != nil {
		return s.err
	}
	if s.framer == nil {
		if s.err = s.begin(); s.err != nil {
			return s.err
		}
	}
	c.Source, c.name = s.index, s.name
	s.err = s.framer.next(c)
	c.layout = s.layout
	return s.err
}

// begin finds out what kind of file it is from the first piece, which is read
// again as the beginning of the first chunk.
func (s *source) begin() error {
	piece, err := s.more(nil)
	s.carry, s.failed = piece, err
	format, err := s.detect(piece)
	if err != nil {
		return s.fault(1, err)
	}
	if format == FormatText {
		s.framer = lineFramer{s} // which finds the columns
		return nil
	}
	if s.layout, err = newLayout(format, s.base(), s.opt); err != nil {
		return s.fault(1, err)
	}
	s.framer = s.layout.framer(s)
	return nil
}

// more appends what was read ahead to text, or else the next piece.
func (s *source) more(text []byte) ([]byte, error) {
	if len(s.carry) > 0 {
		text = append(text, s.carry...)
		s.carry = s.carry[:0]
		return text, nil
	}
	if s.eof || s.failed != nil {
		return text, s.failed
	}
	text, err := s.in.readPiece(text)
	if err == io.EOF {
		s.eof = true
		return text, nil
	}
	return text, err
}

// unread puts text back in front of the rest of the input.
func (s *source) unread(text []byte) { s.carry = append(s.carry, text...) }

// end frees what reading took; the rest of a regular file is hashed first.
func (s *source) end() error {
	if err := s.in.finish(); err != nil {
		return s.fault(s.line+1, err)
	}
	return nil
}

// A Source says what was read of one input, for provenance.
type Source struct {
	Name    string  // base name; "stdin"
	SHA256  string  // of the raw bytes, in hexadecimal; empty if a stream was not read to its end
	Bytes   int64   // raw bytes, compressed if the input is
	Lines   int     // lines read, header and blank ones included; or games, or binary records
	Columns Columns // zero if nothing was read
}

// describe ends the source and says what was read of it.
func (s *source) describe(total *atomic.Int64) (Source, error) {
	if _, ok := s.regular(); ok && s.in == nil {
		if err := s.open(total); err != nil {
			return Source{}, err
		}
	}
	d := Source{Name: filepath.Base(s.name), Lines: s.line}
	for _, c := range s.pending {
		d.Lines -= c.Lines
	}
	if s.layout != nil {
		d.Columns = s.layout.columns()
	}
	if s.in == nil {
		return d, nil
	}
	if err := s.end(); err != nil {
		return d, err
	}
	d.SHA256, d.Bytes = s.in.sum(), s.in.raw.bytes
	return d, nil
}

package datasets

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync/atomic"
)

// MaxLine is the length in bytes of the longest line that is read. Longer ones
// are bad lines; they are passed over in constant memory.
const MaxLine = 64 << 10

// chunkBytes ends a chunk of long lines before [ChunkLines], for the sake of
// memory: lines of data have 60 to 100 bytes.
const chunkBytes = 2 << 20

// A source is one input cut into chunks.
type source struct {
	name     string    // as the caller gave it; "stdin"
	stream   io.Reader // nil for a file
	index    uint8
	opt      Options
	in       *input // nil before open
	format   *format
	carry    []byte    // read, but behind the end of the last chunk
	eof      bool      // nothing is left but carry
	line     int       // lines before the next chunk
	whole    bool      // an inspection saw no probability among the results
	decoders *decoders // of the reader
	pending  []*Chunk  // read ahead by Inspect, from a stream that cannot be read twice
	err      error     // what ended the source, io.EOF included
}

// twin is the same input, to be read from its beginning.
func (s *source) twin() *source {
	return &source{name: s.name, stream: s.stream, index: s.index, opt: s.opt, decoders: s.decoders}
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
	lines, err := s.fill(c)
	if err != nil {
		s.err = s.fault(s.line+lines+1, err)
		return s.err
	}
	c.Source, c.Line, c.Lines, c.name, c.skip, c.blank = s.index, s.line+1, lines, s.name, 0, 0
	s.line += lines
	if s.format == nil {
		if s.err = s.begin(c); s.err != nil {
			return s.err
		}
	}
	c.format = s.format
	if lines == 0 {
		s.err = io.EOF
	}
	return s.err
}

// begin finds out the format from the first chunk and takes the header off it.
func (s *source) begin(c *Chunk) error {
	if bytes.HasPrefix(c.text, []byte("\xef\xbb\xbf")) {
		c.skip = 3
	}
	if bytes.HasPrefix(c.text, []byte("\xff\xfe")) || bytes.HasPrefix(c.text, []byte("\xfe\xff")) {
		return s.fault(1, errors.New("cannot read: the text is UTF-16: convert it to UTF-8"))
	}
	lines, at, end := firstLines(c.text, c.skip, sniffLines)
	if len(lines) == 0 {
		return s.fault(1, fmt.Errorf("%w: no rows", ErrEmpty))
	}
	f, err := detectFormat(lines, s.opt)
	if err != nil {
		return s.fault(at, err)
	}
	if f.header {
		if len(lines) == 1 && s.eof && len(s.carry) == 0 {
			return s.fault(at+1, fmt.Errorf("%w: no rows after the header", ErrEmpty))
		}
		c.blank, c.skip, c.Line, c.Lines = at-1, end, at+1, c.Lines-at
	}
	f.file, f.whole = hashBytes([]byte(filepath.Base(s.name))), s.whole
	s.format = f
	return nil
}

// firstLines returns the first most lines of text[from:] that are not blank,
// the number of the first of them, and where in the text it ends.
func firstLines(text []byte, from, most int) (lines [][]byte, at, end int) {
	rest, number := text[from:], 0
	for len(lines) < most {
		line, after, more := cutLine(rest)
		if !more {
			break
		}
		rest = after
		number++
		if len(trim(line)) == 0 {
			continue
		}
		lines = append(lines, line)
		if len(lines) == 1 {
			at, end = number, len(text)-len(rest)
		}
	}
	return lines, at, end
}

// fill reads whole lines into c: ChunkLines of them, or chunkBytes, or what is
// left. A line longer than MaxLine keeps MaxLine+1 bytes.
func (s *source) fill(c *Chunk) (lines int, err error) {
	text, counted, start := c.text[:0], 0, 0 // start is that of the line at the end
	defer func() { c.text = text }()
	for {
		if text, err = s.more(text); err != nil {
			return lines + bytes.Count(text[counted:], newline), err
		}
		if end, ok := nthNewline(text, counted, ChunkLines-lines); ok {
			s.unread(text[end:])
			text = text[:end]
			return ChunkLines, nil
		}
		lines += bytes.Count(text[counted:], newline)
		if i := bytes.LastIndexByte(text[counted:], '\n'); i >= 0 {
			start = counted + i + 1
		}
		if len(text)-start > MaxLine {
			text = text[:start+MaxLine+1]
			if err = s.skipLine(); err != nil {
				return lines, err
			}
			text, lines, start = append(text, '\n'), lines+1, start+MaxLine+2
		}
		counted = len(text)
		switch {
		case lines == ChunkLines:
			return lines, nil
		case s.eof && len(s.carry) == 0:
			if len(text) > start {
				lines++ // the last line has no newline
			}
			return lines, nil
		case len(text) >= chunkBytes && start > 0:
			s.unread(text[start:])
			text = text[:start]
			return lines, nil
		}
	}
}

var newline = []byte{'\n'}

// nthNewline returns the end of the nth line that ends behind from.
func nthNewline(text []byte, from, n int) (end int, ok bool) {
	if bytes.Count(text[from:], newline) < n {
		return 0, false
	}
	for ; n > 0; n-- {
		from += bytes.IndexByte(text[from:], '\n') + 1
	}
	return from, true
}

// more appends what was read ahead to text, or else the next piece.
func (s *source) more(text []byte) ([]byte, error) {
	if len(s.carry) > 0 {
		text = append(text, s.carry...)
		s.carry = s.carry[:0]
		return text, nil
	}
	if s.eof {
		return text, nil
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

// skipLine passes over the rest of a line.
func (s *source) skipLine() (err error) {
	var piece []byte
	for {
		if piece, err = s.more(piece[:0]); err != nil {
			return err
		}
		if i := bytes.IndexByte(piece, '\n'); i >= 0 {
			s.unread(piece[i+1:])
			return nil
		}
		if s.eof {
			return nil
		}
	}
}

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
	Lines   int     // lines read, header and blank ones included
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
	if s.format != nil {
		d.Columns = s.format.columns()
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

package cut

import (
	"io"

	"example.org/centipawn/datasets/input"
)

// A Stream is an input in pieces. What was read too far can be put back.
type Stream struct {
	Name   string // for messages
	Line   int    // records before the next ones
	file   *input.File
	carry  []byte // was put back
	eof    bool   // nothing is left but carry
	failed error  // of reading: nothing is left but carry, and this
	bytes  int64  // read so far, with carry
}

// NewStream returns a stream of a file.
func NewStream(name string, file *input.File) *Stream { return &Stream{Name: name, file: file} }

// Peek returns the first piece, which is read again.
func (s *Stream) Peek() []byte {
	piece, err := s.more(nil)
	s.carry, s.failed = piece, err
	return piece
}

// more appends what was put back to text, or else the next piece.
func (s *Stream) more(text []byte) ([]byte, error) {
	if len(s.carry) > 0 {
		text = append(text, s.carry...)
		s.carry = s.carry[:0]
		return text, nil
	}
	if s.eof || s.failed != nil {
		return text, s.failed
	}
	before := len(text)
	text, err := s.file.ReadPiece(text)
	s.bytes += int64(len(text) - before)
	if err == io.EOF {
		s.eof = true
		return text, nil
	}
	return text, err
}

// Offset returns how many bytes of the text were taken.
func (s *Stream) Offset() int64 { return s.bytes - int64(len(s.carry)) }

// unread puts text back in front of the rest of the input.
func (s *Stream) unread(text []byte) { s.carry = append(s.carry, text...) }

// atEnd reports whether everything has been read.
func (s *Stream) atEnd() bool { return s.eof && len(s.carry) == 0 }

// Fault is an error in a line.
func (s *Stream) Fault(line int, err error) error {
	return &input.LineError{File: s.Name, Line: line, Err: err}
}

// Reader returns a reader of the rest of the stream.
func (s *Stream) Reader() io.Reader { return &streamReader{Stream: s} }

// A streamReader reads a stream as bytes.
type streamReader struct {
	*Stream
	buf, rest []byte
}

// Read implements [io.Reader].
func (t *streamReader) Read(p []byte) (n int, err error) {
	if len(t.rest) == 0 {
		if t.buf, err = t.more(t.buf[:0]); err != nil {
			return 0, err
		}
		if t.rest = t.buf; len(t.rest) == 0 {
			return 0, io.EOF
		}
	}
	n = copy(p, t.rest)
	t.rest = t.rest[n:]
	return n, nil
}

package plain

import (
	"bufio"
	"bytes"
	"io"

	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/cut"
)

// A scanner cuts a stream into records, for [cut.Games].
type scanner struct {
	r     *bufio.Reader
	text  []byte // of the record, cut beyond the longest that is read
	first int    // line of the record
	lines int    // read
	err   error
}

func newScanner(r io.Reader) *scanner { return &scanner{r: bufio.NewReaderSize(r, datasets.MaxLine)} }

// Scan implements [cut.GameScanner]. A record ends with its line e, before a line fen, or at the end.
func (s *scanner) Scan() bool {
	s.text = s.text[:0]
	for s.err == nil {
		if head, _ := s.r.Peek(4); len(s.text) > 0 && string(head) == "fen " {
			return true
		}
		before := len(s.text)
		s.readLine()
		line := cut.Trim(s.text[before:])
		if before == 0 {
			if s.first = s.lines; len(line) == 0 {
				s.text = s.text[:0] // between records
			}
		}
		if string(line) == "e" {
			return true
		}
	}
	return len(s.text) > 0 && s.err == io.EOF
}

// readLine appends a line to the text, but for what is beyond the longest record that is read.
func (s *scanner) readLine() {
	for {
		piece, err := s.r.ReadSlice('\n')
		if s.lines == 0 && len(s.text) == 0 {
			piece = bytes.TrimPrefix(piece, cut.ByteOrderMark)
		}
		if len(s.text) <= datasets.MaxLine {
			s.text = append(s.text, piece...)
		}
		if err == bufio.ErrBufferFull {
			continue
		}
		s.err = err
		s.lines++
		return
	}
}

// Err implements [cut.GameScanner].
func (s *scanner) Err() error {
	if s.err == io.EOF {
		return nil
	}
	return s.err
}

// Next implements [cut.GameScanner].
func (s *scanner) Next() (text []byte, line, most int) { return s.text, s.first, 1 }

// Fault implements [cut.GameScanner].
func (s *scanner) Fault(err error) error { return err }

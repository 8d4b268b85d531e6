package binpack

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets"
)

const (
	blockHead = 8 // magic and length

	// recordHead is put before a chain, for its parsing: where it begins in the file, the number of
	// its game, and how many bytes after it are lost with it; eight bytes each.
	recordHead = 24

	// window is more than a chain of as many positions as a chunk holds can be long.
	window = 256 << 10
)

// A scanner cuts a stream into chains, for [cut.Games]. Where a chain ends its bits alone tell, so its
// moves are made.
type scanner struct {
	r      *bufio.Reader
	offset int64 // bytes that were read
	left   int64 // of the block
	number int   // chains
	games  int
	ply    uint16 // of the last position of the chain before
	result int8   // White's, of that chain
	chain  chain
	text   []byte
	most   int
	err    error
}

func newScanner(r io.Reader) *scanner { return &scanner{r: bufio.NewReaderSize(r, window)} }

// Scan implements [cut.GameScanner].
func (s *scanner) Scan() bool {
	for s.err == nil && s.left == 0 {
		s.err = s.block()
	}
	if s.err != nil {
		return false
	}
	b, err := s.r.Peek(int(min(s.left, window)))
	if err != nil && err != io.EOF {
		s.err = err
		return false
	}
	n, skip, bad := s.measure(b)
	if errors.Is(bad, errShort) && int64(len(b)) < min(s.left, window) {
		s.err = fmt.Errorf("byte %d: %w", s.offset, io.ErrUnexpectedEOF)
		return false
	}
	s.number++
	s.text = binary.BigEndian.AppendUint64(s.text[:0], uint64(s.offset))
	s.text = binary.BigEndian.AppendUint64(s.text, uint64(s.games))
	s.text = binary.BigEndian.AppendUint64(s.text, uint64(skip))
	s.text = append(s.text, b[:n]...)
	s.discard(int64(n) + skip)
	return true
}

// block reads the head of a block. It returns io.EOF at the end.
func (s *scanner) block() error {
	head, err := s.r.Peek(blockHead)
	switch {
	case err == io.EOF && len(head) == 0:
		return io.EOF
	case err == io.EOF:
		return fmt.Errorf("byte %d: %w", s.offset, io.ErrUnexpectedEOF)
	case err != nil:
		return err
	case string(head[:len(magic)]) != magic:
		return fmt.Errorf("byte %d: no block begins here: want %s, got %q", s.offset, magic, head[:len(magic)])
	}
	left := int64(binary.LittleEndian.Uint32(head[len(magic):]))
	s.discard(blockHead)
	s.left = left
	return s.err
}

// discard moves over n bytes.
func (s *scanner) discard(n int64) {
	done, err := io.CopyN(io.Discard, s.r, n)
	s.offset += done
	s.left = max(0, s.left-n)
	if err == io.EOF {
		err = fmt.Errorf("byte %d: %w", s.offset, io.ErrUnexpectedEOF)
	}
	s.err = err
}

// measure returns the length of the chain that b begins with. Of a bad one it is as much as shows the
// fault, and skip is the rest of the block, unless the next one's place is known.
func (s *scanner) measure(b []byte) (n int, skip int64, bad error) {
	c := &s.chain
	bad = c.start(b)
	alone := len(b) >= chainHead && binary.BigEndian.Uint16(b[stemSize:]) == 0
	if bad == nil {
		s.place(c)
		if s.most = 1 + c.left; s.most > datasets.ChunkLines {
			bad = fmt.Errorf("%d half moves, at most %d", s.most, datasets.ChunkLines)
		}
	}
	for bad == nil && c.left > 0 {
		bad = c.next()
	}
	if bad == nil {
		s.ply = c.ply
		return chainHead + c.bits.bytes(), 0, nil
	}
	s.most = 1
	n = min(len(b), chainHead+c.bits.bytes()+2)
	if alone {
		return chainHead, 0, bad
	}
	return n, s.left - int64(n), bad
}

// place finds out whether a chain goes on with the game of the one before: then the ply has risen, and
// the result is the same.
func (s *scanner) place(c *chain) {
	result := c.result
	if c.pos.SideToMove() == board.Black {
		result = -result
	}
	if s.games == 0 || c.ply <= s.ply || result != s.result {
		s.games++
	}
	s.ply, s.result = c.ply, result
}

// Err implements [cut.GameScanner].
func (s *scanner) Err() error {
	if s.err == io.EOF {
		return nil
	}
	return s.err
}

// Next implements [cut.GameScanner].
func (s *scanner) Next() (text []byte, line, most int) { return s.text, s.number, s.most }

// Fault implements [cut.GameScanner].
func (s *scanner) Fault(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("cannot read: %w: %w", datasets.ErrIncomplete, err)
	}
	return fmt.Errorf("cannot read: %w", err)
}

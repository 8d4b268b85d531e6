package records

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
)

// CutGame returns the length of the game that b begins with, 0 if it does not
// end in b. It looks at nothing but the zeros at the end. An extension, which
// begins with eight zeros where a game has its pieces, is cut by its own length;
// none has a meaning yet.
func CutGame(b []byte) (n int, extension bool) {
	if len(b) < extensionHead {
		return 0, false
	}
	if binary.LittleEndian.Uint64(b) == 0 {
		n = extensionHead + int(binary.LittleEndian.Uint16(b[10:])) + moveSize
		if n > len(b) {
			return 0, true
		}
		return n, binary.LittleEndian.Uint32(b[n-moveSize:]) == 0
	}
	for n = Size; n+moveSize <= len(b); n += moveSize {
		if binary.LittleEndian.Uint32(b[n:]) == 0 {
			return n + moveSize, false
		}
	}
	return 0, false
}

// extensionHead is the length of an extension's zeros, id and length.
const extensionHead = 12

// scannerBuffer holds many games, and more than the longest extension.
const scannerBuffer = 256 << 10

// A Scanner cuts a stream of viriformat into games:
//
//	s := records.NewScanner(r)
//	for s.Scan() {
//		if err := records.ParseGame(s.Game(), &game); err != nil { … }
//	}
//	if err := s.Err(); err != nil { … }
//
// A game that ParseGame refuses does not end the scan: the next one begins
// after its zeros all the same.
type Scanner struct {
	r          *bufio.Reader
	game       []byte
	number     int
	extensions int
	used       int // bytes of the buffer that belong to game
	err        error
}

// NewScanner returns a scanner of r.
func NewScanner(r io.Reader) *Scanner { return &Scanner{r: bufio.NewReaderSize(r, scannerBuffer)} }

// Scan finds the next game and reports whether there is one. Extensions are
// passed over and counted.
func (s *Scanner) Scan() bool {
	for s.err == nil {
		s.r.Discard(s.used) // as many are in the buffer
		s.game, s.used = nil, 0
		b, _ := s.r.Peek(s.r.Buffered())
		n, extension := CutGame(b)
		if n == 0 {
			b, s.err = s.r.Peek(scannerBuffer)
			n, extension = CutGame(b)
		}
		if n == 0 {
			s.err = s.fault(len(b))
			return false
		}
		s.err = nil // comes back when the buffer is used up
		if s.used = n; extension {
			s.extensions++
			continue
		}
		s.number++
		s.game = b[:n]
		return true
	}
	return false
}

// fault says what it means that no game ends in the next n bytes.
func (s *Scanner) fault(n int) error {
	switch {
	case s.err == io.EOF && n == 0:
		return io.EOF
	case s.err == io.EOF:
		return fmt.Errorf("game %d: %w", s.number+1, io.ErrUnexpectedEOF)
	case s.err != nil:
		return fmt.Errorf("game %d: %w", s.number+1, s.err)
	}
	return fmt.Errorf("game %d: %w", s.number+1, ErrLong)
}

// Game returns the bytes of the game that Scan has found. They are valid until
// the next Scan.
func (s *Scanner) Game() []byte { return s.game }

// Number returns the number of the game, the first being 1.
func (s *Scanner) Number() int { return s.number }

// Err returns what ended the scan, nil for the end of the stream.
func (s *Scanner) Err() error {
	if s.err == io.EOF {
		return nil
	}
	return s.err
}

package pgn

import (
	"bytes"
	"io"
)

// A Scanner cuts a stream into the texts of games. It keeps at most a few times
// [MaxGame] in memory.
//
// A game ends after its result; or before a tag that cannot be its own (at the
// start of a line after its moves, or with the name of its first tag once more);
// or, if there is neither, before a move number 1 that stands after an empty
// line. A comment without an end ends before the tags of the next game, a
// variation without one before tags or after a result and an empty line.
type Scanner struct {
	r    io.Reader
	buf  []byte // what was read
	pos  int    // where the next game begins in it
	line int    // its line, from 1
	eof  bool
	err  error

	game     []byte
	gameLine int
	skipping bool // the next game to be cut is too long
}

// NewScanner returns a scanner of r.
func NewScanner(r io.Reader) *Scanner { return &Scanner{r: r, line: 1} }

// Scan moves on to the next game. It returns false at the end of the stream and
// at an error of reading; the games before the error are whole, the one in which
// it happened is omitted.
func (s *Scanner) Scan() bool {
	for {
		if s.skipping {
			s.skipGame()
		}
		if !s.skipBlanks() {
			return false
		}
		rest := s.buf[s.pos:]
		c := cutter{lexer: lexer{text: rest, more: s.more()}}
		n, any, ok := c.cut()
		switch {
		case !ok && len(rest) > MaxGame, n > MaxGame:
			s.game, s.gameLine, s.skipping = rest[:MaxGame+1], s.line, true
			return true
		case !ok && s.eof:
			s.drop(len(rest)) // of the game in which reading failed
		case !ok:
			s.fill()
		case any:
			s.take(n)
			return true
		default:
			s.drop(n)
		}
	}
}

// Game returns the text of the game, valid until the next Scan, and the number of
// its first line. Of a game longer than [MaxGame] it is the beginning, MaxGame + 1
// bytes, which [Parse] refuses.
func (s *Scanner) Game() (text []byte, line int) { return s.game, s.gameLine }

// Err returns the error of reading that ended the scan, nil at the end of the
// stream.
func (s *Scanner) Err() error { return s.err }

// more reports whether the text goes on after what is in memory, as far as is known.
func (s *Scanner) more() bool { return !s.eof || s.err != nil }

// take makes the next n bytes the game.
func (s *Scanner) take(n int) {
	s.game, s.gameLine = s.buf[s.pos:s.pos+n], s.line
	s.drop(n)
}

// drop moves over n bytes.
func (s *Scanner) drop(n int) {
	s.line += bytes.Count(s.buf[s.pos:s.pos+n], newline)
	s.pos += n
}

var newline = []byte("\n")

// skipBlanks moves to the next game's first byte; false if there is none.
func (s *Scanner) skipBlanks() bool {
	for {
		rest := s.buf[s.pos:]
		blanks := len(rest) - len(bytes.TrimLeft(rest, " \t\v\f\r\n"))
		s.drop(blanks)
		if blanks < len(rest) {
			return true
		}
		if s.eof {
			return false
		}
		s.fill()
	}
}

// So much is read at a time, at first and later, if no longer game asks for more.
const (
	firstRead = 8 << 10
	readSize  = 256 << 10
)

// fill reads until there is twice as much in memory as now, or until the end.
// An error of reading is the end.
func (s *Scanner) fill() {
	kept := copy(s.buf, s.buf[s.pos:])
	want := max(2*kept, firstRead, min(2*cap(s.buf), readSize))
	if cap(s.buf) < want {
		s.buf = append(make([]byte, 0, want), s.buf[:kept]...)
	}
	s.buf, s.pos = s.buf[:kept], 0
	for len(s.buf) < want && !s.eof {
		n, err := s.r.Read(s.buf[len(s.buf):want])
		s.buf = s.buf[:len(s.buf)+n]
		s.eof = err != nil
		if err != nil && err != io.EOF {
			s.err = err
		}
	}
}

// skipGame moves past a game that is too long. It ends where a short one would, but that
// the tags of another game end a comment of more than [MaxGame] bytes.
func (s *Scanner) skipGame() {
	s.skipping = false
	var c cutter
	at := 0 // so much of what is in memory has been cut, and is kept for what stands before a token
	for {
		c.text, c.pos, c.more = s.buf[s.pos:], at, s.more()
		n, _, ok := c.cut()
		switch {
		case ok:
			s.drop(n)
			return
		case s.eof:
			s.drop(len(c.text))
			return
		case n == at && len(c.text) > MaxGame:
			if s.skipToken(at) {
				return
			}
			n = 0
		}
		c.first = bytes.Clone(c.first) // which the reading writes over
		at = min(n, 1)
		s.drop(n - at)
		s.fill()
	}
}

// skipToken moves over most of a token that is longer than [MaxGame] and begins after at
// bytes: to the end of a comment, or to the next game, which it reports.
func (s *Scanner) skipToken(at int) (game bool) {
	if !bytes.HasPrefix(bytes.TrimLeft(s.buf[s.pos+at:], " \t\v\f\r\n"), []byte("{")) {
		s.drop(len(s.buf) - s.pos - 1)
		return false
	}
	for {
		inner := s.buf[s.pos:]
		end := bytes.IndexByte(inner, '}')
		if end >= 0 {
			inner = inner[:end]
		}
		switch n := nextGame(inner); {
		case n >= 0:
			s.drop(n)
			return true
		case end >= 0, s.eof:
			s.drop(len(inner))
			return false
		}
		s.drop(max(0, len(inner)-longestTag))
		s.fill()
	}
}

// longestTag is room for an empty line and a tag: so much of a long comment is kept, because
// the tag of the next game may not be whole.
const longestTag = 4096

// A cutter looks for the end of a game.
type cutter struct {
	lexer
	first    []byte // name of the game's first tag
	tags     bool   // there are tags
	moves    bool   // there is something after the tags
	numbered bool   // there are moves
	depth    int    // of variations
	result   bool   // the token before was a result within a variation
}

// cut returns the length of the game that the text begins with, and whether anything but
// comments stands in it. If the game may go on after the text ok is false, and n is the end
// of the last token that is whole.
func (c *cutter) cut() (n int, any, ok bool) {
	for {
		whole := c.pos
		t := c.next()
		switch {
		case t.end == len(c.text) && c.more:
			return whole, false, false
		case c.endsBefore(t):
			return t.start, true, true
		case t.kind == atEnd:
			return t.end, c.tags || c.moves, true
		case t.kind == openComment, t.kind == ending && c.depth == 0:
			return t.end, true, true
		}
		c.note(t)
	}
}

// endsBefore reports whether a token belongs to the next game.
func (c *cutter) endsBefore(t token) bool {
	emptyLine := t.lines > 1
	switch {
	case c.result && emptyLine:
		return true
	case t.kind == tagPair:
		again := c.tags && string(readTag(c.text[t.start:]).name) == string(c.first)
		return again || c.moves && t.lines > 0
	case t.kind == number:
		return emptyLine && c.numbered && c.depth == 0 && c.isFirstNumber(t)
	}
	return false
}

// isFirstNumber reports whether a number is that of White's first move.
func (c *cutter) isFirstNumber(t token) bool {
	return string(c.text[t.start:t.end]) == "1." && !bytes.HasPrefix(bytes.TrimLeft(c.text[t.end:], " \t"), []byte("."))
}

// note keeps what later tokens depend on.
func (c *cutter) note(t token) {
	c.result = t.kind == ending
	switch t.kind {
	case comment, remark:
		return
	case tagPair:
		if !c.tags {
			c.tags, c.first = true, readTag(c.text[t.start:]).name
		}
		return
	case opening:
		c.depth++
	case closing:
		c.depth = max(0, c.depth-1)
	case word:
		c.numbered = c.numbered || c.depth == 0
	}
	c.moves = true
}

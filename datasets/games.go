package datasets

import (
	"fmt"
	"io"
	"strconv"
)

// A gameCutter cuts a stream into games.
type gameCutter interface {
	Scan() bool
	Err() error

	// game returns the text of the game, valid until the next Scan, its line or
	// number, and a number of half moves that it does not exceed.
	game() (text []byte, line, most int)
	// fault says what an error of the scan means.
	fault(err error) error
}

// A gameFramer cuts an input into chunks of whole games.
type gameFramer struct {
	*source
	games gameCutter
	ahead bool // the cutter stands at a game that is in no chunk yet
}

// next implements [framer].
func (f *gameFramer) next(c *Chunk) error {
	c.text, c.starts, c.first = c.text[:0], c.starts[:0], f.line+1
	samples := 0
	for f.ahead || f.games.Scan() {
		text, line, most := f.games.game()
		samples += max(most, 1)
		f.ahead = len(c.starts) > 0 && (samples > ChunkLines || len(c.text)+len(text) > chunkBytes)
		if f.ahead {
			break
		}
		c.starts = append(c.starts, start{len(c.text), line})
		c.text = append(c.text, text...)
	}
	f.line += len(c.starts)
	switch err := f.games.Err(); {
	case err != nil && len(c.starts) == 0: // else the games before it come first
		return f.fault(f.line+1, f.games.fault(err))
	case f.line == 0:
		return f.fault(1, fmt.Errorf("%w: no games", ErrEmpty))
	case len(c.starts) == 0:
		return io.EOF
	}
	c.Line, c.Lines = c.starts[0].line, len(c.starts)
	return nil
}

// gameRecords is the part of a layout that all have whose records are games.
type gameRecords struct{}

func (gameRecords) end(c *Chunk, n int) int { return c.starts[n].at }

// game returns the ith game of a chunk, and its line or number.
func (c *Chunk) game(i int) (text []byte, line int) {
	end := len(c.text)
	if i+1 < c.Lines {
		end = c.starts[i+1].at
	}
	return c.text[c.starts[i].at:end], c.starts[i].line
}

// countGame counts a game that was read.
func (p *Parsed) countGame(moves int) {
	p.Counts.Games++
	if moves == 0 {
		p.Counts.Moveless++
	}
}

// gameID returns the hash of a game by its number in the file.
func (c *convention) gameID(number int) uint32 {
	var buf [20]byte
	return hashID(strconv.AppendInt(buf[:0], int64(number), 10), c.file)
}

// gameOf returns the game of a sample: id, unless ids are not wanted.
func (c *convention) gameOf(s *Sample, id uint32) uint32 {
	if !c.game {
		return Skeleton(&s.Position)
	}
	return id
}

// A sourceText reads a source as a stream, what was read ahead first.
type sourceText struct {
	*source
	buf, rest []byte
}

// Read implements [io.Reader].
func (t *sourceText) Read(p []byte) (n int, err error) {
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

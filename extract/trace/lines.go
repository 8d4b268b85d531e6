package trace

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"example.org/centipawn/matrix"
)

// A file is one input.
type file struct {
	path  string // where it is read
	name  string // what it is called in messages
	base  string // its base name
	index uint8
	sum   string // of its bytes, once they were read
}

const (
	// MaxLine is the length in bytes of the longest line that is read. A longer one
	// ends the reading: then the file is something else.
	MaxLine = 1 << 20

	// chunkBytes ends a chunk of long lines before matrix.BlockRows, for the sake
	// of memory.
	chunkBytes = 4 << 20
)

// lines reads lines.
type lines struct{ r *bufio.Reader }

func newLines(r io.Reader) lines {
	l := lines{bufio.NewReaderSize(r, MaxLine)}
	if bom, _ := l.r.Peek(3); string(bom) == "\xef\xbb\xbf" { // an error comes back with the first line
		l.r.Discard(3)
	}
	return l
}

// next returns the next line with its newline; it is overwritten by the call
// after. It returns io.EOF after the last one.
func (l lines) next() ([]byte, error) {
	line, err := l.r.ReadSlice('\n')
	switch {
	case errors.Is(err, bufio.ErrBufferFull):
		return nil, fmt.Errorf("line longer than %d bytes: not a trace", MaxLine)
	case err == io.EOF && len(line) > 0:
		return line, nil
	}
	return line, err
}

// A chunk is a number of consecutive lines, which become a block of rows. Where
// it ends depends on the input alone.
type chunk struct {
	text  []byte
	line  int // number of the first
	lines int // at most matrix.BlockRows
}

// fill reads the chunk that begins with the line of that number. An empty chunk
// is the end.
func (c *chunk) fill(l lines, number int) error {
	c.text, c.line, c.lines = c.text[:0], number, 0
	for c.lines < matrix.BlockRows && len(c.text) < chunkBytes {
		line, err := l.next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		c.text = append(c.text, line...)
		c.lines++
	}
	return nil
}

// cutToken splits text after its first token, which ends at a blank.
func cutToken(text []byte) (token, rest []byte) {
	for i, c := range text {
		if c == ' ' || c == '\t' {
			return text[:i], text[i:]
		}
	}
	return text, nil
}

// skipBlanks cuts blanks off the front.
func skipBlanks(text []byte) []byte {
	for len(text) > 0 && (text[0] == ' ' || text[0] == '\t') {
		text = text[1:]
	}
	return text
}

// cutPair splits NUMBER:INTEGER off the front of text, which is how nearly all of
// a trace is written. It is not ok for anything else, or for larger numbers.
func cutPair(text []byte) (number, count int, rest []byte, ok bool) {
	i := 0
	for ; i < len(text) && i < 6 && text[i]-'0' <= 9; i++ {
		number = 10*number + int(text[i]-'0')
	}
	if i == 0 || i == len(text) || text[i] != ':' {
		return 0, 0, nil, false
	}
	i++
	negative := i < len(text) && text[i] == '-'
	if negative {
		i++
	}
	start := i
	for ; i < len(text) && i < start+7 && text[i]-'0' <= 9; i++ {
		count = 10*count + int(text[i]-'0')
	}
	if i == start || i < len(text) && text[i] != ' ' && text[i] != '\t' {
		return 0, 0, nil, false
	}
	if negative {
		count = -count
	}
	return number, count, text[i:], true
}

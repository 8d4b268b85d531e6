package datasets

import (
	"bytes"
	"errors"
	"fmt"
	"io"
)

// MaxLine is the length in bytes of the longest line that is read. Longer ones
// are bad lines; they are passed over in constant memory.
const MaxLine = 64 << 10

// A lineFramer cuts an input into chunks of whole lines.
type lineFramer struct{ *source }

// next fills c with the next lines.
func (f lineFramer) next(c *Chunk) error {
	lines, err := f.fill(c)
	if err != nil {
		return f.fault(f.line+lines+1, err)
	}
	c.Line, c.Lines, c.skip, c.blank = f.line+1, lines, 0, 0
	f.line += lines
	if c.Line == 1 {
		if err := f.head(c); err != nil {
			return err
		}
	}
	if lines == 0 {
		return io.EOF
	}
	return nil
}

// head looks at the first chunk. Of a text whose columns are not known yet it
// finds them, and takes the header off.
func (f lineFramer) head(c *Chunk) error {
	if bytes.HasPrefix(c.text, byteOrderMark) {
		c.skip = len(byteOrderMark)
	}
	if isUTF16(c.text) {
		return f.fault(1, errors.New("cannot read: the text is UTF-16: convert it to UTF-8"))
	}
	lines, at, end := firstLines(c.text, c.skip, sniffLines)
	if len(lines) == 0 {
		return f.fault(1, fmt.Errorf("%w: no rows", ErrEmpty))
	}
	if f.layout != nil {
		return nil
	}
	table, err := detectFormat(lines, f.opt)
	if err != nil {
		return f.fault(at, err)
	}
	if table.header {
		if len(lines) == 1 && f.eof && len(f.carry) == 0 {
			return f.fault(at+1, fmt.Errorf("%w: no rows after the header", ErrEmpty))
		}
		c.blank, c.skip, c.Line, c.Lines = at-1, end, at+1, c.Lines-at
	}
	table.file, table.whole = hashBytes(f.base()), f.whole
	f.layout = table
	return nil
}

// byteOrderMark is that of UTF-8.
var byteOrderMark = []byte("\xef\xbb\xbf")

// isUTF16 reports whether a text begins with a byte order mark of UTF-16 and
// characters of ASCII. Without these it may be a record: of a game's first moves,
// the occupied squares are the mark.
func isUTF16(text []byte) bool {
	high := 3 // byte of the first character
	switch {
	case bytes.HasPrefix(text, []byte("\xff\xfe")):
	case bytes.HasPrefix(text, []byte("\xfe\xff")):
		high = 2
	default:
		return false
	}
	for at := high; at < min(len(text), 32); at += 2 {
		if text[at] != 0 {
			return false
		}
	}
	return true
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
func (f lineFramer) fill(c *Chunk) (lines int, err error) {
	text, counted, start := c.text[:0], 0, 0 // start is that of the line at the end
	defer func() { c.text = text }()
	for {
		if text, err = f.more(text); err != nil {
			f.failed = err // what was read before comes first
		}
		if end, ok := nthNewline(text, counted, ChunkLines-lines); ok {
			f.unread(text[end:])
			text = text[:end]
			return ChunkLines, nil
		}
		lines += bytes.Count(text[counted:], newline)
		if i := bytes.LastIndexByte(text[counted:], '\n'); i >= 0 {
			start = counted + i + 1
		}
		if len(text)-start > MaxLine {
			text = text[:start+MaxLine+1]
			if err = f.skipLine(); err != nil {
				return lines, err
			}
			text, lines, start = append(text, '\n'), lines+1, start+MaxLine+2
		}
		counted = len(text)
		switch {
		case lines == ChunkLines:
			return lines, nil
		case err != nil && lines > 0:
			text = text[:start]
			return lines, nil
		case err != nil:
			return 0, err
		case f.eof && len(f.carry) == 0:
			if len(text) > start {
				lines++ // the last line has no newline
			}
			return lines, nil
		case len(text) >= chunkBytes && start > 0:
			f.unread(text[start:])
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

// skipLine passes over the rest of a line.
func (f lineFramer) skipLine() (err error) {
	var piece []byte
	for {
		if piece, err = f.more(piece[:0]); err != nil {
			return err
		}
		if i := bytes.IndexByte(piece, '\n'); i >= 0 {
			f.unread(piece[i+1:])
			return nil
		}
		if f.eof {
			return nil
		}
	}
}

// lineRecords is the part of a layout that all have whose records are lines.
type lineRecords struct{}

func (lineRecords) framer(s *source) framer { return lineFramer{s} }

func (lineRecords) end(c *Chunk, n int) int {
	end := c.skip
	for range n {
		end += bytes.IndexByte(c.text[end:], '\n') + 1
	}
	return end
}

// A lineLayout is one whose records are lines.
type lineLayout interface {
	layout
	// reader returns what reads the lines of a text. It counts, and keeps what it
	// needs, in dst.
	reader(text []byte, dst *Parsed) rowReader
}

// A rowReader reads lines.
type rowReader interface {
	// line reads one line into s, all fields but Source and Line. Blank ones are
	// none of its business.
	line(line []byte, s *Sample) error
	// written returns the score of the line that was read last, as it stands there.
	written() label
}

// Lines that are no samples and no faults.
var (
	errBlank   = errors.New("blank line")
	errShallow = errors.New("no evaluation of the depth that was asked for")
)

// parseLines makes samples of the lines of a chunk.
func parseLines(c *Chunk, dst *Parsed, rows rowReader) {
	number := c.Line
	for line, rest, more := cutLine(c.text[c.skip:]); more; line, rest, more = cutLine(rest) {
		n := len(dst.Samples)
		dst.Samples = dst.Samples[:n+1]
		s := &dst.Samples[n]
		err := readRow(rows, line, s)
		s.Source, s.Line = c.Source, number
		if err != nil {
			dst.Samples = dst.Samples[:n]
			dst.refuse(c, number, err, line)
		}
		number++
	}
}

// readRow reads one line into s, all fields but Source and Line.
func readRow(rows rowReader, line []byte, s *Sample) error {
	if len(line) > MaxLine {
		return ErrLongLine
	}
	err := rows.line(line, s)
	if err != nil && len(trim(line)) == 0 {
		return errBlank
	}
	return err
}

// refuse counts a line that is no sample.
func (p *Parsed) refuse(c *Chunk, number int, err error, line []byte) {
	switch err {
	case errBlank:
		p.Counts.Blank++
	case errShallow:
		p.Counts.Shallow++
	default:
		p.fault(c, number, err, string(line))
	}
}

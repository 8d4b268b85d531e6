package cut

import (
	"bytes"
	"errors"
	"fmt"
	"io"
)

// MaxLine is the length in bytes of the longest line that is read. Longer ones
// are bad lines; they are passed over in constant memory.
const MaxLine = 64 << 10

// SniffLines is how many lines are looked at first to find out what a text is.
const SniffLines = 20

// A Header looks at the first lines of a text, blank ones left out, of which there is one at
// least. It has all of the first records, and looks at no more of them than it needs. It says
// whether the first of them is a header and no record.
type Header func(first [][]byte) (header bool, err error)

// Lines cuts a stream into lines. The header is taken off if h says that there is one; nil
// says that there is none.
func Lines(s *Stream, h Header) Cutter { return lineCutter{s, h} }

type lineCutter struct {
	*Stream
	header Header
}

// Next implements [Cutter].
func (f lineCutter) Next(r *Records) error {
	lines, err := f.fill(r)
	if err != nil {
		return f.Fault(f.Line+lines+1, err)
	}
	r.Line, r.Lines, r.Skip, r.Blank, r.starts, r.size = f.Line+1, lines, 0, 0, r.starts[:0], 0
	f.Line += lines
	if r.Line == 1 {
		if err := f.head(r); err != nil {
			return err
		}
	}
	if lines == 0 {
		return io.EOF
	}
	return nil
}

// head looks at the first records, and takes the header off.
func (f lineCutter) head(r *Records) error {
	if bytes.HasPrefix(r.Text, ByteOrderMark) {
		r.Skip = len(ByteOrderMark)
	}
	if IsUTF16(r.Text) {
		return f.Fault(1, errors.New("cannot read: the text is UTF-16: convert it to UTF-8"))
	}
	lines, at, end := firstLines(r.Text, r.Skip, Most)
	if len(lines) == 0 {
		return f.Fault(1, fmt.Errorf("%w: no rows", ErrEmpty))
	}
	if f.header == nil {
		return nil
	}
	header, err := f.header(lines)
	if err != nil {
		return f.Fault(at, err)
	}
	if header {
		if len(lines) == 1 && f.atEnd() {
			return f.Fault(at+1, fmt.Errorf("%w: no rows after the header", ErrEmpty))
		}
		r.Blank, r.Skip, r.Line, r.Lines = at-1, end, at+1, r.Lines-at
	}
	return nil
}

// ByteOrderMark is that of UTF-8.
var ByteOrderMark = []byte("\xef\xbb\xbf")

// IsUTF16 reports whether a text begins with a byte order mark of UTF-16 and
// characters of ASCII. Without these it may be a record: of a game's first moves,
// the occupied squares are the mark.
func IsUTF16(text []byte) bool {
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
		line, after, more := Line(rest)
		if !more {
			break
		}
		rest = after
		number++
		if len(Trim(line)) == 0 {
			continue
		}
		lines = append(lines, line)
		if len(lines) == 1 {
			at, end = number, len(text)-len(rest)
		}
	}
	return lines, at, end
}

// fill reads whole lines into r: Most of them, or mostBytes, or what is
// left. A line longer than MaxLine keeps MaxLine+1 bytes.
func (f lineCutter) fill(r *Records) (lines int, err error) {
	text, counted, start := r.Text[:0], 0, 0 // start is that of the line at the end
	defer func() { r.Text = text }()
	for {
		if text, err = f.more(text); err != nil {
			f.failed = err // what was read before comes first
		}
		found := bytes.Count(text[counted:], newline)
		if found >= Most-lines {
			end := nthNewline(text, counted, Most-lines)
			f.unread(text[end:])
			text = text[:end]
			return Most, nil
		}
		lines += found
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
		case lines == Most:
			return lines, nil
		case err != nil && lines > 0:
			text = text[:start]
			return lines, nil
		case err != nil:
			return 0, err
		case f.atEnd():
			if len(text) > start {
				lines++ // the last line has no newline
			}
			return lines, nil
		case len(text) >= mostBytes && start > 0:
			f.unread(text[start:])
			text = text[:start]
			return lines, nil
		}
	}
}

var newline = []byte{'\n'}

// nthNewline returns the end of the nth line that ends after from; the text has them.
func nthNewline(text []byte, from, n int) (end int) {
	for ; n > 0; n-- {
		from += bytes.IndexByte(text[from:], '\n') + 1
	}
	return from
}

// skipLine passes over the rest of a line.
func (f lineCutter) skipLine() (err error) {
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

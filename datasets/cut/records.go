// Package cut cuts an input into records: lines, games, or records of one size. It does in one
// goroutine what must be done in order, and no more; [Records] are parsed in parallel.
//
// It has the plumbing of texts, too, that formats share: lines, blanks, numbers, quotations.
package cut

import (
	"bytes"
	"iter"
)

// Most is the largest number of records in [Records].
const Most = 8192

// mostBytes ends records that are long before [Most], for the sake of memory: lines of
// data have 60 to 100 bytes.
const mostBytes = 2 << 20

// Records are consecutive records of one input, not yet looked at.
type Records struct {
	Line  int // number of the first line; of a binary file, of the first record
	Lines int // number of records, at most [Most]; a header does not count

	Text  []byte
	Skip  int // bytes of Text in front of the first line
	Blank int // blank lines in front of a header, and of records that were nothing else
	First int // number of the first game in the input, from 1

	starts []start // of games
	size   int     // of records that have all the same; else 0
}

// A start is where a game begins in the text.
type start struct{ at, line int }

// Cut keeps the first n records.
func (r *Records) Cut(n int) {
	if n >= r.Lines {
		return
	}
	end := r.Skip
	switch {
	case r.size > 0:
		end = n * r.size
	case len(r.starts) > 0:
		end = r.starts[n].at
	default:
		for range n {
			end += bytes.IndexByte(r.Text[end:], '\n') + 1
		}
	}
	r.Text, r.Lines = r.Text[:end], n
}

// Game returns the i-th game, and its line or number.
func (r *Records) Game(i int) (text []byte, line int) {
	end := len(r.Text)
	if i+1 < r.Lines {
		end = r.starts[i+1].at
	}
	return r.Text[r.starts[i].at:end], r.starts[i].line
}

// IsLines reports whether the records are lines.
func (r *Records) IsLines() bool { return r.size == 0 && len(r.starts) == 0 }

// Take makes r the lines of a text that follow that many before them.
func (r *Records) Take(text []byte, before, lines int) {
	*r = Records{Line: before + 1, Lines: lines, Text: text}
}

// RawLines returns the lines with their numbers, as they stand in the file, without the
// newline; nothing of a file whose records are not lines. They are valid until the records are
// used again.
func (r *Records) RawLines() iter.Seq2[int, []byte] {
	return func(yield func(int, []byte) bool) {
		if !r.IsLines() {
			return
		}
		number := r.Line
		for line, rest, more := Line(r.Text[r.Skip:]); more; line, rest, more = Line(rest) {
			if !yield(number, line) {
				return
			}
			number++
		}
	}
}

// RawHead returns what a text file has in front of its first row: a byte order
// mark, a header, blank lines. It is empty after the first records.
func (r *Records) RawHead() []byte { return r.Text[:r.Skip] }

// RawOpen reports whether the last line ends without a newline: the file does.
func (r *Records) RawOpen() bool {
	return r.IsLines() && len(r.Text) > 0 && r.Text[len(r.Text)-1] != '\n'
}

// A Cutter cuts an input into records.
type Cutter interface {
	// Next fills r with the next records. It returns io.EOF after the last ones.
	Next(r *Records) error
}

package cut

import (
	"errors"
	"fmt"
	"io"
)

// ErrIncomplete is wrapped by the error of a last record that is not whole.
var ErrIncomplete = errors.New("incomplete record at the end")

// Fixed cuts a stream into records of one size in bytes.
func Fixed(s *Stream, size int) Cutter { return fixedCutter{s, size} }

type fixedCutter struct {
	*Stream
	size int
}

// Next implements [Cutter].
func (f fixedCutter) Next(r *Records) (err error) {
	most := Most * f.size
	text := r.Text[:0]
	for n := -1; len(text) < most && len(text) > n; {
		n = len(text)
		if text, err = f.more(text); err != nil && len(text) < f.size {
			return f.Fault(f.Line+1, err)
		}
		if err != nil {
			f.failed = err // the whole records before it come first
		}
	}
	whole := min(len(text), most) / f.size * f.size
	if whole > 0 {
		f.unread(text[whole:])
		text = text[:whole]
	}
	r.Text, r.Line, r.Lines, r.Skip, r.Blank, r.starts, r.size = text, f.Line+1, len(text)/f.size, 0, 0, r.starts[:0], f.size
	f.Line += r.Lines
	switch rest := len(text) % f.size; {
	case rest > 0:
		return f.Fault(f.Line+1, fmt.Errorf("cannot read: %w: %d bytes of %d", ErrIncomplete, rest, f.size))
	case f.Line == 0:
		return f.Fault(1, fmt.Errorf("%w: no records", ErrEmpty))
	case r.Lines == 0:
		return io.EOF
	}
	return nil
}

package trace

import (
	"io"

	"example.org/centipawn/datasets/input"
	"example.org/centipawn/extract/trace/header"
)

// sniffBytes is how much of a file is looked at.
const sniffBytes = 1 << 20

// Sniff reports whether a file is a trace: whether its first line that is not a
// comment reads as a row. A file that cannot be read is not.
func Sniff(name string) bool {
	text, err := input.OpenText(name, nil)
	if err != nil {
		return false
	}
	defer text.Close()
	l, p := newLines(io.LimitReader(text, sniffBytes)), newParser(header.New("", nil, "linear").Directory(nil, 0))
	for {
		line, err := l.next()
		if err != nil {
			return false
		}
		var r row
		if err = p.line(line, &r); err != errNoRow {
			return err == nil && (len(r.entries) > 0 || r.keys != 0)
		}
	}
}

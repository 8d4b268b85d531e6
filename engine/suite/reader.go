package suite

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"

	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/input"
)

// Open opens a file of problems, or stdin if the name is "-".
func Open(name string, stdin io.Reader) (*Reader, error) {
	text, err := input.OpenText(name, stdin)
	if err != nil {
		return nil, err
	}
	if name == "-" {
		name = "stdin"
	}
	return &Reader{file: name, text: text, lines: bufio.NewReaderSize(text, datasets.MaxLine)}, nil
}

// Next returns the next problem, and io.EOF after the last one. A line that is wrong
// gives a [*datasets.LineError] that wraps [ErrBad]; one may go on behind it.
func (r *Reader) Next() (*Problem, error) {
	for {
		line, err := r.next()
		if errors.Is(err, datasets.ErrLongLine) {
			return nil, r.bad(r.line, err)
		}
		if err != nil {
			return nil, err
		}
		if line = bytes.Trim(line, blanks); len(line) == 0 || line[0] == '#' {
			continue
		}
		at := r.line
		if r.format == nil {
			r.format = detect(line)
		}
		p, err := r.format(r, line)
		if err != nil {
			return nil, r.bad(at, err)
		}
		if p != nil {
			p.Line = at
			return p, nil
		}
	}
}

// detect recognises a format by a line: the first that says something.
func detect(line []byte) format {
	if table := header(line); table != nil {
		return table.read
	}
	if isLichess(line) {
		return lichess.read
	}
	if isEPD(line) {
		return readEPD
	}
	return readText
}

// CountLines returns the number of lines of a file, 0 of one that can be read only
// once: "-" and pipes.
func CountLines(name string) (n int, err error) {
	if info, err := os.Stat(name); name == "-" || err == nil && !info.Mode().IsRegular() {
		return 0, nil
	}
	text, err := input.OpenText(name, nil)
	if err != nil {
		return 0, err
	}
	defer text.Close()
	buf, last := make([]byte, 64<<10), byte('\n')
	for {
		got, err := text.Read(buf)
		if got > 0 {
			n += bytes.Count(buf[:got], []byte{'\n'})
			last = buf[got-1]
		}
		if err == io.EOF {
			if last != '\n' {
				n++
			}
			return n, nil
		}
		if err != nil {
			return 0, &datasets.LineError{File: name, Line: n + 1, Err: err}
		}
	}
}

// IsProblems reports whether the first line of a file that says something is a puzzle of a table, or an
// EPD line that asks for a move and has no evaluation.
func IsProblems(name string) (bool, error) {
	r, err := Open(name, nil)
	if err != nil {
		return false, err
	}
	defer r.Close()
	for {
		line, err := r.next()
		switch {
		case err == io.EOF || errors.Is(err, datasets.ErrLongLine):
			return false, nil
		case err != nil:
			return false, err
		}
		if line = bytes.Trim(line, blanks); len(line) > 0 && line[0] != '#' {
			return header(line) != nil || isLichess(line) || isEPD(line) && !evaluated(line), nil
		}
	}
}

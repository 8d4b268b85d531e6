package text

import (
	"bytes"
	"errors"

	"example.org/centipawn/datasets/cut"
)

// fenFields are the beginning of a line of EPD: the four fields of a position, and up to two
// whole numbers after them, which are the counters of a FEN or, where a FEN has none, may be
// labels.
type fenFields struct {
	line []byte
	ends [3]int // of the position, with no, one and two of the numbers
	n    int    // numbers
}

// cutFEN finds the position that a line begins with. ok is false if there are not four fields.
func cutFEN(line []byte) (f fenFields, ok bool) {
	line = cut.Trim(line)
	at := bytes.IndexByte(line, ' ')
	if at < 0 {
		return f, false
	}
	for range 3 {
		for at < len(line) && cut.IsBlank(line[at]) {
			at++
		}
		start := at
		for at < len(line) && !isSeparator(line[at]) {
			at++
		}
		if at == start {
			return f, false
		}
	}
	f = fenFields{line: line, ends: [3]int{at, at, at}}
	for f.n < 2 {
		end, ok := skipNumber(line, f.ends[f.n])
		if !ok {
			break
		}
		f.n++
		f.ends[f.n] = end
	}
	return f, true
}

// cut returns the position with that many counters, and what follows it.
func (f *fenFields) cut(counters int) (fen, tail []byte) {
	return f.line[:f.ends[counters]], f.line[f.ends[counters]:]
}

// skipNumber passes over spaces and a whole number, however large: one that is too large for a
// counter is no score for that. A tab separates columns.
func skipNumber(line []byte, at int) (end int, ok bool) {
	start := at
	for at < len(line) && line[at] == ' ' {
		at++
	}
	digits := at
	for at < len(line) && line[at] >= '0' && line[at] <= '9' {
		at++
	}
	ends := at == len(line) || isSeparator(line[at]) || line[at] == '['
	return at, digits > start && at > digits && ends
}

// clock returns the first number after the position, of which there is one at least; of a large
// one that it is too large.
func (f *fenFields) clock() (n int) {
	for _, c := range bytes.TrimLeft(f.line[f.ends[0]:f.ends[1]], " ") {
		n = min(10*n+int(c-'0'), maxClock+1)
	}
	return n
}

// maxClock is the largest half-move clock of a game: seventy-five moves of either side.
const maxClock = 150

// valueFollows reports whether a value stands right after a position that no number
// follows, as in "- -35 | 1.0".
func (f *fenFields) valueFollows() bool {
	tail := bytes.TrimLeft(f.line[f.ends[0]:], " ")
	return f.n == 0 && len(tail) > 0 && !isSeparator(tail[0]) && !cut.IsLetter(tail[0]) && tail[0] != '[' && tail[0] != '"'
}

// A counting says what a number after the four fields of a position is in the lines of a
// file. Two are always the counters of a FEN.
type counting int8

const (
	countNone   counting = iota // the first lines have no such numbers
	countOne                    // one is the half-move clock of FENs with five fields
	countTwo                    // FENs have six fields, and one number is a fault
	countValue                  // one is a label
	countLabels                 // one and two are labels, and there are no counters
)

// counters returns how many of n numbers are counters, for finding out what the rest is.
func (c counting) counters(n int) int {
	if c == countValue && n == 1 || c == countLabels {
		return 0
	}
	return n
}

// cutPositions finds the lines that begin with a position, and what a number after it is: a
// counter if it may be one in all of them. Two numbers with nothing after them are a score and a
// result if some of the first ones cannot be clocks. sure is false if they contradict each other.
func cutPositions(lines [][]byte) (positions []fenFields, what counting, sure bool) {
	one, two, values, labels := 0, 0, false, true
	for _, line := range lines {
		f, ok := cutFEN(line)
		if fen, _ := f.cut(0); !ok || !looksLikeFEN(fen) {
			continue
		}
		positions = append(positions, f)
		switch f.n {
		case 0:
			values = values || f.valueFollows()
		case 1:
			one++
			values = values || f.clock() > maxClock
		case 2:
			two++
			values = values || f.clock() > maxClock
			labels = labels && f.ends[2] == len(f.line)
		}
	}
	switch {
	case two > 0 && values && labels:
		return positions, countLabels, true
	case one == 0 && two == 0:
		return positions, countNone, true
	case two >= one:
		return positions, countTwo, true
	case values:
		return positions, countValue, true
	}
	return positions, countOne, two == 0
}

// errCounter refuses files whose first lines do not say what a number is.
var errCounter = errors.New("the number after the position may be the half-move clock of a FEN without its move number, or a label: name the label with -score or -result (2 is that number, 3 what follows), or write FENs of six fields")

// looksLikeFEN reports whether a field was meant to be a position, even a
// faulty one.
func looksLikeFEN(field []byte) bool {
	board, _, _ := bytes.Cut(field, []byte(" "))
	slashes := 0
	for _, c := range board {
		if bytes.IndexByte([]byte("pnbrqkPNBRQK0123456789/"), c) < 0 {
			return false
		}
		if c == '/' {
			slashes++
		}
	}
	return slashes >= 5
}

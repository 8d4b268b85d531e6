package header

import "example.org/centipawn/datasets"

// A place is a line of a file.
type place struct {
	file string
	line int
}

func (p place) fault(err error) *datasets.LineError {
	return &datasets.LineError{File: p.file, Line: p.line, Err: err}
}

// A declaration is a text that is declared, and where.
type declaration struct {
	text string
	place
}

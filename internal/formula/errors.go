package formula

import (
	"fmt"
	"strings"
)

// An Error says what is wrong with a formula and where.
type Error struct {
	Line, Column int // from 1; bytes
	Text         string
}

func (e *Error) Error() string { return fmt.Sprintf("formula:%d:%d: %s", e.Line, e.Column, e.Text) }

// source is a text whose offsets have lines and columns.
type source string

// wrong returns the error at an offset.
func (s source) wrong(at int, format string, args ...any) *Error {
	before := string(s[:at])
	return &Error{
		Line:   1 + strings.Count(before, "\n"),
		Column: at - strings.LastIndexByte(before, '\n'),
		Text:   fmt.Sprintf(format, args...),
	}
}

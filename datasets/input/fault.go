package input

import "fmt"

// A LineError is a fault in one line of an input.
type LineError struct {
	File string // as the caller named it; "stdin" for "-"
	Line int    // the first line is 1; 0 of a fault that is in none, as of a file that cannot be opened
	Err  error
	Text string // the line itself, for a reject file; of a long line its beginning
}

func (e *LineError) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: %v", e.File, e.Err)
	}
	return fmt.Sprintf("%s:%d: %v", e.File, e.Line, e.Err)
}

func (e *LineError) Unwrap() error { return e.Err }

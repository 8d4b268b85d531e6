package pgn

import (
	"errors"
	"io"
)

// A Reader reads games from a stream.
type Reader struct {
	name    string
	scanner *Scanner
	games   int
}

// NewReader returns a reader of r; name stands in errors.
func NewReader(name string, r io.Reader) *Reader {
	return &Reader{name: name, scanner: NewScanner(r)}
}

// Next reads the next game into g, whose comments are valid until the next call.
// At the end the error is [io.EOF]. An [*Error] is the fault of one game: g holds
// what stands before it, and Next goes on with the next game. Any other error
// is of the stream and ends the reading.
func (r *Reader) Next(g *Game) error {
	if !r.scanner.Scan() {
		if err := r.scanner.Err(); err != nil {
			return err
		}
		return io.EOF
	}
	r.games++
	text, line := r.scanner.Game()
	err := Parse(text, line, g)
	if err == nil {
		return nil
	}
	var fault *Error
	if errors.As(err, &fault) {
		fault.File, fault.Game = r.name, r.games
	}
	return err
}

package suite

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/input"
)

// A Reader reads the problems of one file, whatever its format and compression.
type Reader struct {
	file   string
	text   *input.Text
	lines  *bufio.Reader
	line   int    // lines read
	ahead  []byte // the line read last, to be read again; nil: none
	format format // nil before the first line that says something
	title  string // of text: the last line that is no position
}

// A format takes a line of a file, and in text those that belong to it. It returns
// nil for a line that is no problem and no fault.
type format func(r *Reader, line []byte) (*Problem, error)

// Close closes the file.
func (r *Reader) Close() error { return r.text.Close() }

// File returns the name of the file, "stdin" for that.
func (r *Reader) File() string { return r.file }

// Line returns the number of lines read.
func (r *Reader) Line() int { return r.line }

// blanks stand around lines: some files end theirs with a zero byte.
const blanks = " \t\r\x00\ufeff"

// ErrBad is the error of a line that is no problem: what follows can be read.
var ErrBad = errors.New("bad line")

// A badLine is why a line is bad.
type badLine struct{ error }

func (e badLine) Is(target error) bool { return target == ErrBad }

func (e badLine) Unwrap() error { return e.error }

func (r *Reader) bad(line int, err error) error {
	return &datasets.LineError{File: r.file, Line: line, Err: badLine{err}}
}

// next returns the next line. Of one that is too long nothing is kept.
func (r *Reader) next() ([]byte, error) {
	r.line++
	if line := r.ahead; line != nil {
		r.ahead = nil
		return line, nil
	}
	line, more, err := r.lines.ReadLine()
	if !more && err == nil {
		return line, nil
	}
	for more && err == nil {
		_, more, err = r.lines.ReadLine()
	}
	switch {
	case err == io.EOF:
		r.line--
		return nil, io.EOF
	case err != nil:
		return nil, &datasets.LineError{File: r.file, Line: r.line, Err: err}
	}
	return nil, datasets.ErrLongLine
}

// again makes line the next one once more.
func (r *Reader) again(line []byte) { r.ahead, r.line = line, r.line-1 }

// position reads a FEN in which a move can be asked for.
func position(fen string) (board.Position, error) {
	p, err := board.ParseFEN(fen)
	if err != nil {
		return p, err
	}
	if p.CountMoves() == 0 {
		return p, fmt.Errorf("%v: no legal move", p.Status())
	}
	return p, nil
}

// parseMove reads a move in UCI's notation or in SAN.
func parseMove(p *board.Position, text string) (board.Move, error) {
	if m, err := p.ParseUCI(text); err == nil {
		return m, nil
	}
	return p.ParseSAN(text)
}

// setSolution reads the moves of a solution, which begins with the solver's.
func (p *Problem) setSolution(moves []string) error {
	if len(moves) == 0 {
		return errors.New("no solution")
	}
	at := p.Start
	for _, text := range moves {
		m, err := parseMove(&at, text)
		if err != nil {
			return fmt.Errorf("solution: %w", err)
		}
		at.Make(m)
		p.Solution = append(p.Solution, m)
	}
	if len(moves)%2 == 1 && at.Status() == board.Checkmate {
		p.Mate = p.Moves()
	}
	return nil
}

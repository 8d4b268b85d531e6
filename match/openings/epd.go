package openings

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/text"
	"example.org/centipawn/search"
)

// readEPD reads positions, one a line: EPD or FEN. Empty lines and those that begin
// with # say nothing.
func (r *reader) readEPD(text io.Reader) error {
	if r.opt.Plies != 0 {
		return fmt.Errorf("%s: %d plies: the positions of an EPD book have no moves: pass 0 or a PGN book", r.path, r.opt.Plies)
	}
	lines := bufio.NewScanner(text)
	lines.Buffer(nil, datasets.MaxLine)
	n := 0
	for lines.Scan() {
		n++
		line := bytes.TrimSpace(lines.Bytes())
		if n == 1 {
			line = bytes.TrimPrefix(line, []byte("\ufeff"))
		}
		if len(line) == 0 || line[0] == '#' {
			continue
		}
		if err := r.takeEPD(line, n); err != nil {
			return err
		}
	}
	if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		return r.fault(n+1, fmt.Errorf("longer than %d bytes: pass one position a line", datasets.MaxLine))
	} else if err != nil {
		return r.fault(n+1, err)
	}
	return nil
}

// takeEPD adds the position of a line.
func (r *reader) takeEPD(line []byte, n int) error {
	fen, ops, err := text.CutEPD(line)
	if err != nil {
		return r.fault(n, err)
	}
	fen += counters(fen, ops)
	p, err := board.ParseFEN(fen)
	if err != nil {
		return r.fault(n, err)
	}
	return r.take(search.NewGame(p), fen, nil, n)
}

// counters returns what the operations hmvc and fmvn say of the counters that the
// position itself lacks.
//
// Source: S. Edwards, "Portable Game Notation Specification and Implementation Guide"
// (1994), section 16.2.5.
func counters(fen string, ops []text.Operation) string {
	if len(ops) == 0 || len(strings.Fields(fen)) > 4 {
		return ""
	}
	halfmoves, fullmoves, found := "0", "1", false
	for _, op := range ops {
		switch op.Opcode {
		case "hmvc":
			halfmoves, found = op.Operand, true
		case "fmvn":
			fullmoves, found = op.Operand, true
		}
	}
	if !found {
		return ""
	}
	return " " + halfmoves + " " + fullmoves
}

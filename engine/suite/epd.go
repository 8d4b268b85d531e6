package suite

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets/text"
)

// isEPD reports whether a line is a position with an operation that asks for a
// move, be the position possible or not.
func isEPD(line []byte) bool {
	fen, ops, _ := text.CutEPD(line)
	if strings.Count(fen, "/") != 7 {
		return false
	}
	for _, op := range ops {
		switch op.Opcode {
		case "bm", "am", "dm":
			return true
		}
	}
	return false
}

// readEPD reads a line of EPD: its best moves (bm), moves to avoid (am), the
// distance of a mate (dm), and what moves are worth in c0.
//
// Source: S. Edwards, "Portable Game Notation Specification and Implementation
// Guide" (1994), section 16.2; for c0 the Strategic Test Suite of D. Corbit and
// S. Santos.
func readEPD(_ *Reader, line []byte) (*Problem, error) {
	fen, ops, err := text.CutEPD(line)
	if err != nil {
		return nil, err
	}
	p := new(Problem)
	if p.Start, err = position(fen); err != nil {
		return nil, err
	}
	for _, op := range ops {
		switch op.Opcode {
		case "bm":
			err = p.addMoves(&p.Best, op.Operand)
		case "am":
			err = p.addMoves(&p.Avoid, op.Operand)
		case "dm":
			err = p.setMate(op.Operand)
		case "id":
			p.ID = op.Operand
		case "c0":
			err = p.setPoints(op.Operand)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", op.Opcode, err)
		}
	}
	if theme := themeOf(p.ID); theme != "" {
		p.Themes = []string{theme}
	}
	return p, p.check()
}

// check refuses an EPD that asks for nothing, or for what cannot be judged.
func (p *Problem) check() error {
	switch {
	case len(p.Best)+len(p.Avoid)+p.Mate == 0:
		return errors.New("no bm, am or dm: no task to score")
	case len(p.Best) == 0 && p.Mate > provable:
		return fmt.Errorf("dm %d without bm: a mate is proved here in up to %d moves: give the best moves", p.Mate, provable)
	}
	return nil
}

// addMoves adds the moves of an operand, in SAN or UCI's notation, separated by
// blanks or commas. Signs may stand apart, as in "Qd1 +".
func (p *Problem) addMoves(list *[]board.Move, operand string) error {
	before := len(*list)
	for word := range strings.FieldsFuncSeq(operand, func(c rune) bool { return c == ',' || unicode.IsSpace(c) }) {
		if strings.Trim(word, "+#!?") == "" {
			continue
		}
		m, err := parseMove(&p.Start, word)
		if err != nil {
			return err
		}
		*list = append(*list, m)
	}
	if len(*list) == before {
		return errors.New("no move")
	}
	return nil
}

func (p *Problem) setMate(operand string) (err error) {
	p.Mate, err = strconv.Atoi(operand)
	if err != nil || p.Mate < 1 {
		return fmt.Errorf("%q: want the number of moves to mate", operand)
	}
	return nil
}

// setPoints reads what moves are worth, "f5=100, Bf2=46". Any other text is a
// comment: where no item is a move with a number.
func (p *Problem) setPoints(text string) error {
	var first error
	items := strings.Split(text, ",")
	for _, item := range items {
		points, err := p.parsePoints(item)
		if err != nil {
			first = errors.Join(first, err)
			continue
		}
		p.Points = append(p.Points, points)
	}
	if len(p.Points) == 0 {
		return nil
	}
	return first
}

// parsePoints reads "f5=100". A promotion has an equals sign of its own.
func (p *Problem) parsePoints(item string) (Points, error) {
	at := strings.LastIndexByte(item, '=')
	if at < 0 {
		return Points{}, fmt.Errorf("%q: want a move, = and its points", item)
	}
	n, err := strconv.Atoi(strings.TrimSpace(item[at+1:]))
	if err != nil {
		return Points{}, fmt.Errorf("%q: points: %w", item, err)
	}
	m, err := parseMove(&p.Start, strings.TrimSpace(item[:at]))
	return Points{m, n}, err
}

// lastNumber is the number of a problem in its name.
var lastNumber = regexp.MustCompile(`^(.*?)[ ._-]*\b\d+[a-z]?\b([^0-9]*)$`)

// themeOf returns the part of a problem's name that others have as well: "WAC" of
// "WAC.001", "E_E_T - B vs B" of "E_E_T 001 - B vs B".
func themeOf(id string) string {
	parts := lastNumber.FindStringSubmatch(id)
	if parts == nil {
		return id
	}
	return strings.Join(strings.Fields(parts[1]+parts[2]), " ")
}

// evaluated reports whether an EPD line has an evaluation (ce) or a result in a comment (c9).
func evaluated(line []byte) bool {
	_, ops, _ := text.CutEPD(line)
	for _, op := range ops {
		if op.Opcode == "ce" || op.Opcode == "c9" {
			return true
		}
	}
	return false
}

package suite

import (
	"bytes"
	"io"
	"regexp"
	"strings"

	"example.org/centipawn/board"
)

// readText reads puzzles as text: a line with the position, the next one its
// solution with move numbers, and a title before them. Other lines are talk.
//
//	Henry Buckle vs NN, London, 1840
//	r2qkb1r/pp2nppp/3p4/2pNN1B1/2BnP3/3P4/PPP2PPP/R2bK2R w KQkq - 1 0
//	1. Nf6+ gxf6 2. Bxf7#
func readText(r *Reader, line []byte) (*Problem, error) {
	if isEPD(line) { // the lines before were talk
		r.format = readEPD
		return readEPD(r, line)
	}
	fen := string(line)
	if strings.Count(fen, "/") != 7 {
		r.title = fen
		return nil, nil
	}
	p := &Problem{ID: r.title}
	r.title = ""
	solution, err := r.solution()
	if err != nil {
		return nil, err
	}
	if p.Start, err = position(fen); err != nil {
		return nil, err
	}
	return p, p.setSolution(solution)
}

// solution returns the moves of the next line, none if it is a position.
func (r *Reader) solution() ([]string, error) {
	line, err := r.next()
	switch {
	case err == io.EOF:
		return nil, nil
	case err != nil:
		return nil, err
	case bytes.Count(line, []byte{'/'}) == 7:
		r.again(bytes.Clone(line))
		return nil, nil
	}
	text := moveNumber.ReplaceAllString(string(bytes.Trim(line, blanks)), " ")
	return strings.FieldsFunc(text, func(c rune) bool { return c == ' ' || c == '\t' || c == '*' }), nil
}

var moveNumber = regexp.MustCompile(`\b\d+\.+`)

// wanted returns what would have been right, in SAN.
func (p *Problem) wanted() string {
	if p.Solution != nil {
		return sanLine(p.Start, p.Solution)
	}
	text := sanList(&p.Start, p.Best)
	if len(p.Avoid) > 0 {
		text = strings.TrimSpace(text + " not " + sanList(&p.Start, p.Avoid))
	}
	if text == "" {
		text = "mate"
	}
	return text
}

// sanLine returns moves that follow one another.
func sanLine(p board.Position, moves []board.Move) string {
	var words []string
	for _, m := range moves {
		words = append(words, p.SAN(m))
		p.Make(m)
	}
	return strings.Join(words, " ")
}

// sanList returns moves of one position.
func sanList(p *board.Position, moves []board.Move) string {
	var words []string
	for _, m := range moves {
		words = append(words, p.SAN(m))
	}
	return strings.Join(words, " ")
}

// Package plain reads and writes the text format of Stockfish's trainer, *.plain: a record is some lines of a key
// and a value, and ends with the line e.
//
//	fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1
//	move e7e5
//	score -21
//	ply 1
//	result 1
//	e
//
// Score and result are the mover's: 1 won, 0 drawn, -1 lost. The score 32002 stands for none.
//
// Source: Stockfish's branch tools, docs/convert.md; nnue-pytorch, training_data_loader.cpp.
package plain

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strconv"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/cut"
	"example.org/centipawn/datasets/fixed"
	"example.org/centipawn/datasets/game"
	"example.org/centipawn/winprob"
)

// Format is the records.
var Format = datasets.Format{
	Name: name, Endings: []string{".plain"}, Detect: detect, Open: open,
	Writes: map[string]func() datasets.Encoder{".plain": func() datasets.Encoder { return encoding{} }},
}

const name = "plain"

// noScore is the score of a record that has none: VALUE_NONE of Stockfish.
const noScore = 32002

func detect(head []byte, named bool) float64 {
	text := datasets.TextOf(head)
	switch first, _, _ := cut.Line(text); {
	case text == nil:
	case bytes.HasPrefix(first, []byte("fen ")) && bytes.IndexByte(first, '/') > 0:
		return 1
	case named:
		return 0.9 // the first record is a bad one
	}
	return 0
}

func open(in *datasets.Input) (datasets.Layout, error) {
	c, err := fixed.NewConvention(name, in)
	return &layout{c, in.Castling}, err
}

type layout struct {
	fixed.Convention
	castling datasets.Castling
}

// Cutter implements [datasets.Layout].
func (l *layout) Cutter(s *cut.Stream) cut.Cutter {
	return cut.Games(s, "records", newScanner(s.Reader()))
}

// Columns implements [datasets.Layout].
func (l *layout) Columns() datasets.Columns {
	return l.Describe("fen, score, result, ply, move", datasets.Columns{Score: 1, Result: 1, Ply: 1, Move: 1})
}

// Parse implements [datasets.RecordLayout].
func (l *layout) Parse(c *datasets.Chunk, dst *datasets.Parsed) {
	for i := range c.Lines {
		text, line := c.Game(i)
		before := len(dst.Samples)
		s := dst.Extend(c, line)
		if n, err := l.read(text, s, &dst.Counts); err != nil {
			dst.Samples = dst.Samples[:before]
			dst.Fault(c, line+n, err, string(cut.Trim(text)))
			continue
		}
		s.Game = game.Skeleton(&s.Position)
		l.Apply(s, &dst.Counts)
	}
}

// keys are those of a record but e, in the order in which their values are read.
var keys = [...]struct {
	name string
	read func(s *datasets.Sample, value []byte) error
}{
	{"fen", nil}, // by the layout
	{"move", func(s *datasets.Sample, value []byte) (err error) {
		s.Move, err = datasets.ParseMove(&s.Position, value)
		return err
	}},
	{"score", readScore},
	{"ply", func(s *datasets.Sample, value []byte) error {
		n, err := number(value, 0, math.MaxUint16, datasets.ErrPly)
		s.Ply = uint16(n)
		return err
	}},
	{"result", readResult},
}

// A field is a value, and the number of lines before it in its record.
type field struct {
	value []byte
	line  int
	known bool
}

// read reads a record into s. A fault comes with the number of lines before it.
func (l *layout) read(text []byte, s *datasets.Sample, n *datasets.Counts) (line int, err error) {
	var fields [len(keys)]field
	if line, err = split(text, &fields); err != nil {
		return line, err
	}
	if !fields[0].known {
		return 0, errors.New("the record has no line fen")
	}
	before := n.Castling
	if err = l.castling.ParsePosition(&s.Position, fields[0].value, n); err != nil {
		return fields[0].line, err
	}
	s.Score, s.Ply = winprob.NoScore, datasets.PlyOf(&s.Position) // unless a line says it
	for i, f := range fields {
		if !f.known || i == 0 {
			continue
		}
		if err = keys[i].read(s, f.value); err != nil {
			n.Castling = before // the record is a bad one
			return f.line, err
		}
	}
	return 0, nil
}

// split finds the fields of a record.
func split(text []byte, fields *[len(keys)]field) (line int, err error) {
	if len(text) > datasets.MaxLine {
		return 0, fmt.Errorf("record longer than %d bytes", datasets.MaxLine)
	}
	for now, rest, more := cut.Line(text); more; now, rest, more = cut.Line(rest) {
		key, value, _ := bytes.Cut(cut.Trim(now), []byte(" "))
		i := 0
		for i < len(keys) && keys[i].name != string(key) {
			i++
		}
		switch {
		case string(key) == "e" && len(value) == 0:
			return 0, nil
		case len(key) == 0: // a blank line
		case i == len(keys):
			return line, fmt.Errorf("unknown key %s: want fen, move, score, ply, result or e", cut.Quote(key))
		case fields[i].known:
			return line, fmt.Errorf("the record has a second line %s", key)
		default:
			fields[i] = field{cut.Trim(value), line, true}
		}
		line++
	}
	return 0, errors.New("the record has no line e at its end")
}

// readScore reads a score, the mover's, which may be none.
func readScore(s *datasets.Sample, value []byte) error {
	n, err := number(value, -math.MaxInt16, math.MaxInt16, datasets.ErrScore)
	if err != nil || n == noScore {
		return err
	}
	if s.Score = winprob.Centipawns(n); s.Position.SideToMove() == board.Black {
		s.Score = s.Score.Neg()
	}
	return nil
}

// readResult reads a result, the mover's.
func readResult(s *datasets.Sample, value []byte) error {
	n, err := number(value, -1, 1, datasets.ErrResult)
	if err != nil {
		return err
	}
	if s.Result = datasets.Draw + datasets.Result(n); s.Position.SideToMove() == board.Black {
		s.Result = s.Result.Reversed()
	}
	return nil
}

// number reads a whole number from low to high.
func number(value []byte, low, high int, fault error) (int, error) {
	n, err := strconv.Atoi(string(value))
	if err != nil || n < low || n > high {
		return 0, fmt.Errorf("%w %s: want a whole number from %d to %d", fault, cut.Quote(value), low, high)
	}
	return n, nil
}

package alphaone

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets/text"
	"example.org/centipawn/match/openings"
)

// openingLines are the openings of the paper's matches, EPD: a book for match, too.
//
//go:embed openings.epd
var openingLines string

// paperOpenings are these openings, in the paper's order.
var paperOpenings = func() (list book) {
	for line := range strings.Lines(openingLines) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		o, err := readOpening(line)
		if err != nil {
			panic("alphaone: openings.epd: " + err.Error()) // a constant: every test reads it
		}
		list = append(list, o)
	}
	return list
}()

// readOpening reads a line.
func readOpening(line string) (o openings.Opening, err error) {
	fen, ops, err := text.CutEPD([]byte(line))
	if err != nil {
		return o, err
	}
	value := func(opcode string) string {
		i := slices.IndexFunc(ops, func(op text.Operation) bool { return op.Opcode == opcode })
		return ops[i].Operand
	}
	o.Name = value("id")
	o.Start, err = board.ParseFEN(fmt.Sprintf("%s %s %s", fen, value("hmvc"), value("fmvn")))
	return o, err
}

// A book is openings in an order: each is that of one pair, and then they come again.
type book []openings.Opening

func (b book) Opening(pair int) (openings.Opening, error) { return b[pair%len(b)], nil }

func (b book) Len() int { return len(b) }

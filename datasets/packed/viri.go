package packed

import (
	"encoding/hex"
	"errors"
	"fmt"
	"io"

	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/cut"
	"example.org/centipawn/datasets/fixed"
	"example.org/centipawn/datasets/records"
)

// viri is the layout of viriformat.
type viri struct{ fixed.Convention }

const viriName = "viriformat"

func openGames(in *datasets.Input) (datasets.Layout, error) {
	c, err := fixed.NewConvention(viriName, in)
	return &viri{c}, err
}

// cutGame reads the first game.
func cutGame(head []byte) (n int, err error) {
	n, extension := records.CutGame(head)
	if n == 0 || extension {
		return n, nil
	}
	return n, records.ParseGame(head[:n], new(records.Game))
}

// Cutter implements [datasets.Layout].
func (v *viri) Cutter(s *cut.Stream) cut.Cutter {
	return cut.Games(s, "games", scanner{records.NewScanner(s.Reader())})
}

// Columns implements [datasets.Layout].
func (v *viri) Columns() datasets.Columns {
	return v.Describe("position before each move, its score, the result", datasets.Columns{Score: 1, Result: 1, Game: 1, Move: 1})
}

// Parse implements [datasets.RecordLayout].
func (v *viri) Parse(c *datasets.Chunk, dst *datasets.Parsed) {
	g := datasets.Scratch[records.Game](dst)
	for i := range c.Lines {
		text, line := c.Game(i)
		if err := records.ParseGame(text, g); err != nil {
			dst.Fault(c, line, fmt.Errorf("bad game: %w", err), hex.EncodeToString(text[:min(len(text), datasets.MaxLine/2)]))
			continue
		}
		dst.Counts.Game(len(g.Moves))
		id, left := v.GameID(c.First+i), len(g.Moves)
		for position, m := range g.Positions {
			s := dst.Extend(c, line)
			s.Position, s.Move, s.Score, s.Result = *position, m.Move, m.Score, resultOf(g.WDL)
			s.Ply, s.Left = datasets.PlyOf(position), uint16(left)
			s.Game = v.GameOf(s, id)
			v.Apply(s, &dst.Counts)
			left--
		}
	}
}

// resultOf returns the result in which White has so many half points.
func resultOf(wdl uint8) datasets.Result { return datasets.BlackWins + datasets.Result(wdl) }

// A scanner is one for [cut.Games].
type scanner struct{ *records.Scanner }

// Next implements [cut.GameScanner].
func (v scanner) Next() (text []byte, line, most int) {
	text = v.Game()
	return text, v.Number(), (len(text) - records.Size) / 4 // two bytes for the move, two for the score
}

// Fault implements [cut.GameScanner].
func (v scanner) Fault(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("cannot read: %w: %w", datasets.ErrIncomplete, err)
	}
	return err
}

package datasets

import (
	"encoding/hex"
	"errors"
	"fmt"
	"io"

	"centipawn/records"
)

// packed is the layout of marlinformat and bulletformat.
type packed struct {
	convention
	records records.Layout
}

// framer implements [layout].
func (p *packed) framer(s *source) framer { return recordFramer{s} }

// end implements [layout].
func (p *packed) end(_ *Chunk, n int) int { return n * records.Size }

// columns implements [layout].
func (p *packed) columns() Columns {
	return p.describe("score and result of each record", Columns{Score: 1, Result: 1})
}

// parse implements [layout].
func (p *packed) parse(c *Chunk, dst *Parsed) {
	r := &dst.bench.record
	for i := range c.Lines {
		b := c.text[i*records.Size:][:records.Size]
		if err := p.records.Decode((*[records.Size]byte)(b), r); err != nil {
			dst.fault(c, c.Line+i, fmt.Errorf("bad record: %w", err), hex.EncodeToString(b))
			continue
		}
		s := dst.extend(c, c.Line+i)
		s.Position, s.Score, s.Result = r.Position, r.Score, resultOf(r.WDL)
		s.Ply, s.Game = plyOf(&s.Position), Skeleton(&s.Position)
		p.apply(s, &dst.Counts)
	}
}

// resultOf returns the result in which White has so many half points.
func resultOf(wdl uint8) Result { return BlackWins + Result(wdl) }

// A recordFramer cuts an input into chunks of records of [records.Size] bytes.
type recordFramer struct{ *source }

// next implements [framer].
func (f recordFramer) next(c *Chunk) (err error) {
	const most = ChunkLines * records.Size
	text := c.text[:0]
	for n := -1; len(text) < most && len(text) > n; {
		n = len(text)
		if text, err = f.more(text); err != nil && len(text) < records.Size {
			return f.fault(f.line+1, err)
		}
		if err != nil {
			f.failed = err // the whole records before it come first
		}
	}
	whole := min(len(text), most) / records.Size * records.Size
	if whole > 0 {
		f.unread(text[whole:])
		text = text[:whole]
	}
	c.text, c.Line, c.Lines = text, f.line+1, len(text)/records.Size
	f.line += c.Lines
	switch rest := len(text) % records.Size; {
	case rest > 0:
		return f.fault(f.line+1, fmt.Errorf("cannot read: %w: %d bytes of %d", ErrIncomplete, rest, records.Size))
	case f.line == 0:
		return f.fault(1, fmt.Errorf("%w: no records", ErrEmpty))
	case c.Lines == 0:
		return io.EOF
	}
	return nil
}

// viri is the layout of viriformat.
type viri struct {
	gameRecords
	convention
}

// framer implements [layout].
func (v *viri) framer(s *source) framer {
	return &gameFramer{source: s, games: viriCutter{records.NewScanner(&sourceText{source: s})}}
}

// columns implements [layout].
func (v *viri) columns() Columns {
	return v.describe("position before each move, its score, the result", Columns{Score: 1, Result: 1, Game: 1, Move: 1})
}

// parse implements [layout].
func (v *viri) parse(c *Chunk, dst *Parsed) {
	g := &dst.bench.viri
	for i := range c.Lines {
		text, line := c.game(i)
		if err := records.ParseGame(text, g); err != nil {
			dst.fault(c, line, fmt.Errorf("bad game: %w", err), hex.EncodeToString(text[:min(len(text), MaxLine/2)]))
			continue
		}
		dst.countGame(len(g.Moves))
		id, left := v.gameID(c.first+i), len(g.Moves)
		for position, m := range g.Positions {
			s := dst.extend(c, line)
			s.Position, s.Move, s.Score, s.Result = *position, m.Move, m.Score, resultOf(g.WDL)
			s.Ply, s.Left = plyOf(position), uint16(left)
			s.Game = v.gameOf(s, id)
			v.apply(s, &dst.Counts)
			left--
		}
	}
}

// A viriCutter is a scanner for a [gameFramer].
type viriCutter struct{ *records.Scanner }

func (v viriCutter) game() (text []byte, line, most int) {
	text = v.Game()
	return text, v.Number(), (len(text) - records.Size) / 4 // two bytes for the move, two for the score
}

func (v viriCutter) fault(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("cannot read: %w: %w", ErrIncomplete, err)
	}
	return err
}

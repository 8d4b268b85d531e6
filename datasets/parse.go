package datasets

import (
	"bytes"
	"fmt"
	"unsafe"

	"centipawn/board"
	"centipawn/winprob"
)

// A parser reads the lines of one chunk.
type parser struct {
	format *format
	counts *Counts
	quotes bool          // somewhere in the chunk
	fields [roles][]byte // of the line, by role
	label  label         // of the line

	counters bool // an EPD line has those of a FEN
}

// reader implements [lineLayout].
func (f *format) reader(text []byte, dst *Parsed) rowReader {
	p := &dst.bench.rows
	*p = parser{format: f, counts: &dst.Counts, quotes: bytes.IndexByte(text, '"') >= 0}
	return p
}

// parse implements [layout].
func (f *format) parse(c *Chunk, dst *Parsed) {
	parseLines(c, dst, f.reader(c.text, dst))
	dst.bench.rows = parser{} // nothing of the chunk is kept
}

// line implements [rowReader].
func (p *parser) line(line []byte, s *Sample) (err error) {
	if p.format.epd {
		err = p.splitEPD(line)
	} else {
		err = p.split(line)
	}
	if err == nil {
		err = p.position(s)
	}
	if err == nil {
		err = p.labels(s)
	}
	return err
}

// written implements [rowReader].
func (p *parser) written() label { return p.label }

func (p *parser) position(s *Sample) error {
	return parsePosition(&s.Position, p.fields[roleFEN])
}

// parsePosition reads a FEN into p.
func parsePosition(p *board.Position, fen []byte) (err error) {
	if *p, err = board.ParseFEN(text(fen)); err != nil {
		return fmt.Errorf("bad FEN: %w", err)
	}
	return nil
}

// labels reads what a row says of its position, which is in s.
func (p *parser) labels(s *Sample) (err error) {
	f := p.format
	if p.label, err = parseScore(p.fields[roleScore], f.unit); err != nil {
		return err
	}
	if err = p.target(s); err != nil {
		return err
	}
	if err = p.ply(s); err != nil {
		return err
	}
	if p.fields[roleGame] != nil {
		s.Game = hashID(p.fields[roleGame], f.file)
	} else {
		s.Game = Skeleton(&s.Position)
	}
	s.Move, s.Depth, s.Left, s.End, s.Book = board.NoMove, 0, NoLeft, EndUnknown, false
	if f.extras {
		if err = p.extras(s); err != nil {
			return err
		}
	}
	s.Score, err = p.score(&s.Position) // last, for it counts
	return err
}

// target reads the result, or the probability in its place, and turns the
// mover's view into White's: here, and nowhere else.
func (p *parser) target(s *Sample) (err error) {
	f, field := p.format, p.fields[roleResult]
	if s.Result, s.Expected, err = parseTarget(field); err != nil {
		return err
	}
	fraction := s.Expected == s.Expected
	if fraction && f.whole {
		return fmt.Errorf("%w %s: a probability, but the rows that were looked at before the run had none: move one of them to the beginning of the file",
			ErrResult, quote(field))
	}
	if f.resultPOV == POVMover && s.Position.SideToMove() == board.Black {
		s.Result, s.Expected = s.Result.reversed(), 1-s.Expected
	}
	return nil
}

// ply reads the number of half moves before the position, or takes it from the
// counters of its FEN.
func (p *parser) ply(s *Sample) (err error) {
	switch field := p.fields[rolePly]; {
	case field != nil:
		s.Ply, err = parsePly(field)
	case p.format.epd && !p.counters:
		s.Ply = 0
	default:
		s.Ply = plyOf(&s.Position)
	}
	return err
}

// text returns b as a string without a copy. It lives no longer than the call
// that it is an argument of: nothing that a sample or an error keeps may refer
// to the memory of a chunk, and what package board returns does not.
func text(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// split stores the fields of a line by their roles.
func (p *parser) split(line []byte) (err error) {
	f := p.format
	rest, n := line, 0
	for _, r := range f.role {
		if rest == nil {
			return fmt.Errorf("%w: %d, want %d", ErrColumns, n, f.width)
		}
		var field []byte
		if p.quotes {
			if field, rest, err = cutField(rest, f.sep); err != nil {
				return err
			}
		} else {
			field, rest = cutPlain(rest, f.sep)
		}
		p.fields[r] = field
		n++
	}
	return p.checkWidth(rest, n)
}

// checkWidth counts the columns behind the nth. More than in the first line
// mean that the columns have moved: a decimal comma, a title with a comma.
func (p *parser) checkWidth(rest []byte, n int) error {
	f := p.format
	switch {
	case rest == nil:
		return nil
	case p.quotes:
		n += countSeparators(rest, f.sep) + 1
	default:
		n += bytes.Count(rest, []byte{f.sep}) + 1
	}
	if n > f.width {
		return fmt.Errorf("%w: %d, want %d", ErrColumns, n, f.width)
	}
	return nil
}

// score returns the score of the line from White's view: here, and nowhere
// else, the mover's view is turned. Mate on the board needs no sign.
func (p *parser) score(pos *board.Position) (winprob.Score, error) {
	s := p.label.score
	if p.format.pov == POVMover && pos.SideToMove() == board.Black {
		s = s.Neg()
	}
	switch p.label.kind {
	case labelNone:
		p.counts.Unscored++
	case labelCode:
		p.counts.Codes++
	case labelMate:
		p.counts.Mates++
	case labelMated, labelUnsigned:
		return p.mated(pos, s)
	}
	return s, nil
}

// mated returns the score of a mate on the board, whatever was written.
func (p *parser) mated(pos *board.Position, written winprob.Score) (winprob.Score, error) {
	s, err := mateOnBoard(pos)
	if err != nil {
		return s, err
	}
	p.counts.Mates++
	if p.label.kind == labelMated && written.Mate() != s.Mate() {
		p.counts.Signs++
	}
	return s, nil
}

// mateOnBoard returns the score of a position in which mate is on the board.
func mateOnBoard(pos *board.Position) (winprob.Score, error) {
	if !pos.InCheck() || pos.Status() != board.Checkmate {
		return winprob.NoScore, fmt.Errorf("%w: mate in 0: the position is no checkmate", ErrScore)
	}
	if pos.SideToMove() == board.White {
		return winprob.MateIn(-1, 0), nil
	}
	return winprob.MateIn(1, 0), nil
}

package text

import (
	"bytes"
	"fmt"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/cut"
	"example.org/centipawn/datasets/game"
	"example.org/centipawn/winprob"
)

// A parser reads the lines of one chunk.
type parser struct {
	format *format
	counts *datasets.Counts
	quotes bool           // somewhere in the chunk
	fields [roles][]byte  // of the line, by role
	label  datasets.Label // of the line

	root, via repeated // of the last line

	counters bool // an EPD line has those of a FEN
}

// Lines implements [datasets.LineLayout].
func (f *format) Lines(text []byte, dst *datasets.Parsed) datasets.LineReader {
	p := datasets.Scratch[parser](dst)
	*p = parser{format: f, counts: &dst.Counts, quotes: bytes.IndexByte(text, '"') >= 0}
	return p
}

// Read implements [datasets.LineReader].
func (p *parser) Read(line []byte, s *datasets.Sample) (err error) {
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

// Written implements [datasets.LineReader].
func (p *parser) Written() datasets.Label { return p.label }

// GameName implements [datasets.GameNamer].
func (p *parser) GameName() []byte { return p.fields[roleGame] }

func (p *parser) position(s *datasets.Sample) error {
	return p.format.castling.ParsePosition(&s.Position, p.fields[roleFEN], p.counts)
}

// labels reads what a row says of its position, which is in s.
func (p *parser) labels(s *datasets.Sample) (err error) {
	f := p.format
	if p.label, err = p.written(); err != nil {
		return err
	}
	if err = p.target(s); err != nil {
		return err
	}
	if err = p.ply(s); err != nil {
		return err
	}
	if p.fields[roleGame] != nil {
		s.Game = game.HashID(p.fields[roleGame], f.in.File)
	} else {
		s.Game = game.Skeleton(&s.Position)
	}
	s.Point = bytes.IndexByte(p.fields[roleScore], '.') >= 0
	s.Move, s.Depth, s.Left, s.End, s.Book = board.NoMove, 0, datasets.NoLeft, datasets.EndUnknown, false
	if f.extras {
		if err = p.extras(s); err != nil {
			return err
		}
	}
	s.Score, err = p.score(&s.Position) // last, for it counts
	return err
}

// written reads the score as it stands. A mate in a column of its own comes before centipawns; 0
// beside a score is none.
func (p *parser) written() (datasets.Label, error) {
	score, mate := p.fields[roleScore], p.fields[roleMate]
	if p.format.column[roleKind] >= 0 {
		return readKind(score, p.fields[roleKind], p.format.unit)
	}
	if len(mate) == 0 {
		return parseScore(score, p.format.unit)
	}
	l, err := parseMateCell(mate)
	if err != nil || l.Kind == datasets.LabelMate {
		return l, err
	}
	beside, err := parseScore(score, p.format.unit)
	if l.Kind == datasets.LabelNone || err != nil || beside.Kind != datasets.LabelNone {
		return beside, err
	}
	return l, nil
}

// target reads the result, or the probability in its place, and turns the
// mover's view into White's: here, and nowhere else. A colour in words is White's or Black's in any view.
func (p *parser) target(s *datasets.Sample) error {
	f, field := p.format, p.fields[roleResult]
	t, err := f.coding.parse(field)
	if err != nil {
		return err
	}
	s.Result, s.Expected = t.result, t.expected
	fraction := s.Expected == s.Expected
	if fraction && f.in.Whole {
		return fmt.Errorf("%w %s: a probability, but the rows that were looked at before the run had none: move one of them to the beginning of the file",
			datasets.ErrResult, cut.Quote(field))
	}
	if f.resultPOV == datasets.POVMover && !t.colour && s.Position.SideToMove() == board.Black {
		s.Result, s.Expected = s.Result.Reversed(), 1-s.Expected
	}
	return nil
}

// ply reads the number of half moves before the position, or takes it from the
// counters of its FEN.
func (p *parser) ply(s *datasets.Sample) (err error) {
	switch field := p.fields[rolePly]; {
	case field != nil:
		s.Ply, err = parsePly(field)
	case p.format.epd && !p.counters:
		s.Ply = 0
	default:
		s.Ply = datasets.PlyOf(&s.Position)
	}
	return err
}

// split stores the fields of a line by their roles.
func (p *parser) split(line []byte) (err error) {
	f := p.format
	rest, n := line, 0
	for _, r := range f.role {
		if rest == nil {
			return fmt.Errorf("%w: %d, want %d", datasets.ErrColumns, n, f.width)
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

// checkWidth counts the columns after the nth. More than in the first line
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
		return fmt.Errorf("%w: %d, want %d", datasets.ErrColumns, n, f.width)
	}
	return nil
}

// score returns the score of the line from White's view: here, and nowhere
// else, the mover's view is turned. Mate on the board needs no sign.
func (p *parser) score(pos *board.Position) (winprob.Score, error) {
	s := p.label.Score
	if p.format.pov == datasets.POVMover && pos.SideToMove() == board.Black {
		s = s.Neg()
	}
	switch p.label.Kind {
	case datasets.LabelNone:
		p.counts.Unscored++
	case datasets.LabelCode:
		p.counts.Codes++
	case datasets.LabelMate:
		p.counts.Mates++
	case datasets.LabelMated, datasets.LabelUnsigned:
		return p.mated(pos, s)
	}
	return s, nil
}

// mated returns the score of a mate on the board, whatever was written.
func (p *parser) mated(pos *board.Position, written winprob.Score) (winprob.Score, error) {
	s, err := datasets.MateOnBoard(pos)
	if err != nil {
		return s, err
	}
	p.counts.Mates++
	if p.label.Kind == datasets.LabelMated && written.Mate() != s.Mate() {
		p.counts.Signs++
	}
	return s, nil
}

// splitEPD stores the values of a line by their roles; nil if there is none.
func (p *parser) splitEPD(line []byte) error {
	f := p.format
	start, ok := cutFEN(line)
	if !ok {
		return p.noFields(line)
	}
	counters, err := f.counters(&start)
	if err != nil {
		return err
	}
	p.counters = counters == 2
	fen, tail := start.cut(counters)
	if follow(p.format.steps, tail, &p.fields) {
		p.fields[roleFEN] = fen
		return nil
	}
	p.fields = [roles][]byte{roleFEN: fen}
	for bare := 0; ; {
		op, rest, more, err := cutOperation(tail, bare, f.decimals)
		if err != nil {
			return err
		}
		if !more {
			break
		}
		tail, bare = rest, max(bare, op.number)
		for _, r := range f.wanted {
			if !op.fills(&f.slots[r]) {
				continue
			}
			if p.fields[r] != nil {
				return fmt.Errorf("%w: %v comes twice in the line", datasets.ErrColumns, f.slots[r])
			}
			p.fields[r] = op.value
		}
	}
	if p.fields[roleResult] == nil && p.fields[roleScore] == nil && p.fields[roleMate] == nil && len(f.wanted) > 0 {
		return p.unlabelled()
	}
	return nil
}

// noFields says what is wrong with a line that does not begin with four fields.
func (p *parser) noFields(line []byte) error {
	p.fields = [roles][]byte{roleFEN: cut.Trim(line)}
	if err := p.position(new(datasets.Sample)); err != nil {
		return err
	}
	return p.unlabelled()
}

// unlabelled says what a line without a label lacks.
func (p *parser) unlabelled() error {
	f := p.format
	switch result, score := f.slots[roleResult], f.slots[roleScore]; {
	case result.kind != noSlot && score.kind != noSlot:
		return fmt.Errorf("%w: neither %v nor %v is in the line", datasets.ErrColumns, result, score)
	case result.kind != noSlot:
		return fmt.Errorf("%w: no %v in the line, where the others have it", datasets.ErrResult, result)
	case score.kind != noSlot:
		return fmt.Errorf("%w: no %v in the line, where the others have it", datasets.ErrScore, score)
	}
	return nil
}

// extras reads move, depth and tree of a row whose position is in s.
func (p *parser) extras(s *datasets.Sample) (err error) {
	if field := p.fields[roleMove]; len(field) > 0 {
		if s.Move, err = datasets.ParseMove(&s.Position, field); err != nil {
			return err
		}
	}
	if field := p.fields[roleDepth]; len(field) > 0 {
		if s.Depth, err = parseDepth(field); err != nil {
			return err
		}
	}
	return p.tree(s)
}

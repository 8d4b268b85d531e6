package datasets

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"unsafe"

	"centipawn/board"
	"centipawn/winprob"
)

// A Chunk is a number of consecutive lines of one input, not yet looked at.
type Chunk struct {
	Number int   // chunks are numbered through all inputs, from 0
	Source uint8 // index of the input
	Line   int   // number of the first line
	Lines  int   // at most ChunkLines; a header is none of them

	name   string // of the input
	format *format
	text   []byte
	skip   int // bytes of text in front of the first line
	blank  int // blank lines in front of a header
}

// Parsed is what [Chunk.Parse] makes of a chunk. It is reused from one chunk to
// the next and refers to no memory of theirs.
type Parsed struct {
	Number  int
	Source  uint8
	Samples []Sample
	Bad     []LineError // in the order of lines
	Counts  Counts
}

// Counts says what became of lines.
type Counts struct {
	Lines    int `json:"lines"`    // all but headers; = Blank + Bad + Samples
	Blank    int `json:"blank"`    // empty lines
	Bad      int `json:"bad"`      // lines with a fault
	Samples  int `json:"samples"`  // the others
	Unscored int `json:"unscored"` // samples without a score
	Mates    int `json:"mates"`    // samples whose score is marked as a mate
	Codes    int `json:"codes"`    // samples whose score is a number that must mean a mate
	Signs    int `json:"signs"`    // mates on the board, written with the winner's sign wrong
	Games    int `json:"games"`    // read from sources that hold whole games
	Moveless int `json:"moveless"` // of these, without a move
}

// Add adds d to c.
func (c *Counts) Add(d Counts) {
	c.Lines += d.Lines
	c.Blank += d.Blank
	c.Bad += d.Bad
	c.Samples += d.Samples
	c.Unscored += d.Unscored
	c.Mates += d.Mates
	c.Codes += d.Codes
	c.Signs += d.Signs
	c.Games += d.Games
	c.Moveless += d.Moveless
}

// Parse makes samples of the chunk's lines and stores them in dst, with the
// lines that it could not read. It may run in parallel with the parsing of
// other chunks. It does not allocate once dst has grown, but for bad lines.
func (c *Chunk) Parse(dst *Parsed) {
	dst.Number, dst.Source = c.Number, c.Source
	dst.Samples, dst.Bad = slices.Grow(dst.Samples[:0], c.Lines), dst.Bad[:0]
	dst.Counts = Counts{Lines: c.Lines + c.blank, Blank: c.blank}
	p := parser{format: c.format, counts: &dst.Counts, quotes: bytes.IndexByte(c.text, '"') >= 0}
	number := c.Line
	for line, rest, more := cutLine(c.text[c.skip:]); more; line, rest, more = cutLine(rest) {
		n := len(dst.Samples)
		dst.Samples = dst.Samples[:n+1]
		s := &dst.Samples[n]
		switch err := p.line(line, s); err {
		case nil:
			s.Source, s.Line = c.Source, number
			dst.Counts.Samples++
		case errBlank:
			dst.Samples = dst.Samples[:n]
			dst.Counts.Blank++
		default:
			dst.Samples = dst.Samples[:n]
			dst.Bad = append(dst.Bad, LineError{c.name, number, err, string(line)})
			dst.Counts.Bad++
		}
		number++
	}
}

// yield calls yield with samples and bad lines in the order of lines.
func (p *Parsed) yield(yield func(Sample, error) bool) bool {
	bad := 0
	for i := range p.Samples {
		for ; bad < len(p.Bad) && p.Bad[bad].Line < p.Samples[i].Line; bad++ {
			if e := p.Bad[bad]; !yield(Sample{}, &e) {
				return false
			}
		}
		if !yield(p.Samples[i], nil) {
			return false
		}
	}
	for ; bad < len(p.Bad); bad++ {
		if e := p.Bad[bad]; !yield(Sample{}, &e) {
			return false
		}
	}
	return true
}

// errBlank is no fault.
var errBlank = errors.New("blank line")

// A parser reads the lines of one chunk.
type parser struct {
	format *format
	counts *Counts
	quotes bool          // somewhere in the chunk
	fields [roles][]byte // of the line, by role
	label  label         // of the line

	counters bool // an EPD line has those of a FEN
}

// line reads one line into s, all fields but Source and Line.
func (p *parser) line(line []byte, s *Sample) error {
	if len(line) > MaxLine {
		return ErrLongLine
	}
	var err error
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
	if err != nil && len(trim(line)) == 0 {
		return errBlank
	}
	return err
}

func (p *parser) position(s *Sample) (err error) {
	if s.Position, err = board.ParseFEN(text(p.fields[roleFEN])); err != nil {
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
	s.Left = NoLeft
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
	if !pos.InCheck() || pos.Status() != board.Checkmate {
		return 0, fmt.Errorf("%w: mate in 0: the position is no checkmate", ErrScore)
	}
	sign := 1
	if pos.SideToMove() == board.White {
		sign = -1
	}
	p.counts.Mates++
	if p.label.kind == labelMated && written.Mate() != sign {
		p.counts.Signs++
	}
	return winprob.MateIn(sign, 0), nil
}

// Truncate keeps the first n lines of the chunk.
func (c *Chunk) Truncate(n int) {
	if n >= c.Lines {
		return
	}
	end := c.skip
	for range n {
		end += bytes.IndexByte(c.text[end:], '\n') + 1
	}
	c.text, c.Lines = c.text[:end], n
}

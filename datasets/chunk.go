package datasets

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"example.org/centipawn/datasets/cut"
	"example.org/centipawn/winprob"
)

// ChunkLines is the largest number of records in a [Chunk], and of the samples
// that they give: the rows of a block of a design matrix.
const ChunkLines = cut.Most

// A Chunk is a number of consecutive records of one input, not yet looked at:
// lines, games, or binary records. It gives at most [ChunkLines] samples.
type Chunk struct {
	Number int   // chunks are numbered through all inputs, from 0
	Source uint8 // index of the input
	cut.Records

	name   string // of the input
	layout Layout
}

// Layout returns how the chunk is read.
func (c *Chunk) Layout() Layout { return c.layout }

// A Layout is how one input of a [Format] is read. A format implements a [LineLayout] or a
// [RecordLayout].
type Layout interface {
	// Cutter returns what cuts the input into records.
	Cutter(s *cut.Stream) cut.Cutter
	// Columns says where the labels are, for provenance.
	Columns() Columns
}

// A RecordLayout is one whose records are not lines.
type RecordLayout interface {
	Layout
	// Parse appends the samples of a chunk to dst, and its faults. It is called from several
	// goroutines, each with a dst of its own.
	Parse(c *Chunk, dst *Parsed)
}

// A LineLayout is one whose records are lines.
type LineLayout interface {
	Layout
	// Lines returns what reads the lines of a text. It counts in dst.
	Lines(text []byte, dst *Parsed) LineReader
}

// A LineReader reads lines.
type LineReader interface {
	// Read reads one line into s, all fields but Source and Line. Blank lines are
	// handled by the caller.
	Read(line []byte, s *Sample) error
	// Written returns the score of the line that was read last, as it stands there.
	Written() Label
}

// A FixedLayout is one whose labels mean what its format says.
type FixedLayout interface {
	Layout
	// Written returns the score of a sample as it is by the format's rules,
	// whatever the options say of it.
	Written(s *Sample) Label
}

// Parsed is what [Chunk.Parse] makes of a chunk. It is reused from one chunk to
// the next; its samples and faults refer to no memory of theirs.
type Parsed struct {
	Number  int
	Source  uint8
	Samples []Sample
	Bad     []LineError // in the order of lines
	Counts  Counts

	scratch []any // of formats, to be reused
}

// Scratch returns a T that is kept in p from one chunk to the next: memory that a format's
// parsing uses again.
func Scratch[T any](p *Parsed) *T {
	for _, s := range p.scratch {
		if t, ok := s.(*T); ok {
			return t
		}
	}
	t := new(T)
	p.scratch = append(p.scratch, t)
	return t
}

// Counts says what became of records. A game has as many lines as it gives
// samples, or one if it is bad.
type Counts struct {
	Lines    int `json:"lines"`    // all but headers; = Blank + Shallow + Bad + Samples
	Blank    int `json:"blank"`    // empty lines
	Shallow  int `json:"shallow"`  // lines whose evaluations are all of less than [Options].Depth
	Bad      int `json:"bad"`      // lines with a fault
	Samples  int `json:"samples"`  // the others
	Unscored int `json:"unscored"` // samples without a score
	Mates    int `json:"mates"`    // samples whose score is marked as a mate
	Codes    int `json:"codes"`    // samples whose score is a number that must mean a mate
	Signs    int `json:"signs"`    // mates on the board, written with the winner's sign wrong
	Castling int `json:"castling"` // lines of which impossible castling rights were dropped
	Games    int `json:"games"`    // read from sources that hold whole games, bad ones left out
	Moveless int `json:"moveless"` // of these, without a move
	Comments int `json:"comments"` // to the moves of games
	Unread   int `json:"unread"`   // of these, those that look like evaluations and are not understood
	Skipped  int `json:"skipped"`  // words among the moves of games that were passed over

	FirstUnread  Spot `json:"first_unread,omitzero"`
	FirstSkipped Spot `json:"first_skipped,omitzero"`
}

// A Spot is a line of an input, with the text in question.
type Spot struct {
	File string `json:"file"`
	Line int    `json:"line"`
	Text string `json:"text"`
}

// String returns "games.pgn:12: {text}".
func (p Spot) String() string { return fmt.Sprintf("%s:%d: %s", p.File, p.Line, p.Text) }

// first returns the first of two places of one file, or p if they are of two.
func (p Spot) first(q Spot) Spot {
	if p.Line == 0 || q.Line > 0 && q.File == p.File && q.Line < p.Line {
		return q
	}
	return p
}

// Add adds d to c.
func (c *Counts) Add(d Counts) {
	c.Lines += d.Lines
	c.Blank += d.Blank
	c.Shallow += d.Shallow
	c.Bad += d.Bad
	c.Samples += d.Samples
	c.Unscored += d.Unscored
	c.Mates += d.Mates
	c.Codes += d.Codes
	c.Signs += d.Signs
	c.Castling += d.Castling
	c.Games += d.Games
	c.Moveless += d.Moveless
	c.Comments += d.Comments
	c.Unread += d.Unread
	c.Skipped += d.Skipped
	c.FirstUnread = c.FirstUnread.first(d.FirstUnread)
	c.FirstSkipped = c.FirstSkipped.first(d.FirstSkipped)
}

// Score counts a score whose format marks no mates but by their distance.
func (n *Counts) Score(s winprob.Score) {
	_, known := s.MateDistance()
	switch {
	case s == winprob.NoScore:
		n.Unscored++
	case known:
		n.Mates++
	case s.Mate() != 0:
		n.Codes++
	}
}

// Game counts a game that was read.
func (n *Counts) Game(moves int) {
	n.Games++
	if moves == 0 {
		n.Moveless++
	}
}

// Parse makes samples of the chunk's records and stores them in dst, with what it
// could not read. It may run in parallel with the parsing of other chunks. It does
// not allocate once dst has grown, but for bad records.
func (c *Chunk) Parse(dst *Parsed) {
	dst.Number, dst.Source, dst.Counts = c.Number, c.Source, Counts{}
	dst.Samples, dst.Bad = slices.Grow(dst.Samples[:0], c.Lines), dst.Bad[:0]
	if l, ok := c.layout.(LineLayout); ok {
		parseLines(c, dst, l.Lines(c.Text, dst))
	} else {
		c.layout.(RecordLayout).Parse(c, dst)
	}
	n := &dst.Counts
	n.Samples, n.Bad = len(dst.Samples), len(dst.Bad)
	n.Blank += c.Blank
	n.Lines = n.Blank + n.Shallow + n.Bad + n.Samples
}

// Spot returns a line of the chunk's input, with a text that is cut where it is long.
func (c *Chunk) Spot(line int, text []byte) Spot {
	const most = 60
	text = bytes.Join(bytes.Fields(text), []byte(" "))
	if len(text) > most {
		text = append(bytes.ToValidUTF8(text[:most:most], nil), "…"...)
	}
	return Spot{File: c.name, Line: line, Text: string(bytes.ToValidUTF8(text, []byte("?")))}
}

// Fault notes a record that could not be read.
func (p *Parsed) Fault(c *Chunk, line int, err error, text string) {
	p.Bad = append(p.Bad, LineError{File: c.name, Line: line, Err: err, Text: text})
}

// Extend returns a new sample at the end of p's. What only some formats know is not known.
func (p *Parsed) Extend(c *Chunk, line int) *Sample {
	p.Samples = append(p.Samples, Sample{Expected: NoExpected, Source: c.Source, Line: line, Left: NoLeft})
	return &p.Samples[len(p.Samples)-1]
}

// ErrShallow is a line without an evaluation of the depth that was asked for: no fault, and no
// sample.
var ErrShallow = errors.New("no evaluation of the depth that was asked for")

// parseLines makes samples of the lines of a chunk.
func parseLines(c *Chunk, dst *Parsed, lines LineReader) {
	number := c.Line
	for line, rest, more := cut.Line(c.Text[c.Skip:]); more; line, rest, more = cut.Line(rest) {
		n := len(dst.Samples)
		dst.Samples = dst.Samples[:n+1]
		s := &dst.Samples[n]
		s.Tree, s.Side, s.Offset, s.Fixed, s.Root, s.Via = 0, SideToMove, 0, false, "", ""
		err := ReadLine(lines, line, s)
		s.Source, s.Line = c.Source, number
		if err != nil {
			dst.Samples = dst.Samples[:n]
			dst.refuse(c, number, err, line)
		}
		number++
	}
}

// ErrBlank is a blank line: no fault, and no sample.
var ErrBlank = errors.New("blank line")

// ReadLine reads one line into s, all fields but Source and Line.
func ReadLine(lines LineReader, line []byte, s *Sample) error {
	switch {
	case len(line) > MaxLine:
		return ErrLongLine
	case len(line) == 0 || cut.IsBlank(line[0]) && len(cut.Trim(line)) == 0:
		return ErrBlank
	}
	return lines.Read(line, s)
}

// refuse counts a line that is not a sample.
func (p *Parsed) refuse(c *Chunk, number int, err error, line []byte) {
	switch err {
	case ErrBlank:
		p.Counts.Blank++
	case ErrShallow:
		p.Counts.Shallow++
	default:
		p.Fault(c, number, err, string(line))
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

package datasets

import (
	"slices"

	"centipawn/pgn"
	"centipawn/records"
)

// ChunkLines is the largest number of records in a [Chunk], and of the samples
// that they give: the rows of a block of a design matrix.
const ChunkLines = 8192

// chunkBytes ends a chunk of long records before [ChunkLines], for the sake of
// memory: lines of data have 60 to 100 bytes.
const chunkBytes = 2 << 20

// A Chunk is a number of consecutive records of one input, not yet looked at:
// lines, games, or binary records. It gives at most [ChunkLines] samples.
type Chunk struct {
	Number int   // chunks are numbered through all inputs, from 0
	Source uint8 // index of the input
	Line   int   // number of the first line; of a binary file, of the first record
	Lines  int   // number of records, at most ChunkLines; a header is none of them

	name   string // of the input
	layout layout
	text   []byte
	skip   int     // bytes of text in front of the first line
	blank  int     // blank lines in front of a header
	starts []start // of games
	first  int     // number of the first game in the input, from 1
}

// A start is where a game begins in the text of a chunk.
type start struct {
	at, line int
}

// A layout says what the records of a file are and makes samples of them.
type layout interface {
	// framer returns what cuts the source into chunks.
	framer(s *source) framer
	// end returns where the nth record of a chunk ends in its text.
	end(c *Chunk, n int) int
	// parse appends the samples of a chunk to dst, and its faults.
	parse(c *Chunk, dst *Parsed)
	// columns says where the labels are, for provenance.
	columns() Columns
}

// A framer cuts an input into chunks. It looks at no more than it must: the rest
// is done in parallel.
type framer interface {
	// next fills c with the next records. It returns io.EOF after the last ones.
	next(c *Chunk) error
}

// Parsed is what [Chunk.Parse] makes of a chunk. It is reused from one chunk to
// the next and refers to no memory of theirs.
type Parsed struct {
	Number  int
	Source  uint8
	Samples []Sample
	Bad     []LineError // in the order of lines
	Counts  Counts

	bench bench
}

// A bench has what parsing needs besides, to be reused.
type bench struct {
	rows        parser
	evaluations evaluationReader
	record      records.Record
	viri        records.Game
	game        pgn.Game
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
	Games    int `json:"games"`    // read from sources that hold whole games, bad ones left out
	Moveless int `json:"moveless"` // of these, without a move
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
	c.Games += d.Games
	c.Moveless += d.Moveless
}

// Parse makes samples of the chunk's records and stores them in dst, with what it
// could not read. It may run in parallel with the parsing of other chunks. It does
// not allocate once dst has grown, but for bad records.
func (c *Chunk) Parse(dst *Parsed) {
	dst.Number, dst.Source, dst.Counts = c.Number, c.Source, Counts{}
	dst.Samples, dst.Bad = slices.Grow(dst.Samples[:0], c.Lines), dst.Bad[:0]
	c.layout.parse(c, dst)
	n := &dst.Counts
	n.Samples, n.Bad = len(dst.Samples), len(dst.Bad)
	n.Blank += c.blank
	n.Lines = n.Blank + n.Shallow + n.Bad + n.Samples
}

// fault notes a record that could not be read.
func (p *Parsed) fault(c *Chunk, line int, err error, text string) {
	p.Bad = append(p.Bad, LineError{c.name, line, err, text})
}

// Truncate keeps the first n records of the chunk.
func (c *Chunk) Truncate(n int) {
	if n >= c.Lines {
		return
	}
	c.text, c.Lines = c.text[:c.layout.end(c, n)], n
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

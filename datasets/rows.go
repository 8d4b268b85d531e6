package datasets

import (
	"bytes"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"sync/atomic"

	"centipawn/board"
	"centipawn/winprob"
)

// The rows that an inspection looks at.
const (
	inspectFirst  = 20_000  // rows from the beginning
	inspectRandom = 20_000  // rows from anywhere
	inspectPrefix = 8 << 20 // bytes of text from which they come, if the file cannot be read at random places …
	inspectFloor  = 2 << 20 // … or less, but not less than this, if there are many files
	inspectParsed = 100_000 // rows behind the first of files where looking at some costs as much as reading all
	inspectPlaces = 1000    // random places, each giving inspectRandom/inspectPlaces rows
	placeBytes    = 4 << 10 // read at a place: twenty rows, and the rest of one before them
)

// An observation is what an inspection remembers of a row.
type observation struct {
	material float64 // pawns, White's minus Black's
	label    float64 // as written, in the file's unit and view
	points   float64 // White's, by result or probability; -1 if not known
	game     uint32  // hash of its id
	stretch  uint32  // number of the stretch of rows that may be of one game
	pieces   int
	black    bool // Black is to move
	whole    bool // label is a whole number
	kind     labelKind
}

// evaluates reports whether the label is an evaluation in one of the units,
// the one that was asked for or the other.
func (o *observation) evaluates() bool {
	return o.kind == labelNumber || o.kind == labelCode && math.Abs(o.label) <= winprob.MaxCentipawns
}

// observer parses rows for an inspection. Bad ones are left to the reading.
type observer struct {
	layout  layout    // nil before the first chunk
	rows    rowReader // of lines
	parsed  Parsed    // what rows works on; the samples of other records
	sample  Sample
	first   []observation
	random  []observation
	seen    int // rows that had a chance to be random ones
	limit   int // of bytes of text
	places  int
	sampler *rand.Rand

	before    observation // the row read before
	stretches uint32
}

func newObserver(seed uint64, limit int) *observer {
	return &observer{limit: limit, places: inspectPlaces, sampler: rand.New(rand.NewPCG(seed, 0x5a3f))}
}

// read parses one line. Mates and rows without a score are kept for their
// games, but have no label.
func (o *observer) read(line []byte) (obs observation, ok bool) {
	if readRow(o.rows, line, &o.sample) != nil {
		return obs, false
	}
	return o.observe(&o.sample, o.rows.written()), true
}

// observe returns what is remembered of a sample whose score was written as l. Rows that
// follow each other are taken for one game while no piece comes back to the board and the
// result stays.
func (o *observer) observe(s *Sample, l label) observation {
	obs := observe(s, l)
	if obs.pieces > o.before.pieces || obs.points != o.before.points {
		o.stretches++
	}
	obs.stretch, o.before = o.stretches, obs
	return obs
}

// observe returns what is remembered of a sample whose score was written as l.
func observe(s *Sample, l label) observation {
	points := s.points()
	if math.IsNaN(points) {
		points = -1
	}
	return observation{
		material: float64(Material(&s.Position)),
		label:    l.raw,
		points:   points,
		game:     s.Game,
		pieces:   s.Position.Occupied().Count(),
		black:    s.Position.SideToMove() == board.Black,
		whole:    l.raw == float64(int64(l.raw)),
		kind:     l.kind,
	}
}

// chunk looks at the rows of a chunk.
func (o *observer) chunk(c *Chunk) {
	o.layout = c.layout
	switch l := c.layout.(type) {
	case lineLayout:
		o.lines(c, l)
	case fixedLayout:
		c.Parse(&o.parsed)
		for i := range o.parsed.Samples {
			s := &o.parsed.Samples[i]
			o.offer(func() (observation, bool) { return o.observe(s, l.written(s)), true })
		}
	}
}

// lines looks at the lines of a chunk.
func (o *observer) lines(c *Chunk, l lineLayout) {
	o.rows = l.reader(c.text, &o.parsed)
	for line, rest, more := cutLine(c.text[c.skip:]); more; line, rest, more = cutLine(rest) {
		o.offer(func() (observation, bool) { return o.read(line) })
	}
}

// offer takes a row at the beginning, then some by reservoir sampling, so that
// every one has the same chance.
//
// Source: J. Vitter, "Random Sampling with a Reservoir" (1985), algorithm R.
func (o *observer) offer(read func() (observation, bool)) {
	if len(o.first) < inspectFirst {
		if obs, ok := read(); ok {
			o.first = append(o.first, obs)
		}
		return
	}
	o.seen++
	at := o.seen - 1
	if at >= inspectRandom {
		at = o.sampler.IntN(o.seen)
	}
	if at >= inspectRandom {
		return
	}
	obs, ok := read()
	switch {
	case !ok:
		o.seen-- // a bad line is no row
	case at >= len(o.random):
		o.random = append(o.random, obs)
	default:
		o.random[at] = obs
	}
}

// stream looks at a prefix of a source.
func (o *observer) stream(s *source) error {
	var c Chunk
	for size := 0; size < o.limit; size += len(c.text) {
		if _, lines := o.layout.(lineLayout); !lines && o.seen >= inspectParsed {
			return nil
		}
		err := s.next(&c)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		o.chunk(&c)
	}
	return nil
}

// ahead looks at the first rows of a stream, which it keeps to be read again.
func (o *observer) ahead(s *source) error {
	for size := 0; len(o.first) < inspectFirst && size < o.limit; {
		c := new(Chunk)
		err := s.read(c)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		s.pending = append(s.pending, c)
		o.chunk(c)
		size += len(c.text)
	}
	return nil
}

// seek looks at the first rows of a plain file and at some at random places.
func (o *observer) seek(s *source, size int64) error {
	var c Chunk
	for len(o.first) < inspectFirst {
		if err := s.next(&c); err != nil {
			if err == io.EOF {
				return nil
			}
			return err
		}
		o.chunk(&c)
	}
	l, ok := o.layout.(lineLayout)
	if !ok {
		return o.stream(s)
	}
	o.random = o.random[:0] // the rest of the last chunk
	f, err := os.Open(s.name)
	if err != nil {
		return s.fault(1, err)
	}
	defer f.Close()
	buf := make([]byte, placeBytes)
	for range o.places {
		n, err := f.ReadAt(buf, o.sampler.Int64N(size))
		if err != nil && err != io.EOF {
			return s.fault(1, readFault(err))
		}
		o.rows = l.reader(buf[:n], &o.parsed)
		o.place(buf[:n])
	}
	return nil
}

// place looks at the whole lines of a piece of text from anywhere.
func (o *observer) place(text []byte) {
	_, rest, _ := cutLine(text)
	o.before = observation{} // of another place
	for range inspectRandom / inspectPlaces {
		if bytes.IndexByte(rest, '\n') < 0 {
			return
		}
		var line []byte
		line, rest, _ = cutLine(rest)
		if obs, ok := o.read(line); ok {
			o.random = append(o.random, obs)
		}
	}
}

// observe gathers the rows for an inspection of one source. A file is read
// from its beginning by a twin of the source; from a stream chunks are read
// ahead.
func (s *source) observe(o *observer, progress *atomic.Int64) error {
	size, regular := s.regular()
	if !regular {
		if s.in == nil {
			if err := s.open(progress); err != nil {
				return err
			}
		}
		return o.ahead(s)
	}
	twin := s.twin()
	if err := twin.open(new(atomic.Int64)); err != nil {
		return err
	}
	defer twin.in.close()
	if !twin.in.compressed && size > int64(o.limit) {
		return o.seek(twin, size)
	}
	return o.stream(twin)
}

// Material returns White's men minus Black's in pawns: knights and bishops 3,
// rooks 5, queens 9. No legal position is beyond ±103, so a byte holds it.
func Material(p *board.Position) int {
	values := [...]int{board.Pawn: 1, board.Knight: 3, board.Bishop: 3, board.Rook: 5, board.Queen: 9}
	sum := 0
	for pt, v := range values {
		sum += v * (p.Pieces(board.White, board.PieceType(pt)).Count() - p.Pieces(board.Black, board.PieceType(pt)).Count())
	}
	return sum
}

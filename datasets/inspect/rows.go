package inspect

import (
	"bytes"
	"io"
	"math"
	"math/rand/v2"
	"os"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/cut"
	"example.org/centipawn/datasets/input"
	"example.org/centipawn/winprob"
)

// The rows that an inspection looks at.
const (
	inspectFirst  = 20_000  // rows from the beginning
	inspectRandom = 20_000  // rows from anywhere
	inspectPrefix = 8 << 20 // bytes of text from which they come, if the file cannot be read at random places …
	inspectFloor  = 2 << 20 // … or less, but not less than this, if there are many files
	inspectParsed = 100_000 // rows after the first of files where looking at some costs as much as reading all
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
	kind     datasets.LabelKind
}

// evaluates reports whether the label is an evaluation in one of the units,
// the one that was asked for or the other.
func (o *observation) evaluates() bool {
	return o.kind == datasets.LabelNumber || o.kind == datasets.LabelCode && math.Abs(o.label) <= winprob.MaxCentipawns
}

// observer parses rows for an inspection. Bad ones are left to the reading.
type observer struct {
	layout  datasets.Layout     // nil before the first chunk
	rows    datasets.LineReader // of lines
	parsed  datasets.Parsed     // what rows works on; the samples of other records
	sample  datasets.Sample
	counts  datasets.Counts // of records that are not lines
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
	if datasets.ReadLine(o.rows, line, &o.sample) != nil {
		return obs, false
	}
	return o.observe(&o.sample, o.rows.Written()), true
}

// observe returns what is remembered of a sample whose score was written as l. Rows that
// follow each other are taken for one game while no piece comes back to the board and the
// result stays.
func (o *observer) observe(s *datasets.Sample, l datasets.Label) observation {
	obs := observe(s, l)
	if obs.pieces > o.before.pieces || obs.points != o.before.points {
		o.stretches++
	}
	obs.stretch, o.before = o.stretches, obs
	return obs
}

// observe returns what is remembered of a sample whose score was written as l.
func observe(s *datasets.Sample, l datasets.Label) observation {
	points := s.Points()
	if math.IsNaN(points) {
		points = -1
	}
	return observation{
		material: float64(datasets.Material(&s.Position)),
		label:    l.Raw,
		points:   points,
		game:     s.Game,
		pieces:   s.Position.Occupied().Count(),
		black:    s.Position.SideToMove() == board.Black,
		whole:    l.Raw == float64(int64(l.Raw)),
		kind:     l.Kind,
	}
}

// chunk looks at the rows of a chunk.
func (o *observer) chunk(c *datasets.Chunk) {
	o.layout = c.Layout()
	switch l := o.layout.(type) {
	case datasets.LineLayout:
		o.rows = l.Lines(c.Text, &o.parsed)
		for line, rest, more := cut.Line(c.Text[c.Skip:]); more; line, rest, more = cut.Line(rest) {
			o.offer(func() (observation, bool) { return o.read(line) })
		}
	case datasets.FixedLayout:
		c.Parse(&o.parsed)
		o.counts.Add(o.parsed.Counts)
		for i := range o.parsed.Samples {
			s := &o.parsed.Samples[i]
			o.offer(func() (observation, bool) { return o.observe(s, l.Written(s)), true })
		}
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
		o.seen-- // a bad line is not a row
	case at >= len(o.random):
		o.random = append(o.random, obs)
	default:
		o.random[at] = obs
	}
}

// stream looks at a prefix of a file.
func (o *observer) stream(p *datasets.Preview) error {
	for size := 0; size < o.limit; {
		if _, lines := o.layout.(datasets.LineLayout); !lines && o.seen >= inspectParsed {
			return nil
		}
		c, err := p.Next()
		if err != nil {
			return endless(err)
		}
		o.chunk(c)
		size += len(c.Text)
	}
	return nil
}

// endless returns an error but for the end of the input.
func endless(err error) error {
	if err == io.EOF {
		return nil
	}
	return err
}

// ahead looks at the first rows of a stream, which are kept to be read again.
func (o *observer) ahead(p *datasets.Preview) error {
	for size := 0; len(o.first) < inspectFirst && size < o.limit; {
		c, err := p.Next()
		if err != nil {
			return endless(err)
		}
		o.chunk(c)
		size += len(c.Text)
	}
	return nil
}

// seek looks at the first rows of a plain file and at some at random places.
func (o *observer) seek(p *datasets.Preview, size int64) error {
	for len(o.first) < inspectFirst {
		c, err := p.Next()
		if err != nil {
			return endless(err)
		}
		o.chunk(c)
	}
	l, ok := o.layout.(datasets.LineLayout)
	if !ok {
		return o.stream(p)
	}
	o.random = o.random[:0] // the rest of the last chunk
	f, err := os.Open(p.Name())
	if err != nil {
		return &datasets.LineError{File: p.Name(), Line: 1, Err: err}
	}
	defer f.Close()
	buf := make([]byte, placeBytes)
	for range o.places {
		n, err := f.ReadAt(buf, o.sampler.Int64N(size))
		if err != nil && err != io.EOF {
			return &datasets.LineError{File: p.Name(), Line: 1, Err: input.ReadFault(err)}
		}
		o.rows = l.Lines(buf[:n], &o.parsed)
		o.place(buf[:n])
	}
	return nil
}

// place looks at the whole lines of a piece of text from anywhere.
func (o *observer) place(text []byte) {
	_, rest, _ := cut.Line(text)
	o.before = observation{} // of another place
	for range inspectRandom / inspectPlaces {
		if bytes.IndexByte(rest, '\n') < 0 {
			return
		}
		var line []byte
		line, rest, _ = cut.Line(rest)
		if obs, ok := o.read(line); ok {
			o.random = append(o.random, obs)
		}
	}
}

// look gathers the rows for an inspection of one input.
func (o *observer) look(p *datasets.Preview) error {
	size, plain := p.Plain()
	switch {
	case !p.Regular():
		return o.ahead(p)
	case plain && size > int64(o.limit):
		return o.seek(p, size)
	}
	return o.stream(p)
}

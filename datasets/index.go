package datasets

import (
	"fmt"
	"io"
	"os"
	"slices"
	"sync/atomic"

	"example.org/centipawn/datasets/input"
)

// An Index says where the chunks of a file begin, so that a few of them are read without the others. It
// is of lines in a plain file.
type Index struct {
	Bytes    int64  `json:"bytes"`
	Modified int64  `json:"modified"` // nanoseconds since 1970
	SHA256   string `json:"sha256"`

	// Places are where chunks begin, and last where the file ends.
	Places []Place `json:"places"`
}

// A Place is one between two lines.
type Place struct {
	Offset int64 `json:"offset"` // bytes
	Lines  int   `json:"lines"`  // before it
}

// MakeIndex reads a file for its index. It is nil for archives, streams, records that are not
// lines, and lines that are too long to be kept whole.
func MakeIndex(name string, opt Options) (*Index, error) {
	s := &source{name: name, in: &Input{Options: opt}}
	if _, ok := s.regular(); !ok {
		return nil, nil
	}
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	x := &Index{Bytes: info.Size(), Modified: info.ModTime().UnixNano(), Places: []Place{{}}}
	if err := s.open(new(atomic.Int64)); err != nil {
		return nil, err
	}
	defer s.file.Close()
	if s.file.Compressed() {
		return nil, nil
	}
	for c := new(Chunk); ; {
		switch err := s.read(c); {
		case err == io.EOF:
			x.SHA256 = s.file.Sum()
			return x, nil
		case err != nil:
			return nil, err
		}
		place := Place{s.pieces.Offset(), s.pieces.Line}
		if !c.IsLines() || place.Offset-x.Places[len(x.Places)-1].Offset != int64(len(c.Text)) {
			return nil, nil
		}
		x.Places = append(x.Places, place)
	}
}

// holds reports whether a file is the one of the index, as far as can be told without reading it.
func (x *Index) holds(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Size() == x.Bytes && info.ModTime().UnixNano() == x.Modified
}

// UseIndex lets the i-th input be read by its index, if the file is still the same: of chunks that are not
// wanted the text is left out. The first one is always read, for what it says of the columns.
func (r *Reader) UseIndex(i int, x *Index, wanted func(chunk int) bool) {
	if s := r.sources[i]; x != nil && s.stream == nil && x.holds(s.name) {
		s.known, s.wanted = x, wanted
	}
}

// readKnown is read with an index. number is that of the chunk among those of all inputs.
func (s *source) readKnown(c *Chunk, number int) error {
	k := s.chunks
	if s.chunks++; k == 0 {
		return s.read(c)
	}
	if k+1 >= len(s.known.Places) {
		return io.EOF
	}
	from, to := s.known.Places[k], s.known.Places[k+1]
	text := c.Text[:0]
	if s.wanted(number) {
		text = slices.Grow(text, int(to.Offset-from.Offset))[:to.Offset-from.Offset]
		if _, err := s.file.ReadAt(text, from.Offset); err != nil {
			return s.fault(from.Lines+1, fmt.Errorf("cannot read: %w", input.Pathless(err)))
		}
	}
	c.Source, c.name, c.layout = s.index, s.name, s.layout
	c.Take(text, from.Lines, to.Lines-from.Lines)
	return nil
}

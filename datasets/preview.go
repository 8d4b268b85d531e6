package datasets

import (
	"bytes"
	"sync/atomic"
)

// A Preview shows the beginning of an input before it is read: of a file that can be read twice
// by reading it apart, of a stream by reading ahead.
type Preview struct {
	s       *source
	regular bool
	size    int64
	chunk   Chunk
}

// Inputs returns the number of inputs.
func (r *Reader) Inputs() int { return len(r.sources) }

// Preview shows the i-th input.
func (r *Reader) Preview(i int) (p *Preview, err error) {
	p = &Preview{s: r.sources[i]}
	if p.size, p.regular = p.s.regular(); p.regular {
		p.s = p.s.twin()
		return p, p.s.open(new(atomic.Int64))
	}
	if p.s.file == nil {
		err = p.s.open(&r.read)
	}
	return p, err
}

// Next returns the next chunk, valid until the next call. It returns io.EOF after the last one.
func (p *Preview) Next() (*Chunk, error) {
	if p.regular {
		return &p.chunk, p.s.next(&p.chunk, 0)
	}
	c := new(Chunk)
	if err := p.s.read(c); err != nil {
		return nil, err
	}
	if cap(c.Text) > 2*len(c.Text) {
		c.Text = bytes.Clone(c.Text) // what is kept takes no more than it holds
	}
	p.s.pending = append(p.s.pending, c)
	return c, nil
}

// Name returns the input's name, as the caller gave it.
func (p *Preview) Name() string { return p.s.name }

// Options returns how the input is read.
func (p *Preview) Options() Options { return p.s.in.Options }

// Columns returns where labels are found, once a chunk has been read.
func (p *Preview) Columns() Columns {
	if p.s.layout == nil {
		return Columns{}
	}
	return p.s.layout.Columns()
}

// Regular reports whether the input is a file that is read apart.
func (p *Preview) Regular() bool { return p.regular }

// Plain returns the size of a regular file that is not an archive: it can be read at any place.
func (p *Preview) Plain() (size int64, ok bool) {
	return p.size, p.regular && !p.s.file.Compressed()
}

// Close ends the preview.
func (p *Preview) Close() error {
	if p.regular && p.s.file != nil {
		return p.s.file.Close()
	}
	return nil
}

// RefuseFractions lets a probability among the results of the i-th input be a fault of its line,
// or not.
func (r *Reader) RefuseFractions(i int, refuse bool) { r.sources[i].in.Whole = refuse }

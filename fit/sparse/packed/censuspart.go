package packed

import (
	"context"
	"fmt"

	"example.org/centipawn/internal/ordered"
	"example.org/centipawn/internal/shards"
)

// A censusPart is the census of some segments, but for what their plans are made of: of that each process
// needs that of its own segments alone.
type censusPart struct {
	of   *Coding
	all  *census     // but for blocks and sums
	sums shards.Sums // total weight and targets, by segment
}

var _ shards.Partial[*censusPart] = (*censusPart)(nil)

// A segmentCensus is what a segment's plan is made of.
type segmentCensus struct {
	number int
	blocks [][]cellCount
}

func newCensusPart(of *Coding) *censusPart { return &censusPart{of: of, all: newCensus(of)} }

// take adds a segment of the source, and returns what its plan is made of.
func (p *censusPart) take(ctx context.Context, source Source, segment int) (segmentCensus, error) {
	first := segment * shards.SegmentBlocks
	one := newCensus(p.of)
	err := ordered.Sum(ctx, p.of.Threads, min(shards.SegmentBlocks, source.Blocks()-first), func() *census { return newCensus(p.of) },
		func(c *census, block int) error { return c.count(source, first+block) },
		func(c *census) { one.merge(c); c.reset() })
	if err != nil {
		return segmentCensus{}, err
	}
	found := segmentCensus{segment, one.blocks}
	one.blocks = nil
	p.all.merge(one)
	return found, p.sums.Add(segment, []float64{one.total, one.targets})
}

// Merge implements [shards.Partial].
func (p *censusPart) Merge(o *censusPart) error {
	p.all.merge(o.all)
	return p.sums.Merge(&o.sums)
}

// whole returns the census of all segments.
func (p *censusPart) whole(segments int) (*census, error) {
	c := p.all
	if segments == 0 {
		return c, nil
	}
	sums, err := p.sums.Total(segments)
	if err != nil {
		return nil, err
	}
	c.total, c.targets = sums[0], sums[1]
	return c, nil
}

const censusKind = "census of rows"

// MarshalBinary implements [shards.Partial].
func (p *censusPart) MarshalBinary() ([]byte, error) { return shards.Marshal(censusKind, p.code) }

// UnmarshalBinary implements [shards.Partial].
func (p *censusPart) UnmarshalBinary(text []byte) error {
	*p = censusPart{of: p.of, all: newCensus(p.of)}
	return shards.Unmarshal(censusKind, text, p.code)
}

func (p *censusPart) code(c *shards.Coder) {
	a := p.all
	columns := len(a.symbols)
	if c.Int(&columns); columns != len(a.symbols) {
		c.Fail(fmt.Errorf("symbols of %d columns, want %d: %w", columns/4, len(a.symbols)/4, shards.ErrForeign))
		return
	}
	shards.Fixed(c, a.symbols)
	shards.Fixed(c, a.pairs)
	c.Bool(&a.other, &a.weighted, &a.offsets)
	if p.of.Form != nil {
		c.Bool(&a.odd)
	}
	c.Int(&a.rows)
	shards.Part(c, &p.sums)
}

// takeCensus makes the census of a source of some segments.
func takeCensus(ctx context.Context, source Source, segments int, of *Coding) (*census, error) {
	var own []segmentCensus
	mine := func() (*censusPart, error) {
		part := newCensusPart(of)
		low, high := of.Own(segments)
		for i := low; i < high; i++ {
			one, err := part.take(ctx, source, i)
			if err != nil {
				return nil, err
			}
			own = append(own, one)
		}
		return part, nil
	}
	all, err := Gather(ctx, of.Exchange, "census", func() *censusPart { return newCensusPart(of) }, mine)
	if err == nil && own == nil { // an earlier run has made the part
		_, err = mine()
	}
	if err != nil {
		return nil, err
	}
	c, err := all.whole(segments)
	if err == nil {
		c.segments = own
	}
	return c, err
}

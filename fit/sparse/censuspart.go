package sparse

import (
	"cmp"
	"context"
	"slices"

	"centipawn/ordered"
	"centipawn/shards"
)

// A censusPart is the census of some segments.
type censusPart struct {
	of       *coding
	all      *census // but for blocks, groups and sums
	segments []segmentCensus
	sums     shards.Sums // total weight and targets, by segment
}

var _ shards.Partial[*censusPart] = (*censusPart)(nil)

// A segmentCensus is what a segment's plan is made of.
type segmentCensus struct {
	number int
	blocks [][]cellCount
	groups []blockGroups
}

func newCensusPart(of *coding) *censusPart { return &censusPart{of: of, all: newCensus(of)} }

// take adds a segment of the source.
func (p *censusPart) take(ctx context.Context, source Source, segment int) error {
	first := segment * segmentBlocks
	one := newCensus(p.of)
	err := ordered.Sum(ctx, p.of.Threads, min(segmentBlocks, source.Blocks()-first), func() *census { return newCensus(p.of) },
		func(c *census, block int) error { return c.count(source, first+block) },
		func(c *census) { one.merge(c); c.reset() })
	if err != nil {
		return err
	}
	p.segments = append(p.segments, segmentCensus{segment, one.blocks, one.groups})
	err = p.sums.Add(segment, []float64{one.total, one.targets})
	one.blocks, one.groups = nil, nil
	p.all.merge(one)
	return err
}

// Merge implements [shards.Partial].
func (p *censusPart) Merge(o *censusPart) error {
	p.segments = append(p.segments, o.segments...)
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
	p.sort()
	for _, s := range p.segments {
		c.blocks, c.groups = append(c.blocks, s.blocks...), append(c.groups, s.groups...)
	}
	return c, nil
}

func (p *censusPart) sort() {
	slices.SortFunc(p.segments, func(a, b segmentCensus) int { return cmp.Compare(a.number, b.number) })
}

// censusText is a censusPart as it is sent.
type censusText struct {
	Symbols, Pairs           []uint64
	Units                    []bool
	Other, Weighted, Offsets bool
	Rows                     int
	Sums                     []byte
	Segments                 []segmentText
}

type segmentText struct {
	Number int
	Blocks [][][2]uint64 // key and rows of each cell
}

// MarshalBinary implements [shards.Partial]. Groups are not sent: their rows must all be in one process.
func (p *censusPart) MarshalBinary() ([]byte, error) {
	c := p.all
	t := censusText{Symbols: c.symbols, Pairs: c.pairs, Units: c.units, Other: c.other, Weighted: c.weighted, Offsets: c.offsets, Rows: c.rows}
	var err error
	if t.Sums, err = p.sums.MarshalBinary(); err != nil {
		return nil, err
	}
	p.sort()
	for _, s := range p.segments {
		text := segmentText{Number: s.number}
		for _, block := range s.blocks {
			cells := make([][2]uint64, len(block))
			for i, cell := range block {
				cells[i] = [2]uint64{cell.key, uint64(cell.rows)}
			}
			text.Blocks = append(text.Blocks, cells)
		}
		t.Segments = append(t.Segments, text)
	}
	return encode(&t)
}

// UnmarshalBinary implements [shards.Partial].
func (p *censusPart) UnmarshalBinary(b []byte) error {
	var t censusText
	if err := decode(b, &t); err != nil {
		return err
	}
	c := newCensus(p.of)
	copy(c.symbols, t.Symbols)
	copy(c.pairs, t.Pairs)
	copy(c.units, t.Units)
	c.other, c.weighted, c.offsets, c.rows = t.Other, t.Weighted, t.Offsets, t.Rows
	*p = censusPart{of: p.of, all: c}
	for _, text := range t.Segments {
		s := segmentCensus{number: text.Number}
		for _, cells := range text.Blocks {
			block := make([]cellCount, len(cells))
			for i, cell := range cells {
				block[i] = cellCount{cell[0], int(cell[1])}
			}
			s.blocks = append(s.blocks, block)
		}
		p.segments = append(p.segments, s)
	}
	return p.sums.UnmarshalBinary(t.Sums)
}

package sparse

import (
	"context"

	"example.org/centipawn/internal/ordered"
	"example.org/centipawn/internal/shards"
)

// packed is the rows of a source, as far as the memory holds them.
type packed struct {
	coding
	source   Source
	rows     int
	total    float64    // Σ weights of rows
	mean     float64    // target
	plans    []plan     // by segment; those of other processes are empty
	resident []*segment // by plan; nil: packed when it is needed
	buffer   segment    // for those
	groups   *Groups    // of the rows; nil: none
}

// pack packs the rows of a source.
func pack(ctx context.Context, source Source, spec Spec) (*packed, error) {
	p := &packed{coding: newCoding(spec), source: source}
	segments := shards.Segments(source.Blocks())
	c, err := takeCensus(ctx, source, segments, &p.coding)
	if err != nil {
		return nil, err
	}
	c.code()
	if spec.Grouped {
		p.groups = newGroups(c.blockGroups(), p.Loss, c.weighted)
	}
	p.rows, p.total, p.mean = c.rows, c.total, c.targets/max(1e-300, c.total)
	p.plans = make([]plan, segments)
	for _, s := range c.segments {
		p.plans[s.number] = newPlan(s.number*shards.SegmentBlocks, s.blocks)
	}
	if err := p.keep(ctx); err != nil || p.groups == nil {
		return p, err
	}
	p.total = p.groups.total()
	return p, p.groups.check(p)
}

// keep packs the segments that the memory holds.
func (p *packed) keep(ctx context.Context) error {
	p.resident = make([]*segment, len(p.plans))
	left := p.Memory
	low, high := p.part(len(p.plans))
	for i := low; i < high; i++ {
		if left -= p.plans[i].bytes(&p.coding); p.Memory > 0 && left < 0 {
			return nil
		}
		s := new(segment)
		if err := p.fill(ctx, i, s); err != nil {
			return err
		}
		p.resident[i] = s
	}
	return nil
}

// fill packs segment i.
func (p *packed) fill(ctx context.Context, i int, into *segment) error {
	plan, symbols := &p.plans[i], p.codes()
	into.resize(&p.coding, plan)
	fresh := func() *packer {
		return &packer{d: &p.coding, source: p.source, symbols: symbols, next: new(byCell[place]), groups: p.groups}
	}
	return ordered.Sum(ctx, p.Threads, len(plan.blocks), fresh,
		func(k *packer, block int) error { return k.block(into, block) }, func(*packer) {})
}

// segment returns segment i, packed now if it is not kept.
func (p *packed) segment(ctx context.Context, i int) (*segment, error) {
	if s := p.resident[i]; s != nil {
		return s, nil
	}
	return &p.buffer, p.fill(ctx, i, &p.buffer)
}

// segments calls work for each segment.
func (p *packed) segments(ctx context.Context, work func(*segment) error) error {
	for i := range p.plans {
		s, err := p.segment(ctx, i)
		if err == nil {
			err = work(s)
		}
		if err != nil {
			return err
		}
	}
	return ctx.Err()
}

// Rows returns the number of rows.
func (p *packed) Rows() int { return p.rows }

// TotalWeight returns the sum of the rows' weights, of rows by group those that have a say.
func (p *packed) TotalWeight() float64 { return p.total }

// MeanTarget returns the weighted mean of the targets.
func (p *packed) MeanTarget() float64 { return p.mean }

// Bytes returns the size of this process's working copy, were all of it in memory.
func (p *packed) Bytes() (n int64) {
	for i := range p.plans {
		n += p.plans[i].bytes(&p.coding)
	}
	return n
}

// InMemory reports whether all of it is.
func (p *packed) InMemory() bool {
	for _, s := range p.resident {
		if s == nil {
			return false
		}
	}
	return true
}

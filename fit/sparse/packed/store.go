package packed

import (
	"context"
	"fmt"
	"math"

	"example.org/centipawn/internal/ordered"
	"example.org/centipawn/internal/shards"
)

// Store is the rows of a source, as far as the memory holds them.
type Store struct {
	Coding
	source   Source
	rows     int
	total    float64    // Σ weights of rows
	mean     float64    // target
	plans    []plan     // by segment; those of other processes are empty
	Resident []*Segment // by plan; nil: packed when it is needed
	buffer   Segment    // for those
}

// Pack packs the rows of a source.
func Pack(ctx context.Context, source Source, spec Spec) (*Store, error) {
	coding, err := newCoding(spec)
	if err != nil {
		return nil, err
	}
	p := &Store{Coding: coding, source: source}
	segments := shards.Segments(source.Blocks())
	c, err := takeCensus(ctx, source, segments, &p.Coding)
	if err != nil {
		return nil, err
	}
	c.code()
	if spec.Places != nil {
		spec.Places.Counted(c.weighted)
	}
	p.rows, p.total, p.mean = c.rows, c.total, c.targets/max(1e-300, c.total)
	p.plans = make([]plan, segments)
	for _, s := range c.segments {
		p.plans[s.number] = newPlan(s.number*shards.SegmentBlocks, s.blocks)
		if n := p.plans[s.number].form; n > math.MaxUint32 {
			return nil, fmt.Errorf("packed: the sums of the formula have %d entries in %d rows: at most %d", n, p.plans[s.number].Rows, math.MaxUint32)
		}
	}
	return p, p.keep(ctx)
}

// keep packs the segments that the memory holds.
func (p *Store) keep(ctx context.Context) error {
	p.Resident = make([]*Segment, len(p.plans))
	left := p.Memory
	low, high := p.Own(len(p.plans))
	for i := low; i < high; i++ {
		if left -= p.plans[i].bytes(&p.Coding); p.Memory > 0 && left < 0 {
			return nil
		}
		s := new(Segment)
		if err := p.fill(ctx, i, s); err != nil {
			return err
		}
		p.Resident[i] = s
	}
	return nil
}

// fill packs segment i.
func (p *Store) fill(ctx context.Context, i int, into *Segment) error {
	plan := &p.plans[i]
	symbols, form := p.codes()
	into.resize(&p.Coding, plan)
	fresh := func() *packer {
		return &packer{d: &p.Coding, source: p.source, symbols: symbols, form: form, next: new(byCell[place])}
	}
	err := ordered.Sum(ctx, p.Threads, len(plan.blocks), fresh,
		func(k *packer, block int) error { return k.block(into, block) }, func(*packer) {})
	if err != nil || p.Form == nil {
		return err
	}
	return ordered.Sum(ctx, p.Threads, len(plan.Parts), func() *sorter { return new(sorter) },
		func(k *sorter, part int) error {
			for _, t := range plan.Parts[part].Tiles {
				for low := t.Low; low < t.High; low += Batch {
					k.sort(into, low, min(Batch, t.High-low))
				}
			}
			return nil
		}, func(*sorter) {})
}

// Segment returns segment i, packed now if it is not kept.
func (p *Store) Segment(ctx context.Context, i int) (*Segment, error) {
	if s := p.Resident[i]; s != nil {
		return s, nil
	}
	return &p.buffer, p.fill(ctx, i, &p.buffer)
}

// Each calls work for each segment.
func (p *Store) Each(ctx context.Context, work func(*Segment) error) error {
	for i := range p.plans {
		s, err := p.Segment(ctx, i)
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
func (p *Store) Rows() int { return p.rows }

// TotalWeight returns the sum of the rows' weights.
func (p *Store) TotalWeight() float64 { return p.total }

// MeanTarget returns the weighted mean of the targets.
func (p *Store) MeanTarget() float64 { return p.mean }

// Bytes returns the size of this process's working copy, were all of it in memory.
func (p *Store) Bytes() (n int64) {
	for i := range p.plans {
		n += p.plans[i].bytes(&p.Coding)
	}
	return n
}

// InMemory reports whether all of it is.
func (p *Store) InMemory() bool {
	for _, s := range p.Resident {
		if s == nil {
			return false
		}
	}
	return true
}

// Alone reports whether sums need not be put together: there is one segment, and one process.
func (p *Store) Alone() bool { return p.Exchange == nil && len(p.plans) <= 1 }

// SumUp adds up a vector for each segment, in the order of a tree: the sums are the same in whatever
// processes the segments are.
func (p *Store) SumUp(ctx context.Context, step string, length int, of func(s *Segment, into []float64) error) ([]float64, error) {
	if len(p.plans) == 0 {
		return make([]float64, length), nil
	}
	mine := func() (*shards.Sums, error) {
		sums := new(shards.Sums)
		low, high := p.Own(len(p.plans))
		return sums, p.Some(ctx, low, high, func(i int, s *Segment) error {
			v := sums.Fresh(length)
			if err := of(s, v); err != nil {
				return err
			}
			return sums.Add(i, v)
		})
	}
	sums, err := Gather(ctx, p.Exchange, step, func() *shards.Sums { return new(shards.Sums) }, mine)
	if err != nil {
		return nil, err
	}
	return sums.Total(len(p.plans))
}

// Some calls work for the segments low to high−1.
func (p *Store) Some(ctx context.Context, low, high int, work func(i int, s *Segment) error) error {
	for i := low; i < high; i++ {
		s, err := p.Segment(ctx, i)
		if err == nil {
			err = work(i, s)
		}
		if err != nil {
			return err
		}
	}
	return ctx.Err()
}

// Segments returns the number of segments.
func (p *Store) Segments() int { return len(p.plans) }

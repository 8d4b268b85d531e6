package packed

import (
	"context"

	"example.org/centipawn/internal/shards"
)

// Own returns the segments of this process: all without an exchange.
func (d *Coding) Own(segments int) (low, high int) {
	if d.Exchange == nil {
		return 0, segments
	}
	return d.Exchange.Range(segments)
}

// Alone reports whether sums need not be put together: there is one segment, and one process.
func (p *Store) Alone() bool { return p.Exchange == nil && len(p.Plans) <= 1 }

// SumUp adds up a vector for each segment, in the order of a tree: the sums are the same in whatever
// processes the segments are.
func (p *Store) SumUp(ctx context.Context, step string, length int, of func(s *Segment, into []float64) error) ([]float64, error) {
	if len(p.Plans) == 0 {
		return make([]float64, length), nil
	}
	mine := func() (*shards.Sums, error) {
		sums := new(shards.Sums)
		low, high := p.Own(len(p.Plans))
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
	return sums.Total(len(p.Plans))
}

// Gather returns the merged results of all processes, or mine if there is no other.
func Gather[P shards.Partial[P]](ctx context.Context, x shards.Exchange, step string, fresh func() P, mine func() (P, error)) (P, error) {
	if x == nil {
		return mine()
	}
	return shards.Gather(ctx, x, step, fresh, mine)
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
func (p *Store) Segments() int { return len(p.Plans) }

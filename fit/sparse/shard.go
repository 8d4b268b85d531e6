package sparse

import (
	"context"

	"example.org/centipawn/internal/shards"
	"example.org/centipawn/winprob"
)

// part returns the segments of this process: all without an exchange.
func (d *coding) part(segments int) (low, high int) {
	if d.Exchange == nil {
		return 0, segments
	}
	return d.Exchange.Range(segments)
}

// alone reports whether sums need not be put together: there is one segment, and one process.
func (p *packed) alone() bool { return p.Exchange == nil && len(p.plans) <= 1 }

// sumUp adds up a vector for each segment, in the order of a tree: the sums are the same in whatever
// processes the segments are.
func (p *packed) sumUp(ctx context.Context, step string, length int, of func(s *segment, into []float64) error) ([]float64, error) {
	if len(p.plans) == 0 {
		return make([]float64, length), nil
	}
	mine := func() (*shards.Sums, error) {
		sums := new(shards.Sums)
		low, high := p.part(len(p.plans))
		return sums, p.some(ctx, low, high, func(i int, s *segment) error {
			v := sums.Fresh(length)
			if err := of(s, v); err != nil {
				return err
			}
			return sums.Add(i, v)
		})
	}
	sums, err := gather(ctx, p.Exchange, step, func() *shards.Sums { return new(shards.Sums) }, mine)
	if err != nil {
		return nil, err
	}
	return sums.Total(len(p.plans))
}

// gather returns the merged results of all processes, or mine if there is no other.
func gather[P shards.Partial[P]](ctx context.Context, x shards.Exchange, step string, fresh func() P, mine func() (P, error)) (P, error) {
	if x == nil {
		return mine()
	}
	return shards.Gather(ctx, x, step, fresh, mine)
}

// some calls work for the segments low to high−1.
func (p *packed) some(ctx context.Context, low, high int, work func(i int, s *segment) error) error {
	for i := low; i < high; i++ {
		s, err := p.segment(ctx, i)
		if err == nil {
			err = work(i, s)
		}
		if err != nil {
			return err
		}
	}
	return ctx.Err()
}

// sharedPoints is Points where processes share the rows.
func (d *Design) sharedPoints(ctx context.Context, w []float64, every int, phases bool) (*winprob.Points, error) {
	all, err := gather(ctx, d.Exchange, "points", func() *winprob.Pieces { return new(winprob.Pieces) }, func() (*winprob.Pieces, error) {
		p := new(winprob.Pieces)
		low, high := d.part(len(d.plans))
		return p, d.some(ctx, low, high, func(i int, s *segment) error {
			of := new(winprob.Points)
			d.points(s, w, every, phases, of)
			s.labels(every, of)
			return p.Add(i, of)
		})
	})
	if err != nil {
		return nil, err
	}
	return all.Points(), nil
}

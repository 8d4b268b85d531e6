package sparse

import (
	"bytes"
	"cmp"
	"context"
	"encoding/gob"
	"slices"

	"centipawn/shards"
	"centipawn/winprob"
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

// encode is MarshalBinary of what has exported fields.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	err := gob.NewEncoder(&b).Encode(v)
	return b.Bytes(), err
}

func decode(b []byte, v any) error { return gob.NewDecoder(bytes.NewReader(b)).Decode(v) }

// A pointsPart is the points of some segments.
type pointsPart struct {
	Segments []pointsOf
}

type pointsOf struct {
	Segment int
	Points  winprob.Points
}

var _ shards.Partial[*pointsPart] = (*pointsPart)(nil)

// Merge implements [shards.Partial].
func (p *pointsPart) Merge(o *pointsPart) error {
	p.Segments = append(p.Segments, o.Segments...)
	slices.SortFunc(p.Segments, func(a, b pointsOf) int { return cmp.Compare(a.Segment, b.Segment) })
	return nil
}

// MarshalBinary implements [shards.Partial].
func (p *pointsPart) MarshalBinary() ([]byte, error) { return encode(p.Segments) }

// UnmarshalBinary implements [shards.Partial].
func (p *pointsPart) UnmarshalBinary(b []byte) error {
	p.Segments = nil
	return decode(b, &p.Segments)
}

// sharedPoints is Points where processes share the rows.
func (d *Design) sharedPoints(ctx context.Context, w []float64, every int, phases bool) (*winprob.Points, error) {
	all, err := gather(ctx, d.Exchange, "points", func() *pointsPart { return new(pointsPart) }, func() (*pointsPart, error) {
		p := new(pointsPart)
		low, high := d.part(len(d.plans))
		return p, d.some(ctx, low, high, func(i int, s *segment) error {
			of := pointsOf{Segment: i}
			d.points(s, w, every, phases, &of.Points)
			s.labels(every, &of.Points)
			p.Segments = append(p.Segments, of)
			return nil
		})
	})
	if err != nil {
		return nil, err
	}
	out := &winprob.Points{}
	for i := range all.Segments {
		out.Append(&all.Segments[i].Points)
	}
	return out, nil
}

package sparse

import (
	"context"
	"slices"

	"example.org/centipawn/fit/sparse/packed"
	"example.org/centipawn/winprob"
)

// Points returns the rows at weights w as package winprob sees them: one in so
// many that there are at most limit; 0 is no limit. Phases are left out unless
// they are wanted. The slices may be the design's own: do not change them.
func (d *Design) Points(ctx context.Context, w []float64, limit int, phases bool) (*winprob.Points, error) {
	if err := d.tell(ctx, &Order{Pass: passPoints, W: w, Every: limit, Flag: phases}); err != nil {
		return nil, err
	}
	every := 1
	if limit > 0 {
		every = max(1, (d.Rows()+limit-1)/limit)
	}
	if d.Exchange != nil {
		return d.sharedPoints(ctx, w, every, phases)
	}
	out := &winprob.Points{}
	err := d.Each(ctx, func(s *packed.Segment) error {
		if err := d.points(ctx, s, w, every, phases, out); err != nil {
			return err
		}
		if d.Segments() == 1 && every == 1 {
			out.Expected, out.Cluster, out.Weight = s.Target, s.Cluster, s.Weight
			return nil
		}
		labels(s, every, out)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// labels appends the labels of rows of a segment, one in every.
func labels(s *packed.Segment, every int, out *winprob.Points) {
	for row := 0; row < s.Rows; row += every {
		out.Expected = append(out.Expected, s.Target[row])
		out.Cluster = append(out.Cluster, s.Cluster[row])
		if s.Weight != nil {
			out.Weight = append(out.Weight, s.Weight[row])
		}
	}
}

// points appends evaluations and phases of rows of a segment.
func (d *Design) points(ctx context.Context, s *packed.Segment, w []float64, every int, phases bool, out *winprob.Points) error {
	k := d.worker(w)
	defer d.release(k)
	out.Score = slices.Grow(out.Score, (s.Rows+every-1)/every)
	for i := range s.Cells {
		c := &s.Cells[i]
		k.use(c.Codes())
		for low := c.Low; low < c.Low+c.Rows; low += batch {
			high := min(low+batch, c.Low+c.Rows)
			k.evaluate(s, c, low, high)
			for row := (low + every - 1) / every * every; row < high; row += every {
				out.Score = append(out.Score, float32(k.z[row-low]/d.Scale))
				if phases {
					out.Phase = append(out.Phase, float32(min(max(d.Pairs[c.Codes()].MG, 0), 1)))
				}
			}
		}
	}
	k.codes = -1
	return d.faulty(ctx, k.fault)
}

// sharedPoints is Points where processes share the rows.
func (d *Design) sharedPoints(ctx context.Context, w []float64, every int, phases bool) (*winprob.Points, error) {
	all, err := packed.Gather(ctx, d.Exchange, "points", func() *winprob.Pieces { return new(winprob.Pieces) }, func() (*winprob.Pieces, error) {
		p := new(winprob.Pieces)
		low, high := d.Own(d.Segments())
		return p, d.Some(ctx, low, high, func(i int, s *packed.Segment) error {
			of := new(winprob.Points)
			if err := d.points(ctx, s, w, every, phases, of); err != nil {
				return err
			}
			labels(s, every, of)
			return p.Add(i, of)
		})
	})
	if err != nil {
		return nil, err
	}
	return all.Points(), nil
}

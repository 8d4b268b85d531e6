package sparse

import (
	"context"
	"slices"

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
		every = max(1, (d.rows+limit-1)/limit)
	}
	if d.Exchange != nil {
		return d.sharedPoints(ctx, w, every, phases)
	}
	out := &winprob.Points{}
	err := d.segments(ctx, func(s *segment) error {
		d.points(s, w, every, phases, out)
		if len(d.plans) == 1 && every == 1 {
			out.Expected, out.Cluster, out.Weight = s.target, s.cluster, s.weight
			return nil
		}
		s.labels(every, out)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// labels appends the labels of rows, one in every.
func (s *segment) labels(every int, out *winprob.Points) {
	for row := 0; row < s.rows; row += every {
		out.Expected = append(out.Expected, s.target[row])
		out.Cluster = append(out.Cluster, s.cluster[row])
		if s.weight != nil {
			out.Weight = append(out.Weight, s.weight[row])
		}
	}
}

// points appends evaluations and phases of rows of a segment.
func (d *Design) points(s *segment, w []float64, every int, phases bool, out *winprob.Points) {
	k := d.worker(w)
	defer d.release(k)
	out.Score = slices.Grow(out.Score, (s.rows+every-1)/every)
	for i := range s.cells {
		c := &s.cells[i]
		k.use(c.codes())
		for low := c.low; low < c.low+c.rows; low += batch {
			high := min(low+batch, c.low+c.rows)
			k.evaluate(s, c, low, high)
			for row := (low + every - 1) / every * every; row < high; row += every {
				out.Score = append(out.Score, float32(k.z[row-low]/d.Scale))
				if phases {
					out.Phase = append(out.Phase, float32(min(max(d.pairs[c.codes()].mg, 0), 1)))
				}
			}
		}
	}
	k.codes = -1
}

package sparse

import (
	"context"
	"slices"
	"sort"

	"gonum.org/v1/gonum/floats"

	"example.org/centipawn/fit/sandwich"
)

// at returns the group of a place.
func (g *Groups) at(place int) int {
	return sort.Search(g.Len(), func(n int) bool { return g.start[n+1] > place })
}

// intercept returns the intercept of a row's group, as a logit; 0 without groups.
func (s *singling) intercept(seg *segment, row int) float64 {
	if s.of.groups == nil {
		return 0
	}
	return s.of.profile.at[s.of.groups.at(int(seg.place[row]))]
}

// centre takes from every row the mean of its group, weighted by second derivatives: then the rows of
// a game have the scores and second derivatives that the profiled loss has.
func (s *singling) centre() {
	for i := range s.games {
		s.games[i] = centred(&s.games[i], s.groups[i], s.Weights)
	}
}

// A centre is the weighted mean of a group's rows, summed about its first row: entries that are the
// same in all rows of the group come out as exactly 0, and take no part in what follows.
type centre struct {
	first, sum []float64
	total      float64
}

func (c *centre) add(d float64, x []float64) {
	c.total += d
	for j, v := range x {
		c.sum[j] += d * (v - c.first[j])
	}
}

// mean returns the mean, or 0 where no row has weight.
func (c *centre) mean() []float64 {
	if !(c.total > 0) {
		return make([]float64, len(c.sum))
	}
	floats.Scale(1/c.total, c.sum)
	floats.Add(c.sum, c.first)
	return c.sum
}

// centred returns a game whose rows are less the means of their groups.
func centred(g *sandwich.Game, groups []int, order int) sandwich.Game {
	centres, means := make(map[int]*centre), make(map[int][]float64)
	row := 0
	g.Map(order, func(x []float64) { // of the rows in their order
		c := centres[groups[row]]
		if c == nil {
			c = &centre{first: slices.Clone(x), sum: make([]float64, order)}
			centres[groups[row]] = c
		}
		c.add(g.Second[row], x)
		row++
	})
	for n, c := range centres {
		means[n] = c.mean()
	}
	row = 0
	return g.Map(order, func(x []float64) {
		floats.Sub(x, means[groups[row]])
		row++
	})
}

// profiledProduct is Product for rows by group.
func (d *Design) profiledProduct(ctx context.Context, w []float64) (*Product, error) {
	if _, err := d.profiledSeconds(ctx, w, GaussNewton, 1); err != nil {
		return nil, err
	}
	return &Product{d: d, places: append([]float64(nil), d.profile.value...)}, nil
}

// profiledTimes is Times for rows by group: of the products of the rows with v the mean of each group
// is taken, weighted by second derivatives.
func (p *Product) profiledTimes(ctx context.Context, v, to []float64) error {
	d, value := p.d, p.d.scratch().value
	err := d.passes(ctx, v, func(k *worker, s *segment, g *group) { k.placeLinear(s, g, value) }, func(*worker) {})
	if err != nil {
		return err
	}
	err = d.overGroups(ctx, func(_ *profiler, _, low, high int) {
		t, h := value[low:high], p.places[low:high]
		mean, total := floats.Dot(t, h), floats.Sum(h)
		if total > 0 {
			mean /= total
		}
		for i := range t {
			t[i] = h[i] * (t[i] - mean)
		}
	}, func(*profiler) {})
	if err != nil {
		return err
	}
	_, _, err = d.gradient(ctx, v, to, func(k *worker, s *segment, g *group) { k.scatterPlaces(s, g, value) })
	floats.Scale(d.Scale*d.Loss.Unit/d.total, to)
	return err
}

// placeLinear stores products of rows with the weights by place.
func (k *worker) placeLinear(s *segment, g *group, value []float64) {
	k.batches(s, g, func(c *cell, low, high int) {
		z := k.linear(s, c, low, high)
		for i, at := range s.place[low:high] {
			value[at] = z[i]
		}
	})
	k.codes = -1
}

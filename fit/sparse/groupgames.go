package sparse

import (
	"context"
	"sort"

	"gonum.org/v1/gonum/floats"

	"centipawn/fit/sandwich"
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

// centred returns a game whose rows are less the means of their groups.
func centred(g *sandwich.Game, groups []int, order int) sandwich.Game {
	total, means := make(map[int]float64), make(map[int][]float64)
	row := 0
	g.Map(order, func(x []float64) { // of the rows in their order
		n, d := groups[row], g.Second[row]
		if means[n] == nil {
			means[n] = make([]float64, order)
		}
		total[n] += d
		floats.AddScaled(means[n], d, x)
		row++
	})
	for n, m := range means {
		if total[n] > 0 {
			floats.Scale(1/total[n], m)
		} else {
			clear(m)
		}
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

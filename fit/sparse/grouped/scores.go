package grouped

import (
	"context"
	"slices"
	"sort"

	"gonum.org/v1/gonum/floats"

	"example.org/centipawn/fit/sandwich"
	"example.org/centipawn/fit/sparse"
)

// at returns the group of a place.
func (g *Groups) at(place int) int {
	return sort.Search(g.Len(), func(n int) bool { return g.start[n+1] > place })
}

// placed is what is known of the rows.
func (d *Design) placed() *sparse.Placed {
	return &sparse.Placed{Value: d.profile.value, Muted: d.Groups.muted, Intercept: func(place int) float64 { return d.profile.at[d.Groups.at(place)] }}
}

// Scores returns the scores at weights w, see [sparse.Design.Scores]. With the intercepts in place slopes sum
// to 0 over a group, and as a group is of one game, nothing of the intercept is left in the score of a game.
func (d *Design) Scores(ctx context.Context, w []float64, pools int) (*sparse.Scores, error) {
	return d.scores(ctx, w, pools, true)
}

// Counts is Scores without the sums.
func (d *Design) Counts(ctx context.Context, w []float64, pools int) (*sparse.Scores, error) {
	return d.scores(ctx, w, pools, false)
}

func (d *Design) scores(ctx context.Context, w []float64, pools int, sums bool) (*sparse.Scores, error) {
	if _, err := d.slopes(ctx, w); err != nil {
		return nil, err
	}
	return d.PlacedScores(ctx, w, pools, sums, d.placed())
}

// Single returns the rows of games one by one, see [sparse.Design.Single]. From every row the mean of
// its group is taken, weighted by second derivatives: then the rows of a game have the scores and second
// derivatives that the loss has.
func (d *Design) Single(ctx context.Context, w []float64, kind sparse.Curvature, wanted []bool) ([]sandwich.Game, error) {
	if err := d.profiled(ctx, w, func(*profiler, int, int, int) {}, func(*profiler) {}); err != nil {
		return nil, err
	}
	games, places, err := d.PlacedSingle(ctx, w, kind, wanted, d.placed())
	if err != nil {
		return nil, err
	}
	for i := range games {
		groups := make([]int, len(places[i]))
		for r, at := range places[i] {
			groups[r] = d.Groups.at(int(at))
		}
		games[i] = centred(&games[i], groups, d.Weights)
	}
	return games, nil
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

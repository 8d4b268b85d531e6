package choice

import (
	"cmp"
	"context"
	"slices"

	"example.org/centipawn/fit/sandwich"
	"example.org/centipawn/fit/sparse"
)

// byGame returns the roots with those of a game next to each other, in the order of the games'
// numbers.
func (r *Roots) byGame() []int32 {
	list := slices.Clone(r.list)
	slices.SortStableFunc(list, func(a, b int32) int { return cmp.Compare(r.root[a].Game, r.root[b].Game) })
	return list
}

// games cuts a list of roots into those of each game.
func (r *Roots) games(list []int32, f func(game uint32, roots []int32)) {
	for len(list) > 0 {
		game, n := r.root[list[0]].Game, 1
		for n < len(list) && r.root[list[n]].Game == game {
			n++
		}
		f(game, list[:n])
		list = list[n:]
	}
}

// own calls f for each weight that the moves of root g are told apart by, counts in common but for
// the phase left out unless they go to a formula; it may call it more than once.
func (r *Roots) own(g int32, f func(j int32)) {
	low, high := r.span(int(g))
	for m := low; m < high; m++ {
		if r.empty[m] {
			continue
		}
		factors := r.factors(m)
		for e := r.start[m]; e < r.start[m+1]; e++ {
			for k, j := range r.Columns[r.column[e]] {
				if j >= 0 && (factors[k] != 0 || r.isForm(r.column[e])) {
					f(j)
				}
			}
		}
	}
	if r.form == nil {
		return
	}
	for e := r.common[g]; e < r.common[g+1]; e++ {
		r.form.commonWeights(r.commonColumn[e], f)
	}
	r.form.readByName(f)
}

// Support says the rows and games of each weight.
type Support struct {
	Roots, Games []int   // by weight: roots whose moves it tells apart, and their games
	All          int     // games
	Effective    float64 // (Σn)²/Σn² over the roots n of games
}

// Support counts roots and games.
func (r *Roots) Support() *Support {
	s := &Support{Roots: make([]int, r.Weights), Games: make([]int, r.Weights)}
	lastRoot, lastGame := slices.Repeat([]int{-1}, r.Weights), slices.Repeat([]int{-1}, r.Weights)
	squares := 0.0
	r.games(r.byGame(), func(_ uint32, roots []int32) {
		for _, g := range roots {
			r.own(g, func(j int32) {
				if lastRoot[j] != int(g) {
					lastRoot[j] = int(g)
					s.Roots[j]++
				}
				if lastGame[j] != s.All {
					lastGame[j] = s.All
					s.Games[j]++
				}
			})
		}
		s.All++
		squares += float64(len(roots)) * float64(len(roots))
	})
	s.Effective = float64(len(r.list)) * float64(len(r.list)) / max(1, squares)
	return s
}

// Scores returns the derivatives of the sum of the losses by weight, summed within games that are put
// together into pools: a row of Weights for each.
func (r *Roots) Scores(ctx context.Context, w []float64, pools int) ([]float64, error) {
	sums, k := make([]float64, pools*r.Weights), r.newWorker(r.coefficients(w))
	r.games(r.byGame(), func(game uint32, roots []int32) {
		if ctx.Err() != nil {
			return
		}
		for _, g := range roots {
			k.derive(int(g))
			k.spread(int(g), k.choice.q, k.root[g].Weight, k.sum)
		}
		r.gather(k.sum, sums[sparse.PoolOf(game, pools)*r.Weights:][:r.Weights], 1/r.Temperature)
		clear(k.sum)
	})
	return sums, ctx.Err()
}

// Single returns the games that tell moves apart by one of the weights that exact marks, or all games,
// move by move.
func (r *Roots) Single(ctx context.Context, w []float64, kind sparse.Curvature, exact []bool) (list []sandwich.Game, err error) {
	c := newCurver(r, r.coefficients(w), kind, 0)
	r.games(r.byGame(), func(game uint32, roots []int32) {
		if ctx.Err() != nil || !slices.ContainsFunc(roots, func(g int32) bool { return r.speaks(g, exact) }) {
			return
		}
		out := sandwich.Game{ID: game}
		for _, g := range roots {
			c.load(int(g))
			c.rows(int(g), &out)
		}
		list = append(list, out)
	})
	return list, ctx.Err()
}

// speaks reports whether the moves of a root are told apart by a weight that is marked; nil marks all.
func (r *Roots) speaks(g int32, exact []bool) (yes bool) {
	if exact == nil {
		return true
	}
	r.own(g, func(j int32) { yes = yes || exact[j] })
	return yes
}

// rows adds the moves of the root that is loaded as rows: their derivatives less the mean of those.
func (c *curver) rows(g int, out *sandwich.Game) {
	low, high := c.span(g)
	var mean triple
	for r := low; r < high; r++ {
		f := c.factors(r)
		mean.add(&f, c.choice.p[r-low])
	}
	x := make([]float64, len(c.used))
	for i := range high - low {
		f := c.factors(low + i)
		f.add(&mean, -1)
		for a := range x {
			x[a] = -c.mean[a] + f[0]*c.base[0][a] + f[1]*c.base[1][a] + f[2]*c.base[2][a]
		}
		for e := c.at[i]; e < c.at[i+1]; e++ {
			x[c.index[e]] += c.x[e]
		}
		second := c.weight * c.choice.h[i] / (c.Temperature * c.Temperature)
		out.Add(c.weight*c.choice.q[i]/c.Temperature, second, max(second, -second))
		for a, v := range x {
			out.Put(c.used[a], v)
		}
	}
}

package choice

import (
	"math"

	"example.org/centipawn/fit/bootstrap"
	"example.org/centipawn/fit/measure"
	"example.org/centipawn/fit/sparse"
)

// An Estimate is a mean over roots with its interval from resampling games; nil with fewer than two.
type Estimate struct {
	Value float64 `json:"value"`
	*bootstrap.Interval
}

// Metrics say how well an evaluation chooses on some roots.
type Metrics struct {
	Roots int `json:"roots"` // positions of two moves or more
	Games int `json:"games"` // that they are of

	CrossEntropy Estimate `json:"crossentropy"`  // see the package comment
	Regret       Estimate `json:"regret"`        // of a choice at random by the evaluation: expected score a move
	Accuracy     Estimate `json:"accuracy"`      // share of roots where the move of the highest evaluation is the teacher's best
	StaticRegret Estimate `json:"static_regret"` // expected score that the move of the highest evaluation loses

	Entropy float64 `json:"entropy"` // of the teacher's choice: no cross entropy is lower
}

// metricCount is the number of estimates in Metrics.
const metricCount = 4

// all are the estimates in their order.
func (m *Metrics) all() [metricCount]*Estimate {
	return [metricCount]*Estimate{&m.CrossEntropy, &m.Regret, &m.Accuracy, &m.StaticRegret}
}

// Of returns the estimate of a loss.
func (m *Metrics) Of(l Loss) Estimate {
	if l == Regret {
		return m.Regret
	}
	return m.CrossEntropy
}

// tally is weighted sums over roots.
type tally struct {
	sums    [metricCount]float64
	w       float64
	entropy float64
}

func (t *tally) add(o *tally) {
	for i, v := range o.sums {
		t.sums[i] += v
	}
	t.w += o.w
	t.entropy += o.entropy
}

// Tallies are the errors of evaluations by game, and their calibration.
type Tallies struct {
	roots int
	games []tally // in the order of the games' numbers
	bins  [calibrationBins]Bin
}

// calibrationBins are those of the chances of moves.
const calibrationBins = 10

// A Bin is moves whose chance lies in a tenth of 0 to 1.
type Bin struct {
	Moves     int     `json:"moves"`     // number of them
	Predicted float64 `json:"predicted"` // mean chance by the evaluation
	Teacher   float64 `json:"teacher"`   // mean chance by the teacher
	Best      float64 `json:"best"`      // share that are the teacher's best; moves of equal value share it

	w float64
}

// Tally measures the evaluations of all moves, in the order of [Roots.Evaluations], at a temperature.
func (r *Roots) Tally(scores []float64, temperature float64) *Tallies {
	t, at := &Tallies{roots: len(r.list)}, make(map[int32]int, len(r.list))
	n := 0
	for _, g := range r.list {
		at[g] = n
		n += r.moves[g+1] - r.moves[g]
	}
	var c choice
	r.games(r.byGame(), func(_ uint32, roots []int32) {
		var sum tally
		for _, g := range roots {
			low, high := r.span(int(g))
			c.resize(high - low)
			copy(c.s, scores[at[g]:])
			r.measure(&c, int(g), temperature, &sum, &t.bins)
		}
		t.games = append(t.games, sum)
	})
	for i := range t.bins {
		if b := &t.bins[i]; b.w > 0 {
			b.Predicted, b.Teacher, b.Best = b.Predicted/b.w, b.Teacher/b.w, b.Best/b.w
		}
	}
	return t
}

// measure adds root g with the evaluations of c.
func (r *Roots) measure(c *choice, g int, temperature float64, sum *tally, bins *[calibrationBins]Bin) {
	low, high := r.span(g)
	target, cost, w := r.target[low:high], r.cost[low:high], r.root[g].Weight
	entropy := c.derive(CrossEntropy, temperature, target, cost)
	regret, best := 0.0, 0
	for i, p := range c.p {
		regret += p * cost[i]
		if cost[i] == 0 {
			best++
		}
		if target[i] > 0 {
			sum.entropy -= w * target[i] * math.Log(target[i])
		}
	}
	right, lost := c.highest(cost)
	sum.add(&tally{sums: [metricCount]float64{w * entropy, w * regret, w * right, w * lost}, w: w})
	for i, p := range c.p {
		b := &bins[min(int(p*calibrationBins), calibrationBins-1)]
		b.Moves++
		b.w += w
		b.Predicted += w * p
		b.Teacher += w * target[i]
		if cost[i] == 0 {
			b.Best += w / float64(best)
		}
	}
}

// highest returns, of the moves of the highest evaluation, the share that are the teacher's best, and
// their mean cost.
func (c *choice) highest(cost []float64) (right, lost float64) {
	most, n := math.Inf(-1), 0.0
	for i, s := range c.s {
		if s > most {
			most, n, right, lost = s, 0, 0, 0
		}
		if s == most {
			n++
			lost += cost[i]
			if cost[i] == 0 {
				right++
			}
		}
	}
	return right / n, lost / n
}

// Calibration returns the bins, those without a move left out.
func (t *Tallies) Calibration() (list []Bin) {
	for _, b := range t.bins {
		if b.Moves > 0 {
			list = append(list, b)
		}
	}
	return list
}

// mostClusters bounds what is drawn; more games are put together by their numbers.
const mostClusters = 4096

// clusters returns the games, put together if there are many.
func (t *Tallies) clusters() []tally {
	if len(t.games) <= mostClusters {
		return t.games
	}
	out := make([]tally, mostClusters)
	for i := range t.games {
		out[sparse.PoolOf(uint32(i), mostClusters)].add(&t.games[i])
	}
	return out
}

// Metrics returns means over the roots, nil of none; intervals unless they are left out.
func (t *Tallies) Metrics(b measure.Bootstrap, intervals bool) *Metrics {
	if t.roots == 0 {
		return nil
	}
	var sum tally
	for i := range t.games {
		sum.add(&t.games[i])
	}
	m := &Metrics{Roots: t.roots, Games: len(t.games), Entropy: sum.entropy / sum.w}
	for i, e := range m.all() {
		e.Value = sum.sums[i] / sum.w
	}
	if intervals && len(t.games) > 1 {
		for i, in := range draw(b, t.clusters(), nil) {
			m.all()[i].Interval = in
		}
	}
	return m
}

// Less returns t less o: the same roots by two evaluations. Negative is better, but of accuracy.
func (t *Tallies) Less(o *Tallies, b measure.Bootstrap) *Metrics {
	m, old := t.Metrics(b, false), o.Metrics(b, false)
	if m == nil {
		return nil
	}
	for i, e := range m.all() {
		e.Value -= old.all()[i].Value
	}
	if len(t.games) > 1 {
		for i, in := range draw(b, t.clusters(), o.clusters()) {
			m.all()[i].Interval = in
		}
	}
	return m
}

// draw returns the intervals of the means of games, less those of others if there are any; nil of
// few games.
func draw(b measure.Bootstrap, games, less []tally) []*bootstrap.Interval {
	b = b.WithDefaults()
	ratios := make([]bootstrap.Ratio, metricCount)
	for i := range ratios {
		for g := range games {
			v := games[g].sums[i]
			if less != nil {
				v -= less[g].sums[i]
			}
			ratios[i].Above, ratios[i].Below = append(ratios[i].Above, v), append(ratios[i].Below, games[g].w)
		}
	}
	return bootstrap.Intervals(b.Resamples, b.Seed, ratios...)
}

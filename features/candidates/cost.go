package candidates

import (
	"slices"
	"time"

	"example.org/centipawn/board"
	"example.org/centipawn/features"
	"example.org/centipawn/tapered"
)

// Cost returns what it costs an evaluation to count the families of a candidate in nanoseconds a
// position, beyond what the terms of the set standard need of a position anyway: the median of some
// runs over [features.Probes]. It is 0 of the engine's own columns, which are counted already.
func (c *Counter) Cost(x *Candidate) (ns float64) {
	c.costs.Lock()
	defer c.costs.Unlock()
	if c.costs.of == nil {
		c.costs.of = map[int]float64{}
	}
	last := -1
	for _, column := range x.Columns {
		if column >= len(c.base) || c.from[column] == last {
			continue
		}
		last = c.from[column]
		if _, known := c.costs.of[last]; !known {
			c.costs.of[last] = costOf(&c.families[last])
		}
		ns += c.costs.of[last]
	}
	return ns
}

// costOf measures a family.
func costOf(f *features.Family) float64 {
	anyway := features.Family{Name: "anyway", Count: func(c *features.Context, _ *features.Tally, _ features.Term) {
		c.Sides()
		c.Assault(board.White)
	}}
	alone := *f
	alone.Sums, alone.Symmetric = nil, false // how a formula reads the counts does not matter
	without, with := timer("without", anyway), timer("with", anyway, alone)
	const runs = 9
	differences := make([]float64, runs)
	for i := range differences {
		differences[i] = with() - without()
	}
	slices.Sort(differences)
	return max(0, differences[runs/2])
}

// timer returns a function that measures the nanoseconds that a set of families takes to count a position.
func timer(name string, families ...features.Family) func() float64 {
	s, err := features.NewSet(name, &tapered.PeSTO, families...)
	if err != nil {
		panic(err) // the families are of a set
	}
	score := features.NewScore(make([]tapered.Packed, len(s.Terms())))
	return func() float64 {
		start := time.Now()
		for i := range features.Probes() {
			s.Count(&features.Probes()[i], score)
		}
		return float64(time.Since(start).Nanoseconds()) / float64(len(features.Probes()))
	}
}

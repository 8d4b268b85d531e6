package fitted

import (
	"example.org/centipawn/fit"
	"example.org/centipawn/weights"
)

// moves adds what there is to say of a fit of choices among moves.
func (about About) moves(p *weights.Provenance, res *fit.Result) {
	about.search(p, res)
	p.Target, p.Minima = "teacher", res.Minima.String()
	v := res.Moves
	c := &weights.Choice{Temperature: v.Temperature.Value, Teacher: v.Teacher, K: v.K, Slope: v.Slope, Train: v.Train.Roots, Test: v.Test.Roots}
	m := v.OnTest
	if m == nil {
		m = v.OnTrain
	}
	if m != nil { // of an interrupted fit nothing is measured
		c.CrossEntropy, c.Entropy = estimate(m.CrossEntropy.Value, m.CrossEntropy.Interval), m.Entropy
		c.Accuracy, c.Regret = estimate(m.Accuracy.Value, m.Accuracy.Interval), estimate(m.StaticRegret.Value, m.StaticRegret.Interval)
	}
	p.Choice = c
}

package fitted

import (
	"example.org/centipawn/fit"
	"example.org/centipawn/weights"
)

// moves adds what there is to say of a fit of choices among moves.
func (about About) moves(p *weights.Provenance, res *fit.Result) {
	p.Target, p.Start, p.Smooth = "teacher", about.Start, res.Smooth
	p.Passes, p.Gap, p.Stopped = res.Passes, res.Gap, res.Stopped
	if about.Prior != nil {
		p.Prior = &weights.Prior{Name: about.Prior.Name, SHA256: about.Prior.SHA256, Rows: res.PriorRows}
	}
	v := res.Moves
	c := &weights.Choice{Temperature: v.Temperature.Value, Teacher: v.Teacher, K: v.K, Slope: v.Slope, Train: v.Train.Roots, Test: v.Test.Roots}
	m := v.OnTest
	if m == nil {
		m = v.OnTrain
	}
	if m != nil { // of an interrupted fit nothing is measured
		c.CrossEntropy, c.Entropy, c.Accuracy, c.Regret = estimate(m.CrossEntropy), m.Entropy, estimate(m.Accuracy), estimate(m.StaticRegret)
	}
	p.Choice = c
}

// estimate turns an estimate of the fit into the file's.
func estimate(e fit.MoveEstimate) weights.Interval {
	if e.Interval == nil {
		return weights.Interval{Value: e.Value}
	}
	return weights.Interval{Value: e.Value, Low: e.Low, High: e.High}
}

package sparse

import (
	"example.org/centipawn/fit/sparse/packed"
	"example.org/centipawn/winprob"
)

// Outcomes is the loss −ln P of the outcomes of games, of a win/draw/loss model that [Ordered] gives
// it; without one, of a margin of one logit in all phases. Targets are 0, ½ and 1.
var Outcomes = outcomes(1, 1)

// Ordered is Outcomes for a model, where z is scale times an evaluation.
//
// Source: P. McCullagh, "Regression Models for Ordinal Data" (1980).
func Ordered(m winprob.WDL, scale float64) *Loss {
	l := *Outcomes
	l.Model = &OrderedModel{m, scale}
	l.Phased = func(mg float64) *Loss {
		slope, margin := m.Logits(mg)
		return outcomes(slope/scale, margin)
	}
	return &l
}

// outcomes is the loss at a phase: an evaluation wins with σ(r·z − margin).
func outcomes(r, margin float64) *Loss {
	at := func(z, target float64) (loss, first, second float64) {
		loss, first, second = winprob.OutcomeOf(target).LogLoss(r*z, margin)
		return loss, r * first, r * r * second
	}
	return &Loss{
		Name: "wdl", K: winprob.CrossEntropy, Convex: true, Raw: true, Drawn: CrossEntropy.Drawn, Unit: 1,
		Add: func(total float64, z []float64, target, weight []float32) float64 {
			for i, v := range z {
				w := packed.WeightAt(weight, i)
				loss, first, _ := at(v, float64(target[i]))
				total += w * loss
				z[i] = w * first
			}
			return total
		},
		Slope: func(z, _, target float64) float64 {
			_, first, _ := at(z, target)
			return first
		},
		Curvature: func(_ Curvature, z, _, target float64) float64 {
			_, _, second := at(z, target)
			return second
		},
	}
}

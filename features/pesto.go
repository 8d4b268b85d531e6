package features

import (
	"example.org/centipawn/board"
	"example.org/centipawn/pst"
	"example.org/centipawn/tapered"
)

// taperedPeSTO returns the family of one term: PeSTO's whole evaluation,
// blended by a phase. It is a regressor of a set whose other terms correct it.
func taperedPeSTO(phase *tapered.Phase) Family {
	return Family{
		Name: "tapered",
		Terms: []Definition{{
			Name:    "tapered",
			Unit:    "centipawns",
			Formula: "material and piece-square values of PeSTO, mg·φ + eg·(1−φ), φ of " + phase.Name,
			Source:  "R. Friederich, PeSTO's Evaluation Function; AlphaOne, section on evaluation",
			Kind:    Real,
		}},
		Count: func(c *Context, t *Tally, first Term) {
			t.AddReal(first, taperedValue(c.Pos, phase))
		},
	}
}

var pesto = pst.PeSTO.Balancer()

// taperedValue returns PeSTO's balance in centipawns. The numerator is a whole
// number, so that the value is the same on every machine.
func taperedValue(p *board.Position, phase *tapered.Phase) float64 {
	mg, eg := pesto.Balance(p)
	step, full := phase.Step(p), phase.Steps()
	return float64(mg*step+eg*(full-step)) / float64(full)
}

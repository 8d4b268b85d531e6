package regret

import (
	"math"

	"example.org/centipawn/internal/confidence"
	"example.org/centipawn/weights/predict"
)

// distanceOfMoves turns the share of other moves into the distance of the guard: of the tables that have both, it is 0.07
// to 0.15 of that share.
const distanceOfMoves = 0.1

// Step is what a forecast takes of a player: the distance by the share of other moves, and what the line says.
func (l *Line) Step(m *Measured) predict.Step {
	half := (m.Elo.High - m.Elo.Low) / 2
	return predict.Step{
		Distance: distanceOfMoves * m.Different, Squared: math.NaN(), Fall: math.NaN(), OwnLine: l.own,
		Regret: &predict.Measure{Value: m.Elo.Value, StdErr: half / confidence.Quantile95(l.freedom(m.Difference))},
	}
}

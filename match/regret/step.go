package regret

import (
	"fmt"
	"math"

	"example.org/centipawn/internal/confidence"
	"example.org/centipawn/match/elo"
	"example.org/centipawn/weights/predict"
)

// distanceOfMoves turns the share of other moves into the distance of the guard: of the tables that have both, it is 0.07
// to 0.15 of that share.
const distanceOfMoves = 0.1

// Step is what a forecast takes of a player: the distance by the share of other moves, and what the line says.
func (l *Line) Step(m *Measured) predict.Step {
	says := l.says(m.Difference)
	return predict.Step{
		Distance: distanceOfMoves * m.Different, Squared: math.NaN(), Fall: math.NaN(), OwnLine: l.own, Regret: &says,
	}
}

// says is the Elo of a difference by the line, with its standard error.
func (l *Line) says(d Mean) predict.Measure {
	e := l.Predict(d)
	return predict.Measure{Value: e.Value, StdErr: (e.High - e.Low) / 2 / confidence.Quantile95(l.freedom(d))}
}

// Expect predicts the Elo of a difference, as [Line.Predict] does. If the line is not of matches of the same baseline it takes
// off what the line promised too much of engines, as any may be the next; squared is the mean squared change of expected scores.
func (l *Line) Expect(d Mean, squared float64) elo.Interval {
	if l.Engines == nil || d == (Mean{Roots: d.Roots, Games: d.Games}) {
		return l.Predict(d)
	}
	of := l.Engines.Of(l.says(d), squared)
	half := of.StdErr * confidence.Quantile95(min(l.freedom(d), max(1, float64(l.Engines.Count-1))))
	return elo.Interval{Value: of.Value, Low: of.Value - half, High: of.Value + half}
}

// usualMoves is the share of other moves at which the line's words say what it promised too much.
const usualMoves = 0.4

// engines says what the line promised too much of engines; "" if it is of the same baseline.
func (l *Line) engines() string {
	if l.Engines == nil {
		return ""
	}
	d := usualMoves * distanceOfMoves
	return fmt.Sprintf("engines   got %.0f ±%.0f Elo less than the line where %.0f %% of the moves differ, %.0f more or less from one to another: taken off",
		d*l.Engines.Mean, confidence.Z95*d*l.Engines.StdErr, 100*usualMoves, d*l.Engines.Engines)
}

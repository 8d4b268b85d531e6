package choice

import (
	"errors"
	"math"
)

// A Temperature is that of the evaluation, in centipawns.
type Temperature struct {
	Value  float64 `json:"value"`
	Fitted bool    `json:"fitted"`           // at the start weights; false: given
	StdErr float64 `json:"stderr,omitempty"` // by game; 0: not known, or given
}

// The temperatures that are looked for, in centipawns.
const (
	coldest = 1
	hottest = 10_000
)

// errTemperature says that no temperature is the best.
var errTemperature = errors.New("the start weights do not tell the teacher's choices: no temperature of theirs is the best; pass other start weights, or a temperature")

// FitTemperature finds the temperature at which the choice by the old evaluations has the least cross
// entropy with the teacher's. That is convex in its inverse.
func (r *Roots) FitTemperature() (Temperature, error) {
	low, high := 1.0/hottest, 1.0/coldest
	if slope, _ := r.slopes(low, nil); slope >= 0 {
		return Temperature{}, errTemperature
	}
	if slope, _ := r.slopes(high, nil); slope <= 0 {
		return Temperature{}, errTemperature
	}
	at := 1.0 / 50
	for range 100 {
		slope, bend := r.slopes(at, nil)
		if slope > 0 {
			high = at
		} else {
			low = at
		}
		next := at - slope/bend
		if !(next > low && next < high) {
			next = math.Sqrt(low * high)
		}
		if math.Abs(next-at) <= 1e-12*at {
			break
		}
		at = next
	}
	games := map[uint32]float64{}
	_, bend := r.slopes(at, games)
	squares := 0.0
	r.games(r.byGame(), func(game uint32, _ []int32) { squares += games[game] * games[game] })
	return Temperature{Value: 1 / at, Fitted: true, StdErr: math.Sqrt(squares) / bend / (at * at)}, nil
}

// slopes returns the first and second derivative of the cross entropy of the old evaluations by the
// inverse of their temperature, and adds the first by game to games.
func (r *Roots) slopes(inverse float64, games map[uint32]float64) (slope, bend float64) {
	var p []float64
	for _, g := range r.list {
		low, high := r.span(int(g))
		p = append(p[:0], r.old[low:high]...)
		softmax(p, r.old[low:high], 1/inverse)
		var mean, square, wanted float64
		for i, s := range r.old[low:high] {
			mean += p[i] * s
			wanted += r.target[low+i] * s
		}
		for i, s := range r.old[low:high] {
			square += p[i] * (s - mean) * (s - mean)
		}
		w := r.root[g].Weight
		slope += w * (mean - wanted)
		bend += w * square
		if games != nil {
			games[r.root[g].Game] += w * (mean - wanted)
		}
	}
	return slope, bend
}

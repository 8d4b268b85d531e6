package surface

import (
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"
)

// sweeps are the most rounds over all coefficients in search of a maximum; moved is the least that goes on.
const (
	sweeps = 200
	moved  = 1e-6
)

// maximum returns the point within the range at which a surface is highest, as climbing finds it from a start, one
// coefficient at a time. Where a surface curves upwards it goes to an end of the range.
func (m *Model) maximum(q *quadratic, start []float64) []float64 {
	alpha := append([]float64{}, start...)
	for range sweeps {
		largest := 0.0
		for i := range alpha {
			slope := q.g[i]
			for j, b := range alpha {
				if j != i {
					slope -= q.h.At(i, j) * b
				}
			}
			next := highest(slope, q.h.At(i, i), m.low[i], m.high[i])
			largest = max(largest, math.Abs(next-alpha[i]))
			alpha[i] = next
		}
		if largest < moved {
			break
		}
	}
	return alpha
}

// highest returns where slope·x − ½·curve·x² is highest from low to high.
func highest(slope, curve, low, high float64) float64 {
	if curve > 0 {
		return min(max(slope/curve, low), high)
	}
	at := func(x float64) float64 { return slope*x - curve*x*x/2 }
	if at(low) > at(high) {
		return low
	}
	return high
}

// A Gain is what is known of a point: Elo over 0.
type Gain struct {
	Alpha []float64 `json:"alpha"` // by direction
	Elo   float64   `json:"elo"`   // expected
	Error float64   `json:"error"` // standard
}

// Better is the probability that the point is better than 0.
func (g *Gain) Better() float64 {
	if g.Error == 0 {
		return 0
	}
	return distuv.UnitNormal.CDF(g.Elo / g.Error)
}

// At returns what is known of a point.
func (m *Model) At(alpha []float64) Gain {
	x, fixed := m.features(alpha)
	v := mat.NewVecDense(len(x), x)
	var w mat.VecDense
	_ = m.chol.SolveVecTo(&w, v)
	return Gain{Alpha: alpha, Elo: fixed + mat.Dot(v, m.mean), Error: math.Sqrt(max(0, mat.Dot(v, &w)))}
}

// Best returns the point that is expected to be the best.
func (m *Model) Best() Gain {
	q := m.at(m.mean)
	return m.At(m.maximum(&q, make([]float64, m.K())))
}

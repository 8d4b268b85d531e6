package spsa

import "math"

// A Value is how a parameter stands.
type Value struct {
	Param
	Now    float64 `json:"now"`
	Best   float64 `json:"best"`   // Now, rounded: what to play with
	Change float64 `json:"change"` // from the start, in units of C
	Trend  float64 `json:"trend"`  // part of Change that the last quarter of the results has made

	// Noise is the standard deviation that Change would have if the parameter had no influence, and
	// its range no ends: the root of the sum of the squared steps. A change of less than twice as
	// much shows nothing.
	Noise float64 `json:"noise"`
}

// Values returns how the parameters stand.
func (t *Tuner) Values() (list []Value) {
	now, before := t.recent[t.taken%t.lag], t.path[3*t.taken/4/t.stride]
	for i, p := range t.params {
		list = append(list, Value{
			Param: p, Now: now[i], Best: p.Nearest(now[i]),
			Change: (now[i] - p.Start) / p.C, Trend: (now[i] - before[i]) / p.C, Noise: math.Sqrt(t.moved[i]) / p.C,
		})
	}
	return list
}

// Path returns the values, in the order of the parameters, after every stride-th result from the
// start on; not to be written to.
func (t *Tuner) Path() (path [][]float64, stride int) { return t.path, t.stride }

package measures

import (
	"errors"
	"math"
)

// A Profile is how the mean squared error depends on a single weight, all others as in the file: a parabola with the
// slope and the curvature at the file's value.
type Profile struct {
	Name      string  `json:"name"`
	Value     float64 `json:"value"` // of the file
	MSE       float64 `json:"mse"`   // there
	Slope     float64 `json:"slope"`
	Curvature float64 `json:"curvature"`
	Rows      int     `json:"rows"`           // that count the weight; of none the loss does not depend on it
	Best      *Best   `json:"best,omitempty"` // if it was asked for, and found
}

// A Best is where a weight alone makes the error smallest.
type Best struct {
	Value float64 `json:"value"`
	MSE   float64 `json:"mse"`
}

var errNoBest = errors.New("the loss has no minimum near this weight")

// Profile measures how the error depends on a weight; best also searches for its minimum.
func (t *Test) Profile(w Change, best bool) (*Profile, error) {
	step := max(w.Half/2, math.Abs(w.Old)/100, leastStep)
	at, err := t.near(w, w.Old, step)
	if err != nil {
		return nil, err
	}
	out := &Profile{Name: w.Name, Value: w.Old, MSE: at.mse, Slope: at.slope, Curvature: at.curvature, Rows: at.rows}
	if best {
		out.Best, err = t.best(w, at, step)
	}
	return out, err
}

// leastStep is the smallest step of a difference quotient, and the precision of a minimum, in units of a weight.
const leastStep = 0.01

// A bend is the error as a function of a weight, up to its second derivative.
type bend struct {
	value, mse, slope, curvature float64
	rows                         int
}

// near measures the error about a value of a weight.
func (t *Test) near(w Change, value, step float64) (b bend, err error) {
	var mse [3]float64
	for i := range mse {
		w.Value = value + float64(i-1)*step
		c, err := t.with([]Change{w})
		if err != nil {
			return b, err
		}
		mse[i], b.rows = c.sums.squared/t.total, len(c.touched)
	}
	b.value, b.mse = value, mse[1]
	b.slope, b.curvature = (mse[2]-mse[0])/(2*step), (mse[2]-2*mse[1]+mse[0])/(step*step)
	return b, nil
}

// mostSteps bounds the search for a minimum: Newton's method takes three or four.
const mostSteps = 12

// best searches for the minimum by Newton's method. A step is halved until the error falls.
func (t *Test) best(w Change, at bend, step float64) (*Best, error) {
	for range mostSteps {
		if !(at.curvature > 0) {
			return nil, errNoBest
		}
		move := -at.slope / at.curvature
		if math.Abs(move) < leastStep {
			return &Best{at.value, at.mse}, nil
		}
		next, err := t.near(w, at.value+move, step)
		for err == nil && next.mse > at.mse && math.Abs(move) > leastStep {
			move /= 2
			next, err = t.near(w, at.value+move, step)
		}
		if err != nil {
			return nil, err
		}
		at = next
	}
	return nil, errNoBest
}

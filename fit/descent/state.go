package descent

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// A State is all that a run goes on from: plain data, which JSON and gob keep
// to the last bit. Matrices are not in it, but where they were made.
type State struct {
	Method     Method
	Iteration  int
	Passes     int
	Curvatures float64
	NonFinite  int
	FirstF     float64 // at the start

	Weights, Gradient []float64
	F, Gap            float64 // Gap is -1 if not estimated

	Watched float64 // last value of Watch
	Best    *Point  // of Watch
	Trail   Trail

	// LBFGS
	Memory []Pair    `json:",omitempty"` // oldest first
	Matrix Recipe    // of the matrix in use
	Recent []float64 `json:",omitempty"` // f of the last iterations, where the gap is guessed from its fall or f has kinks
	Length float64   `json:",omitempty"` // of the first trial of the next step, as a share of its direction, if f has kinks; 0: 1

	// LevenbergMarquardt: the damping and what a refused step multiplies it by
	Damping, Growth float64

	// Adam and SGD
	First, Second []float64 `json:",omitempty"` // moments of the gradient
	Updates       int       // of the moments since they were 0
	Scale         float64   // largest derivative at the start
	Rate          float64
	RateAt        int // iteration of its last cut
	Rises         int // running
	Backoffs      int
	Lowest        *Point
	Checked       int // iteration of the last estimate of the gap
}

// A Point is a point that a run may come back to.
type Point struct {
	Iteration         int
	Value             float64 // what it is best by
	F, Gap            float64
	Weights, Gradient []float64
}

// A Pair is a step and the change of the gradient over it.
type Pair struct{ S, Y []float64 }

// A Recipe says how a matrix was made.
type Recipe struct {
	Weights   []float64 `json:",omitempty"`
	Every     int       // from one row in so many
	Iteration int
	Gap       float64 // before it
	Retried   bool    // whether the last search needed more than one trial
}

// clone returns a copy that the run does not change.
func (s *State) clone() State {
	c := *s
	for _, p := range []*[]float64{&c.Weights, &c.Gradient, &c.Matrix.Weights, &c.Recent, &c.First, &c.Second} {
		*p = slices.Clone(*p)
	}
	c.Memory = slices.Clone(s.Memory) // pairs are never changed
	c.Trail = slices.Clone(s.Trail)   // nor are marks and points
	return c
}

// fits says whether a run with method, size and bounds can go on from the state.
func (s *State) fits(m Method, n int, within box) error {
	if s.Method != m {
		return fmt.Errorf("resume: a state of %v cannot go on with %v: pass the same method", s.Method, m)
	}
	if s.Iteration < 0 || s.Passes < 0 || s.Updates < 0 || s.Matrix.Weights != nil && s.Matrix.Every < 1 {
		return errors.New("resume: a state with counts that cannot be: pass one that a run has given")
	}
	all, points := s.vectors()
	for _, w := range all {
		if len(w) != n || !finite(s.F, w) {
			return fmt.Errorf("resume: a state of %d weights, objective of %d: pass the state of this objective", len(w), n)
		}
	}
	for _, w := range points {
		if within.clip(slices.Clone(w)) {
			return errors.New("resume: a state with weights beyond the bounds: pass the state of this objective")
		}
	}
	return nil
}

// vectors returns all that has a value for each weight, and those of them that are points
// of the search.
func (s *State) vectors() (all, points [][]float64) {
	all, points = [][]float64{s.Weights, s.Gradient}, [][]float64{s.Weights}
	for _, p := range s.Memory {
		all = append(all, p.S, p.Y)
	}
	for _, t := range s.Trail {
		all = append(all, t.Weights)
	}
	for _, p := range []*Point{s.Best, s.Lowest} {
		if p != nil {
			all, points = append(all, p.Weights, p.Gradient), append(points, p.Weights)
		}
	}
	if s.Matrix.Weights != nil {
		all = append(all, s.Matrix.Weights)
	}
	if s.Method == Adam || s.Method == SGD {
		all = append(all, s.First, s.Second)
	}
	return all, points
}

// A Trail holds earlier weights, enough of them to look back a tenth of the
// iterations.
type Trail []Mark

// A Mark is where a run was.
type Mark struct {
	Iteration int
	Weights   []float64
}

// add keeps marks that are 5 % of the iterations apart.
func (t *Trail) add(iteration int, w []float64) {
	if n := len(*t); n > 0 && 20*iteration < 21*(*t)[n-1].Iteration {
		return
	}
	for len(*t) > 1 && 10*(*t)[1].Iteration <= 9*iteration {
		*t = (*t)[1:]
	}
	*t = append(slices.Clip(*t), Mark{iteration, slices.Clone(w)})
}

// change returns the largest change of a weight over at least the last tenth of
// the iterations.
func (t Trail) change(iteration int, w []float64) (largest float64) {
	for i := len(t) - 1; i >= 0; i-- {
		if 10*t[i].Iteration > 9*iteration && i > 0 {
			continue
		}
		for j, v := range t[i].Weights {
			largest = max(largest, math.Abs(w[j]-v))
		}
		return largest
	}
	return 0
}

package sigma

import (
	"example.org/centipawn/loop/campaign"
	"example.org/centipawn/loop/lesson"
)

// A Point is how a network stood at a step.
type Point struct {
	Step   int          `json:"step"`         // steps that have been taken
	Policy Number       `json:"train_policy"` // mean loss of the steps since the point before
	Value  Number       `json:"train_value"`
	Test   lesson.Grade `json:"test"` // what it knew of lessons held out
}

// Number is lesson.Number.
type Number = lesson.Number

// Metrics are a training in numbers.
type Metrics struct {
	Lessons  lesson.Summary `json:"lessons"`
	Train    int            `json:"train"` // lessons that were taught
	Test     int            `json:"test"`  // lessons held out
	Steps    int            `json:"steps"` // that were taken
	Points   []Point        `json:"points"`
	Measured int            `json:"measured"` // lessons held out that each point was measured on
}

// Last returns the last point.
func (m *Metrics) Last() Point { return m.Points[len(m.Points)-1] }

// An Iteration is games, a training and a gate in numbers.
type Iteration struct {
	Number  int     `json:"iteration"` // from 1
	Played  Played  `json:"played"`
	Learned Metrics `json:"learned"`
	Gate    *Gate   `json:"gate,omitempty"`
	Best    int     `json:"best"` // iteration whose network plays next; 0: that of the warm start
}

// A Gate is what came of the match of a new network against the best so far.
type Gate struct {
	Wins   int `json:"wins"` // of the new network
	Draws  int `json:"draws"`
	Losses int `json:"losses"`
	campaign.Gate
}

// A Report is what a run has come to.
type Report struct {
	Parameters int          `json:"parameters"` // of the network
	Warm       *Metrics     `json:"warm,omitempty"`
	Iterations []*Iteration `json:"iterations,omitempty"`
}

package weights

import (
	"fmt"

	"example.org/centipawn/internal/plaintext"
)

// A Choice says how weights were fitted to a teacher's choice among the moves of positions, and how
// well they choose.
type Choice struct {
	Temperature float64 `json:"temperature"`    // of what was fitted, in the unit of its weights
	Teacher     float64 `json:"teacher"`        // of the teacher's values, centipawns
	K           float64 `json:"k"`              // of the teacher's expected scores
	Slope       float64 `json:"slope,omitzero"` // of the new on the old evaluation within positions; 0: not known
	Train       int     `json:"train"`          // positions
	Test        int     `json:"test"`           // positions

	// On the test positions or, without any, the training positions.
	CrossEntropy Interval `json:"crossentropy"`
	Entropy      float64  `json:"entropy"`  // of the teacher: no cross entropy is lower
	Accuracy     Interval `json:"accuracy"` // share of positions where the move of the highest evaluation is the teacher's best
	Regret       Interval `json:"regret"`   // expected score that this move loses
}

// String says how the choice was fitted, nothing of nil.
func (c *Choice) String() string {
	if c == nil {
		return ""
	}
	return fmt.Sprintf("of %s positions at a temperature of %.4g, the teacher's %.4g cp", plaintext.Thousands(c.Train), c.Temperature, c.Teacher)
}

// Errors says how well the weights choose, nothing of nil.
func (c *Choice) Errors() string {
	if c == nil {
		return ""
	}
	part, n := "test", c.Test
	if n == 0 {
		part, n = "training", c.Train
	}
	return fmt.Sprintf("%s %s positions, teacher's move %s, regret %s, cross entropy %s (the teacher's own %s)", plaintext.Thousands(n), part,
		c.Accuracy.print(SixDecimals), c.Regret.print(SixDecimals), c.CrossEntropy.print(SixDecimals), SixDecimals(c.Entropy))
}

package provenance

import (
	"fmt"

	"example.org/centipawn/internal/plaintext"
)

// Rounding says what rounding all weights to whole centipawns costs.
type Rounding struct {
	Weights     int     `json:"weights"`      // rounded weights
	TrainChange float64 `json:"train_change"` // relative change of the loss: rounded over fitted, minus 1
	TestChange  float64 `json:"test_change,omitzero"`
	Signs       float64 `json:"signs"` // share of the rows whose evaluation changes its sign
}

// String says what rounding costs, nothing of nil.
func (r *Rounding) String() string {
	if r == nil {
		return ""
	}
	s := fmt.Sprintf("%s weights to whole centipawns: training loss %+.4f %%", plaintext.Thousands(r.Weights), 100*r.TrainChange)
	if r.TestChange != 0 {
		s += fmt.Sprintf(", test loss %+.4f %%", 100*r.TestChange)
	}
	return s + fmt.Sprintf(", sign of the evaluation changed in %.3f %% of the rows", 100*r.Signs)
}

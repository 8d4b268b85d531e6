// Package directions measures changes of an evaluation against one another on the same rows: how far each
// moves the expected scores, and how much of the way two have in common.
//
// It makes no fits: package command/directions does, and asks it.
package directions

// A Table says how changes of an evaluation move its expected scores on rows. Δe of a row is the expected score
// after the change less that before it, both by K.
type Table struct {
	Names []string `json:"names"` // of the changes
	K     float64  `json:"k"`     // of the expected scores
	Rows  int      `json:"rows"`

	Distance []float64 `json:"distance"` // by change: the mean of |Δe|, 0 to 1

	// Gram is the mean of Δe·Δe of two changes, in expected score²; its diagonal is the mean square of each.
	Gram [][]float64 `json:"gram"`

	// Correlation is Gram scaled to a diagonal of 1; 0 beside a change that moves nothing.
	Correlation [][]float64 `json:"correlation"`
}

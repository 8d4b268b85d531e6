package linear

import (
	"errors"

	"example.org/centipawn/fit/rows"
	"example.org/centipawn/internal/shards"
)

// A Problem is least squares of the training rows, or Huber's loss of them.
type Problem struct {
	*rows.Job
	Delta      float64 // of Huber, centipawns; 0: least squares
	Ridge      float64 // rows, see fit.Options.Ridge
	Intercepts bool    // one a source
	Iterations int     // of reweighting, at most
	Tolerance  float64 // see fit.Options.Tolerance

	// Exchange, if it is not nil, shares the sums of products with other processes. What follows the
	// estimate is for the one that leads.
	Exchange shards.Exchange
}

// An Estimate is what the passes gave.
type Estimate struct {
	Beta       []float64
	Intercepts []rows.SourceIntercept
	System     *System // least squares of the data, without ridge
	Factor     *Factor // of system
	Bread      *System // the derivative of the scores, for standard errors
	Rounds     int     // of reweighting
	Change     float64 // of the last round, see fit.Options.Tolerance
	Converged  bool
}

// ErrNoRows reports an empty training part.
var ErrNoRows = errors.New("fit: no row is left for training")

// NoScores is why there may be none.
const NoScores = "their labels are scores, and the rows have none; results are fitted with -loss sigmoid"

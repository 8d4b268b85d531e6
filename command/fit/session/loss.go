package session

import (
	"fmt"

	"example.org/centipawn/fit"
	"example.org/centipawn/matrix"
	"example.org/centipawn/winprob"
)

// chooseLoss takes the sigmoid loss, if none was given, for rows of which some have results and none
// a score.
func (s *session) chooseLoss(data *data) error {
	if !s.AutoLoss {
		return nil
	}
	alone, err := resultsAlone(data)
	if alone && err == nil {
		s.Fit.Loss = fit.Sigmoid
		fmt.Fprintln(s.std.Err, "no row has a score: results are fitted, as with -loss sigmoid")
	}
	return err
}

// resultsAlone reads rows up to the first score.
func resultsAlone(data *data) (alone bool, err error) {
	var b matrix.Block
	for i := range data.Blocks() {
		if err := data.ReadBlock(i, &b); err != nil {
			return false, err
		}
		for j, score := range b.Score {
			if winprob.Score(score) != winprob.NoScore {
				return false, nil
			}
			alone = alone || b.Result[j] != matrix.ResultUnknown || b.Expected != nil && b.Expected[j] == b.Expected[j]
		}
	}
	return alone, nil
}

package session

import (
	"fmt"

	"example.org/centipawn/fit"
	"example.org/centipawn/matrix"
	"example.org/centipawn/winprob"
)

// scoreK is the K of scores in labels where no result says what a score is worth: they keep their unit.
const scoreK = 1

// chooseLoss takes what rows can serve, where nothing else was asked for: the sigmoid loss for rows of
// which some have results and none a score, and the scores as labels where a loss of expected scores
// finds no result.
func (s *session) chooseLoss(data *data) error {
	if s.AutoLoss {
		has, err := labels(data, kinds{scores: true})
		if err != nil {
			return err
		}
		if has.results && !has.scores {
			s.Fit.Loss = fit.Sigmoid
			fmt.Fprintln(s.std.Err, "no row has a score: results are fitted, as with -loss sigmoid")
		}
	}
	target := &s.Fit.Target
	if !s.Fit.Loss.Expected() || s.Fit.Loss == fit.WDL || !s.AutoShare && target.ScoreShare < 1 || target.LabelK != nil && target.ScoreShare == 1 {
		return nil
	}
	has, err := labels(data, kinds{results: true})
	if err != nil || !has.scores || has.results {
		return err
	}
	if target.ScoreShare = 1; target.LabelK == nil {
		target.LabelK = []float64{scoreK}
	}
	fmt.Fprintf(s.std.Err, "no row has a result: scores are fitted, as with -lambda 0 -label-k %g\n", target.LabelK[0])
	return nil
}

// kinds says which kinds of labels rows have.
type kinds struct{ scores, results bool }

// labels reads rows up to the first that has one of the kinds of until.
func labels(data *data, until kinds) (has kinds, err error) {
	var b matrix.Block
	for i := range data.Blocks() {
		if err := data.ReadBlock(i, &b); err != nil {
			return has, err
		}
		for j, score := range b.Score {
			has.scores = has.scores || winprob.Score(score) != winprob.NoScore
			has.results = has.results || b.Result[j] != matrix.ResultUnknown || b.Expected != nil && b.Expected[j] == b.Expected[j]
			if until.scores && has.scores || until.results && has.results {
				return has, nil
			}
		}
	}
	return has, nil
}

// Package advice asks how well package fit/advice predicts Elo.
//
// It fits the set standard to labelled positions, whole and, for each of its families, without that family.
// Then it asks each of these evaluations what it lacks, by its values alone, on games that it was not fitted
// to: the family that was left out should come first, and its gain should be large where the whole wins many
// games against the part.
//
// The family of piece-square tables is left out by tying each piece's table to one value: what the pieces are
// worth stays.
//
// Source: package fit/advice for the score test; a family's worth is that of an ablation study.
package advice

import (
	"context"
	"fmt"

	"example.org/centipawn/experiments/onfiles"
)

// Run fits, asks and plays. If it is stopped in a match, the result holds what was found before.
func Run(ctx context.Context, files []string, opt Options) (*Result, error) {
	trial, err := onfiles.NewTrial(files, opt.Options)
	if err != nil {
		return nil, fmt.Errorf("advice: %w", err)
	}
	x := &run{Trial: trial, opt: opt, result: &Result{Limit: opt.Limit.String(), Lambda: opt.Lambda}}
	if err := x.read(ctx); err != nil {
		return nil, err
	}
	if err := x.fitAll(ctx); err != nil {
		return nil, err
	}
	err = x.play(ctx)
	x.result.Correlation = correlate(x.result.Parts)
	return x.result, err
}

// Package paired measures weights files on the same rows: as an engine plays them, and with an intercept
// each. It decides which rows these are, which labels they have, and the K of each file, so that every
// command and page prints the figures that fit prints of weights and of those that it began with.
package paired

import (
	"context"
	"errors"
	"slices"

	"example.org/centipawn/fit/rows"
	"example.org/centipawn/internal/memory"
	"example.org/centipawn/matrix"
	"example.org/centipawn/weights"
)

// A Selection says on which rows of a set the loss of a weights file is shown, and by which labels: the test
// rows of its fit or, if the rows had no part in it, all.
type Selection struct {
	Part string  // which rows they are, in words
	Note string  // what is doubtful about that
	K    float64 // 0: labels are centipawns

	Target rows.Target
	Split  rows.Split
	Want   rows.Part // which of the split
	Exact  bool      // they are those of the fit's test
}

// errKind is the error of weights that have no loss per row.
var errKind = errors.New("policy weights have no loss per row")

// noteOtherLabels is the note where the labels of the fit are missing.
const noteOtherLabels = "The weights were fitted to scores, too; these rows have results only."

// hasLoss returns errKind for weights that have no loss per row.
func hasLoss(f *weights.File) error {
	if f.Kind != weights.Evaluation || f.Provenance.OfMoves() {
		return errKind
	}
	return nil
}

// ErrNoRows is the error of rows of which none can be measured.
var ErrNoRows = errors.New("no row has a label that these weights predict")

// Select returns the selection of a file that has a loss.
func Select(ctx context.Context, f *weights.File, set *matrix.Set) (s Selection, err error) {
	if err := hasLoss(f); err != nil {
		return s, err
	}
	if s.Target, err = s.labels(ctx, f, set); err != nil {
		return s, err
	}
	s.Split = s.rows(f, set)
	return s, nil
}

// OnlyResults makes the selection one by results, where rows have no scores; false if it is one already.
func (s *Selection) OnlyResults() bool {
	if s.Target.ScoreShare == 0 {
		return false
	}
	s.Target.ScoreShare, s.Note = 0, noteOtherLabels
	return true
}

// labels returns what the labels are: those of the fit or, if the file names no fit, scores if there are any, and
// else results.
func (s *Selection) labels(ctx context.Context, f *weights.File, set *matrix.Set) (rows.Target, error) {
	p := &f.Provenance
	var target rows.Target
	if p.Loss == "" {
		scored, err := hasScores(ctx, set)
		if err != nil || scored {
			return target.WithDefaults(), err
		}
		s.K, s.Note = 1, "The file names no fit: results are predicted with K = 1."
		return rows.Target{Expected: true}.WithDefaults(), nil
	}
	target = rows.Target{Expected: p.Probabilistic(), Results: p.Loss == "wdl", Clip: p.Clip}
	if p.Mates == rows.MatesDrop.String() {
		target.Mates = rows.MatesDrop
	}
	if !target.Expected {
		return target.WithDefaults(), nil
	}
	if p.K == nil {
		return target, errors.New("the file has no K: it predicts no expected scores")
	}
	s.K = p.K.Value
	switch p.Target {
	case "score":
		target.ScoreShare = 1
	case "blend":
		target.ScoreShare = 1 - p.Lambda
	}
	if target.ScoreShare > 0 {
		if len(p.LabelK) == 0 {
			return target, errors.New("the file does not name the K that turned scores into its labels")
		}
		target.LabelK = labelK(f, set)
	}
	return target.WithDefaults(), nil
}

// hasScores reports whether any row has a score.
func hasScores(ctx context.Context, set *matrix.Set) (found bool, err error) {
	var block matrix.Block
	for b := 0; b < set.Blocks() && !found && err == nil; b++ {
		if ctx.Err() != nil {
			return false, context.Cause(ctx)
		}
		err = memory.Guard(func() error {
			if err := set.ReadBlock(b, &block); err != nil {
				return err
			}
			found = slices.ContainsFunc(block.Score, func(s int16) bool { return s != matrix.NoScore })
			return nil
		})
	}
	return found, err
}

// labelK returns the K of the scores by source of the set.
func labelK(f *weights.File, set *matrix.Set) (list []float64) {
	given := f.Provenance.LabelK
	for _, s := range set.Provenance().Sources {
		k := given[len(given)-1].K
		for _, g := range given {
			if g.Source == s.Name {
				k = g.K
			}
		}
		list = append(list, k)
	}
	return list
}

// interceptsOf returns the intercepts of the fit by source of the set.
func interceptsOf(f *weights.File, set *matrix.Set) (list []rows.SourceIntercept) {
	for i, s := range set.Provenance().Sources {
		for _, a := range f.Provenance.Intercepts {
			if a.Source == s.Name {
				list = append(list, rows.SourceIntercept{Source: uint8(i), Value: a.Value})
			}
		}
	}
	return list
}

// MostRows limits the sample that is taken where the test of a fit does not say which rows. It is taken by whole games, so
// it may be some rows larger.
const MostRows = 200_000

// rows returns which rows are taken: the test of the fit if they come from a file that it was fitted to, or its test
// set, else all, or a sample of MostRows.
func (s *Selection) rows(f *weights.File, set *matrix.Set) rows.Split {
	p := &f.Provenance
	if within(set, p.TestSet) {
		s.Part, s.Want, s.Exact = "the fit's test set", rows.AllRows, true
		return rows.Split{By: rows.SplitNone}.WithDefaults()
	}
	switch {
	case !within(set, p.Sources):
		return s.all(set)
	case !p.HeldOut() || p.Split.Kind == "set":
		s.Note = "The weights were fitted to these rows: their loss is smaller here than on others."
		return s.all(set)
	}
	s.Part, s.Want, s.Exact = "those of the fit's test", rows.Test, true
	if p.Blend != nil {
		s.Note = "The weights went on from there towards other fits, which may have seen these rows."
	}
	split := rows.Split{Share: p.Split.Share, Seed: p.Split.Seed}
	if p.Split.Kind == rows.SplitPosition.String() {
		split.By = rows.SplitPosition
	}
	return split
}

// all takes all rows, or a sample of MostRows.
func (s *Selection) all(set *matrix.Set) rows.Split {
	s.Part, s.Want = "all that there are", rows.AllRows
	if n := set.Rows(); n > MostRows {
		s.Part, s.Want = "a sample by games", rows.Test
		return rows.Split{Share: MostRows / float64(n)}.WithDefaults()
	}
	return rows.Split{By: rows.SplitNone}.WithDefaults()
}

// within reports whether any source of the rows is one of some files.
func within(set *matrix.Set, files []weights.Source) bool {
	return slices.ContainsFunc(set.Provenance().Sources, func(in matrix.Source) bool {
		return in.SHA256 != "" && slices.ContainsFunc(files, func(o weights.Source) bool { return o.SHA256 == in.SHA256 })
	})
}

// ModelOf returns a file as a model of rows, with the intercepts of its fit.
func ModelOf(f *weights.File, set *matrix.Set, k float64) rows.Model {
	m := rows.Model{K: k, Intercepts: interceptsOf(f, set)}
	for _, w := range f.Weights() {
		m.Weights = append(m.Weights, rows.NamedWeight{Name: w.Name, Value: w.Value})
	}
	return m
}

package proof

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"example.org/centipawn/datasets/input"
	"example.org/centipawn/extract"
	"example.org/centipawn/features"
	"example.org/centipawn/fit"
	"example.org/centipawn/matrix"
	"example.org/centipawn/weights"
	"example.org/centipawn/weights/fitted"
	"example.org/centipawn/winprob"
)

// A Holdout is what both evaluations say of the results of games that neither was
// fitted to. Each has its own best K there: the scale of an evaluation decides
// nothing in a game.
type Holdout struct {
	File     string         `json:"file"` // base name
	N        int            `json:"n"`
	Games    int            `json:"games"`
	K        [2]float64     `json:"k"`   // of A and B
	MSE      [2]float64     `json:"mse"` // of expected scores
	Change   fit.Difference `json:"change"`
	Relative float64        `json:"relative"` // of A's MSE
}

// holdout measures the change from b to a on a file: below 0 a is better.
func (o *Options) holdout(ctx context.Context, file string, a, b *weights.File) (*Holdout, error) {
	h := &Holdout{File: filepath.Base(file)}
	var found [2]*fit.Evaluation
	for i, w := range []*weights.File{a, b} {
		set, err := o.read(ctx, file, w)
		if err != nil {
			return nil, err
		}
		if found[i], h.K[i], err = evaluate(ctx, set, w); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		m := found[i].Metrics(o.Bootstrap)
		h.N, h.Games, h.MSE[i] = m.N, m.Games, m.MSE
	}
	c, err := fit.Compare(found[1], found[0], o.Bootstrap)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	h.Change, h.Relative = c.MSE, c.Relative.Value
	return h, nil
}

// unseen refuses a file that either of the weights was fitted to. The hash decides: the same
// games in another file are not known.
func (o *Options) unseen(file string, a, b *weights.File) error {
	sum, err := input.HashFile(file)
	if err != nil {
		return err
	}
	names := []string{o.New, o.Old}
	for i, w := range []*weights.File{a, b} {
		if slices.ContainsFunc(w.Provenance.Sources, func(s weights.Source) bool { return s.SHA256 == sum }) {
			return fmt.Errorf("%s: %s was fitted to it: pass games that neither evaluation has seen", file, names[i])
		}
	}
	return nil
}

// read counts the terms of a file's positions.
func (o *Options) read(ctx context.Context, file string, w *weights.File) (*matrix.Set, error) {
	set, err := features.Lookup(w.Set)
	if err != nil {
		return nil, err
	}
	opt := o.Read
	opt.Set = set
	rows, _, err := extract.Memory(ctx, []string{file}, opt)
	return rows, err
}

// evaluate returns the errors of an evaluation at its own best K.
func evaluate(ctx context.Context, rows *matrix.Set, w *weights.File) (*fit.Evaluation, float64, error) {
	m := fit.Model{Name: w.Set, Weights: fitted.Named(w)}
	target, whole := fit.Target{Expected: true}, fit.Split{By: fit.SplitNone}
	var points winprob.Points
	for p, err := range fit.Predict(ctx, rows, m, fit.PredictOptions{Target: target, Split: whole}) {
		if err != nil {
			return nil, 0, err
		}
		points.Score = append(points.Score, float32(p.Predicted))
		points.Expected = append(points.Expected, float32(p.Label))
		points.Cluster = append(points.Cluster, p.Game)
	}
	k, err := winprob.FitK(&points, winprob.KOptions{})
	if err != nil {
		return nil, 0, err
	}
	m.K = k.K
	found, err := fit.Evaluate(ctx, rows, fit.AllRows, []fit.Model{m}, fit.EvalOptions{Target: target, Split: whole})
	if err != nil {
		return nil, 0, err
	}
	return found[0], k.K, nil
}

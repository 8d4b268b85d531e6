package texel

import (
	"context"
	"errors"

	"example.org/centipawn/experiments/onfiles"
	"example.org/centipawn/features"
	"example.org/centipawn/fit"
)

// Run trains on the first file and tests on the others, or, if there are none, on
// a part of the first file's games.
func Run(ctx context.Context, files []string, opt Options) (*Result, error) {
	opt = opt.WithDefaults()
	if len(files) == 0 {
		return nil, errors.New("texel: no file to train on")
	}
	var sources []source
	for _, name := range files {
		s, err := read(ctx, name, opt.Read)
		if err != nil {
			return nil, err
		}
		sources = append(sources, s)
	}
	x := &run{Options: opt, train: sources[0], tests: sources[1:], start: onfiles.Published(features.PeSTO)}
	x.Fit.Loss = fit.Sigmoid
	x.Fit.Target.Expected = true
	if len(x.tests) > 0 {
		x.Fit.Split.By = fit.SplitNone
	}
	if err := x.all(ctx); err != nil {
		return nil, err
	}
	return &x.result, nil
}

func (x *run) all(ctx context.Context) error {
	x.result.Train, x.result.Rows = x.train.name, x.train.set.Rows()
	for _, step := range []func(context.Context) error{x.fitModels, x.test, x.compareMethods, x.compareStarts} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// mirror ties each square to its mirror image on the other wing.
var mirror = []fit.Tie{
	{Patterns: []string{"pst.*.a[1-8]*", "pst.*.h[1-8]*"}}, {Patterns: []string{"pst.*.b[1-8]*", "pst.*.g[1-8]*"}},
	{Patterns: []string{"pst.*.c[1-8]*", "pst.*.f[1-8]*"}}, {Patterns: []string{"pst.*.d[1-8]*", "pst.*.e[1-8]*"}},
}

// fitModels fits K and the models.
func (x *run) fitModels(ctx context.Context) error {
	opt := x.Fit
	opt.Texel.Start = x.start
	for _, m := range []struct {
		model     int
		intercept fit.Intercept
		ties      []fit.Tie
	}{{fitted, fit.NoIntercept, nil}, {withIntercept, fit.WithIntercept, nil}, {mirrored, fit.NoIntercept, mirror}} {
		opt.Intercept, opt.Texel.Ties = m.intercept, m.ties
		r, err := x.fit(ctx, modelNames[m.model], opt)
		if err != nil {
			return err
		}
		if x.result.K == nil {
			x.result.K = r.K
		}
		x.models[m.model] = r.Model(modelNames[m.model])
		x.result.Fits = append(x.result.Fits, r)
	}
	x.models[published] = fit.Model{Name: modelNames[published], Weights: x.start, K: x.result.K.Value}
	x.models[exported] = x.models[withIntercept]
	x.models[exported].Name, x.models[exported].Intercepts = modelNames[exported], nil
	x.result.Games = x.result.Fits[0].Train.Games
	x.result.Intercept = x.models[withIntercept].Intercepts[0]
	return nil
}

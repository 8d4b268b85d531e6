// Package texel asks what Texel tuning gives, on any positions with results: it
// fits PeSTO's 768 values to one file and tests them on others.
//
// The tuners of the field print one number, the mean squared error on the rows
// that they were trained on. Here are the questions that it leaves open:
//
//	errors        is the fit better than the published values on games of another source, and is that more than luck?
//	calibration   are its expected scores right in every phase?
//	intercept     what does White's advantage in the data do to the weights, and what on a test file?
//	methods       how far from the optimum does each minimiser end, after how many passes?
//	five starts   the squared loss of expected scores is not convex: is there one optimum?
//	leakage       what do training and test have in common?
//
// K is fitted once, at the published values and on the training file, and is the
// same for every model: none has a scale of its own to gain by.
//
// Source: P. Österlund, "Texel's Tuning Method" (2014); R. Friederich, "PeSTO's
// Evaluation Function".
package texel

import (
	"context"
	"errors"

	"example.org/centipawn/experiments/onfiles"
	"example.org/centipawn/extract"
	"example.org/centipawn/features"
	"example.org/centipawn/fit"
	"example.org/centipawn/matrix"
	"example.org/centipawn/winprob"
)

// Options configures [Run].
type Options struct {
	// Options are those of the fits. Texel.PriorRows pull to published PeSTO: without
	// them the weights of a few hundred games run away, for such games can be
	// distinguished.
	onfiles.Options

	// Passes bounds the passes of Adam and SGD. Zero means 2000.
	Passes int
}

// WithDefaults returns o with its zero fields set to their defaults.
func (o Options) WithDefaults() Options {
	o.Fit = o.Fit.WithDefaults()
	if o.Passes == 0 {
		o.Passes = 2000
	}
	return o
}

// The models, in the order of the tables, as indices into Test.Metrics.
const (
	published = iota
	fitted
	withIntercept
	exported // the same weights without their intercept
	mirrored
	models
)

var modelNames = [models]string{
	published:     "published PeSTO",
	fitted:        "fitted, no intercept",
	withIntercept: "fitted with intercept",
	exported:      "the same, intercept omitted",
	mirrored:      "fitted, files mirrored",
}

// A Result is what [Run] found.
type Result struct {
	Train string `json:"train"` // the file's base name
	Rows  int    `json:"rows"`  // of the file
	Games int    `json:"games"` // that were trained on

	K         *fit.KResult        `json:"k"`         // of published PeSTO
	Intercept fit.SourceIntercept `json:"intercept"` // of the training file, centipawns
	Fits      []*fit.Result       `json:"fits"`      // fitted, withIntercept and mirrored

	Tests   []*Test  `json:"tests"`
	Methods []Method `json:"methods"`
	Starts  []Start  `json:"starts"`
}

// A Test is the models on the rows of a test file, or of the test part.
type Test struct {
	Name  string `json:"name"`
	Rows  int    `json:"rows"`
	Games int    `json:"games"`

	Metrics []*fit.Metrics    `json:"metrics"` // by model
	MSE     []*fit.Comparison `json:"mse"`     // by model, against published PeSTO; nil for itself
	LogLoss []*fit.Difference `json:"logloss"` // by model, against published PeSTO; nil for itself

	Overall []winprob.Curve   `json:"overall"`  // by model
	ByPhase [][]winprob.Curve `json:"by_phase"` // by model and quarter of the phase, endings first

	Leakage Leakage `json:"leakage"`
}

// phaseEdges cut the phase into quarters.
var phaseEdges = []float64{0, 0.25, 0.5, 0.75, 1}

// A source is a file in memory.
type source struct {
	name   string
	matrix *matrix.Matrix
	set    *matrix.Set
}

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

// read counts a file.
func read(ctx context.Context, name string, opt extract.Options) (s source, err error) {
	opt.Set = features.PeSTO
	var memory *matrix.Memory
	rep, err := extract.Run(ctx, []string{name}, func(schema matrix.Schema) (_ matrix.Writer, err error) {
		memory, err = matrix.NewMemory(schema)
		return memory, err
	}, opt)
	if err != nil {
		return s, err
	}
	s.name = rep.Sources[0].Name
	if s.matrix, err = memory.Matrix(); err != nil {
		return s, err
	}
	s.set, err = matrix.Join(s.matrix)
	return s, err
}

// A run is an experiment under way.
type run struct {
	Options
	train  source
	tests  []source
	start  []fit.NamedWeight
	models [models]fit.Model
	result Result
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

// fit fits the training file from a start and reports it.
func (x *run) fit(ctx context.Context, what string, opt fit.Options) (*fit.Result, error) {
	opt.Texel.Scale, opt.Texel.Prior = fit.ScaleNone, x.start
	if opt.Texel.K == 0 && x.result.K != nil {
		opt.Texel.K = x.result.K.Value
	}
	return x.FitTo(ctx, what, x.train.set, opt)
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

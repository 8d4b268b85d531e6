// Package quiescence asks what it does to a fit when positions in which captures
// are due are dropped, or replaced by their quiescence leaves.
//
// It fits pesto and standard to one file's results three times: to all positions
// as they are, without those whose quiescence search is far from their static
// evaluation, and to the leaves. Each fit is tested on the positions of other
// games twice, as they are and at their leaves, where an engine evaluates; on the
// same rows, with intervals by games.
//
// K is fitted once, for published PeSTO on the training positions as they are,
// and is the same for every model.
//
// Source: A. Grant, "Evaluation & Tuning in Chess Engines" (2020), section 2.2,
// for the leaves.
package quiescence

import (
	"context"
	"errors"
	"fmt"

	"example.org/centipawn/engine/quiet"
	"example.org/centipawn/experiments/onfiles"
	"example.org/centipawn/extract"
	"example.org/centipawn/features"
	"example.org/centipawn/features/standard"
	"example.org/centipawn/fit"
	"example.org/centipawn/fit/descent"
	"example.org/centipawn/matrix"
)

// Options configures [Run].
type Options struct {
	// Read says how the files are read. Its set and its quiescence are not used.
	Read extract.Options

	// Search judges the positions.
	Search *quiet.Search

	// Bound, in centipawns, is where positions are dropped.
	Bound int

	// Fit says how a test part is split off where there is no test file, how
	// intervals are drawn, penalties, and the threads.
	Fit fit.Options

	// Report, if not nil, gets every fit that has ended.
	Report func(what string, r *fit.Result)
}

// A Result is what [Run] found.
type Result struct {
	Train  string  `json:"train"` // the file's base name
	Search string  `json:"search"`
	Bound  int     `json:"bound"`
	K      float64 `json:"k"` // of published PeSTO on the training file as it is

	Treatments []Treatment `json:"treatments"`
	Models     []Model     `json:"models"` // by set, in the order of treatments
	Tests      []string    `json:"tests"`  // every file as it is, and at its leaves
}

// A Treatment is what was done to the training file.
type Treatment struct {
	Name    string `json:"name"`
	Rows    int    `json:"rows"`    // left
	Changed int    `json:"changed"` // of these, replaced
}

// A Model is a set fitted to the training file after a treatment.
type Model struct {
	Set       string  `json:"set"`
	Treatment string  `json:"treatment"`
	Train     float64 `json:"train_mse"` // on its own rows
	Tests     []Test  `json:"tests"`     // by test
}

// A Test is a model on the rows of a test.
type Test struct {
	N       int            `json:"n"`
	Games   int            `json:"games"`
	MSE     float64        `json:"mse"`
	LogLoss float64        `json:"logloss"`
	Change  fit.Difference `json:"change"` // of the MSE, against the set fitted to the positions as they are
}

// The treatments, in the order in which they are compared.
var treatments = []string{asTheyAre, "far ones dropped", atLeaves}

const (
	asTheyAre = "as they are"
	atLeaves  = "replaced by leaves"
)

// Run trains on the first file and tests on the others, or, if there are none, on
// a part of the first file's games.
func Run(ctx context.Context, files []string, opt Options) (*Result, error) {
	if len(files) == 0 || opt.Search == nil {
		return nil, errors.New("quiescence: want a file to train on, and a search")
	}
	opt.Fit = opt.Fit.WithDefaults()
	opt.Fit.Loss, opt.Fit.Target.Expected, opt.Fit.Intercept = fit.Sigmoid, true, fit.NoIntercept
	opt.Fit.Texel.Scale, opt.Fit.Texel.Quick = fit.ScaleNone, true
	x := &run{Options: opt, files: files, part: fit.Test, tests: files}
	if len(files) > 1 {
		x.Fit.Split.By, x.part, x.tests = fit.SplitNone, fit.AllRows, files[1:]
	}
	x.result.Search, x.result.Bound = opt.Search.String(), opt.Bound
	for _, set := range []*features.Set{features.PeSTO, standard.Set} {
		if err := x.compare(ctx, set); err != nil {
			return nil, err
		}
	}
	return &x.result, nil
}

// A run is an experiment under way.
type run struct {
	Options
	files  []string
	tests  []string // names of the files to test on
	part   fit.Part // of them
	start  []fit.NamedWeight
	result Result
}

// compare fits a set after each treatment and tests it.
func (x *run) compare(ctx context.Context, set *features.Set) error {
	tests, err := x.countTests(ctx, set)
	if err != nil {
		return err
	}
	x.start = onfiles.Published(set)
	var base []*fit.Evaluation // of the first treatment, by test
	for _, name := range treatments {
		train, rep, err := x.count(ctx, x.files[0], set, name)
		if err != nil {
			return err
		}
		if set == features.PeSTO {
			x.result.Train = rep.Sources[0].Name
			x.result.Treatments = append(x.result.Treatments, Treatment{name, rep.Rows, rep.Changed})
		}
		r, err := x.fit(ctx, set.Name()+", "+name, train)
		if err != nil {
			return err
		}
		m := Model{Set: set.Name(), Treatment: name, Train: r.Train.MSE}
		found, err := x.measure(ctx, tests, r.Model(name))
		if err != nil {
			return err
		}
		if base == nil {
			base = found
		}
		if m.Tests, err = x.changes(base, found); err != nil {
			return err
		}
		x.result.Models = append(x.result.Models, m)
	}
	return nil
}

// countTests counts the files to test on, as they are and at their leaves.
func (x *run) countTests(ctx context.Context, set *features.Set) (tests []*matrix.Set, err error) {
	x.result.Tests = nil
	for _, file := range x.tests {
		for _, name := range []string{asTheyAre, atLeaves} {
			m, rep, err := x.count(ctx, file, set, name)
			if err != nil {
				return nil, err
			}
			tests = append(tests, m)
			x.result.Tests = append(x.result.Tests, rep.Sources[0].Name+", "+name)
		}
	}
	return tests, nil
}

// count counts a file after a treatment.
func (x *run) count(ctx context.Context, file string, set *features.Set, treatment string) (*matrix.Set, *extract.Report, error) {
	opt := x.Read
	opt.Set = set
	switch treatment {
	case asTheyAre:
	case atLeaves:
		opt.SetQuiet(x.Search, nil, true)
	default:
		opt.SetQuiet(x.Search, &x.Bound, false)
	}
	return extract.Memory(ctx, []string{file}, opt)
}

// fit fits a training file.
func (x *run) fit(ctx context.Context, what string, train *matrix.Set) (*fit.Result, error) {
	opt := x.Fit
	opt.Texel.Start, opt.Texel.K = x.start, x.result.K
	r, err := fit.Fit(ctx, train, opt)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", what, err)
	}
	if r.Stopped == descent.Interrupted {
		return nil, context.Cause(ctx)
	}
	x.result.K = r.K.Value // the first fit's, which found it
	if x.Report != nil {
		x.Report(what, r)
	}
	return r, nil
}

// measure measures a model on every test.
func (x *run) measure(ctx context.Context, tests []*matrix.Set, m fit.Model) (all []*fit.Evaluation, err error) {
	opt := fit.EvalOptions{Target: x.Fit.Target, Split: x.Fit.Split, Threads: x.Fit.Threads}
	for _, test := range tests {
		e, err := fit.Evaluate(ctx, test, x.part, []fit.Model{m}, opt)
		if err != nil {
			return nil, err
		}
		all = append(all, e[0])
	}
	return all, nil
}

// changes compares evaluations with others on the same rows.
func (x *run) changes(base, found []*fit.Evaluation) (tests []Test, err error) {
	for i, e := range found {
		c, err := fit.Compare(base[i], e, x.Fit.Bootstrap)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", x.result.Tests[i], err)
		}
		m := e.Metrics(x.Fit.Bootstrap)
		tests = append(tests, Test{N: m.N, Games: m.Games, MSE: m.MSE, LogLoss: m.LogLoss, Change: c.MSE})
	}
	return tests, nil
}

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

	"example.org/centipawn/engine/quiet"
	"example.org/centipawn/experiments/onfiles"
	"example.org/centipawn/extract"
	"example.org/centipawn/features"
	"example.org/centipawn/features/standard"
	"example.org/centipawn/fit"
	"example.org/centipawn/matrix"
)

// Options configures [Run].
type Options struct {
	// Options are those of the fits. The quiescence of reading is not used.
	onfiles.Options

	// Search judges the positions.
	Search *quiet.Search

	// Bound, in centipawns, is where positions are dropped.
	Bound int
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
	Set       string         `json:"set"`
	Treatment string         `json:"treatment"`
	Train     float64        `json:"train_mse"` // on its own rows
	Tests     []onfiles.Test `json:"tests"`     // by test; changes are against the set fitted to the positions as they are
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
	trial, err := onfiles.NewTrial(files, opt.Options)
	if err != nil || opt.Search == nil {
		return nil, errors.New("quiescence: want a file to train on, and a search")
	}
	x := &run{Trial: trial, search: opt.Search, bound: opt.Bound, tests: files}
	if len(files) > 1 {
		x.tests = files[1:]
	}
	x.result.Search, x.result.Bound = opt.Search.String(), opt.Bound
	for _, set := range []*features.Set{features.PeSTO, standard.Set} {
		if err := x.compare(ctx, set); err != nil {
			return nil, err
		}
	}
	x.result.K = x.K
	return &x.result, nil
}

// A run is an experiment under way.
type run struct {
	*onfiles.Trial
	search *quiet.Search
	bound  int
	tests  []string // names of the files to test on
	result Result
}

// compare fits a set after each treatment and tests it.
func (x *run) compare(ctx context.Context, set *features.Set) error {
	tests, err := x.countTests(ctx, set)
	if err != nil {
		return err
	}
	opt := x.Fit
	opt.Texel.Start = onfiles.Published(set)
	var base []*fit.Evaluation // of the first treatment, by test
	for _, name := range treatments {
		train, rep, err := x.count(ctx, x.Files[0], set, name)
		if err != nil {
			return err
		}
		if set == features.PeSTO {
			x.result.Train = rep.Sources[0].Name
			x.result.Treatments = append(x.result.Treatments, Treatment{name, rep.Rows, rep.Changed})
		}
		r, err := x.Try(ctx, set.Name()+", "+name, train, opt)
		if err != nil {
			return err
		}
		m := Model{Set: set.Name(), Treatment: name, Train: r.Train.MSE}
		found, err := x.Measure(ctx, tests, r.Model(name))
		if err != nil {
			return err
		}
		if base == nil {
			base = found
		}
		if m.Tests, err = x.Compare(x.result.Tests, base, found); err != nil {
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
		opt.SetQuiet(x.search, nil, true)
	default:
		opt.SetQuiet(x.search, &x.bound, false)
	}
	return extract.Memory(ctx, []string{file}, opt)
}

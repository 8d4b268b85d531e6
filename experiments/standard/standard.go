// Package standard asks what the terms of the set standard give beside PeSTO's
// piece-square tables, on any positions with results.
//
// It fits pesto, standard and standard_safety to one file and tests them on
// others, on the same rows, with intervals by games; then it omits one family
// of terms after the other, refits the rest, and says what the family is worth
// and what it costs.
//
//	models       is the larger set better on games that it has not seen?
//	families     which terms carry the gain, and which only time?
//	scale        what is the fixed scale of the endgame worth?
//	lishex       do two terms of another paper lower the error beside all others?
//	safety       does a king's danger that grows with its square give anything beside the linear terms?
//
// K is fitted once, for published PeSTO on the training file, and is the same for
// every model.
//
// Source: P. Österlund, "Texel's Tuning Method" (2014), for the fit; a family's
// worth is that of an ablation study.
package standard

import (
	"context"
	"fmt"
	"slices"

	"example.org/centipawn/experiments/onfiles"
	"example.org/centipawn/extract"
	"example.org/centipawn/features"
	"example.org/centipawn/features/standard"
	"example.org/centipawn/fit"
	"example.org/centipawn/matrix"
	"example.org/centipawn/tapered"
)

// A Result is what [Run] found.
type Result struct {
	Train string  `json:"train"` // the file's base name
	Rows  int     `json:"rows"`
	Games int     `json:"games"` // that were trained on
	K     float64 `json:"k"`     // of published PeSTO on the training file

	Models   []Model   `json:"models"`   // published pesto first
	Variants []Variant `json:"variants"` // without each family, in the set's order, then the others
	Tests    []string  `json:"tests"`    // names of the test files, or of the test part
}

// A Model is a set fitted to the training file.
type Model struct {
	Name    string         `json:"name"`
	Columns int            `json:"columns"`
	Weights int            `json:"weights"`
	Train   float64        `json:"train_mse"`
	Tests   []onfiles.Test `json:"tests"` // by test
}

// A Variant is standard without a family of terms, or otherwise changed.
type Variant struct {
	Terms int     `json:"terms"`
	Nanos float64 `json:"nanos"` // that counting what is omitted, or added, takes for a position
	Model Model   `json:"model"` // changes are against standard
}

// Run trains on the first file and tests on the others, or, if there are none, on
// a part of the first file's games.
func Run(ctx context.Context, files []string, opt onfiles.Options) (*Result, error) {
	trial, err := onfiles.NewTrial(files, opt)
	if err != nil {
		return nil, fmt.Errorf("standard: %w", err)
	}
	x := &run{Trial: trial}
	for _, step := range []func(context.Context) error{x.pesto, x.standard, x.safety, x.others} {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	return &x.result, nil
}

// A run is an experiment under way.
type run struct {
	*onfiles.Trial
	base   []*fit.Evaluation // of fitted pesto, by test
	whole  []*fit.Evaluation // of standard, by test
	result Result
}

// A data is the training file and the tests, counted in one set.
type data struct {
	set   *features.Set
	train *matrix.Set
	tests []*matrix.Set // the training file's test part is tested on itself
}

// count reads the files into a set.
func (x *run) count(ctx context.Context, set *features.Set) (*data, error) {
	d := &data{set: set}
	opt := x.Read
	opt.Set = set
	for i, name := range x.Files {
		m, rep, err := extract.Memory(ctx, []string{name}, opt)
		if err != nil {
			return nil, err
		}
		if i == 0 {
			d.train, x.result.Train, x.result.Rows = m, rep.Sources[0].Name, m.Rows()
		} else {
			d.tests = append(d.tests, m)
		}
		if set == features.PeSTO && i > 0 {
			x.result.Tests = append(x.result.Tests, rep.Sources[0].Name)
		}
	}
	if len(x.Files) == 1 {
		d.tests = []*matrix.Set{d.train}
		x.result.Tests = []string{"test part of " + x.result.Train}
	}
	return d, nil
}

// pesto fits K and PeSTO's tables.
func (x *run) pesto(ctx context.Context) error {
	d, err := x.count(ctx, features.PeSTO)
	if err != nil {
		return err
	}
	x.Start = onfiles.Published(features.PeSTO)
	r, err := x.fit(ctx, "pesto", d, nil)
	if err != nil {
		return err
	}
	x.result.K, x.result.Games = r.K.Value, r.Train.Games
	published := fit.Model{Name: "published pesto", Weights: x.Start, K: r.K.Value}
	found, err := x.Measure(ctx, d.tests, published)
	if err != nil {
		return err
	}
	model, err := x.model(published.Name, d, r, found, found)
	if err != nil {
		return err
	}
	train, err := x.Evaluate(ctx, d.train, fit.Train, published)
	if err != nil {
		return err
	}
	model.Train = train.Metrics(x.Fit.Bootstrap).MSE
	model.Weights = 0 // that were fitted
	x.result.Models = append(x.result.Models, *model)
	if x.base, err = x.Measure(ctx, d.tests, r.Model("pesto")); err != nil {
		return err
	}
	x.Start = namedWeights(r)
	return x.add("pesto", d, r, x.base, found)
}

// standard fits the linear set, whole and without each of its families.
func (x *run) standard(ctx context.Context) error {
	d, err := x.count(ctx, standard.Set)
	if err != nil {
		return err
	}
	r, err := x.fit(ctx, "standard", d, nil)
	if err != nil {
		return err
	}
	if x.whole, err = x.Measure(ctx, d.tests, r.Model("standard")); err != nil {
		return err
	}
	if err := x.add("standard", d, r, x.whole, x.base); err != nil {
		return err
	}
	x.Start = namedWeights(r)
	costs := familyCosts(standard.Set)
	for i, family := range standard.Set.Families() {
		if err := x.variant(ctx, "without "+family.Name, d, family.Terms, costs[i]); err != nil {
			return err
		}
	}
	return nil
}

// variant fits data without some terms and compares it with standard.
func (x *run) variant(ctx context.Context, name string, d *data, without []features.Definition, nanos float64) error {
	r, err := x.fit(ctx, name, d, without)
	if err != nil {
		return err
	}
	found, err := x.Measure(ctx, d.tests, r.Model(name))
	if err != nil {
		return err
	}
	model, err := x.model(name, d, r, found, x.whole)
	if err == nil {
		x.result.Variants = append(x.result.Variants, Variant{len(d.set.Terms()) - len(without), nanos, *model})
	}
	return err
}

// safety fits the set with the quadratic block.
func (x *run) safety(ctx context.Context) error {
	d, err := x.count(ctx, standard.Safety)
	if err != nil {
		return err
	}
	r, err := x.fit(ctx, "standard_safety", d, nil)
	if err != nil {
		return err
	}
	found, err := x.Measure(ctx, d.tests, r.Model("standard_safety"))
	if err != nil {
		return err
	}
	return x.add("standard_safety", d, r, found, x.whole)
}

// others fits what is not a part of the linear set: the set without the scale of
// the endgame, and with a family that it lacks.
func (x *run) others(ctx context.Context) error {
	families := standard.Families()
	unscaled, err := features.NewSet("unscaled", &tapered.PeSTO, families...)
	if err != nil {
		return err
	}
	more, err := features.NewScaledSet("more", &tapered.PeSTO, &standard.EndgameScale, append(families, standard.LishexFamily)...)
	if err != nil {
		return err
	}
	times := shortest(3, func(i int) { evaluate([]*features.Set{standard.Set, unscaled, more}[i]) })
	if err := x.other(ctx, "without endgame scale", unscaled, times[0]-times[1]); err != nil {
		return err
	}
	return x.other(ctx, "with "+standard.LishexFamily.Name, more, times[2]-times[0])
}

// other fits a set and compares it with standard.
func (x *run) other(ctx context.Context, name string, set *features.Set, nanos float64) error {
	d, err := x.count(ctx, set)
	if err != nil {
		return err
	}
	return x.variant(ctx, name, d, nil, nanos)
}

// fit fits the training file without some terms.
func (x *run) fit(ctx context.Context, what string, d *data, without []features.Definition) (*fit.Result, error) {
	opt := x.Fit
	for _, def := range without {
		opt.Fixed = append(opt.Fixed, fit.Fixed{Pattern: def.Name})
	}
	opt.Texel.Start = slices.DeleteFunc(slices.Clone(x.Start), func(w fit.NamedWeight) bool {
		return slices.ContainsFunc(without, func(def features.Definition) bool { return isWeightOf(w.Name, def.Name) })
	})
	return x.Try(ctx, what, d.train, opt)
}

// isWeightOf reports whether a weight is one of a term's.
func isWeightOf(weight, term string) bool {
	return weight == term || weight == term+".mg" || weight == term+".eg"
}

// namedWeights returns a fit's weights as a start.
func namedWeights(r *fit.Result) []fit.NamedWeight { return r.Model("").Weights }

// add appends a fitted set, compared with another on the same rows.
func (x *run) add(name string, d *data, r *fit.Result, found, against []*fit.Evaluation) error {
	m, err := x.model(name, d, r, found, against)
	if err == nil {
		x.result.Models = append(x.result.Models, *m)
	}
	return err
}

func (x *run) model(name string, d *data, r *fit.Result, found, against []*fit.Evaluation) (m *Model, err error) {
	m = &Model{Name: name, Columns: len(d.set.Terms()), Weights: len(r.Weights), Train: r.Train.MSE}
	if m.Tests, err = x.Compare(x.result.Tests, against, found); err != nil {
		return nil, fmt.Errorf("%s on %w", name, err)
	}
	return m, nil
}

package fit

import (
	"context"
	"fmt"
	"math"
	"slices"

	"centipawn/fit/linear"
	"centipawn/fit/measure"
	"centipawn/fit/rows"
	"centipawn/fit/texel"
)

// Fit estimates the weights of an evaluation. It returns an error for data or
// options that it can do nothing with, and ctx's error when that is done; doubts
// about an estimate are the result's warnings.
//
// The memory is a few blocks for each thread, a square matrix of the weights for
// two partials a thread, and about 100 bytes for each game; for standard errors
// also 8 bytes for each game and weight, up to a gigabyte, beyond which further
// passes are made.
func Fit(ctx context.Context, data Data, opt Options) (*Result, error) {
	opt = opt.WithDefaults()
	if err := opt.check(); err != nil {
		return nil, err
	}
	var err error
	if opt.Method, err = opt.Method.of(opt.Loss); err != nil {
		return nil, err
	}
	j, err := newJob(data, opt)
	if err != nil {
		return nil, err
	}
	if l := texel.LossNamed(opt.Loss.String()); l != nil {
		return fitExpected(ctx, j, l, opt)
	}
	return fitLinear(ctx, j, opt)
}

// newJob checks the options against the data.
func newJob(data Data, opt Options) (*rows.Job, error) {
	if err := checkTest(data, opt.Test); err != nil {
		return nil, err
	}
	var ties []Tie
	if opt.Target.Expected = opt.Loss.Expected(); opt.Target.Expected {
		ties = opt.Texel.Ties
	}
	d, err := rows.NewDesign(data.Schema(), opt.Columns, opt.Fixed, ties...)
	if err != nil {
		return nil, err
	}
	return &rows.Job{Data: data, Test: opt.Test, Design: d, Target: opt.Target, Split: opt.Split, Threads: opt.Threads,
		Meter: &rows.Meter{Progress: opt.Progress}}, d.RefuseBlock(opt.Loss.String(), opt.Loss.Expected())
}

// fitLinear fits the losses of centipawns.
func fitLinear(ctx context.Context, j *rows.Job, opt Options) (*Result, error) {
	p := &linear.Problem{Job: j, Ridge: opt.Ridge, Intercepts: opt.Intercept == WithIntercept, Iterations: opt.Iterations, Tolerance: opt.Tolerance}
	if opt.Loss == Huber {
		p.Delta = opt.Delta
	}
	est, err := p.Estimate(ctx)
	if err != nil {
		return nil, err
	}
	found, err := measure.Evaluator{Null: est.Mean(), Positions: rows.Share(measure.PositionSample, j.Data.Rows())}.Both(ctx, j, []Model{p.Model(est)})
	if err != nil {
		return nil, err
	}
	bars, err := p.StdErrs(ctx, est, len(found.Train.Games))
	if err != nil {
		return nil, err
	}
	r := newResult(j, opt)
	r.Passes, r.Rounds, r.Delta = j.Meter.Passes, est.Rounds, p.Delta
	r.measured(found, opt)
	r.Train, r.Test = found.Evaluation(Train, 0).Metrics(opt.Bootstrap), found.Evaluation(Test, 0).Metrics(opt.Bootstrap)
	r.describe(est, j.Design, bars)
	r.Warnings = (&warner{opt: opt, job: j, design: j.Design, system: est.System, factor: est.Factor, found: found, r: r, est: est}).all()
	return r, r.unseal(ctx, j, opt)
}

// checkTest compares a separate test set with the data.
func checkTest(data, test Data) error {
	if test == nil {
		return nil
	}
	a, b := data.Schema(), test.Schema()
	if a.Set != b.Set || a.SetHash != b.SetHash || !slices.Equal(a.Columns, b.Columns) {
		return fmt.Errorf("fit: the data are of set %s (hash %s), the test set is of %s (hash %s): their columns do not agree",
			a.Set, a.SetHash, b.Set, b.SetHash)
	}
	return nil
}

// newResult fills in what is known of options and data.
func newResult(j *rows.Job, opt Options) *Result {
	s := j.Data.Schema()
	r := &Result{
		Set: s.Set, SetHash: s.SetHash, Columns: len(s.Columns), Rows: j.Data.Rows(),
		Loss: opt.Loss, Method: opt.Method, Intercept: opt.Intercept, Clip: opt.Target.Clip, Mates: opt.Target.Mates,
		Ridge: opt.Ridge, Split: SplitNone, Fixed: j.Design.Held,
	}
	if opt.Test == nil && opt.Split.By != SplitNone {
		r.Split, r.Share, r.Seed = opt.Split.By, opt.Split.Share, opt.Split.Seed
	}
	return r
}

// measured fills in what an evaluation has counted.
func (r *Result) measured(p *measure.Parts, opt Options) {
	r.Funnel, r.TestFunnel, r.Games, r.Mean = p.Funnel, p.TestFunnel, p.GamesOfAll(), p.Null
}

// unseal measures the fit on the sealed part, if that is wanted.
func (r *Result) unseal(ctx context.Context, j *rows.Job, opt Options) error {
	if !opt.Unseal {
		return nil
	}
	sealed, err := measure.Evaluator{Null: r.Mean}.Unsealed(ctx, j, r.Model("fitted"))
	if err != nil {
		return err
	}
	r.Sealed = sealed.Metrics(opt.Bootstrap)
	return nil
}

// exactFit is the standard error of a weight, as a share of the weight, below
// which it is not known: nothing is measured to nine figures.
const exactFit = 1e-9

// describe fills in the weights and what is known of each.
func (r *Result) describe(est *linear.Estimate, d *rows.Design, bars *linear.Spread) {
	vif, condition := est.Factor.Collinearity()
	identified := est.Factor.Identified()
	r.Weights = []Weight{} // an empty list, not null, in JSON
	for j, name := range d.Names {
		w := Weight{
			Name: name, Value: est.Beta[j], VIF: vif[j],
			Rows: est.System.Active[j], Games: bars.Games[j], Identified: identified[j],
		}
		if bars.StdErr[j] > exactFit*math.Abs(w.Value) { // else the rows are no more than the weights: rounding is all that is left
			w.setError(bars.StdErr[j], bars.Freedom[j])
		}
		r.Weights = append(r.Weights, w)
	}
	for k, a := range est.Intercepts {
		a.StdErr = bars.StdErr[len(d.Names)+k]
		r.Intercepts = append(r.Intercepts, a)
	}
	r.Condition, r.Dependences = condition, est.Factor.Dependences(d.Names)
}

package fit

import (
	"context"
	"fmt"
	"math"
	"slices"
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
	if l := lossNamed(opt.Loss.String()); l != nil {
		return fitExpected(ctx, j, l, opt)
	}
	return fitLinear(ctx, j, opt)
}

// newJob checks the options against the data.
func newJob(data Data, opt Options) (*job, error) {
	if err := checkTest(data, opt.Test); err != nil {
		return nil, err
	}
	var ties []Tie
	if opt.Target.Expected = opt.Loss.Expected(); opt.Target.Expected {
		ties = opt.Texel.Ties
	}
	d, err := newDesign(data.Schema(), opt.Columns, opt.Fixed, ties...)
	if err != nil {
		return nil, err
	}
	return &job{data: data, test: opt.Test, design: d, target: opt.Target, split: opt.Split, threads: opt.Threads,
		meter: &meter{progress: opt.Progress}}, d.refuseBlock(opt.Loss.String(), opt.Loss.Expected())
}

// fitLinear fits the losses of centipawns.
func fitLinear(ctx context.Context, j *job, opt Options) (*Result, error) {
	p := &problem{job: j, ridge: opt.Ridge, intercepts: opt.Intercept == WithIntercept, iterations: opt.Iterations, tolerance: opt.Tolerance, scoreBytes: scoreBytes}
	if opt.Loss == Huber {
		p.delta = opt.Delta
	}
	est, err := p.estimate(ctx)
	if err != nil {
		return nil, err
	}
	found, err := j.evaluate(ctx, evaluator{null: est.mean(), positions: share(positionSample, j.data.Rows())}, []Model{p.model(est)})
	if err != nil {
		return nil, err
	}
	bars, err := p.stdErrs(ctx, est, len(found.train.games))
	if err != nil {
		return nil, err
	}
	r := newResult(j, opt)
	r.Passes, r.Rounds, r.Delta = j.meter.passes, est.rounds, p.delta
	r.measured(found, opt)
	r.Train, r.Test = found.evaluation(Train, 0).Metrics(opt.Bootstrap), found.evaluation(Test, 0).Metrics(opt.Bootstrap)
	r.describe(est, j.design, bars)
	r.Warnings = (&warner{opt: opt, job: j, design: j.design, system: est.system, factor: est.factor, found: found, r: r, est: est}).all()
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
func newResult(j *job, opt Options) *Result {
	s := j.data.Schema()
	r := &Result{
		Set: s.Set, SetHash: s.SetHash, Columns: len(s.Columns), Rows: j.data.Rows(),
		Loss: opt.Loss, Method: opt.Method, Intercept: opt.Intercept, Clip: opt.Target.Clip, Mates: opt.Target.Mates,
		Ridge: opt.Ridge, Split: SplitNone, Fixed: j.design.held,
	}
	if opt.Test == nil && opt.Split.By != SplitNone {
		r.Split, r.Share, r.Seed = opt.Split.By, opt.Split.Share, opt.Split.Seed
	}
	return r
}

// measured fills in what an evaluation has counted.
func (r *Result) measured(p *parted, opt Options) {
	r.Funnel, r.TestFunnel, r.Games, r.Mean = p.funnel, p.testFunnel, p.gamesOfAll(), p.null
}

// unseal measures the fit on the sealed part, if that is wanted.
func (r *Result) unseal(ctx context.Context, j *job, opt Options) error {
	if !opt.Unseal {
		return nil
	}
	sealed, err := j.unsealed(ctx, evaluator{null: r.Mean}, r.Model("fitted"))
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
func (r *Result) describe(est *estimate, d *design, bars *spread) {
	vif, condition := est.factor.collinearity()
	identified := est.factor.identified()
	r.Weights = []Weight{} // an empty list, not null, in JSON
	for j, name := range d.names {
		w := Weight{
			Name: name, Value: est.beta[j], VIF: vif[j],
			Rows: est.system.active[j], Games: bars.games[j], Identified: identified[j],
		}
		if bars.StdErr[j] > exactFit*math.Abs(w.Value) { // else the rows are no more than the weights: rounding is all that is left
			w.setError(bars.StdErr[j], bars.Freedom[j])
		}
		r.Weights = append(r.Weights, w)
	}
	for k, a := range est.intercepts {
		a.StdErr = bars.StdErr[len(d.names)+k]
		r.Intercepts = append(r.Intercepts, a)
	}
	r.Condition, r.Dependences = condition, est.factor.dependences(d.names)
}

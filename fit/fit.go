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
	schema := data.Schema()
	if err := checkTest(data, opt.Test); err != nil {
		return nil, err
	}
	design, err := newDesign(schema, opt.Columns, opt.Fixed)
	if err != nil {
		return nil, err
	}
	if err := design.refuseBlock(opt.Loss); err != nil {
		return nil, err
	}
	e := &estimator{data: data, opt: opt, design: design, scoreBytes: scoreBytes}
	if opt.Loss.Expected() {
		return e.fitExpected(ctx)
	}
	est, err := e.estimate(ctx)
	if err != nil {
		return nil, err
	}
	found, err := e.evaluate(ctx, est)
	if err != nil {
		return nil, err
	}
	games := len(found.train.games)
	bars, err := e.stdErrs(ctx, est, games)
	if err != nil {
		return nil, err
	}
	r := e.result(est, found)
	e.describe(r, est, bars)
	if opt.Unseal {
		if r.Sealed, err = e.unsealed(ctx, r, est.mean()); err != nil {
			return nil, err
		}
	}
	r.Warnings = (&warner{e: e, est: est, found: found, r: r}).all()
	return r, nil
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

// evaluate measures the estimate on training and test part.
func (e *estimator) evaluate(ctx context.Context, est *estimate) (*parted, error) {
	s, err := e.scorer(est)
	if err != nil {
		return nil, err
	}
	ev := evaluator{
		selection: newSelection(e.opt), want: AllRows, scorers: []*scorer{s},
		null: est.mean(), sample: e.positionsKept(),
	}
	pass := e.scan("evaluation")
	pass.grain = 1
	found, err := ev.run(ctx, pass)
	if err != nil || e.opt.Test == nil {
		return found, err
	}
	if s, err = e.model(est).scorer(e.opt.Test.Schema()); err != nil {
		return nil, err
	}
	ev.scorers = []*scorer{s}
	ev.selection.divider.whole = Test
	pass = e.scan("evaluation of the test set")
	pass.data, pass.grain = e.opt.Test, 1
	test, err := ev.run(ctx, pass)
	if err != nil {
		return nil, err
	}
	found.test, found.testFunnel = test.test, &test.funnel
	return found, nil
}

// positionsKept is the share of positions, by hash, that are kept to look for
// those on both sides; none without a test part.
func (e *estimator) positionsKept() uint64 {
	if e.opt.Test == nil && e.opt.Split.By == SplitNone {
		return 0
	}
	return share(positionSample, e.data.Rows())
}

// mean returns the mean label of the training rows.
func (est *estimate) mean() float64 { return est.system.labels / est.system.weight }

// result fills in what is known of options, data and errors.
func (e *estimator) result(est *estimate, found *parted) *Result {
	schema, opt := e.data.Schema(), e.opt
	r := &Result{
		Set: schema.Set, SetHash: schema.SetHash, Columns: len(schema.Columns), Rows: e.data.Rows(),
		Loss: opt.Loss, Method: opt.Method, Intercept: opt.Intercept, Clip: opt.Target.Clip, Mates: opt.Target.Mates,
		Ridge: opt.Ridge, Split: SplitNone, Passes: e.passes, Rounds: est.rounds,
		Funnel: found.funnel, TestFunnel: found.testFunnel, Fixed: e.design.held, Mean: est.mean(),
		Train: found.evaluation(Train, 0).Metrics(opt.Bootstrap), Test: found.evaluation(Test, 0).Metrics(opt.Bootstrap),
	}
	r.Games = found.games()
	if opt.Loss == Huber {
		r.Delta = opt.Delta
	}
	if opt.Test == nil && opt.Split.By != SplitNone {
		r.Split, r.Share, r.Seed = opt.Split.By, opt.Split.Share, opt.Split.Seed
	}
	return r
}

// exactFit is the standard error of a weight, as a share of the weight, below
// which it is not known: nothing is measured to nine figures.
const exactFit = 1e-9

// games counts the games of both parts, one that has rows in both once.
func (p *parted) games() int {
	n := len(p.train.games)
	for _, game := range p.test.games {
		if _, both := p.train.index[game]; !both {
			n++
		}
	}
	return n
}

// describe fills in the weights and what is known of each.
func (e *estimator) describe(r *Result, est *estimate, bars *spread) {
	vif, condition := est.factor.collinearity()
	identified := est.factor.identified()
	r.Weights = []Weight{} // an empty list, not null, in JSON
	for j, name := range e.design.names {
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
		a.StdErr = bars.StdErr[len(e.design.names)+k]
		r.Intercepts = append(r.Intercepts, a)
	}
	r.Condition, r.Dependences = condition, est.factor.dependences(e.design.names)
}

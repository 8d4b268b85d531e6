package fit

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"example.org/centipawn/fit/linear"
	"example.org/centipawn/fit/measure"
	"example.org/centipawn/fit/rows"
	"example.org/centipawn/fit/sparse"
	"example.org/centipawn/internal/shards"
)

// Fit estimates the weights of an evaluation. It returns an error for data or
// options that it can do nothing with, and the error of ctx when that is done; what is doubtful
// about an estimate stands in the warnings of the result.
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
	opt.Texel.Seed = cmp.Or(opt.Texel.Seed, opt.Split.Seed)
	var err error
	auto := opt.Method == AutoMethod
	if opt.Method, err = opt.Method.of(opt.Loss); err != nil {
		return nil, err
	}
	j, err := newJob(data, opt)
	if err != nil {
		return nil, err
	}
	if auto {
		opt.Method = opt.Method.forSize(j.Design, opt.Dense)
	}
	if opt.Texel.Exchange != nil {
		if err := opt.CheckShared(); err != nil {
			return nil, err
		}
	}
	switch l := opt.Loss.entry(); {
	case l.scores != nil:
		return fitExpected(ctx, j, l.scores, opt)
	case l.moves != nil:
		return fitMoves(ctx, j, *l.moves, opt)
	case opt.Method == Newton || opt.Intercept.grouping() != 0:
		return fitSearched(ctx, j, opt)
	}
	return fitLinear(ctx, j, opt)
}

// CheckShared returns why processes cannot share a fit of these options, as far as that does not depend
// on the data; nil: they can.
func (o Options) CheckShared() error {
	o = o.WithDefaults()
	t := &o.Texel
	switch scores := o.Loss.Expected(); {
	case o.Loss.Moves():
		return fmt.Errorf("fit: processes share fits of expected scores and of centipawns, not of the loss %v", o.Loss)
	case o.Intercept.grouping() != 0, o.Method == Newton, o.Method == SGD:
		return errors.New("fit: processes share no intercepts by group and no passes of newton and sgd")
	case scores && (t.Watch > 0 || t.Choose.Prior || t.Choose.Ridge || t.Choose.Smooth):
		return errors.New("fit: processes share no folds and no watching of test rows: give strengths as numbers")
	}
	return nil
}

// newJob checks the options against the data.
func newJob(data Data, opt Options) (*rows.Job, error) {
	if err := checkTest(data, opt.Test); err != nil {
		return nil, err
	}
	var ties []Tie
	if opt.Target.Expected = opt.Loss.Expected(); opt.Loss.Starts() {
		ties = opt.Texel.Ties
	}
	opt.Target.Results = opt.Loss.entry().scores == sparse.Outcomes
	d, err := rows.NewDesign(data.Schema(), opt.Columns, opt.Fixed, ties...)
	if err != nil {
		return nil, err
	}
	d.KeepUnread(opt.Texel.Start)
	if !opt.Loss.Starts() {
		err = d.RefuseForm(opt.Loss.String())
	}
	return &rows.Job{Data: data, Test: opt.Test, Design: d, Target: opt.Target, Split: opt.Split, Threads: opt.Threads,
		Meter: &rows.Meter{Progress: opt.Progress}}, err
}

// fitLinear fits the losses of centipawns.
func fitLinear(ctx context.Context, j *rows.Job, opt Options) (*Result, error) {
	p := &linear.Problem{Job: j, Ridge: opt.Ridge, Intercepts: opt.Intercept != NoIntercept, Iterations: opt.Iterations, Tolerance: opt.Tolerance, Exchange: opt.Texel.Exchange}
	if opt.Loss == Huber {
		p.Delta = opt.Delta
	}
	est, err := p.Estimate(ctx)
	if err == nil && p.Exchange != nil && !p.Exchange.Leads() {
		err = shards.ErrPart
	}
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

// fitSearched fits the losses of centipawns without sums of products: of very many weights, or with
// intercepts by group. Then the sums about the means of groups are second derivatives of the loss
// whose intercepts are eliminated, and the first step of the search solves for the weights.
//
// Source: R. Frisch, F. Waugh, "Partial Time Regressions as Compared with Individual Trends" (1933);
// M. Lovell, "Seasonal Adjustment of Economic Time Series" (1963).
func fitSearched(ctx context.Context, j *rows.Job, opt Options) (*Result, error) {
	delta := 0.0
	if opt.Loss == Huber {
		delta = opt.Delta
	}
	m, err := texelOf(j, sparse.Centipawns(delta), opt).Centipawns(ctx)
	if err != nil {
		return nil, err
	}
	e := measure.Evaluator{Null: m.Rows.MeanTarget(), Positions: rows.Share(measure.PositionSample, j.Data.Rows())}
	found, err := e.Both(ctx, j, []Model{m.Evaluation()})
	if err != nil {
		return nil, err
	}
	r := newResult(j, opt)
	r.Passes, r.Rounds, r.Delta = j.Meter.Passes, m.Search.Iterations, delta
	r.measured(found, opt)
	r.Train, r.Test = found.Evaluation(Train, 0).Metrics(opt.Bootstrap), found.Evaluation(Test, 0).Metrics(opt.Bootstrap)
	if r.Within, err = m.WithinGroups(ctx); err != nil {
		return nil, err
	}
	r.Weights, r.Intercepts = weightsOf(m.Found, m.Minimum), m.InterceptsAt(m.Minimum, m.Behind())
	r.counted(m)
	w := &warner{opt: opt, job: j, design: j.Design, found: found, r: r}
	if in := m.Inference; in != nil {
		r.infer(m, in.StdErr)
		w.system, w.factor = in.System, in.Factor
	}
	r.Warnings = w.searched(m.Search)
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

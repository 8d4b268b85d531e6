package fit

import (
	"context"
	"fmt"
	"math"

	"centipawn/fit/descent"
	"centipawn/note"
)

// descents are the methods of the losses of expected scores.
var descents = map[Method]descent.Method{LBFGS: descent.LBFGS, LevenbergMarquardt: descent.LevenbergMarquardt, Adam: descent.Adam, SGD: descent.SGD}

// fitExpected fits the losses of expected scores.
func fitExpected(ctx context.Context, j *job, l *texelLoss, opt Options) (*Result, error) {
	found, err := texelOf(j, l, opt).search(ctx)
	if err != nil {
		return nil, err
	}
	var m *measured
	if found.search.Reason != descent.Interrupted {
		m, err = found.finish(ctx)
	}
	switch {
	case err == nil && m != nil:
		return expectedResult(ctx, m, opt)
	case ctx.Err() != nil && !math.IsNaN(found.search.F):
		return interruptedResult(found, opt), nil
	case err == nil:
		err = ctx.Err() // before the first pass had ended
	}
	return nil, err
}

// texelOf is what the options ask of a fit of expected scores.
func texelOf(j *job, l *texelLoss, opt Options) *texelJob {
	return &texelJob{job: j, opt: opt.Texel, loss: l, method: descents[opt.Method], ridge: opt.Ridge,
		intercepts: opt.Intercept == WithIntercept, bootstrap: opt.Bootstrap}
}

// searchResult fills in what the search knows.
func searchResult(t *found, opt Options) *Result {
	r := newResult(t.job, opt)
	r.ScoreShare, r.Ridge, r.PriorRows, r.Smooth = opt.Target.ScoreShare, t.strengths.ridge, t.strengths.prior, t.strengths.smooth
	r.Passes, r.Rounds, r.K = t.meter.passes, t.search.Iterations, &t.k
	r.LabelK, r.Choices = t.labelKs, t.choices
	r.Final, r.Gap, r.Stopped = t.search.F, t.search.Gap, t.search.Reason
	if t.balance != nil {
		r.Balance = &t.balance.result
	}
	return r
}

// interruptedResult is that of a search that was interrupted: the best weights so far, and
// nothing that would take further passes.
func interruptedResult(t *found, opt Options) *Result {
	r := searchResult(t, opt)
	r.Weights, r.Intercepts = weightsOf(t, t.at), t.interceptsAt(t.at, nil)
	r.Funnel = Funnel{Rows: t.data.Rows(), Train: t.Rows()} // what was dropped is counted with the errors
	r.Stopped, r.Gap = descent.Interrupted, max(0, r.Gap)
	gap := "by an unknown amount"
	if r.Gap > 0 {
		gap = fmt.Sprintf("an estimated %.1e", r.Gap)
	}
	r.Warnings.Add(note.M08, "interrupted after %d passes: the loss %.9f is %s above its minimum; these are the best weights so far, without errors and tests",
		r.Passes, r.Final, gap)
	return r
}

// expectedResult is that of a search that ended.
func expectedResult(ctx context.Context, m *measured, opt Options) (*Result, error) {
	r := searchResult(m.found, opt)
	r.Passes, r.K, r.Scale, r.Final = m.passes, &m.k, &m.policy, m.final
	r.measured(m.parts, opt)
	r.Train, r.Test, r.Gain, r.InterceptGain, r.Rounding = m.train, m.test, m.gain, m.interceptGain, m.rounding
	r.Calibration, r.Calibrated, r.WDL, r.Groups = m.calibration, m.calibrated, m.wdl, m.groups
	r.Weights, r.Intercepts = weightsOf(m.found, m.weights), m.interceptsAt(m.weights, m.behind())
	d := &warner{opt: opt, job: m.job, design: m.design, found: m.parts, r: r, texel: m}
	d.opt.Ridge, d.opt.Texel.PriorRows, d.opt.Texel.Smooth = r.Ridge, r.PriorRows, r.Smooth
	if in := m.inference; in != nil {
		r.infer(m)
		d.system, d.factor = in.system, in.factor
	}
	if err := r.unseal(ctx, m.job, opt); err != nil {
		return nil, err
	}
	var err error
	if d.units, err = m.findUnits(ctx, biasedWeights(m)); err != nil {
		return nil, err
	}
	r.Warnings = d.expected()
	return r, nil
}

// biasedWeights returns the weights that are worth a warning if their columns are ±1 in every row.
func biasedWeights(m *measured) (list []int) {
	if m.inference == nil {
		return nil
	}
	for j, n := range m.inference.system.active {
		if n == m.Rows() && math.Abs(m.weights[j]) > maxBias {
			list = append(list, j)
		}
	}
	return list
}

// weightsOf returns the fitted weights of a point.
func weightsOf(t *found, point []float64) []Weight {
	list := []Weight{} // an empty list, not null, in JSON
	start := make(map[string]float64, len(t.opt.Start))
	for _, w := range t.opt.Start {
		start[w.Name] = w.Value
	}
	for i, name := range t.design.all {
		j := t.design.alias[i]
		w := Weight{Name: name, Value: point[j], Identified: true}
		switch {
		case name != t.design.names[j]:
			w.Bound = "tied"
		case t.impossible[j]:
			w.Bound = "held"
		}
		if old, ok := start[name]; ok {
			w.Old = &old
		}
		list = append(list, w)
	}
	return list
}

// infer fills in what second derivatives and games say of each weight.
func (r *Result) infer(m *measured) {
	in := m.inference
	vif, condition := in.factor.collinearity()
	identified := in.factor.identified()
	for i := range r.Weights {
		w, j := &r.Weights[i], m.design.alias[i]
		w.VIF, w.Identified = vif[j], identified[j]
		w.Rows, w.Games = in.scores.Rows[j], in.scores.Games[j]
		w.setError(m.stdErr[j], in.freedom[j])
		if name, ok := boundNames[in.active[j]]; ok {
			w.Bound = name
			w.setError(0, 0)
		}
	}
	for k := range r.Intercepts {
		r.Intercepts[k].StdErr = m.stdErr[len(m.design.names)+k]
	}
	r.Condition, r.Dependences = condition, in.factor.dependences(m.design.names)
	if in.gauge.null != nil {
		r.Gauge = gaugeRule
	}
}

// boundNames name what holds a weight, by descent.Result.Bound.
var boundNames = map[int8]string{-1: "low", 1: "high", 2: "held"}

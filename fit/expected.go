package fit

import (
	"context"
	"fmt"
	"math"

	"example.org/centipawn/fit/descent"
	"example.org/centipawn/fit/rows"
	"example.org/centipawn/fit/sparse"
	"example.org/centipawn/fit/texel"
	"example.org/centipawn/internal/note"
)

// descents are the methods of the losses of expected scores.
var descents = map[Method]descent.Method{LBFGS: descent.LBFGS, LevenbergMarquardt: descent.LevenbergMarquardt, Adam: descent.Adam, SGD: descent.SGD, Newton: descent.Newton}

// fitExpected fits the losses of expected scores.
func fitExpected(ctx context.Context, j *rows.Job, l *sparse.Loss, opt Options) (*Result, error) {
	found, err := texelOf(j, l, opt).Minimise(ctx)
	if err != nil {
		return nil, err
	}
	var m *texel.Measured
	if found.Search.Reason != descent.Interrupted {
		m, err = found.Finish(ctx)
	}
	switch {
	case err == nil && m != nil:
		return expectedResult(ctx, m, opt)
	case ctx.Err() != nil && !math.IsNaN(found.Search.F):
		return interruptedResult(found, opt), nil
	case err == nil:
		err = ctx.Err() // before the first pass had ended
	}
	return nil, err
}

// texelOf is what the options ask of a fit of expected scores.
func texelOf(j *rows.Job, l *sparse.Loss, opt Options) *texel.Job {
	return &texel.Job{Job: j, Opt: opt.Texel, Loss: l, Method: descents[opt.Method], Ridge: opt.Ridge,
		Intercepts: opt.Intercept != NoIntercept, Grouping: opt.Intercept.grouping(), Bootstrap: opt.Bootstrap, Dense: opt.Dense}
}

// searchResult fills in what the search knows.
func searchResult(t *texel.Found, opt Options) *Result {
	r := newResult(t.Job.Job, opt)
	r.ScoreShare, r.Ridge, r.PriorRows, r.Smooth = opt.Target.ScoreShare, t.Strengths.Ridge, t.Strengths.Prior, t.Strengths.Smooth
	r.Passes, r.Rounds, r.K = t.Meter.Passes, t.Search.Iterations, &t.K
	r.LabelK, r.Choices = t.LabelKs, t.Choices
	if r.LabelK == nil && opt.Target.ScoreShare > 0 { // without the given ones the labels cannot be made again
		for source, k := range opt.Target.LabelK {
			r.LabelK = append(r.LabelK, LabelK{Source: uint8(source), K: k})
		}
	}
	r.Final, r.Gap, r.Stopped, r.Minima = t.Search.F, t.Search.Gap, t.Search.Reason, t.Minima
	if t.Balance != nil {
		r.Balance = &t.Balance.Result
	}
	return r
}

// interruptedResult is that of a search that was interrupted: the best weights so far, and
// nothing that would take further passes.
func interruptedResult(t *texel.Found, opt Options) *Result {
	r := searchResult(t, opt)
	r.Weights, r.Intercepts = weightsOf(t, t.Minimum), t.InterceptsAt(t.Minimum, nil)
	r.Funnel = Funnel{Rows: t.Data.Rows(), Train: t.Rows.Rows()} // what was dropped is counted with the errors
	r.interrupted()
	return r
}

// interrupted says how far a search was, as far as that is known.
func (r *Result) interrupted() {
	r.Stopped = descent.Interrupted
	gap := "by an unknown amount"
	if r.Gap > 0 {
		gap = fmt.Sprintf("an estimated %.1e", r.Gap)
	} else {
		r.Gap = 0
	}
	r.Warnings.Add(note.M08, "interrupted after %d passes: the loss %.9f is %s above its minimum; these are the best weights so far, without errors and tests",
		r.Passes, r.Final, gap)
}

// expectedResult is that of a search that ended.
func expectedResult(ctx context.Context, m *texel.Measured, opt Options) (*Result, error) {
	r := searchResult(m.Found, opt)
	r.Passes, r.K, r.Scale, r.Final = m.Passes, &m.K, &m.Policy, m.Final
	r.measured(m.Parts, opt)
	r.Train, r.Test, r.Gain, r.InterceptGain, r.Rounding = m.Train, m.Test, m.Gain, m.InterceptGain, m.Rounding
	r.Within = m.Within
	r.Calibration, r.Calibrated, r.WDL, r.WDLTest, r.Groups = m.Calibration, m.Calibrated, m.WDL, m.WDLTest, m.Groups
	r.Weights, r.Intercepts = weightsOf(m.Found, m.Weights), m.InterceptsAt(m.Weights, m.Behind())
	d := &warner{opt: opt, job: m.Job.Job, design: m.Design, found: m.Parts, r: r, texel: m}
	d.opt.Ridge, d.opt.Texel.PriorRows, d.opt.Texel.Smooth = r.Ridge, r.PriorRows, r.Smooth
	r.counted(m.Inferred)
	if in := m.Inference; in != nil {
		r.infer(m.Inferred, m.StdErr)
		d.system, d.factor = in.System, in.Factor
	}
	if err := r.unseal(ctx, m.Job.Job, opt); err != nil {
		return nil, err
	}
	var err error
	if d.units, err = m.FindUnits(ctx, biasedWeights(m)); err != nil {
		return nil, err
	}
	r.Warnings = d.expected()
	return r, nil
}

// biasedWeights returns the weights that are worth a warning if their columns are ±1 in every row.
func biasedWeights(m *texel.Measured) (list []int) {
	if m.Scores == nil {
		return nil
	}
	for j, n := range m.Scores.Rows[:len(m.Design.Names)] {
		if n == m.Rows.Rows() && math.Abs(m.Weights[j]) > maxBias {
			list = append(list, j)
		}
	}
	return list
}

// weightsOf returns the fitted weights of a point.
func weightsOf(t *texel.Found, point []float64) []Weight {
	list := []Weight{} // an empty list, not null, in JSON
	start := make(map[string]float64, len(t.Opt.Start))
	for _, w := range t.Opt.Start {
		start[w.Name] = w.Value
	}
	for i, name := range t.Design.All {
		j := t.Design.Alias[i]
		w := Weight{Name: name, Value: point[j], Identified: true}
		switch {
		case name != t.Design.Names[j]:
			w.Bound = "tied"
		case t.Impossible[j]:
			w.Bound = "frozen"
		}
		if old, ok := start[name]; ok {
			w.Old = &old
		}
		list = append(list, w)
	}
	return list
}

// counted fills in the rows and games of each weight, and its bound, of a fit that is not quick.
func (r *Result) counted(m *texel.Inferred) {
	if m.Scores == nil {
		return
	}
	for i := range r.Weights {
		w, j := &r.Weights[i], m.Design.Alias[i]
		w.Rows, w.Games = m.Scores.Rows[j], m.Scores.Games[j]
		if m.Search.Bound == nil {
			continue
		}
		if name, ok := boundNames[m.Search.Bound[j]]; ok {
			w.Bound = name
		}
	}
}

// infer fills in what second derivatives and games say of each weight.
func (r *Result) infer(m *texel.Inferred, stdErr []float64) {
	in := m.Inference
	vif, condition := in.Factor.Collinearity()
	identified := in.Factor.Identified()
	for i := range r.Weights {
		w, j := &r.Weights[i], m.Design.Alias[i]
		w.VIF, w.Identified = vif[j], identified[j]
		w.setError(stdErr[j], in.Freedom[j])
		if w.Bound == "" && in.Penalty[j] > mostlyPrior {
			w.heldByPrior()
		}
		if in.Active[j] != 0 {
			w.setError(0, 0)
		}
	}
	for k := range r.Intercepts {
		j := len(m.Design.Names) + k
		r.Intercepts[k].StdErr, r.Intercepts[k].DF = knownError(stdErr[j], in.Freedom[j])
	}
	r.Condition, r.Dependences = condition, in.Factor.Dependences(m.Design.Names)
	if in.Gauge.Null != nil {
		r.Gauge = texel.GaugeRule
	}
}

// boundNames name what fixes a weight, by descent.Result.Bound.
var boundNames = map[int8]string{-1: "low", 1: "high", 2: "frozen"}

package search

import (
	"context"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"

	"example.org/centipawn/fit/descent"
	"example.org/centipawn/fit/penalty"
	"example.org/centipawn/fit/rows"
	"example.org/centipawn/internal/note"
)

// A Job is what is asked of a search.
type Job struct {
	*rows.Job
	Opt    Options
	Method descent.Method
	Ridge  float64 // rows, see fit.Options.Ridge
	Dense  int     // see fit.Options.Dense
}

// Large reports whether there are more weights than matrices are made of.
func (j *Job) Large() bool { return j.Dense > 0 && len(j.Design.Names) > j.Dense }

// A Problem is a job whose options have been read against the columns.
type Problem struct {
	Job       *Job
	Low, High []float64 // nil: no weight is bounded
	Chains    penalty.Chains
	Bends     []rows.Bend
	Mean      []float64       // of the prior
	Kept      map[int]float64 // weights that rows tell too little of, at the values that they keep
	Extra     int             // intercepts, which come after the weights
}

// Prepare reads the options against the columns.
func (j *Job) Prepare() (p *Problem, err error) {
	p = &Problem{Job: j, Bends: j.Design.Bends()}
	if p.Low, p.High, err = j.Design.Bounds(j.Opt.Bounds); err != nil {
		return nil, err
	}
	if p.Chains, err = j.Design.Chains(j.Opt.Orders); err != nil {
		return nil, err
	}
	if err = p.boundChains(); err == nil {
		err = p.check()
	}
	if err != nil {
		return nil, err
	}
	if p.Mean, err = j.Named(j.Opt.Prior); err != nil {
		return nil, fmt.Errorf("%w: the prior is of another set (%s)", err, note.F11)
	}
	return p, nil
}

// check reports options for which the columns, or other options, lack something.
func (p *Problem) check() error {
	j := p.Job
	o := &j.Opt
	if len(j.Design.Names) == 0 {
		return errors.New("fit: no weight is free: everything is fixed or left out")
	}
	if j.Method == descent.LevenbergMarquardt && j.Large() {
		return fmt.Errorf("fit: lm makes a matrix of all weights, and there are %d: pass the method newton, or a Dense (-dense) of as many", len(j.Design.Names))
	}
	if o.Starts > 1 && j.Design.Form == nil {
		return fmt.Errorf("fit: %d starts: other starts are for weights of a formula, and none of them is fitted: pass -starts 1", o.Starts)
	}
	if (o.Smooth > 0 || o.Choose.Smooth) && p.Bends == nil {
		return errors.New("fit: nothing to smooth: no weights are tables, named by a last number or square")
	}
	if (o.PriorRows > 0 || o.Choose.Prior) && len(o.Prior) == 0 {
		return errors.New("fit: a prior's strength without a prior: pass the weights to be pulled to, or a ridge to pull to 0")
	}
	return nil
}

// boundChains makes the steps of chains bounds.
func (p *Problem) boundChains() error {
	if len(p.Chains) == 0 {
		return nil
	}
	names := p.Job.Design.Names
	if p.Low == nil {
		p.Low, p.High = rows.NoBounds(len(names))
	}
	for _, chain := range p.Chains {
		for k, j := range chain {
			if !math.IsInf(p.Low[j], 0) || !math.IsInf(p.High[j], 0) {
				return fmt.Errorf("fit: %s is bounded and ordered: a weight can be one of the two", names[j])
			}
			if k > 0 {
				p.Low[j] = 0
			}
		}
	}
	return nil
}

// Starts returns the start weights in the order of the design.
func (j *Job) Starts() ([]float64, error) {
	w, err := j.Named(j.Opt.Start)
	if err != nil {
		return nil, fmt.Errorf("%w: the start weights are of another set or order (%s)", err, note.F11)
	}
	return w, nil
}

// Named returns weights by name in the order of the design; names of weights that
// are not fitted are passed over, names that the set does not have are an error.
func (j *Job) Named(list []rows.NamedWeight) ([]float64, error) {
	index := make(map[string]int)
	for i, name := range j.Design.All {
		index[name] = j.Design.Alias[i]
	}
	w, known := make([]float64, len(j.Design.Names)), rows.NewScorer(j.Design.Schema, j.Design.Factors, j.Design.Evaluation)
	for _, n := range list {
		if err := known.Add(n); err != nil {
			return nil, err
		}
		if i, ok := index[n.Name]; ok {
			w[i] = n.Value
		}
	}
	return w, nil
}

// LeastInformation is the information below which a weight is kept although it has rows enough, in
// drawn rows with a count of 1: the unit of penalties. One such row leaves a weight a standard error
// of some 250 centipawns, a thousandth of one 8,000: it runs off. Rows with a factor near 0 tell
// little: where the phase is 1/24, 576 of them tell as much as one.
const LeastInformation = 0.001

// PawnOnEdge is a name that ends in a square where a pawn never stands.
var PawnOnEdge = regexp.MustCompile(`pawn\.[a-h][18](\.mg|\.eg)?$`)

// Pulled reports whether a penalty keeps weights that rows tell little of.
func (j *Job) Pulled() bool {
	o := &j.Opt
	return len(o.Prior) > 0 || j.Ridge > 0 || o.Smooth > 0 || o.Choose.Ridge || o.Choose.Smooth
}

// Bound reports whether a weight has bounds or an order.
func (p *Problem) Bound(j int) bool {
	if slices.ContainsFunc(p.Chains, func(chain []int) bool { return slices.Contains(chain, j) }) {
		return true
	}
	return p.Low != nil && !(math.IsInf(p.Low[j], -1) && math.IsInf(p.High[j], 1))
}

// Keeping returns the problem with weights held at values.
func (p *Problem) Keeping(kept map[int]float64) *Problem {
	if len(kept) == 0 {
		return p
	}
	q := *p
	if q.Low, q.High, q.Kept = slices.Clone(p.Low), slices.Clone(p.High), kept; p.Low == nil {
		q.Low, q.High = rows.NoBounds(len(p.Job.Design.Names))
	}
	for j, v := range kept {
		q.Low[j], q.High[j] = v, v
	}
	return &q
}

// Objective returns what is to be minimised over some rows, with strengths times unit and, by weight,
// units; nil: all 1.
func (p *Problem) Objective(of Rows, s Strengths, unit float64, units []float64) *Objective {
	n := len(p.Job.Design.Names)
	return &Objective{
		Rows: of, Chains: p.Chains, N: n + p.Extra, Parts: max(1, (of.Rows()+p.Job.Opt.BatchRows-1)/p.Job.Opt.BatchRows),
		Penalty: &penalty.Penalty{Ridge: s.Ridge * unit, Prior: s.Prior * unit, Smooth: s.Smooth * unit, Mean: p.Mean, Weights: n, Bends: p.Bends, Units: units},
	}
}

// Rows for each weight that the preconditioner is made of: the error of a covariance of p weights from n rows is about
// √(p/n). That of a formula with kinks is off by these and by what the way to the minimum changes, and is made more often.
const (
	sampleRows       = 120
	sampleRowsKinked = 30
)

// Descent returns the options that all searches of an objective have in common.
func (p *Problem) Descent(f *Objective) descent.Options {
	o := &p.Job.Opt
	sample, form := sampleRows, p.Job.Design.Form
	kinked := form != nil && form.Kinked()
	if kinked {
		sample = sampleRowsKinked
	}
	out := descent.Options{
		Method:    p.Job.Method,
		Low:       withIntercepts(p.Low, p.Extra, math.Inf(-1)),
		High:      withIntercepts(p.High, p.Extra, math.Inf(1)),
		Tolerance: o.Tolerance, Passes: o.Passes, Rate: o.Rate, MatrixLimit: p.Job.Dense,
		Every: max(1, f.Rows.Rows()/(sample*max(1, f.Size()))), Kinked: kinked,
	}
	if p.Job.Dense > 0 {
		out.MatrixLimit += p.Extra
	}
	return out
}

// withIntercepts appends n values to bounds; nil stays nil.
func withIntercepts(bounds []float64, n int, v float64) []float64 {
	if bounds == nil {
		return nil
	}
	return append(slices.Clone(bounds), slices.Repeat([]float64{v}, n)...)
}

// Report returns what tells the progress of the search to a meter.
func (j *Job) Report() func(descent.Step) {
	return func(s descent.Step) {
		j.Meter.Report(rows.Progress{Stage: "fitting", Done: s.Passes, Loss: s.F, Gap: s.Gap})
	}
}

// curved is an objective with the order of its weights.
type curved interface {
	descent.Curved
	descent.Batched
	point(w []float64) []float64
}

func (o *Objective) point(w []float64) []float64 { return o.Chains.Point(w) }

// descend makes one search.
func (p *Problem) descend(ctx context.Context, f curved, from []float64, opt descent.Options) (*descent.Result, error) {
	found, err := descent.Minimize(ctx, f, f.point(from), opt)
	if err != nil {
		return nil, fmt.Errorf("fit: %w", err)
	}
	p.Job.Meter.Passes += found.Passes + int(math.Ceil(found.Curvatures))
	return found, nil
}

package texel

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"example.org/centipawn/fit"
)

// tight is a tolerance to which the optimum is found, for others to be compared with.
const tight = 1e-14

// search fits without standard errors and intercept.
func (x *run) search(ctx context.Context, what string, change func(*fit.Options)) (*fit.Result, error) {
	opt := x.Fit
	opt.Intercept, opt.Texel.Start, opt.Texel.Quick = fit.NoIntercept, x.start, true
	change(&opt)
	return x.fit(ctx, what, opt)
}

// A search is what is seen of one under way.
type search struct {
	gradients int
	lowest    float64 // loss, penalties included
}

func (s *search) follow(p fit.Progress) {
	if p.Stage == "fitting" {
		s.gradients, s.lowest = p.Done, min(s.lowest, p.Loss)
	}
}

// compareMethods runs every method to the default tolerance.
func (x *run) compareMethods(ctx context.Context) error {
	best := search{lowest: math.Inf(1)}
	if _, err := x.search(ctx, "optimum", func(o *fit.Options) { o.Texel.Tolerance, o.Progress = tight, best.follow }); err != nil {
		return err
	}
	for _, m := range []fit.Method{fit.LBFGS, fit.LevenbergMarquardt, fit.Adam, fit.SGD} {
		s := search{lowest: math.Inf(1)}
		r, err := x.search(ctx, m.String(), func(o *fit.Options) {
			if o.Method = m; m == fit.Adam || m == fit.SGD {
				o.Texel.Passes = x.Passes
			}
			o.Progress = s.follow
		})
		if err != nil {
			return err
		}
		x.result.Methods = append(x.result.Methods, Method{Method: m, Gradients: s.gradients, Passes: r.Passes, Iterations: r.Rounds,
			Loss: r.Final, Gap: s.lowest - best.lowest, Stated: r.Gap, Stopped: r.Stopped})
	}
	return nil
}

// knownGames is how many games there must be behind a weight that is compared.
const knownGames = 30

// randomStarts is their number, and randomSize the largest weight of one.
const (
	randomStarts = 3
	randomSize   = 300
)

// compareStarts begins at several points.
func (x *run) compareStarts(ctx context.Context) error {
	known := map[string]bool{}
	for _, w := range x.result.Fits[0].Weights {
		known[w.Name] = w.Identified && w.Games >= knownGames
	}
	for _, loss := range []fit.Loss{fit.Sigmoid, fit.CrossEntropy} {
		var first *fit.Result
		var evaluations []float64
		for i, start := range x.starts() {
			s := Start{Loss: loss, Start: startName(i)}
			r, err := x.search(ctx, fmt.Sprintf("%v from %s", loss, s.Start), func(o *fit.Options) {
				o.Loss, o.Texel.Start, o.Texel.Tolerance = loss, start, tight
			})
			if err != nil {
				return err
			}
			if s.Begin, err = x.lossAt(ctx, loss, start); err != nil {
				return err
			}
			e, err := x.evaluations(ctx, r.Model(s.Start))
			if err != nil {
				return err
			}
			if first == nil {
				first, evaluations = r, e
			}
			s.Final, s.Passes, s.Stopped, s.Change = r.Final, r.Passes, r.Stopped, r.Final-first.Final
			for j, w := range r.Weights {
				if known[w.Name] {
					s.Weight = max(s.Weight, math.Abs(w.Value-first.Weights[j].Value))
				}
			}
			for j, v := range e {
				s.Evaluation = max(s.Evaluation, math.Abs(v-evaluations[j]))
			}
			x.result.Starts = append(x.result.Starts, s)
		}
	}
	return nil
}

// starts returns published PeSTO, zero, and random weights.
func (x *run) starts() [][]fit.NamedWeight {
	all := [][]fit.NamedWeight{x.start, nil}
	for i := range randomStarts {
		rng := rand.New(rand.NewPCG(x.Fit.Split.Seed, uint64(i)))
		start := slices.Clone(x.start)
		for j := range start {
			start[j].Value = math.Round(randomSize * (2*rng.Float64() - 1))
		}
		all = append(all, start)
	}
	return all
}

func startName(i int) string {
	switch i {
	case 0:
		return "published"
	case 1:
		return "zero"
	}
	return fmt.Sprintf("random %d", i-1)
}

// lossAt returns the loss of weights on the training rows.
func (x *run) lossAt(ctx context.Context, loss fit.Loss, w []fit.NamedWeight) (float64, error) {
	m := fit.Model{Name: "start", Weights: w, K: x.result.K.Value}
	found, err := fit.Evaluate(ctx, x.train.set, fit.Train, []fit.Model{m}, fit.EvalOptions{Target: x.Fit.Target, Split: x.Fit.Split, Threads: x.Fit.Threads})
	if err != nil {
		return 0, err
	}
	value, _, _ := loss.Measure(found[0].Metrics(fit.Bootstrap{Resamples: 1}))
	return value, nil
}

// evaluations returns those of all rows of the training file, in centipawns.
func (x *run) evaluations(ctx context.Context, m fit.Model) ([]float64, error) {
	m.K = 0
	var list []float64
	for p, err := range fit.Predict(ctx, x.train.set, m, fit.PredictOptions{Target: x.Fit.Target, Split: fit.Split{By: fit.SplitNone}}) {
		if err != nil {
			return nil, err
		}
		list = append(list, p.Predicted)
	}
	return list, nil
}

package search

import (
	"context"
	"fmt"
	"math"
	"slices"

	"example.org/centipawn/fit/descent"
	"example.org/centipawn/fit/rows"
)

// Strengths are those of the penalties, in rows.
type Strengths struct{ Ridge, Prior, Smooth float64 }

// strengthNames are in the order in which strengths are chosen.
var strengthNames = []string{"prior", "ridge", "smooth"}

// of returns a strength by name.
func (s *Strengths) of(name string) *float64 {
	return map[string]*float64{"prior": &s.Prior, "ridge": &s.Ridge, "smooth": &s.Smooth}[name]
}

// A Choice is a strength that was found by cross-validation.
type Choice struct {
	Name     string  `json:"name"`     // "ridge", "prior" or "smooth"
	Strength float64 `json:"strength"` // rows, see fit.Options.Ridge
	Tried    []Trial `json:"tried"`    // none where rows do not name their games
}

// ByFolds reports whether folds chose the strength, and one that pulls.
func (c *Choice) ByFolds() bool { return len(c.Tried) > 0 && c.Strength > 0 }

// ByFolds reports whether folds chose a strength that pulls.
func ByFolds(choices []Choice) bool {
	return slices.ContainsFunc(choices, func(c Choice) bool { return c.ByFolds() })
}

// A Trial is a strength with its loss over the folds.
type Trial struct {
	Strength float64 `json:"strength"`
	Loss     float64 `json:"loss"`   // mean over all folds' rows
	StdErr   float64 `json:"stderr"` // of the difference to the best, from the folds
}

// Candidates are tried in this order: each search starts where the one before, of
// a stronger pull, ended.
var Candidates = []float64{30000, 10000, 3000, 1000, 300, 100, 30, 10, 3, 1, 0}

// SafePrior is the prior's strength where rows do not name their games. Folds would have rows of one
// game on both sides and choose next to none: 3 rows of 725,000, and a knight that was worth 486
// centipawns more on g7. Under 3,000 rows a weight moves halfway to what its rows say if they are
// worth 3,000.
const SafePrior = 3000

// Folds are what strengths are chosen on.
type Folds struct {
	// Part returns the rows of a fold, and those of the others.
	Part func(ctx context.Context, fold, folds int) (train, test Rows, err error)

	Objective func(of Rows, s Strengths) *Objective
	Descent   func(f *Objective) descent.Options
	Start     []float64
	Safe      bool // rows do not name their games: the prior's strength is SafePrior
}

// Choose finds the strengths that are asked for by folds of the training games,
// one after the other, the prior first: each of those that come later is fixed
// at its option meanwhile.
func (j *Job) Choose(ctx context.Context, f *Folds) (s Strengths, choices []Choice, err error) {
	s = Strengths{j.Ridge, j.Opt.PriorRows, j.Opt.Smooth}
	wanted := map[string]bool{"prior": j.Opt.Choose.Prior, "ridge": j.Opt.Choose.Ridge, "smooth": j.Opt.Choose.Smooth}
	for _, name := range strengthNames {
		if !wanted[name] {
			continue
		}
		var trials [][]float64 // by fold and candidate: the loss
		var weights []float64
		c := Choice{Name: name, Strength: SafePrior, Tried: []Trial{}}
		if name != "prior" || !f.Safe {
			for fold := range j.Opt.Choose.Folds {
				losses, n, err := j.tryFold(ctx, f, fold, s, name)
				if err != nil {
					return s, nil, err
				}
				trials, weights = append(trials, losses), append(weights, n)
			}
			c = Decide(name, trials, weights)
		}
		*s.of(name) = c.Strength
		choices = append(choices, c)
	}
	return s, choices, nil
}

// Decide returns the strength with the lowest loss.
func Decide(name string, losses [][]float64, rows []float64) Choice {
	c := Choice{Name: name}
	total, best := 0.0, 0
	for _, n := range rows {
		total += n
	}
	for k, strength := range Candidates {
		sum := 0.0
		for fold, n := range rows {
			sum += n * losses[fold][k]
		}
		c.Tried = append(c.Tried, Trial{Strength: strength, Loss: sum / total})
		if sum/total < c.Tried[best].Loss {
			best = k
		}
	}
	for k := range c.Tried {
		square := 0.0
		for fold, n := range rows {
			d := n * (losses[fold][k] - losses[fold][best] - c.Tried[k].Loss + c.Tried[best].Loss)
			square += d * d
		}
		folds := float64(len(rows))
		c.Tried[k].StdErr = math.Sqrt(square*folds/(folds-1)) / total
	}
	c.Strength = Candidates[best]
	return c
}

// tryFold fits without a fold at each candidate of a strength and returns the losses on it,
// and its weight.
func (j *Job) tryFold(ctx context.Context, f *Folds, fold int, s Strengths, name string) (losses []float64, weight float64, err error) {
	folds := j.Opt.Choose.Folds
	train, test, err := f.Part(ctx, fold, folds)
	if err != nil {
		return nil, 0, err
	}
	if train.Rows() == 0 || test.Rows() == 0 {
		return nil, 0, fmt.Errorf("fit: fold %d of %d is empty: there are too few games to choose the %s by folds; pass a number", fold+1, folds, name)
	}
	at, g := f.Start, make([]float64, len(f.Start))
	for k := range Candidates {
		*s.of(name) = Candidates[k]
		if at, err = j.tryAt(ctx, f, f.Objective(train, s), at); ctx.Err() != nil {
			return nil, 0, ctx.Err()
		} else if err != nil {
			return nil, 0, fmt.Errorf("fit: fold %d: %w", fold+1, err)
		}
		loss, err := test.Gradient(ctx, at, g)
		if err != nil {
			return nil, 0, err
		}
		losses = append(losses, loss)
		j.Meter.Report(rows.Progress{Stage: "choosing the " + name + " by folds", Done: fold*len(Candidates) + k + 1, Total: folds * len(Candidates)})
	}
	return losses, test.TotalWeight(), nil
}

// tryAt minimises from weights on, and returns where that ends.
func (j *Job) tryAt(ctx context.Context, f *Folds, of *Objective, from []float64) ([]float64, error) {
	opt := f.Descent(of)
	opt.Method, opt.Tolerance = descent.LBFGS, max(opt.Tolerance, 1e-7)
	found, err := descent.Minimize(ctx, of, of.Chains.Point(from), opt)
	if err != nil {
		return nil, err
	}
	j.Meter.Passes += found.Passes
	return slices.Clone(of.Weights(found.Weights)), nil
}

package fit

import (
	"context"
	"fmt"
	"math"
	"slices"

	"centipawn/fit/descent"
)

// strengths are those of the penalties, in rows.
type strengths struct{ ridge, prior, smooth float64 }

// strengthNames are in the order in which strengths are chosen.
var strengthNames = []string{"prior", "ridge", "smooth"}

// of returns a strength by name.
func (s *strengths) of(name string) *float64 {
	return map[string]*float64{"prior": &s.prior, "ridge": &s.ridge, "smooth": &s.smooth}[name]
}

// A Choice is a strength that was found by cross-validation.
type Choice struct {
	Name     string  `json:"name"`     // "ridge", "prior" or "smooth"
	Strength float64 `json:"strength"` // rows, see Options.Ridge
	Tried    []Trial `json:"tried"`
}

// A Trial is a strength with its loss over the folds.
type Trial struct {
	Strength float64 `json:"strength"`
	Loss     float64 `json:"loss"`   // mean over all folds' rows
	StdErr   float64 `json:"stderr"` // of the difference to the best, from the folds
}

// candidates are tried in this order: each search starts where the one before, of
// a stronger pull, ended.
var candidates = []float64{30000, 10000, 3000, 1000, 300, 100, 30, 10, 3, 1, 0}

// choose finds the strengths that are asked for by folds of the training games,
// one after the other, the prior first: each of those that come later is fixed
// at its option meanwhile.
func (t *scaled) choose(ctx context.Context) (s strengths, choices []Choice, err error) {
	s = strengths{t.ridge, t.opt.PriorRows, t.opt.Smooth}
	wanted := map[string]bool{"prior": t.opt.Choose.Prior, "ridge": t.opt.Choose.Ridge, "smooth": t.opt.Choose.Smooth}
	for _, name := range strengthNames {
		if !wanted[name] {
			continue
		}
		var trials [][]float64 // by fold and candidate: the loss
		var rows []float64
		for fold := range t.opt.Choose.Folds {
			losses, n, err := t.tryFold(ctx, fold, s, name)
			if err != nil {
				return s, nil, err
			}
			trials, rows = append(trials, losses), append(rows, n)
		}
		c := decide(name, trials, rows)
		*s.of(name) = c.Strength
		choices = append(choices, c)
	}
	return s, choices, nil
}

// decide returns the strength with the lowest loss.
func decide(name string, losses [][]float64, rows []float64) Choice {
	c := Choice{Name: name}
	total, best := 0.0, 0
	for _, n := range rows {
		total += n
	}
	for k, strength := range candidates {
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
	c.Strength = candidates[best]
	return c
}

// tryFold fits without a fold at each candidate of a strength and returns the losses on it,
// and its weight.
func (t *scaled) tryFold(ctx context.Context, fold int, s strengths, name string) (losses []float64, weight float64, err error) {
	train, err := t.pack(ctx, t.weighed(Train, fold, t.opt.Choose.Folds), t.k.Value)
	if err != nil {
		return nil, 0, err
	}
	test, err := t.pack(ctx, t.weighed(Test, fold, t.opt.Choose.Folds), t.k.Value)
	if err != nil {
		return nil, 0, err
	}
	if train.Rows() == 0 || test.Rows() == 0 {
		return nil, 0, fmt.Errorf("fit: fold %d of %d is empty: there are too few games to choose the %s by folds", fold+1, t.opt.Choose.Folds, name)
	}
	at, g := t.start, make([]float64, len(t.start))
	for _, *s.of(name) = range candidates {
		if at, err = t.tryAt(ctx, train, s, at); err != nil {
			return nil, 0, fmt.Errorf("fit: fold %d: %w", fold+1, err)
		}
		loss, err := test.Gradient(ctx, at, g)
		if err != nil {
			return nil, 0, err
		}
		losses = append(losses, loss)
	}
	return losses, test.TotalWeight(), nil
}

// tryAt fits some rows, from a point on, and returns where that ends.
func (t *scaled) tryAt(ctx context.Context, rows *packed, s strengths, from []float64) ([]float64, error) {
	f, err := t.objective(rows, s)
	if err != nil {
		return nil, err
	}
	opt := t.descentOptions(f)
	opt.Method, opt.Tolerance = descent.LBFGS, max(opt.Tolerance, 1e-7)
	found, err := descent.Minimize(ctx, f, f.point(from), opt)
	if err != nil {
		return nil, err
	}
	t.meter.passes += found.Passes
	return slices.Clone(f.weights(found.Weights)), ctx.Err()
}

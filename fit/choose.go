package fit

import (
	"context"
	"fmt"
	"math"
	"slices"

	"centipawn/fit/descent"
	"centipawn/matrix"
)

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

// strengths are tried in this order: each search starts where the one before, of
// a stronger pull, ended.
var strengths = []float64{30000, 10000, 3000, 1000, 300, 100, 30, 10, 3, 1, 0}

// A strength is one that may be chosen.
type strength struct {
	name  string
	value *float64
}

// choose finds the strengths that are asked for by folds of the training games,
// one after the other, the prior first: each of those that come later is fixed
// at its option meanwhile.
func (t *texel) choose(ctx context.Context) error {
	o := &t.opt.Texel
	var list []strength
	for _, s := range []struct {
		wanted bool
		strength
	}{{o.Choose.Prior, strength{"prior", &o.PriorRows}}, {o.Choose.Ridge, strength{"ridge", &t.opt.Ridge}}, {o.Choose.Smooth, strength{"smooth", &o.Smooth}}} {
		if s.wanted {
			list = append(list, s.strength)
		}
	}
	if len(list) == 0 {
		return nil
	}
	trials := make([][][]float64, len(list)) // by strength's name, fold, candidate: the loss
	rows := make([]float64, o.Choose.Folds)
	for i, s := range list {
		for fold := range o.Choose.Folds {
			losses, n, err := t.tryFold(ctx, fold, s)
			if err != nil {
				return err
			}
			trials[i], rows[fold] = append(trials[i], losses), n
		}
		c := decide(s.name, trials[i], rows)
		*s.value = c.Strength
		t.choices = append(t.choices, c)
	}
	return nil
}

// decide returns the strength with the lowest loss.
func decide(name string, losses [][]float64, rows []float64) Choice {
	c := Choice{Name: name}
	total, best := 0.0, 0
	for _, n := range rows {
		total += n
	}
	for k, strength := range strengths {
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
	c.Strength = strengths[best]
	return c
}

// tryFold fits without a fold at each strength and returns the losses on it,
// and its weight.
func (t *texel) tryFold(ctx context.Context, fold int, s strength) (losses []float64, weight float64, err error) {
	d := t.divide(fold, t.opt.Texel.Choose.Folds)
	train, err := t.pack(ctx, Train, d)
	if err != nil {
		return nil, 0, err
	}
	test, err := t.pack(ctx, Test, d)
	if err != nil {
		return nil, 0, err
	}
	if train.Rows() == 0 || test.Rows() == 0 {
		return nil, 0, fmt.Errorf("fit: fold %d of %d is empty: there are too few games to choose the %s by folds", fold+1, t.opt.Texel.Choose.Folds, s.name)
	}
	before := *s.value
	defer func() { *s.value = before }()
	at, g := slices.Clone(t.start), make([]float64, len(t.start))
	for _, *s.value = range strengths {
		f, err := t.objective(train, t.opt.Ridge, t.opt.Texel.PriorRows, t.opt.Texel.Smooth)
		if err != nil {
			return nil, 0, err
		}
		opt := t.descentOptions(f)
		opt.Method, opt.Tolerance = descent.LBFGS, max(opt.Tolerance, 1e-7)
		found, err := descent.Minimize(ctx, f, f.point(at), opt)
		if err != nil {
			return nil, 0, fmt.Errorf("fit: fold %d: %w", fold+1, err)
		}
		if err := ctx.Err(); err != nil {
			return nil, 0, err
		}
		at = slices.Clone(f.weights(found.Weights))
		t.passes += found.Passes
		loss, err := test.Gradient(ctx, at, g)
		if err != nil {
			return nil, 0, err
		}
		losses = append(losses, loss)
	}
	return losses, test.TotalWeight(), nil
}

// sourcesOf returns the sources of the training rows, ascending.
func (t *texel) sourcesOf(ctx context.Context) ([]uint8, error) {
	if !t.data.Schema().Optional.Has(matrix.WithSource) {
		return []uint8{0}, nil
	}
	var seen [256]bool
	fresh := func() *sourceSet { return &sourceSet{selection: newSelection(t.opt)} }
	err := fold(ctx, t.scan("sources"), fresh, (*sourceSet).add, func(s *sourceSet) {
		for i, ok := range s.seen {
			seen[i] = seen[i] || ok
		}
	})
	var list []uint8
	for i, ok := range seen {
		if ok {
			list = append(list, uint8(i))
		}
	}
	return list, err
}

// A sourceSet is the partial of sourcesOf.
type sourceSet struct {
	selection
	seen [256]bool
}

func (s *sourceSet) reset() { s.seen = [256]bool{} }

func (s *sourceSet) add(b *matrix.Block) error {
	s.take(b, Train)
	for _, i := range s.index {
		s.seen[source(b, int(i))] = true
	}
	return nil
}

package mix

import (
	"context"
	"fmt"
	"strconv"

	"example.org/centipawn/fit"
	"example.org/centipawn/fit/descent"
	"example.org/centipawn/weights"
	"example.org/centipawn/weights/fitted"
)

// The names of the axes.
const (
	AxisPrior  = "prior-rows"
	AxisSmooth = "smooth"
	AxisLambda = "lambda"
	AxisK      = "k"
	AxisWithin = "within"
)

// A Fitter fits candidates.
type Fitter struct {
	Data  *Data
	Axes  []Axis
	Start *weights.File // where weights begin, and what the prior pulls them to
	About fitted.About

	// Fit says how: its loss, intercepts and threads. The rest is the candidate's.
	Fit fit.Options

	amounts map[amountKey]amount // usable
}

// amountKey says of which rows an amount is.
type amountKey struct {
	set    int
	within float64 // bound of the scores
}

// value returns the recipe's value of an axis.
func (f *Fitter) value(r Recipe, name string, otherwise float64) float64 {
	for i, a := range f.Axes {
		if a.Name == name {
			return a.Values[r.At[i]]
		}
	}
	return otherwise
}

// File fits a candidate.
func (f *Fitter) File(ctx context.Context, r Recipe) (*weights.File, error) {
	b := &blend{Data: f.Data, labels: labels{f.value(r, AxisLambda, 0.5), f.value(r, AxisWithin, 0)}}
	var err error
	if b.weights, err = f.rowWeights(r, b.labels.within); err != nil {
		return nil, err
	}
	opt := f.Fit
	opt.Split.By, opt.Texel.Quick = fit.SplitNone, true
	opt.Texel.Start = fitted.Named(f.Start)
	opt.Texel.Prior, opt.Texel.PriorRows = opt.Texel.Start, f.value(r, AxisPrior, 0)
	opt.Texel.Smooth, opt.Texel.K = f.value(r, AxisSmooth, 0), f.value(r, AxisK, 0)
	res, err := fit.Fit(ctx, b, opt)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", inWords(f.Data.names(), f.Axes, r), err)
	}
	if res.Stopped == descent.Interrupted {
		return nil, context.Cause(ctx)
	}
	file := fitted.File(res, f.Data.Set, f.About)
	file.Provenance.K = nil // labels are of anything; candidates keep the centipawn of the start
	file.Provenance.KeepCentipawn(&f.Start.Provenance)
	for i, w := range b.weights {
		set := &f.Data.sets[i]
		file.Provenance.Settings = append(file.Provenance.Settings,
			weights.Setting{Name: "weight of " + set.Name, Value: strconv.FormatFloat(float64(w), 'g', -1, 32)},
			weights.Setting{Name: "labels of " + set.Name, Value: set.Labels.String()})
	}
	return file, nil
}

// rowWeights returns what a row of each set weighs: the share of its set over the set's rows, scaled
// so that all together weigh as many rows as the mix is worth. The prior then holds every mix as
// firmly as would that number of rows of one set.
//
// With shares p and n rows of each set that is (Σp)²/Σ(p²/n), by the variance of the weighted mean.
//
// Source: L. Kish, "Survey Sampling" (1965), for the effective size of a weighted sample.
func (f *Fitter) rowWeights(r Recipe, within float64) ([]float32, error) {
	each, parts, squares := make([]float64, len(r.Parts)), 0.0, 0.0
	for i, p := range r.Parts {
		a, err := f.usable(i, within)
		if err != nil {
			return nil, err
		}
		if p > 0 && a.weight > 0 {
			each[i] = p / a.weight
			parts, squares = parts+p, squares+p*each[i]
		}
	}
	list := make([]float32, len(each))
	for i := range list {
		if each[i] > 0 {
			list[i] = float32(each[i] * parts / squares)
		}
	}
	return list, nil
}

// usable remembers how many rows there are.
func (f *Fitter) usable(set int, within float64) (a amount, err error) {
	key := amountKey{set, within}
	if a, ok := f.amounts[key]; ok {
		return a, nil
	}
	if f.amounts == nil {
		f.amounts = map[amountKey]amount{}
	}
	a, err = f.Data.usable(set, within)
	f.amounts[key] = a
	return a, err
}

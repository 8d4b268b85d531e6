package onfiles

import (
	"context"
	"errors"
	"fmt"

	"example.org/centipawn/features"
	"example.org/centipawn/fit"
	"example.org/centipawn/matrix"
	"example.org/centipawn/weights"
)

// A Trial fits sets to the results of the first file, all at the K of the first fit and without intercept, and
// tests them on the others, or, if there are none, on a part of the first file's games.
type Trial struct {
	Options
	Files []string
	Start []fit.NamedWeight // of the next fit
	K     float64           // 0: not fitted yet

	part fit.Part // of the tests
}

// NewTrial returns a trial.
func NewTrial(files []string, opt Options) (*Trial, error) {
	if len(files) == 0 {
		return nil, errors.New("no file to train on")
	}
	opt.Fit = opt.Fit.WithDefaults()
	opt.Fit.Loss, opt.Fit.Target.Expected, opt.Fit.Intercept = fit.Sigmoid, true, fit.NoIntercept
	opt.Fit.Texel.Scale, opt.Fit.Texel.Quick = fit.ScaleNone, true
	t := &Trial{Options: opt, Files: files, part: fit.Test}
	if len(files) > 1 {
		t.Fit.Split.By, t.part = fit.SplitNone, fit.AllRows
	}
	return t, nil
}

// Try fits rows.
func (t *Trial) Try(ctx context.Context, what string, rows *matrix.Set, opt fit.Options) (*fit.Result, error) {
	opt.Texel.K = t.K
	r, err := t.FitTo(ctx, what, rows, opt)
	if err == nil {
		t.K = r.K.Value
	}
	return r, err
}

// Measure measures a model on every test.
func (t *Trial) Measure(ctx context.Context, tests []*matrix.Set, m fit.Model) (all []*fit.Evaluation, err error) {
	for _, test := range tests {
		e, err := t.Evaluate(ctx, test, t.part, m)
		if err != nil {
			return nil, err
		}
		all = append(all, e)
	}
	return all, nil
}

// Evaluate measures a model on a part of rows.
func (t *Trial) Evaluate(ctx context.Context, rows *matrix.Set, part fit.Part, m fit.Model) (*fit.Evaluation, error) {
	found, err := fit.Evaluate(ctx, rows, part, []fit.Model{m}, fit.EvalOptions{Target: t.Fit.Target, Split: t.Fit.Split, Threads: t.Fit.Threads})
	if err != nil {
		return nil, err
	}
	return found[0], nil
}

// A Test is a model on the rows of a test.
type Test struct {
	N       int            `json:"n"`
	Games   int            `json:"games"`
	MSE     float64        `json:"mse"`
	LogLoss float64        `json:"logloss"`
	Change  fit.Difference `json:"change"` // of the MSE against the model that the table compares with
}

// Compare compares a model with another on the same rows; names are those of the tests.
func (t *Trial) Compare(names []string, against, found []*fit.Evaluation) (tests []Test, err error) {
	for i, e := range found {
		c, err := fit.Compare(against[i], e, t.Fit.Bootstrap)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", names[i], err)
		}
		m := e.Metrics(t.Fit.Bootstrap)
		tests = append(tests, Test{N: m.N, Games: m.Games, MSE: m.MSE, LogLoss: m.LogLoss, Change: c.MSE})
	}
	return tests, nil
}

// Cells are the errors of a test for a table.
func (t *Test) Cells() []string {
	return []string{fmt.Sprintf("%.6f", t.MSE), fmt.Sprintf("%.4f", t.LogLoss)}
}

// Difference prints a change of the mean squared error and its 95 % interval, "" if there is none.
func Difference(d fit.Difference) (value, interval string) {
	if d.Interval != nil {
		interval = fmt.Sprintf("%+.6f to %+.6f", d.Low, d.High)
	}
	return fmt.Sprintf("%+.6f", d.Value), interval
}

// Published returns the published values of a set by name; none if there are none.
func Published(set *features.Set) (list []fit.NamedWeight) {
	f, ok := weights.Published(set.Name())
	if !ok {
		return nil
	}
	for _, w := range f.Weights() {
		list = append(list, fit.NamedWeight{Name: w.Name, Value: w.Value})
	}
	return list
}

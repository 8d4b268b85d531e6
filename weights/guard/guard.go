// Package guard says before a match how far a new evaluation is from an old one on real positions,
// and what to expect of a match. docs/measured/guard.md has the cases that it is calibrated with.
//
// The new evaluation is divided by its slope on the old one: a common scale plays as well, once
// the search margins are scaled, too. What is judged are ratios and expected scores, 0 to 1, which
// the size of an engine's centipawn does not change. Centipawns, for the reader, are the old
// evaluation's.
package guard

import (
	"context"
	"errors"
	"math"
	"runtime"
	"slices"
	"strings"

	"example.org/centipawn/fit/rows"
	"example.org/centipawn/matrix"
	"example.org/centipawn/weights"
	"example.org/centipawn/weights/predict"
)

// ErrNoPosition is the error where there is nothing to compare with.
var ErrNoPosition = errors.New("guard: no position on which the old evaluation is other than 0: pass other positions")

// Compare compares two files of weights on rows of a set that has the weights of both, of other
// games than the new one was fitted to: their labels judge it, too.
func Compare(ctx context.Context, data rows.Data, before, after *weights.File) (*Report, error) {
	m, err := measure(ctx, data, before, after, runtime.GOMAXPROCS(0))
	if err != nil {
		return nil, err
	}
	return m.report(m.sample.compare())
}

// CompareFit is [Compare] on the rows of the fit itself. What labels say is known of the test
// rows, nil if there are none. The report does not depend on the threads; fewer than one are one.
func CompareFit(ctx context.Context, data rows.Data, before, after *weights.File, test *Labels, threads int) (*Report, error) {
	m, err := measure(ctx, data, before, after, threads)
	if err != nil {
		return nil, err
	}
	m.fitted = true
	return m.report(test)
}

func measure(ctx context.Context, data rows.Data, before, after *weights.File, threads int) (*meter, error) {
	m, err := newMeter(data.Schema(), before, after)
	if err != nil {
		return nil, err
	}
	return m, m.measure(ctx, data, threads)
}

func (m *meter) report(judge *Labels) (*Report, error) {
	all := m.all()
	if all.n == 0 || all.old == 0 {
		return nil, ErrNoPosition
	}
	r := &Report{Scale: all.slope(), Added: m.added, Labels: judge, fitted: fittedTo(m.newFile)}
	r.AddedRMS = all.addedRMS() / math.Abs(r.Scale)
	r.K, r.KFrom = m.oldK(r.Scale)
	r.Phases = m.phases(r.K, r.Scale)
	r.Pieces = m.pieces(r.Scale)
	r.tables = len(r.Pieces) == 0 && slices.ContainsFunc(m.schema.Columns, func(c matrix.Column) bool { return strings.HasPrefix(c.Name, "pst.") })
	m.moves(r)
	r.judge()
	return r, nil
}

// oldK finds the K of the old evaluation, 0 if it is not known.
func (m *meter) oldK(scale float64) (k float64, from string) {
	if fitted, ok := m.sample.fitK(m.sample.before); ok {
		return fitted.K, KFromLabels
	}
	if k := fileK(m.oldFile); k > 0 {
		return k, KFromOld
	}
	if k := fileK(m.newFile) * scale; k > 0 {
		return k, KFromNew
	}
	return 0, ""
}

// fittedTo is the kind of labels that weights were fitted to, as their file says it.
func fittedTo(f *weights.File) predict.Kind {
	switch p := &f.Provenance; {
	case p.Target == "score", p.Target == "probability", p.Target == "blend" && p.Lambda < 0.5:
		return predict.Scores
	case p.Target == "result", p.Target == "blend":
		return predict.Results
	}
	return predict.AnyKind
}

func fileK(f *weights.File) float64 {
	if f.Provenance.K == nil {
		return 0
	}
	return f.Provenance.K.Value
}

package texel_test

import (
	"context"
	"testing"

	"example.org/centipawn/fit"
	"example.org/centipawn/fit/fittest"
	"example.org/centipawn/fit/search"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/matrix"
)

// nameless is data whose rows do not name their games.
type nameless struct{ fit.Data }

func (nameless) Provenance() matrix.Provenance {
	return matrix.Provenance{Clusters: matrix.BySkeleton}
}

// TestStrengthWithoutGames: where rows do not name their games, a prior that is to be chosen is the safe
// one, with a warning; folds would have rows of one game on both sides and choose next to none.
func TestStrengthWithoutGames(t *testing.T) {
	l := fittest.Solid(2)
	set := fittest.NewSet(t, l.Columns, 100, l.Rows())
	opt := fittest.ExpectedOf(l.Options(fit.CrossEntropy))
	opt.Texel.Prior, opt.Texel.Choose.Prior, opt.Texel.Quick = l.Start(0), true, true
	for data, safe := range map[fit.Data]bool{set: false, nameless{set}: true} {
		r := fittest.MustFit(t, data, opt)
		if len(r.Choices) != 1 || (len(r.Choices[0].Tried) == 0) != safe || (r.PriorRows == search.SafePrior) != safe || r.Warnings.Has(note.S05) != safe {
			t.Errorf("without games %v: prior of %g rows, %+v, %v", safe, r.PriorRows, r.Choices, r.Warnings)
		}
	}
	opt.Texel.Choose = fit.Choose{Ridge: true}
	if r := fittest.MustFit(t, nameless{set}, opt); len(r.Choices[0].Tried) == 0 || !r.Warnings.Has(note.S05) {
		t.Errorf("ridge: %+v, %v", r.Choices, r.Warnings)
	}
}

// TestFoldsReport: the choice of a strength says how far it is, fit by fit.
func TestFoldsReport(t *testing.T) {
	l := fittest.Usual(3)
	opt := fittest.ExpectedOf(l.Options(fit.CrossEntropy))
	opt.Texel.Choose, opt.Texel.Quick = fit.Choose{Ridge: true, Folds: 3}, true
	done, want := 0, 3*len(search.Candidates)
	opt.Progress = func(p fit.Progress) {
		if p.Stage != "choosing the ridge by folds" {
			return
		}
		if done++; p.Done != done || p.Total != want {
			t.Errorf("%+v, want %d of %d", p, done, want)
		}
	}
	fittest.MustFit(t, fittest.NewSet(t, l.Columns, 100, l.Rows()), opt)
	if done != want {
		t.Errorf("%d reports, want %d", done, want)
	}
}

// TestFoldsInterrupted: nothing but the interruption is told of folds that are interrupted.
func TestFoldsInterrupted(t *testing.T) {
	l := fittest.Usual(3)
	opt := fittest.ExpectedOf(l.Options(fit.CrossEntropy))
	opt.Texel.Choose, opt.Texel.Quick = fit.Choose{Ridge: true, Folds: 3}, true
	ctx, cancel := context.WithCancel(t.Context())
	opt.Progress = func(p fit.Progress) {
		if p.Stage == "choosing the ridge by folds" {
			cancel()
		}
	}
	if _, err := fit.Fit(ctx, fittest.NewSet(t, l.Columns, 100, l.Rows()), opt); err != context.Canceled {
		t.Errorf("error %v", err)
	}
}

// TestUninformed: F13, a weight whose rows have next to no factor keeps its start value, unless a
// prior keeps it or every weight is to be fitted.
func TestUninformed(t *testing.T) {
	l := fittest.Solid(4)
	set := fittest.NewSet(t, l.Columns, 100, fittest.Changed(l.Rows(), func(_ int, r *fittest.Row) { r.Counts[5] /= 3000 }))
	start := l.Start(0.5)
	start[7].Value = 33
	for _, c := range []struct {
		least int
		prior float64
		holds bool
	}{{20, 0, true}, {0, 0, false}, {20, 100, false}} {
		opt := fittest.ExpectedOf(l.Options(fit.Sigmoid))
		opt.Texel.Start, opt.Texel.LeastRows, opt.Split.By = start, c.least, fit.SplitNone
		if c.prior > 0 {
			opt.Texel.Prior, opt.Texel.PriorRows = start, c.prior
		}
		r := fittest.MustFit(t, set, opt)
		w := r.Weights[7]
		if held := w.Value == 33 && w.Bound == "frozen" && r.Warnings.Has(note.F13); held != c.holds || r.Warnings.Has(note.F13) != c.holds || w.Rows < 1000 {
			t.Errorf("%+v: %+v, %v", c, w, r.Warnings)
		}
	}
}

// TestLeastRows: a weight of few rows stays exactly at its prior, or its start, whatever becomes of the
// scale; the others move, and the scale is kept.
func TestLeastRows(t *testing.T) {
	l := fittest.Solid(4)
	rows := fittest.Changed(l.Rows(), func(i int, r *fittest.Row) {
		if r.Counts[5] = 0; i%400 == 0 {
			r.Counts[5], r.Result = 3, matrix.ResultWhite
		}
	})
	set := fittest.NewSet(t, l.Columns, 100, rows)
	start := l.Start(0.5)
	start[7].Value = 33
	for _, loss := range []fit.Loss{fit.Sigmoid, fit.CrossEntropy} {
		for _, c := range []struct {
			least int
			prior bool
		}{{0, false}, {50, false}, {50, true}} {
			opt, want := fittest.ExpectedOf(l.Options(loss)), 33.
			opt.Texel.Start, opt.Texel.LeastRows, opt.Split.By = start, c.least, fit.SplitNone
			if opt.Texel.Scale = fit.ScaleKeep; c.prior {
				want = 44
				opt.Texel.Prior, opt.Texel.PriorRows = append(l.Start(0)[:7:7], fit.NamedWeight{Name: "x5", Value: want}), 1
			}
			r := fittest.MustFit(t, set, opt)
			w, other := r.Weights[7], r.Weights[0]
			if kept := w.Value == want && w.Bound == "frozen" && w.StdErr == 0; kept != (c.least > 0) || w.Rows != 12 {
				t.Errorf("%v, %+v: %+v", loss, c, w)
			}
			if len(r.Dependences) > 0 { // a weight that is kept is no combination of others
				t.Errorf("%v, %+v: dependences %v", loss, c, r.Dependences)
			}
			if other.Value == start[0].Value || other.Bound != "" || r.Scale.FixedBy != "" || r.Scale.Factor == 1 {
				t.Errorf("%v, %+v: %+v, scale %+v", loss, c, other, r.Scale)
			}
		}
	}
}

package texel

import (
	"context"
	"slices"

	"example.org/centipawn/fit"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/matrix"
)

// leakageCodes are the warnings about it.
var leakageCodes = []note.Code{note.S01, note.S02, note.S03, note.T01}

// warnings keeps those of a fit.
func (l *Leakage) warnings(r *fit.Result) {
	for _, w := range r.Warnings {
		if slices.Contains(leakageCodes, w.Code) {
			l.Warnings = append(l.Warnings, w)
		}
	}
}

// leakage compares a test file with the training file.
func (x *run) leakage(ctx context.Context, s source) (l Leakage, err error) {
	o, err := matrix.FindOverlap(x.train.matrix, s.matrix)
	if err != nil {
		return l, err
	}
	l.Overlap, l.Chance = &o, float64(o.GamesA)*float64(o.GamesB)/(1<<32)
	opt := x.Fit
	opt.Test, opt.Intercept = s.set, fit.NoIntercept
	opt.Texel.Start, opt.Texel.Quick = x.start, true
	r, err := x.fit(ctx, "with "+s.name+" as test set", opt)
	if err != nil {
		return l, err
	}
	l.warnings(r)
	return l, nil
}

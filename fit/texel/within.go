package texel

import (
	"context"

	"example.org/centipawn/fit/measure"
	"example.org/centipawn/fit/rows"
)

// Within says how well the weights tell the rows of a group from each other: errors with an intercept
// for each group, which on test rows is fitted to the test rows, as on training rows. Rows of groups
// that say nothing are left out.
type Within struct {
	By     string `json:"by"`     // the columns that make the groups
	Groups int    `json:"groups"` // of the training rows, that say something
	Rows   int    `json:"rows"`   // of these

	SilentGroups int `json:"silent_groups"` // of the training rows, that say nothing
	SilentRows   int `json:"silent_rows"`   // of these
	SingleRows   int `json:"single_rows"`   // of these the only ones of their group

	Train  *measure.Metrics    `json:"train"`            // without intervals
	Test   *measure.Metrics    `json:"test,omitempty"`   // nil without rows
	Start  *measure.Metrics    `json:"start,omitempty"`  // of the start weights on the test rows; nil without any
	Change *measure.Difference `json:"change,omitempty"` // of the MSE on the test rows, as a share of the start's
}

// SilentShare is the share of the training rows that say nothing.
func (w *Within) SilentShare() float64 {
	return float64(w.SilentRows) / max(1, float64(w.Rows+w.SilentRows))
}

// withinGroups measures weights on both parts with intercepts by group; nil without these. start is
// the weights that they are compared with, nil for none.
func (t *Scaled) withinGroups(ctx context.Context, rowsAt *Packed, weights, start []float64, boot measure.Bootstrap) (*Within, error) {
	if t.Rows.Groups == nil {
		return nil, nil
	}
	g := t.Rows.Groups.Groups
	w := &Within{By: t.Grouping.String(), Groups: g.Len() - g.Silent.Groups, Rows: t.Rows.Rows() - g.Silent.Rows,
		SilentGroups: g.Silent.Groups, SilentRows: g.Silent.Rows, SingleRows: g.Silent.Single}
	train, err := t.within(ctx, rowsAt, weights)
	if err != nil {
		return nil, err
	}
	w.Train = train.Evaluation(rows.Train).Bare()
	return w, t.withinTest(ctx, w, rowsAt.Scale, weights, start, boot)
}

// withinTest sets what the test rows say.
func (t *Scaled) withinTest(ctx context.Context, w *Within, scale float64, weights, start []float64, boot measure.Bootstrap) error {
	if !t.Tested() {
		return nil
	}
	test, err := t.packTest(ctx)
	if err != nil || test.Rows() == 0 {
		return err
	}
	test.Scale = scale
	fitted, err := t.within(ctx, test, weights)
	if err != nil {
		return err
	}
	after := fitted.Evaluation(rows.Test)
	if w.Test = after.Metrics(boot); start == nil {
		return nil
	}
	test.Scale = t.Rows.Scale
	old, err := t.within(ctx, test, start)
	if err != nil {
		return err
	}
	before := old.Evaluation(rows.Test)
	w.Start = before.Metrics(boot)
	if c, err := measure.Compare(before, after, boot); err == nil {
		w.Change = &c.Relative
	}
	return nil
}

// packTest makes the working copy of the test rows.
func (t *Scaled) packTest(ctx context.Context) (*Packed, error) {
	if t.Test == nil {
		return t.pack(ctx, t.fold(rows.Test, 0, 0), 0)
	}
	p, job, j := *t.Prepared, *t.Job, *t.Job.Job
	j.Data = t.Test
	job.Job, p.Job = &j, &job
	return p.pack(ctx, p.fold(rows.Train, 0, 0), 0)
}

// within adds up the errors of weights on some rows by group.
func (t *Scaled) within(ctx context.Context, d *Packed, weights []float64) (*measure.Grouped, error) {
	sum := measure.NewGrouped(!t.Loss.Linear)
	return sum, d.Groups.Within(ctx, weights, sum.Add)
}

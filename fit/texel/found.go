package texel

import (
	"context"
	"fmt"
	"math"
	"regexp"
	"slices"

	"centipawn/fit/descent"
	"centipawn/fit/rows"
	"centipawn/note"
)

// Found is the minimum, or where the search for it ended.
type Found struct {
	*Scaled
	Strengths  Strengths
	Choices    []Choice
	objective  *Objective
	Search     *descent.Result
	Minimum    []float64 // weights, then intercepts
	Impossible []bool    // weights of squares where a pawn never stands
}

// search makes the stages up to the minimum.
func (t *Job) Minimise(ctx context.Context) (*Found, error) {
	p, err := t.Prepare(ctx)
	if err != nil {
		return nil, err
	}
	s, err := p.FindK(ctx)
	if err != nil {
		return nil, err
	}
	return s.Find(ctx)
}

// Finish makes the stages that follow the search.
func (t *Found) Finish(ctx context.Context) (*Measured, error) {
	in, err := t.Infer(ctx)
	if err != nil {
		return nil, err
	}
	r, err := in.rescale(ctx)
	if err != nil {
		return nil, err
	}
	return r.measure(ctx)
}

// Find chooses the strengths and searches from the start.
func (t *Scaled) Find(ctx context.Context) (*Found, error) {
	s, choices, err := t.choose(ctx)
	if err != nil {
		return nil, err
	}
	f, err := t.Objective(t.Rows, s)
	if err != nil {
		return nil, err
	}
	opt, err := t.searchOptions(ctx, f)
	if err != nil {
		return nil, err
	}
	search, err := descent.Minimize(ctx, f, f.Point(t.Start), opt)
	if err != nil {
		return nil, fmt.Errorf("fit: %w", err)
	}
	t.Meter.Passes += search.Passes + int(math.Ceil(search.Curvatures))
	out := &Found{Scaled: t, Strengths: s, Choices: choices, objective: f, Search: search}
	out.Minimum = slices.Clone(f.Weights(search.Weights))
	out.Impossible = t.impossible()
	for j, never := range out.Impossible {
		if never {
			out.Minimum[j] = 0 // whatever the start weights say of it
		}
	}
	return out, nil
}

// impossible marks the weights of squares where a pawn never stands.
func (t *Scaled) impossible() []bool {
	never := make([]bool, len(t.Start))
	for j, active := range t.Rows.Active() {
		never[j] = !active && j < len(t.Design.Names) && PawnOnEdge.MatchString(t.Design.Names[j])
	}
	return never
}

// weighed is fold with the balance of the training rows.
func (t *Scaled) weighed(want rows.Part, fold, folds int) shareOfRows {
	s := t.fold(want, fold, folds)
	s.balancer = t.Balance.weigh()
	return s
}

// Objective returns what is to be minimised over some rows.
func (t *Prepared) Objective(rows *Packed, s Strengths) (*Objective, error) {
	mean, err := t.named(t.Opt.Prior)
	if err != nil {
		return nil, fmt.Errorf("%w: the prior is of another set (%s)", err, note.F11)
	}
	unit := t.RowUnit(rows.Scale) / max(1, rows.TotalWeight())
	return &Objective{
		rows: rows.Design, Chains: t.chains, batches: max(1, (rows.Rows()+t.Opt.BatchRows-1)/t.Opt.BatchRows),
		penalty: &Penalty{Ridge: s.Ridge * unit, prior: s.Prior * unit, Smooth: s.Smooth * unit, mean: mean, Weights: len(t.Design.Names), Bends: t.bends},
	}, nil
}

// RowUnit is what a drawn row with a count of 1 adds to the loss for a weight of
// one centipawn: the unit of penalties.
func (t *Job) RowUnit(scale float64) float64 { return scale * scale * t.Loss.drawn }

// searchOptions returns the options of the search.
func (t *Scaled) searchOptions(ctx context.Context, f *Objective) (descent.Options, error) {
	opt := t.DescentOptions(f)
	opt.Checkpoint, opt.Resume = t.Opt.Checkpoint, t.Opt.Resume
	opt.Report = func(s descent.Step) {
		if t.Meter.Progress != nil {
			t.Meter.Progress(rows.Progress{Stage: "fitting", Done: s.Passes, Loss: s.F, Gap: s.Gap})
		}
	}
	var err error
	if t.Watched() > 0 {
		opt.Watch, err = t.watch(ctx, f)
	}
	return opt, err
}

// sampleRows is the number of rows for each weight that the preconditioner is
// made of: the error of a covariance of p weights from n rows is about √(p/n).
const sampleRows = 120

// DescentOptions returns what all searches have in common.
func (t *Prepared) DescentOptions(f *Objective) descent.Options {
	o := t.Opt
	return descent.Options{
		Method:    t.Method,
		Low:       withIntercepts(t.low, len(t.sources), math.Inf(-1)),
		High:      withIntercepts(t.high, len(t.sources), math.Inf(1)),
		Tolerance: o.Tolerance, Passes: o.Passes, Rate: o.Rate,
		Every: max(1, f.rows.Rows()/(sampleRows*max(1, f.Size()))),
	}
}

// withIntercepts appends n values to bounds; nil stays nil.
func withIntercepts(bounds []float64, n int, v float64) []float64 {
	if bounds == nil {
		return nil
	}
	return append(slices.Clone(bounds), slices.Repeat([]float64{v}, n)...)
}

// watch returns the loss on the games that are kept to watch it.
func (t *Scaled) watch(ctx context.Context, f *Objective) (func([]float64) (float64, error), error) {
	rows, err := t.pack(ctx, t.weighed(rows.Test, 0, t.Watched()), t.K.Value)
	if err != nil {
		return nil, err
	}
	if rows.Rows() == 0 {
		return nil, fmt.Errorf("fit: Texel.Watch %g leaves no game to watch", t.Opt.Watch)
	}
	g := make([]float64, rows.Weights)
	return func(point []float64) (float64, error) { return rows.Gradient(ctx, f.Weights(point), g) }, nil
}

// PawnOnEdge is a name that ends in a square where a pawn never stands.
var PawnOnEdge = regexp.MustCompile(`pawn\.[a-h][18](\.mg|\.eg)?$`)

package fit

import (
	"context"
	"fmt"
	"math"
	"slices"

	"centipawn/fit/descent"
	"centipawn/note"
)

// found is the minimum, or where the search for it ended.
type found struct {
	*scaled
	strengths  strengths
	choices    []Choice
	objective  *objective
	search     *descent.Result
	at         []float64 // weights, then intercepts
	impossible []bool    // weights of squares where a pawn never stands
}

// search makes the stages up to the minimum.
func (t *texelJob) search(ctx context.Context) (*found, error) {
	p, err := t.prepare(ctx)
	if err != nil {
		return nil, err
	}
	s, err := p.scale(ctx)
	if err != nil {
		return nil, err
	}
	return s.find(ctx)
}

// finish makes the stages that follow the search.
func (t *found) finish(ctx context.Context) (*measured, error) {
	in, err := t.infer(ctx)
	if err != nil {
		return nil, err
	}
	r, err := in.rescale(ctx)
	if err != nil {
		return nil, err
	}
	return r.measure(ctx)
}

// find chooses the strengths and searches from the start.
func (t *scaled) find(ctx context.Context) (*found, error) {
	s, choices, err := t.choose(ctx)
	if err != nil {
		return nil, err
	}
	f, err := t.objective(t.packed, s)
	if err != nil {
		return nil, err
	}
	opt, err := t.searchOptions(ctx, f)
	if err != nil {
		return nil, err
	}
	search, err := descent.Minimize(ctx, f, f.point(t.start), opt)
	if err != nil {
		return nil, fmt.Errorf("fit: %w", err)
	}
	t.meter.passes += search.Passes + int(math.Ceil(search.Curvatures))
	out := &found{scaled: t, strengths: s, choices: choices, objective: f, search: search}
	out.at = slices.Clone(f.weights(search.Weights))
	out.impossible = t.impossible()
	for j, never := range out.impossible {
		if never {
			out.at[j] = 0 // whatever the start weights say of it
		}
	}
	return out, nil
}

// impossible marks the weights of squares where a pawn never stands.
func (t *scaled) impossible() []bool {
	never := make([]bool, len(t.start))
	for j, active := range t.Active() {
		never[j] = !active && j < len(t.design.names) && pawnOnEdge.MatchString(t.design.names[j])
	}
	return never
}

// weighed is fold with the balance of the training rows.
func (t *scaled) weighed(want Part, fold, folds int) shareOfRows {
	s := t.fold(want, fold, folds)
	s.balancer = t.balance.weigh()
	return s
}

// objective returns what is to be minimised over some rows.
func (t *prepared) objective(rows *packed, s strengths) (*objective, error) {
	mean, err := t.named(t.opt.Prior)
	if err != nil {
		return nil, fmt.Errorf("%w: the prior is of another set (%s)", err, note.F11)
	}
	unit := t.rowUnit(rows.Scale) / max(1, rows.TotalWeight())
	return &objective{
		rows: rows.Design, chains: t.chains, batches: max(1, (rows.Rows()+t.opt.BatchRows-1)/t.opt.BatchRows),
		penalty: &penalty{ridge: s.ridge * unit, prior: s.prior * unit, smooth: s.smooth * unit, mean: mean, weights: len(t.design.names), bends: t.bends},
	}, nil
}

// rowUnit is what a drawn row with a count of 1 adds to the loss for a weight of
// one centipawn: the unit of penalties.
func (t *texelJob) rowUnit(scale float64) float64 { return scale * scale * t.loss.drawn }

// searchOptions returns the options of the search.
func (t *scaled) searchOptions(ctx context.Context, f *objective) (descent.Options, error) {
	opt := t.descentOptions(f)
	opt.Checkpoint, opt.Resume = t.opt.Checkpoint, t.opt.Resume
	opt.Report = func(s descent.Step) {
		if t.meter.progress != nil {
			t.meter.progress(Progress{Stage: "fitting", Done: s.Passes, Loss: s.F, Gap: s.Gap})
		}
	}
	var err error
	if t.watched() > 0 {
		opt.Watch, err = t.watch(ctx, f)
	}
	return opt, err
}

// sampleRows is the number of rows for each weight that the preconditioner is
// made of: the error of a covariance of p weights from n rows is about √(p/n).
const sampleRows = 120

// descentOptions returns what all searches have in common.
func (t *prepared) descentOptions(f *objective) descent.Options {
	o := t.opt
	return descent.Options{
		Method:    t.method,
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
func (t *scaled) watch(ctx context.Context, f *objective) (func([]float64) (float64, error), error) {
	rows, err := t.pack(ctx, t.weighed(Test, 0, t.watched()), t.k.Value)
	if err != nil {
		return nil, err
	}
	if rows.Rows() == 0 {
		return nil, fmt.Errorf("fit: Texel.Watch %g leaves no game to watch", t.opt.Watch)
	}
	g := make([]float64, rows.Weights)
	return func(point []float64) (float64, error) { return rows.Gradient(ctx, f.weights(point), g) }, nil
}

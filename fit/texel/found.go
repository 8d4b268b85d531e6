package texel

import (
	"context"
	"fmt"
	"math"
	"regexp"
	"slices"

	"example.org/centipawn/fit/descent"
	"example.org/centipawn/fit/rows"
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

// Find chooses the strengths and searches from the start.
func (t *Scaled) Find(ctx context.Context) (*Found, error) {
	s, choices, err := t.choose(ctx)
	if err != nil {
		return nil, err
	}
	if g := t.Rows.Groups; g != nil {
		if err := g.Anchor(ctx, t.Start); err != nil {
			return nil, err
		}
	}
	out := &Found{Scaled: t, Strengths: s, Choices: choices}
	if err := out.search(ctx, t.Start, true); err != nil {
		return nil, err
	}
	return out, out.findModel(ctx)
}

// search searches from a point. The first search alone is written to checkpoints: those that follow
// begin where it ended.
func (t *Found) search(ctx context.Context, from []float64, first bool) error {
	f, err := t.Objective(t.Rows, t.Strengths)
	if err != nil {
		return err
	}
	opt, err := t.searchOptions(ctx, f)
	if err != nil {
		return err
	}
	if !first {
		opt.Checkpoint, opt.Resume = nil, nil
	}
	search, err := descent.Minimize(ctx, f, f.Chains.Point(from), opt)
	if err != nil {
		return fmt.Errorf("fit: %w", err)
	}
	t.Meter.Passes += search.Passes + int(math.Ceil(search.Curvatures))
	t.objective, t.Search = f, search
	t.Minimum = slices.Clone(f.Weights(search.Weights))
	t.Impossible = t.impossible()
	for j, never := range t.Impossible {
		if never {
			t.Minimum[j] = 0 // whatever the start weights say of it
		}
	}
	return nil
}

// impossible marks the weights of squares where a pawn never stands.
func (t *Scaled) impossible() []bool {
	never := make([]bool, len(t.Start))
	for j, active := range t.Rows.Active() {
		never[j] = !active && j < len(t.Design.Names) && PawnOnEdge.MatchString(t.Design.Names[j])
	}
	return never
}

// searchOptions returns the options of the search.
func (t *Scaled) searchOptions(ctx context.Context, f *Objective) (descent.Options, error) {
	opt := t.DescentOptions(f)
	opt.Checkpoint, opt.Resume = t.Opt.Checkpoint, t.Opt.Resume
	opt.Report = func(s descent.Step) {
		t.Meter.Report(rows.Progress{Stage: "fitting", Done: s.Passes, Loss: s.F, Gap: s.Gap})
	}
	var err error
	if t.Watched() > 0 {
		opt.Watch, err = t.watch(ctx, f)
	}
	return opt, err
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

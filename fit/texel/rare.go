package texel

import (
	"context"

	"gonum.org/v1/gonum/floats"

	"example.org/centipawn/fit/rows"
	"example.org/centipawn/fit/search"
	"example.org/centipawn/matrix"
)

// keepRare keeps weights that fewer than Options.LeastRows training rows speak of, or of which
// without a penalty their rows tell next to nothing, at their prior or, without one, where they
// start. Bounded and ordered weights and those of a formula are left alone.
func (t *Scaled) keepRare(ctx context.Context) error {
	from := t.Opt.Prior
	if len(from) == 0 {
		from = t.Opt.Start
	}
	if t.Opt.LeastRows == 0 || len(from) == 0 {
		return nil
	}
	old, err := t.Problem.Job.Named(from)
	if err != nil {
		return err
	}
	seen, err := t.rowsOf(ctx)
	if err != nil {
		return err
	}
	known, err := t.information(ctx)
	if err != nil {
		return err
	}
	p, kept := *t.Prepared, make(map[int]float64)
	for j, n := range seen {
		few, unknown := n < float64(t.Opt.LeastRows), known != nil && known[j] < search.LeastInformation
		if n > 0 && (few || unknown) && !t.Bound(j) && t.Design.InPawns(j) {
			kept[j], t.Start[j] = old[j], old[j]
			if !few {
				p.Uninformed = append(p.Uninformed, j)
			}
		}
	}
	p.Problem = t.Keeping(kept)
	t.Prepared = &p
	return nil
}

// information returns what the rows tell of each weight where they begin, in drawn rows with a count
// of 1; nil where a penalty keeps weights that rows tell little of.
func (t *Scaled) information(ctx context.Context) ([]float64, error) {
	if t.Problem.Job.Pulled() {
		return nil, nil
	}
	d := make([]float64, t.Rows.Weights)
	if err := t.Rows.Diagonal(ctx, t.Start, 1, d); err != nil {
		return nil, err
	}
	floats.Scale(t.Rows.TotalWeight()/(2*t.RowUnit(t.Rows.Scale)), d)
	return d, nil
}

// rowsOf returns the training rows of each weight.
func (t *Prepared) rowsOf(ctx context.Context) ([]float64, error) {
	return rows.Tally(ctx, t.Training("rows of weights"), len(t.Design.Names), func(b *matrix.Block, sel *rows.Selection, seen []float64) {
		for _, i := range sel.Index {
			t.Design.Touch(b, int(i), seen)
		}
	})
}

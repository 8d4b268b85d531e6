package texel

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"example.org/centipawn/fit/rows"
	"example.org/centipawn/matrix"
)

// keepRare keeps weights that fewer than Options.LeastRows training rows speak of, or of which
// without a penalty their rows tell next to nothing, at their prior or, without one, where they
// start. Bounded and ordered weights and those of a block are left alone.
func (t *Scaled) keepRare(ctx context.Context) error {
	from := t.Opt.Prior
	if len(from) == 0 {
		from = t.Opt.Start
	}
	if t.Opt.LeastRows == 0 || len(from) == 0 {
		return nil
	}
	old, err := t.named(from)
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
	p := *t.Prepared
	if p.low, p.high = slices.Clone(t.low), slices.Clone(t.high); t.low == nil {
		p.low, p.high = rows.NoBounds(len(old))
	}
	p.rare = make(map[int]float64)
	for j, n := range seen {
		bounded := !math.IsInf(p.low[j], -1) || !math.IsInf(p.high[j], 1)
		few, unknown := n < float64(t.Opt.LeastRows), known != nil && known[j] < LeastInformation
		if n > 0 && (few || unknown) && !bounded && !t.Design.InBlock(j) && !t.chained(j) {
			p.low[j], p.high[j], p.rare[j], t.Start[j] = old[j], old[j], old[j], old[j]
			if !few {
				p.Uninformed = append(p.Uninformed, j)
			}
		}
	}
	if len(p.rare) > 0 {
		t.Prepared = &p
	}
	return nil
}

// LeastInformation is the information below which a weight is kept although it has rows enough, in
// drawn rows with a count of 1: the unit of penalties. One such row leaves a weight a standard error
// of some 250 centipawns, a thousandth of one 8,000: it runs off. Rows with a factor near 0 tell
// little: where the phase is 1/24, 576 of them tell as much as one.
const LeastInformation = 0.001

// information returns what the rows tell of each weight where they begin, in drawn rows with a count
// of 1; nil where a penalty keeps weights that rows tell little of.
func (t *Scaled) information(ctx context.Context) ([]float64, error) {
	o := &t.Opt
	if len(o.Prior) > 0 || t.Ridge > 0 || o.Smooth > 0 || o.Choose.Ridge || o.Choose.Smooth {
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

// chained reports whether a weight is ordered.
func (t *Prepared) chained(j int) bool {
	return slices.ContainsFunc(t.chains, func(chain []int) bool { return slices.Contains(chain, j) })
}

package texel

import (
	"context"
	"math"
	"slices"

	"centipawn/fit/rows"
	"centipawn/matrix"
)

// keepRare keeps weights that fewer than Options.LeastRows training rows speak of at their prior or,
// without one, where they start. Bounded and ordered weights and those of a block are left alone.
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
	p := *t.Prepared
	if p.low, p.high = slices.Clone(t.low), slices.Clone(t.high); t.low == nil {
		p.low, p.high = rows.NoBounds(len(old))
	}
	p.rare = make(map[int]float64)
	for j, n := range seen {
		bounded := !math.IsInf(p.low[j], -1) || !math.IsInf(p.high[j], 1)
		if n > 0 && n < float64(t.Opt.LeastRows) && !bounded && !t.Design.InBlock(j) && !t.chained(j) {
			p.low[j], p.high[j], p.rare[j], t.Start[j] = old[j], old[j], old[j], old[j]
		}
	}
	if len(p.rare) > 0 {
		t.Prepared = &p
	}
	return nil
}

// rowsOf returns the training rows of each weight.
func (t *Prepared) rowsOf(ctx context.Context) ([]float64, error) {
	return rows.Tally(ctx, t.Training("rows of weights"), len(t.Design.Names), func(b *matrix.Block, sel *rows.Selection, seen []float64) {
		var entries []rows.Entry
		for _, i := range sel.Index {
			entries = t.Design.Expand(b, int(i), entries[:0])
			for _, e := range entries {
				if e.Value != 0 {
					seen[e.Weight]++
				}
			}
		}
	})
}

// chained reports whether a weight is ordered.
func (t *Prepared) chained(j int) bool {
	return slices.ContainsFunc(t.chains, func(chain []int) bool { return slices.Contains(chain, j) })
}

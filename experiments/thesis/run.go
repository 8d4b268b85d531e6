package thesis

import (
	"context"
	"slices"

	"example.org/centipawn/experiments/pool"
	"example.org/centipawn/match/entrants"
)

// Run plays the tables and measures the last one. If it is stopped the error wraps that of ctx,
// and the result holds what was done.
func Run(ctx context.Context, opt Options) (*Result, error) {
	r := &Result{Trap: opt.Trap, NoTable: opt.Syzygy == ""}
	for _, b := range opt.Budgets {
		p, err := opt.play(ctx, b)
		if p != nil {
			r.Budgets = append(r.Budgets, p)
		}
		if err != nil {
			return r, err
		}
	}
	if opt.wants(16) && opt.Trap != (Trap{}) {
		var err error
		if r.Speeds, err = opt.speeds(ctx); err != nil {
			return r, err
		}
	}
	if opt.wants(Horizon) {
		var err error
		if r.Horizon, err = sights(); err != nil {
			return r, err
		}
	}
	return r, nil
}

// wants reports whether a table is to be made.
func (o *Options) wants(table int) bool {
	return len(o.Tables) == 0 || slices.Contains(o.Tables, table)
}

// claims returns the lines of the tables that are played under a budget. Table 3 bounds the
// iterations: it has a budget of its own.
func (o *Options) claims(b Budget) (list []Claim) {
	for _, c := range claims {
		if o.wants(c.Table) && (c.Table == 3) == (b.Name == iterations) && o.playable(c.Player) && o.playable(c.Against) {
			list = append(list, c)
		}
	}
	return list
}

// play plays the pairings of a budget, each once, in the order in which the tables name them.
func (o *Options) play(ctx context.Context, b Budget) (*Played, error) {
	list := o.claims(b)
	if len(list) == 0 {
		return nil, nil
	}
	var names []string
	var pairings [][2]int
	number := func(name string) int {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
		return slices.Index(names, name)
	}
	for _, c := range list {
		if pair := [2]int{number(c.Player), number(c.Against)}; !slices.Contains(pairings, pair) {
			pairings = append(pairings, pair)
		}
	}
	var specs []entrants.Spec
	for _, name := range names {
		specs = append(specs, o.spec(name, b))
	}
	p, err := pool.Of(ctx, specs, o.Options)
	if err != nil {
		return nil, err
	}
	p.Pairings = pairings
	res, err := p.Play(ctx, o.under(b))
	out := &Played{Budget: b, Warnings: res.Warnings}
	for _, c := range list {
		at := slices.Index(pairings, [2]int{number(c.Player), number(c.Against)})
		out.Rows = append(out.Rows, Row{c, res.Matches[at]})
	}
	out.rate(names, res)
	return out, err
}

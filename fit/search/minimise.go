package search

import (
	"context"

	"example.org/centipawn/fit/descent"
)

// Minimise searches from weights, with care for those of a formula, see guard.go.
func (p *Problem) Minimise(ctx context.Context, f *Objective, from []float64, opt descent.Options) (*descent.Result, error) {
	found, err := p.descend(ctx, f, from, opt)
	if err != nil {
		return nil, err
	}
	return p.regain(ctx, f, from, found, opt)
}

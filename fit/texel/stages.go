package texel

import (
	"context"

	"example.org/centipawn/fit/sparse"
)

// Minimise makes the stages up to the minimum.
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

// Finish makes the stages that follow the search. Processes that help end with it.
func (t *Found) Finish(ctx context.Context) (*Measured, error) {
	in, err := t.Infer(ctx)
	if err != nil {
		return nil, err
	}
	r, err := in.rescale(ctx)
	if err != nil {
		return nil, err
	}
	m, err := r.measure(ctx)
	if x := t.Opt.Exchange; x != nil && err == nil {
		err = (&sparse.Order{Pass: sparse.PassEnd}).Tell(ctx, x)
	}
	return m, err
}

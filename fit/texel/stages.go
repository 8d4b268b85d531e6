package texel

import (
	"context"
	"fmt"

	"example.org/centipawn/fit/linear"
	"example.org/centipawn/fit/rows"
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

// FindK packs the training rows and finds K.
func (t *Prepared) FindK(ctx context.Context) (*Scaled, error) {
	w, err := t.search().Starts()
	if err != nil {
		return nil, err
	}
	s := &Scaled{Prepared: t, Start: append(w, make([]float64, len(t.sources))...)}
	if s.Rows, err = t.pack(ctx, t.fold(rows.Train, 0, t.Watched()), 0); err != nil {
		return nil, err
	}
	if s.Rows.Rows() == 0 {
		return nil, fmt.Errorf("%w: %s", linear.ErrNoRows, t.lacks())
	}
	if s.Rows.TotalWeight() == 0 {
		return nil, t.allSilent()
	}
	if x := t.Opt.Exchange; x != nil && !x.Leads() {
		return nil, s.assist(ctx)
	}
	if err := s.checkStart(ctx); err != nil {
		return nil, err
	}
	if err := s.scale(ctx); err != nil {
		return nil, err
	}
	if !t.Opt.Balance.IsZero() {
		if err := s.balanced(ctx); err != nil {
			return nil, err
		}
	}
	if s.Start, err = s.Leave(ctx, s.Rows, s.Start); err != nil {
		return nil, err
	}
	return s, s.keepRare(ctx)
}

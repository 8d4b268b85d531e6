package texel

import (
	"context"

	"centipawn/shards"
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
	if x := t.Opt.Exchange; x != nil && !x.Leads() {
		return nil, r.assist(ctx)
	}
	return r.measure(ctx)
}

// assist makes the passes of measure that processes share, for the one that leads.
func (t *Rescaled) assist(ctx context.Context) error {
	if !t.Opt.Quick {
		if err := (&Measured{Rescaled: t}).roundTraining(ctx); err != nil {
			return err
		}
	}
	return shards.ErrPart
}

package advice

import (
	"context"

	"example.org/centipawn/experiments/pool"
	"example.org/centipawn/match/entrants"
)

// play plays the whole against every part, or what is left of that.
func (x *run) play(ctx context.Context) error {
	if x.opt.Match.Pairs == 0 {
		return nil
	}
	specs := []entrants.Spec{{Name: whole, Weights: x.file(whole), Limit: x.opt.Limit}}
	var pairings [][2]int
	for i, p := range x.result.Parts {
		specs = append(specs, entrants.Spec{Name: "without " + p.Family, Weights: x.file(p.Family), Limit: x.opt.Limit})
		pairings = append(pairings, [2]int{0, 1 + i})
	}
	players, err := pool.Of(ctx, specs, x.opt.Match)
	if err != nil {
		return err
	}
	players.Pairings = pairings
	r, err := players.Play(ctx, x.opt.Match)
	if r == nil {
		return err
	}
	x.result.Warnings = append(x.result.Warnings, r.Warnings...)
	for i, p := range x.result.Parts {
		if m := &r.Matches[i]; m.Games() > 0 {
			p.Match = m
		}
	}
	return err
}

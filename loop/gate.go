package loop

import (
	"context"

	"example.org/centipawn/loop/campaign"
	"example.org/centipawn/match"
	"example.org/centipawn/match/entrants"
	"example.org/centipawn/match/openings"
	"example.org/centipawn/match/play"
	"example.org/centipawn/match/selfplay"
	"example.org/centipawn/weights"
)

// prove lets the new weights play the best so far, if there is a gate, and says which
// of them play next.
func (r *run) prove(ctx context.Context, s step, m *Metrics) (err error) {
	m.Best = s.Number
	if r.opt.Gate == nil && r.opt.GateShare == 0 {
		return nil
	}
	m.Gate, err = campaign.Prove(s.Step, func() (*Gate, error) {
		plan, err := r.gatePlan(s)
		if err != nil {
			return nil, err
		}
		g, _, err := campaign.Duel(ctx, s.Step, plan, campaign.Share(r.opt.GateShare), func(pairs int) {
			r.watch(Event{Iteration: s.Number, Stage: Proving, Done: int64(pairs), Total: int64(r.opt.GatePairs)})
		})
		return &g, err
	})
	if err == nil && !m.Gate.Passed {
		m.Best = r.bestBefore(s.Number)
	}
	return err
}

// gatePlan is the match of the weights of an iteration against those that played in it.
func (r *run) gatePlan(s step) (match.Plan, error) {
	fresh, err := weights.Read(s.File(weightsName))
	if err != nil {
		return match.Plan{}, err
	}
	seed := campaign.Seed(r.opt.Seed, s.Number, forGate)
	source, err := r.opt.Opening.source(seed, 0)
	if err != nil {
		return match.Plan{}, err
	}
	if source == nil {
		source = openings.Random(seed, r.opt.Opening.Plies, nil)
	}
	return match.Plan{
		Entrants: []play.Entrant{entrants.InMemory("new", fresh, r.opt.Search, r.opt.Limit), entrants.InMemory("best", r.best, r.opt.Search, r.opt.Limit)},
		Pairs:    r.opt.GatePairs, Openings: source, Rules: selfplay.MateRules(), Seed: seed,
		Concurrency: r.opt.Threads, SPRT: r.opt.Gate, Settings: r.program,
	}, nil
}

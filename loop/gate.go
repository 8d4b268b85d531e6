package loop

import (
	"context"
	"errors"
	"fmt"

	"example.org/centipawn/internal/resume/folder"
	"example.org/centipawn/match"
	"example.org/centipawn/match/elo"
	"example.org/centipawn/match/entrants"
	"example.org/centipawn/match/openings"
	"example.org/centipawn/match/play"
	"example.org/centipawn/match/selfplay"
	"example.org/centipawn/weights"
)

// prove lets the new weights play the best so far, if there is a gate, and says which
// of them play next.
func (r *run) prove(ctx context.Context, s step, m *Metrics) error {
	m.Best = s.number
	if r.opt.Gate == nil {
		return nil
	}
	m.Gate = new(Gate)
	ok, err := folder.Read(s.file(gateName), m.Gate)
	if err != nil {
		return err
	}
	if !ok {
		if *m.Gate, err = r.duel(ctx, s); err != nil {
			return err
		}
		if err := folder.Write(s.file(gateName), m.Gate); err != nil {
			return err
		}
	}
	if !m.Gate.Passed {
		m.Best = r.bestBefore(s.number)
	}
	return nil
}

// duel plays the match of the gate.
func (r *run) duel(ctx context.Context, s step) (g Gate, err error) {
	plan, err := r.gatePlan(s)
	if err != nil {
		return g, err
	}
	res, err := match.Run(ctx, plan, func(p *match.Progress) {
		r.watch(Event{Iteration: s.number, Stage: Proving, Done: int64(p.Pairs), Total: int64(r.opt.GatePairs)})
	})
	switch {
	case err != nil:
		return g, err
	case res.Stop == match.Interrupted:
		return g, context.Cause(ctx)
	case res.Stop == match.Faulty:
		return g, fmt.Errorf("the match of the gate: %v: see %s", res.Stop, plan.Dir)
	case len(res.Pairings) != 1:
		return g, errors.New("the match of the gate has no result")
	}
	pairs := res.Pairings[0].Pentanomial
	test := r.opt.Gate.WithDefaults()
	decision := test.Decide(pairs)
	return Gate{Pairs: pairs, Elo: elo.Of(pairs).Elo, LLR: test.LLR(pairs), Decision: decision, Passed: decision == elo.AcceptH1}, nil
}

// gatePlan is the match of the weights of an iteration against those that played in it.
func (r *run) gatePlan(s step) (match.Plan, error) {
	fresh, err := weights.Read(s.file(weightsName))
	if err != nil {
		return match.Plan{}, err
	}
	seed := seedOf(r.opt.Seed, s.number, forGate)
	source, err := r.opt.Opening.source(seed, 0)
	if err != nil {
		return match.Plan{}, err
	}
	if source == nil {
		source = openings.Random(seed, r.opt.Opening.Plies, nil)
	}
	test := r.opt.Gate.WithDefaults()
	return match.Plan{
		Event:    fmt.Sprintf("gate of iteration %d", s.number),
		Entrants: []play.Entrant{entrants.InMemory("new", fresh, r.opt.Search, r.opt.Limit), entrants.InMemory("best", r.best, r.opt.Search, r.opt.Limit)},
		Pairs:    r.opt.GatePairs, Openings: source, Rules: selfplay.MateRules(), Seed: seed,
		Concurrency: r.opt.Threads, SPRT: &test, Dir: s.file("gate"), Settings: r.program,
	}, nil
}

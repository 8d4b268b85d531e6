package campaign

import (
	"context"
	"errors"
	"fmt"

	"example.org/centipawn/internal/resume/folder"
	"example.org/centipawn/match"
	"example.org/centipawn/match/elo"
)

// A Gate is what came of the match of new weights or a new network against the best so far. The stop of a test biases
// its Elo; without a test LLR is 0 and Decision is that a test would play on.
type Gate struct {
	Pairs    elo.Pentanomial `json:"pairs"` // by points of the new one: 0, ½, 1, 1½, 2
	Elo      elo.Interval    `json:"elo"`
	LLR      float64         `json:"llr"`
	Decision elo.Decision    `json:"decision"`          // of the test
	Passed   bool            `json:"passed"`            // the new one is the best so far
	ByTest   bool            `json:"by_test,omitempty"` // a test judged the match
}

// Tested reports whether a test judged the match: without one there is no log likelihood ratio. Gates of older files do not
// say so, but for their ratio.
func (g *Gate) Tested() bool { return g.ByTest || g.LLR != 0 }

// Test returns the test of a gate with its defaults, nil where there is no test.
func Test(gate *elo.SPRT) *elo.SPRT {
	if gate == nil {
		return nil
	}
	test := gate.WithDefaults()
	return &test
}

// The match of a gate: its folder, and the file with which it is complete.
const (
	GateDir  = "gate"
	gateName = "gate.json"
)

// Prove reads what came of the gate of an iteration, or plays its match and writes that.
func Prove[G any](s Step, duel func() (*G, error)) (*G, error) {
	g := new(G)
	ok, err := folder.Read(s.File(gateName), g)
	if ok || err != nil {
		return g, err
	}
	if g, err = duel(); err != nil {
		return nil, err
	}
	return g, folder.Write(s.File(gateName), g)
}

// A Rule says by all games of a gate's match, played without a test, whether the new one passes.
type Rule func(*match.Pairing) bool

// Wins is the rule that the new one wins at least n games, nil for n of 0 or less.
func Wins(n int) Rule {
	if n <= 0 {
		return nil
	}
	return func(games *match.Pairing) bool { return games.Wins >= n }
}

// Share is the rule that the new one has more than that share of the points, 0 to 1, half a point for a draw; nil for a
// share of 0 or less.
//
// Source: D. Silver et al., "Mastering the game of Go without human knowledge", Nature 550, 2017, Methods, Evaluator:
// more than 55 % of 400 games.
func Share(share float64) Rule {
	if share <= 0 {
		return nil
	}
	return func(games *match.Pairing) bool {
		points := float64(games.Wins) + float64(games.Draws)/2
		return points-share*float64(games.Wins+games.Draws+games.Losses) > rounding
	}
}

// rounding is less than a half point, and more than what a share of percents loses as a binary number: 0.57·100 is not
// quite 57.
const rounding = 1e-6

// Duel plays the match of a gate in the folder of an iteration; its first entrant is the new one. With an SPRT the
// new one passes if that accepts H1, without one if the rule says so; one of them must be given. progress gets the
// pairs that are over.
func Duel(ctx context.Context, s Step, plan match.Plan, rule Rule, progress func(pairs int)) (g Gate, games *match.Pairing, err error) {
	if (plan.SPRT == nil) == (rule == nil) {
		return g, nil, errors.New("the match of the gate: pass an SPRT or a rule, one of them")
	}
	plan.Event, plan.Dir = fmt.Sprintf("gate of iteration %d", s.Number), s.File(GateDir)
	res, err := match.Run(ctx, plan, func(p *match.Progress) { progress(p.Pairs) })
	switch {
	case err != nil:
		return g, nil, err
	case res.Stop == match.Interrupted:
		return g, nil, context.Cause(ctx)
	case res.Stop == match.Faulty:
		return g, nil, fmt.Errorf("the match of the gate: %v: see %s", res.Stop, plan.Dir)
	case len(res.Pairings) != 1:
		return g, nil, errors.New("the match of the gate has no result")
	}
	games = &res.Pairings[0]
	g = Gate{Pairs: games.Pentanomial, Elo: elo.Of(games.Pentanomial).Elo}
	if test := plan.SPRT; test == nil {
		g.Passed = rule(games)
	} else {
		g.ByTest, g.LLR, g.Decision = true, test.LLR(g.Pairs), test.Decide(g.Pairs)
		g.Passed = g.Decision == elo.AcceptH1
	}
	return g, games, nil
}

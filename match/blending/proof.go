package blending

import (
	"context"

	"example.org/centipawn/match"
	"example.org/centipawn/match/elo"
)

// The names of the players of a proof.
const (
	Found = "found"
	Old   = "old"
)

// Test is that of a proof if no other is asked for. Its alpha is half of the usual: the other half is that of the interval
// which judges a proof that has ended undecided.
var Test = elo.SPRT{Elo0: 0, Elo1: 5, Alpha: 0.025}

// proofSeed is added to the seed of the search: the proof begins from other openings.
const proofSeed = 1

// Proof returns the match of what was found against the old weights, from openings that the search has not seen, of at
// most some pairs.
func (b *Blending) Proof(ctx context.Context, alpha []float64, test *elo.SPRT, pairs int) (match.Plan, error) {
	spent, err := readSpent(b.Match.Dir)
	if err != nil {
		return match.Plan{}, err
	}
	m := b.Match
	m.Pairs, m.SPRT, m.Seed = pairs, test, m.Seed+proofSeed
	return b.plan(ctx, "proof of a blend of "+b.Engine.Name, proofFolder, m, [2]string{Found, Old}, func(plan *match.Plan, s bound) error {
		s.Found = alpha
		plan.Settings, plan.Enough = s, spent.proved(b.ProofTime)
		plan.Entrants[0] = at(plan.Entrants[0], label(alpha))
		return nil
	})
}

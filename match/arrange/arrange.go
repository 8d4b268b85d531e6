// Package arrange makes matches ready to be played: from what a file or flags say, with players
// that have been tried and openings that have been read.
package arrange

import (
	"context"
	"fmt"

	"example.org/centipawn/internal/note"
	"example.org/centipawn/internal/shards"
	"example.org/centipawn/match"
	"example.org/centipawn/match/entrants"
	"example.org/centipawn/match/play"
)

// A Match is one that can be played. Its entrants have limits.
type Match struct {
	entrants.File
	Dir      string             // where it is kept; "": nowhere
	Shard    shards.Shard       // the part of the pairs that is played
	Ladder   bool               // the other entrants are rungs for the first
	Settings *entrants.Settings // what its games depend on; [Match.Plan] sets it
}

// Pairs of games that a pairing plays, where nothing says how many.
const (
	defaultPairs = 500
	endlessPairs = 500_000 // of a test: it ends on its own
)

// Plan makes the players and the openings ready.
func (m *Match) Plan(ctx context.Context) (match.Plan, error) {
	plan := match.Plan{
		Event: m.Event, Pairs: m.pairs(), Rules: play.Rules(m.Rules), Seed: m.Seed, Concurrency: m.Concurrency,
		SPRT: m.SPRT, Anchors: m.Anchors, MaxFaults: m.MaxFaults, Dir: m.Dir, Shard: m.Shard,
	}
	if plan.SPRT != nil {
		t := plan.SPRT.WithDefaults()
		plan.SPRT = &t
	}
	if m.Format != "" {
		if err := plan.Format.UnmarshalText([]byte(m.Format)); err != nil {
			return plan, err
		}
	}
	var err error
	if plan.Openings, err = m.Openings.Source(m.Seed); err != nil {
		return plan, err
	}
	if plan.Entrants, err = entrants.All(ctx, m.Entrants, plan.Openings, plan.Rules.TimeMargin); err != nil {
		return plan, err
	}
	if m.Ladder {
		plan.Known.Add(note.V10, "%s", ladderWarning)
	}
	m.Settings, err = entrants.NewSettings(m.Entrants, m.Openings)
	plan.Settings = m.Settings
	return plan, err
}

func (m *Match) pairs() int {
	switch {
	case m.Pairs != 0:
		return m.Pairs
	case m.SPRT != nil:
		return endlessPairs
	}
	return defaultPairs
}

// ladderWarning is what must be known of every ladder.
const ladderWarning = "the rungs' numbers are names, not ratings: what an engine calls 1500 is off by hundreds of Elo at short limits, " +
	"and the same number means another strength with other options"

// A Rungs says which strengths of an engine a ladder has.
type Rungs struct {
	Engine    entrants.Spec
	Strengths []int // empty: five over the range that the engine declares
}

// Ladder returns a match of a player against the rungs. declares says what the engine declares.
func (r *Rungs) Ladder(ctx context.Context, player entrants.Spec, f entrants.File) (m *Match, declares string, err error) {
	s, err := entrants.Strength(ctx, r.Engine)
	if err != nil {
		return nil, "", err
	}
	if len(r.Strengths) == 0 {
		r.Strengths = s.Steps(5)
	}
	rungs, err := s.Rungs(r.Strengths...)
	f.Event, f.Entrants = "ladder", append([]entrants.Spec{player}, rungs...)
	return &Match{File: f, Ladder: true}, fmt.Sprintf("%s declares %s from %d to %d", s.Engine, s.Option, s.Min, s.Max), err
}

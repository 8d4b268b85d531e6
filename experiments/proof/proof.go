// Package proof asks of two weights files what a retune is worth: what the results
// of games that neither has seen say, what the evaluation costs in speed, and who
// wins, at equal nodes and at equal time. It makes a line of docs/measured/proof.md.
//
// Fixed nodes compare knowledge alone; at equal time the slower evaluation pays for
// what it knows.
package proof

import (
	"context"
	"fmt"
	"path/filepath"

	"example.org/centipawn/extract"
	"example.org/centipawn/fit"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/match"
	"example.org/centipawn/match/elo"
	"example.org/centipawn/match/entrants"
	"example.org/centipawn/match/play"
)

// Options configures [Run].
type Options struct {
	// New and Old are weights as match's -a and -b take them: a file, builtin, or
	// published:SET.
	New, Old string

	// Limits are what both may spend in a match each, such as nodes and time.
	Limits []play.Limit

	// Pairs is how many openings each match plays twice; with a test, at most.
	Pairs int

	// SPRT ends a match early. Nil plays all pairs, and the intervals are no test's.
	SPRT *elo.SPRT

	Openings    entrants.Openings
	Seed        uint64
	Concurrency int

	// Dir keeps the matches, each in a folder of its own. A match that is there is
	// gone on with.
	Dir string

	// Read says how hold-out files are read; its set is not used. Bootstrap is how
	// intervals by game are drawn.
	Read      extract.Options
	Bootstrap fit.Bootstrap

	// Watch, if not nil, gets how a match stands.
	Watch func(limit play.Limit, p *match.Progress)
}

// A Result is what a retune is worth.
type Result struct {
	New      string     `json:"new"`
	Old      string     `json:"old"`
	Holdouts []*Holdout `json:"holdouts"`
	Matches  []*Match   `json:"matches"`
}

// A Match is one of the matches, seen by the new weights.
type Match struct {
	Limit   play.Limit     `json:"limit"`
	Pairing match.Pairing  `json:"pairing"`
	SPRT    *elo.State     `json:"sprt,omitempty"`
	Speed   float64        `json:"speed"` // nodes a second, new to old
	Players []match.Player `json:"players"`

	Warnings []note.Note `json:"warnings,omitempty"`
	Stop     match.Stop  `json:"stop"`
}

// Run measures the change on the hold-out files, then plays the matches.
func Run(ctx context.Context, holdouts []string, opt Options) (*Result, error) {
	r := &Result{New: opt.New, Old: opt.Old}
	a, err := entrants.Weights(opt.New)
	if err != nil {
		return nil, err
	}
	b, err := entrants.Weights(opt.Old)
	if err != nil {
		return nil, err
	}
	for _, file := range holdouts {
		if err := opt.unseen(file, a, b); err != nil {
			return nil, err
		}
	}
	for _, file := range holdouts {
		h, err := opt.holdout(ctx, file, a, b)
		if err != nil {
			return nil, err
		}
		r.Holdouts = append(r.Holdouts, h)
	}
	for _, limit := range opt.Limits {
		m, err := opt.match(ctx, limit)
		if err != nil {
			return nil, err
		}
		r.Matches = append(r.Matches, m)
		if m.Stop == match.Interrupted {
			return r, context.Cause(ctx)
		}
	}
	return r, nil
}

// match plays a match.
func (o *Options) match(ctx context.Context, limit play.Limit) (*Match, error) {
	specs := []entrants.Spec{{Name: "new", Weights: o.New, Limit: limit}, {Name: "old", Weights: o.Old, Limit: limit}}
	source, err := o.Openings.Source(o.Seed)
	if err != nil {
		return nil, err
	}
	plan := match.Plan{
		Event: "proof at " + limit.String(), Pairs: o.Pairs, Openings: source, Seed: o.Seed,
		Concurrency: o.Concurrency, SPRT: o.SPRT, Rules: play.Rules{TimeMargin: play.DefaultMargin},
	}
	if o.Dir != "" {
		plan.Dir = filepath.Join(o.Dir, folder(limit))
	}
	if plan.Entrants, err = entrants.All(ctx, specs, source, plan.Rules.TimeMargin); err != nil {
		return nil, err
	}
	if plan.Settings, err = entrants.NewSettings(specs, o.Openings); err != nil {
		return nil, err
	}
	found, err := match.Run(ctx, plan, func(p *match.Progress) {
		if o.Watch != nil {
			o.Watch(limit, p)
		}
	})
	if err != nil {
		return nil, fmt.Errorf("match at %v: %w", limit, err)
	}
	m := &Match{
		Limit: limit, Pairing: found.Pairings[0], SPRT: found.SPRT,
		Players: found.Players, Warnings: found.Warnings, Stop: found.Stop,
	}
	if nps := found.Players[1].Used.NPS(); nps > 0 {
		m.Speed = found.Players[0].Used.NPS() / nps
	}
	return m, nil
}

// folder returns the name of a match's folder: its limit, as a file may be called.
func folder(limit play.Limit) string {
	name := []byte(limit.String())
	for i, c := range name {
		if !(c >= '0' && c <= '9' || c >= 'a' && c <= 'z') {
			name[i] = '_'
		}
	}
	return string(name)
}

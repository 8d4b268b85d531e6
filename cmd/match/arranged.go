package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"centipawn/cli"
	"centipawn/match"
	"centipawn/match/elo"
	"centipawn/match/entrants"
	"centipawn/note"
)

// An arranged match is one that can be played.
type arranged struct {
	*conditions
	event    string
	specs    []entrants.Spec // with their limits
	format   match.Format
	pairs    int // a pairing
	sprt     *elo.SPRT
	anchors  map[string]float64
	ladder   bool               // the others are rungs for the first
	faults   float64            // the share of games that may end by one; 0: the default
	settings *entrants.Settings // of specs and openings, once there is a plan
}

// play plays the match, with what is to be known before and a table that lives. A
// result is there whenever games were played, with an error or without.
func (m *arranged) play(ctx context.Context, std cli.Streams) (*match.Result, error) {
	plan, err := m.plan(ctx)
	if err != nil {
		return nil, err
	}
	m.announce(std.Err, &plan)
	table, pace := newLive(std.Err), clock{before: -1}
	r, err := match.Run(ctx, plan, func(p *match.Progress) {
		if pace.before < 0 {
			pace.before = p.Finished
			for _, note := range p.Notes {
				fmt.Fprintf(std.Err, "journal   %s\n", note)
			}
		}
		table.set(time.Now(), func() string { return pace.standing(p) })
	})
	table.clear()
	if r != nil && r.Panic != "" {
		fmt.Fprintf(std.Err, "the first panic:\n%s\n", r.Panic)
	}
	return r, err
}

// plan makes the players and the openings ready.
func (m *arranged) plan(ctx context.Context) (match.Plan, error) {
	plan := match.Plan{
		Event: m.event, Format: m.format, Pairs: m.pairs, Rules: m.rules, Seed: m.seed,
		Concurrency: m.concurrency, SPRT: m.sprt, Anchors: m.anchors, MaxFaults: m.faults, Dir: m.dir,
	}
	var err error
	if plan.Openings, err = m.openings.Source(m.seed); err != nil {
		return plan, err
	}
	if plan.Entrants, err = entrants.All(ctx, m.specs, plan.Openings, plan.Rules.TimeMargin); err != nil {
		return plan, err
	}
	if m.ladder {
		plan.Known.Add(note.V10, "%s", ladderWarning)
	}
	m.settings, err = entrants.NewSettings(m.specs, m.openings)
	plan.Settings = m.settings
	return plan, err
}

// finish prints the result, if there is one, and returns what the exit status says.
func finish(std cli.Streams, m *arranged, r *match.Result, err error) error {
	if r == nil {
		return err
	}
	if err := errors.Join(m.print(std.Out, r), err); err != nil {
		return err
	}
	switch r.Stop {
	case match.Interrupted:
		return m.interrupted(r)
	case match.Faulty:
		return errFaulty
	case match.Alike, match.Repeating:
		return cli.ErrUndecided
	}
	if r.SPRT != nil {
		return answered(r.SPRT.Decision)
	}
	return nil
}

// errFaulty is the error of games that measure nothing.
var errFaulty = errors.New("too many games did not end by chess")

// interrupted says how to go on.
func (m *arranged) interrupted(r *match.Result) error {
	if m.dir == "" {
		return &stopped{fmt.Sprintf("stopped after %s, which are lost; with -o DIR they are kept, and the same command goes on", elo.Number(r.Finished, "game"))}
	}
	return &stopped{fmt.Sprintf("stopped after %s, kept in %s; the same command goes on", elo.Number(r.Finished, "game"), m.dir)}
}

// stopped is the error of a match that Ctrl-C has ended.
type stopped struct{ text string }

func (s *stopped) Error() string { return s.text }

// Unwrap lets the exit status be that of an interruption.
func (s *stopped) Unwrap() error { return context.Canceled }

// answered returns the exit status's error for a decision.
func answered(d elo.Decision) error {
	switch d {
	case elo.AcceptH1:
		return nil
	case elo.AcceptH0:
		return cli.ErrRejected
	}
	return cli.ErrUndecided
}

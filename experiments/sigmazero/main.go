// Package sigmazero measures what the SigmaZero paper shows in pictures of single positions: how much
// of the probability is on legal moves, which mates in one are found by the policy and by trees, how
// promotions, castling and hanging pieces are played, what an untrained network finds, which colour values
// favour, and the planes of moves as a picture; and it plays the network against opponents whose
// strength is known, and against linear evaluations in the same tree. It also says how often the
// paper's gate errs, what its rule for games cut short is worth, and what its printed formula selects.
//
// Source: the SigmaZero paper (docs/papers.md).
package sigmazero

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"example.org/centipawn/experiments/harness"
	"example.org/centipawn/experiments/pool"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/report"
	"example.org/centipawn/loop/lesson"
	"example.org/centipawn/match/play"
	"example.org/centipawn/neural"
	"example.org/centipawn/neural/nn"
)

// Main is the experiment's command.
func Main(ctx context.Context, args []string, std cli.Streams) error {
	f, err := parse(args, std)
	if err != nil {
		return err
	}
	if err := f.Open(); err != nil {
		return err
	}
	r, failed := run(ctx, f)
	if r == nil {
		return failed
	}
	return f.Publish(harness.Finding{Title: "SigmaZero's claims, measured", Summary: r.summary(), Tables: r.tables(), Numbers: r, Draw: r.draw}, failed)
}

// run measures. If it is stopped the error wraps that of ctx, and the result holds what was done.
func run(ctx context.Context, f *flags) (*Result, error) {
	file, err := nn.Read(f.network)
	if err != nil {
		return nil, err
	}
	n, err := neural.New(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.network, err)
	}
	lessons, results, err := f.lessons(ctx)
	if err != nil {
		return nil, err
	}
	fresh, err := untrained(file, f.Seed)
	if err != nil {
		return nil, err
	}
	r := &Result{Network: f.network, Parameters: file.Network.Config().Size(), Steps: file.Steps, Gate: gates(), Formulas: formulas()}
	r.Grade = lesson.Measure(file.Network.Share(), lessons, n.Encoding())
	r.Habits = habits(n, lessons)
	r.Bias = bias(n, lessons)
	if r.Judges, err = judged(lessons, results); err != nil {
		return nil, err
	}
	if r.Pictured, err = picture(f, file, fresh); err != nil {
		return nil, err
	}
	if f.mates != "" {
		if r.Mates, err = mates(ctx, n, f); err != nil {
			return r, err
		}
	}
	if f.mates != "" && f.fresh {
		n, err := neural.New(fresh)
		if err != nil {
			return r, err
		}
		if r.Untrained, err = mates(ctx, n, f); err != nil {
			return r, err
		}
	}
	return r, r.play(ctx, f, n)
}

// lessons reads the positions twice: with the teacher's values, and with results, where they are known, in their
// place. Both have the same positions in the same order.
func (f *flags) lessons(ctx context.Context) (evaluated, results []lesson.Lesson, err error) {
	opt := lesson.Options{Most: f.positions, Seed: f.Seed}
	if evaluated, _, err = lesson.Read(ctx, f.files, opt, nil); err != nil && !errors.Is(err, lesson.ErrNoMoves) {
		return nil, nil, err
	}
	opt.Result = 1
	if results, _, err = lesson.Read(ctx, f.files, opt, nil); err != nil && !errors.Is(err, lesson.ErrNoMoves) {
		return nil, nil, err
	}
	return evaluated, results, nil
}

// untrained returns a new network of the same shape.
func untrained(f *nn.File, seed uint64) (*nn.File, error) {
	n, err := nn.New[float32](f.Network.Config(), seed)
	if err != nil {
		return nil, err
	}
	return &nn.File{Encoding: f.Encoding, Network: n}, nil
}

// draw adds the picture of the planes of moves.
func (r *Result) draw(page *report.Page, folder string) error {
	return page.Draw(folder, report.Drawing{File: "planes", Caption: "Planes of moves, as the paper's figures 8 and 9", Draw: r.Pictured.figure})
}

// play plays the matches.
func (r *Result) play(ctx context.Context, f *flags, n *neural.Network) error {
	limits := []play.Limit{{Nodes: uint64(f.simulations)}}
	if f.time.MoveTime > 0 {
		limits = append(limits, f.time)
	}
	for i, limit := range limits {
		all, err := opponents(limit, f.tree())
		if err != nil {
			return err
		}
		if i > 0 {
			all = all[4:] // those that play in the same tree
		}
		for _, opponent := range all {
			if !f.plays.MatchString(opponent.Name) {
				continue
			}
			name := "network"
			if i > 0 {
				name, opponent.Name = "network, equal time", opponent.Name+", equal time"
			}
			p := &pool.Pool{Entrants: []play.Entrant{network(name, n, f.tree(), limit), opponent}, Pairings: [][2]int{{0, 1}}}
			opt := *f.Options
			opt.Settings = append([]string{f.network, limit.String(), opponent.Limit.String()}, f.changed...)
			res, err := p.Play(ctx, opt)
			if err == nil {
				r.Matches = append(r.Matches, Match{strings.TrimSuffix(opponent.Name, ", equal time"), limit.String(), res.Matches[0], res.Players[0].PerMove(), res.Players[1].PerMove()})
			}
			r.Warnings = append(r.Warnings, res.Warnings...)
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// Package fit is the command of that name: from data files, matrices or traces to weights, the tables
// and pictures about them, and the run file that makes them again.
//
// [settings] has its flags and the keys of its run files, [session] fits, and [finding] prints what was
// found. [Share] lets several processes share a fit.
package fit

import (
	"context"
	"errors"
	"fmt"

	"example.org/centipawn/command/fit/session"
	"example.org/centipawn/command/fit/settings"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/shards"
	"example.org/centipawn/matrix"
)

const synopsis = "fit [-set name] [flags] [-run FILE] [-o weights.json] MATRIX...|FILE...|TRACE..."

const about = `Fit finds the weights whose evaluation is closest to the labels, tests them on
games that it kept apart, and says how far each can be trusted. The arguments
are matrices that extract wrote, data files, which it counts itself, or traces:
rows that another program counted (x.trace, x.svm, x.libsvm; see docs/engine.md).

With -loss sigmoid or crossentropy the labels are results of games, and the
weights predict them through the expected score: Texel tuning.

These flags are those that most fits need. A run file, -run fit.toml, has more settings: method
and rate, filters and balance, ties and orders of weights (docs/fit.md). Beside its weights
fit writes a run file that makes them again.`

// Main is the fit command.
func Main(ctx context.Context, args []string, std cli.Streams) error {
	return Share(ctx, args, std, nil)
}

// parse reads arguments.
func parse(args []string, std cli.Streams) (opt settings.Options, folder *exchange, err error) {
	fs := cli.NewFlags(synopsis, about, std, settings.Groups()...)
	folder = addExchange(fs)
	opt, err = settings.Parse(fs, args, std)
	return opt, folder, err
}

// Share is the fit command whose passes are shared with other processes that run it with the same
// arguments; nil: with those that its flags name, if any.
func Share(ctx context.Context, args []string, std cli.Streams, x shards.Exchange) error {
	opt, folder, err := parse(args, std)
	if err != nil {
		return err
	}
	opt.Lean = true
	if x == nil {
		if x, err = folder.open(std); err != nil {
			return err
		}
	}
	if x != nil {
		if err := share(ctx, &opt, x); err != nil {
			return err
		}
	}
	if err := cli.CheckOutputs(std, append(opt.Inputs, opt.Test), opt.Out, opt.Report, opt.Reject, opt.Checkpoint); err != nil {
		return err
	}
	f, err := session.Run(ctx, opt, std)
	if errors.Is(err, shards.ErrPart) {
		cli.Printf(std.Err, "%v\n", err)
		return nil
	}
	if f == nil {
		return errors.Join(err, tellFailure(ctx, x, err))
	}
	if err := errors.Join(err, f.Print(std, err == nil)); err != nil || !f.Interrupted() {
		return err // what was found is printed all the same
	}
	text := "interrupted"
	if opt.Out != "" {
		text += "; the best weights so far are in " + opt.Out
	}
	if opt.Checkpoint != "" {
		text += "; the same command goes on from " + opt.Checkpoint
	}
	return fmt.Errorf("%s: %w", text, context.Canceled)
}

// Segments returns how many segments the rows of a call's matrices have: of processes that share its passes so
// many find work.
func Segments(args []string, std cli.Streams) (int, error) {
	opt, _, err := parse(args, std)
	if err != nil {
		return 0, err
	}
	if _, err := shared(&opt); err != nil {
		return 0, err
	}
	blocks := 0
	for _, name := range opt.Inputs {
		m, err := matrix.Open(name)
		if err != nil {
			return 0, err
		}
		blocks += m.Blocks()
		if err := m.Close(); err != nil {
			return 0, err
		}
	}
	return shards.Segments(blocks), nil
}

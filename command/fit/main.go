package fit

import (
	"context"
	"errors"
	"fmt"

	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/shards"
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
func parse(args []string, std cli.Streams) (opt Options, folder *exchange, err error) {
	s := NewSettings()
	if err := s.Misplaced(args); err != nil {
		return opt, nil, cli.Usagef(std, "%v", err)
	}
	fs := cli.NewFlags(synopsis, about, std, Groups()...)
	s.AddFlags(fs)
	file := fs.String("run", "", "take settings that are not given as flags from this TOML `file`")
	folder = addExchange(fs)
	inputs, err := cli.Parse(fs, args, std)
	if err == nil && *file != "" {
		err = s.ReadRun(*file)
	}
	if err != nil {
		return opt, nil, err
	}
	if opt, err = s.Options(inputs); err != nil {
		return opt, nil, cli.Usagef(std, "%v", err)
	}
	return opt, folder, nil
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
		if err := opt.share(ctx, x); err != nil {
			return err
		}
	}
	if err := cli.CheckOutputs(std, append(opt.Inputs, opt.Test), opt.Out, opt.Report, opt.Reject, opt.Checkpoint); err != nil {
		return err
	}
	f, err := Run(ctx, opt, std)
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

// Package onfiles is what experiments on data files share: the flags of reading, and fits to one file that
// are tested on others.
package onfiles

import (
	"context"
	"fmt"
	"time"

	"example.org/centipawn/experiments/harness"
	"example.org/centipawn/extract"
	"example.org/centipawn/fit"
	"example.org/centipawn/fit/descent"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/matrix"
)

// quickLines is how many lines of each file -quick reads.
const quickLines = 50_000

// Options are what these experiments have in common.
type Options struct {
	// Read says how files are read. Its set is not used.
	Read extract.Options

	// Fit says how a test part is split off where there is no test file, how
	// intervals are drawn, penalties, and the threads.
	Fit fit.Options

	// Report, if not nil, gets every fit that has ended.
	Report func(what string, r *fit.Result)
}

// A Command is the command of an experiment. Its options are filled by flags.
type Command struct {
	*harness.Command
	Options

	reading *extract.Flags
}

// New returns a command with the flags of reading. Name and synopsis are those of [harness.New].
func New(name, synopsis, about string, std cli.Streams) *Command {
	c := &Command{Command: harness.New(name, synopsis, about, fmt.Sprintf("read %d lines of each file only", quickLines), std)}
	c.Fit = c.Fit.WithDefaults()
	c.reading = extract.AddReadFlags(c.Flags)
	return c
}

// AddSeed adds the flag -seed, of what text says.
func (c *Command) AddSeed(text string) {
	c.Flags.Uint64Var(&c.Fit.Split.Seed, "seed", c.Fit.Split.Seed, text)
	c.Least(1, "seed")
}

// AddPenalty adds the flag of a penalty, none by default.
func (c *Command) AddPenalty(rows *float64, name, text string) {
	c.Flags.Float64Var(rows, name, 0, text)
	c.Least(0, name)
}

// Results is what experiments on results want.
const Results = `a file of positions with results, such as EPD with c9 "1-0", and others to test on`

// Parse reads the arguments and returns the files, of which there is one at least. want says what to pass.
func (c *Command) Parse(args []string, want string) (files []string, err error) {
	if files, err = c.Command.Parse(args); err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, c.Usagef("no data: pass %s", want)
	}
	if c.Read, err = c.reading.Options(); err != nil {
		return nil, c.Usagef("%v", err)
	}
	if c.Quick && c.Read.Limit == 0 {
		c.Read.Limit = quickLines
	}
	c.Fit.Threads, c.Report = c.Read.Threads, c.report()
	return files, nil
}

// report returns a report of fits with the time since the last. Times are in no file: they are never the same.
func (c *Command) report() func(string, *fit.Result) {
	last := time.Now()
	return func(what string, r *fit.Result) {
		now := time.Now()
		fmt.Fprintf(c.Std.Err, "%s: loss %.9f, %d passes, %.2f s\n", what, r.Final, r.Passes, now.Sub(last).Seconds())
		last = now
	}
}

// FitTo fits rows and reports it. An interrupted fit is an error.
func (o *Options) FitTo(ctx context.Context, what string, rows *matrix.Set, opt fit.Options) (*fit.Result, error) {
	r, err := fit.Fit(ctx, rows, opt)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", what, err)
	}
	if r.Stopped == descent.Interrupted {
		return nil, context.Cause(ctx)
	}
	if o.Report != nil {
		o.Report(what, r)
	}
	return r, nil
}

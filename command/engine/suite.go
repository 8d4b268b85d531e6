package engine

import (
	"context"
	"errors"
	"flag"
	"fmt"

	"example.org/centipawn/datasets/budget"
	"example.org/centipawn/datasets/input"
	"example.org/centipawn/engine/suite"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/progress"
	"example.org/centipawn/search"
)

const aboutSuite = `Solves the problems of files: EPD suites (bm, am, dm; move scores in c0), tables of FEN and
Solution, Lichess puzzles, and positions with their solutions as text; docs/suites.md says how they are judged.
Each move has the limits for itself; without one it is 100,000 nodes. Problems are solved -threads at a time, each
with an engine of its own, and with limits of depth or nodes the result does not depend on how many.`

// suiteFlags are the flags of the verb suite.
type suiteFlags struct {
	*setup
	limits *search.Limits
	suite.Options
	asJSON, failed bool
}

func addSuiteFlags(fs *flag.FlagSet) *suiteFlags {
	f := &suiteFlags{setup: addSetup(fs), limits: addLimits(fs, " for each move")}
	fs.TextVar(&f.Rule, "rule", suite.BySolution, "what solves a problem that has a solution, by `name`: solution (its moves, or any checkmate), "+
		"mate (any moves that mate as soon, where it mates), exact (its moves only)")
	fs.IntVar(&f.Threads, "threads", 0, "solve `n` problems at a time; 0: one for each processor")
	fs.IntVar(&f.Most, "limit", 0, "solve the first `n` problems of a file; 0: all")
	fs.IntVar(&f.Bad, "bad", 20, "more than `n` bad lines in a file are an error")
	fs.BoolVar(&f.asJSON, "json", false, "print one JSON object for each file")
	fs.BoolVar(&f.failed, "failed", false, "list the problems that were not solved, and what was played")
	return f
}

// runSuite solves the problems of files, one file after the other.
func runSuite(ctx context.Context, args []string, std cli.Streams) error {
	fs := cli.NewFlags("engine suite [flags] FILE...", aboutSuite, std)
	f := addSuiteFlags(fs)
	files, err := cli.Parse(fs, args, std)
	if err != nil {
		return err
	}
	if err := f.check(std, files); err != nil {
		return err
	}
	f.Limits = *f.limits
	if f.Bad == 0 {
		f.Bad = budget.Off
	}
	if _, err := f.engine(std); err != nil {
		return err
	}
	for _, file := range files {
		if err := f.solve(ctx, std, file); err != nil {
			return err
		}
	}
	return nil
}

func (f *suiteFlags) check(std cli.Streams, files []string) error {
	switch {
	case len(files) == 0:
		return cli.Usagef(std, "no file: pass EPD, puzzles as CSV or text, or - for standard input")
	case f.Threads < 0 || f.Most < 0 || f.Bad < 0:
		return cli.Usagef(std, "-threads, -limit and -bad: want at least 0")
	}
	return checkLimits(std, f.limits)
}

// solve solves the problems of one file and prints the summary, of those that were
// done if it is ended before.
func (f *suiteFlags) solve(ctx context.Context, std cli.Streams, file string) error {
	in := std.In
	if file == "-" {
		in = input.Interruptible(ctx, in)
	}
	r, err := suite.Open(file, in)
	if err != nil {
		return err
	}
	defer r.Close()
	lines, err := suite.CountLines(file)
	if err != nil {
		return err
	}
	if f.Most > 0 {
		lines = min(lines, f.Most)
	}
	meter := progress.New(std.Err, "solving", int64(lines))
	opt, tally := f.Options, new(suite.Tally)
	opt.Progress = func(line int) { meter.Set(int64(line)) }
	opt.OnBad = func(err error) { fmt.Fprintln(std.Err, err) }
	err = suite.Run(ctx, r, func() (search.Searcher, error) { return f.engine(std) }, opt, tally.Add)
	meter.Done()
	if tally.Problems() > 0 {
		err = errors.Join(f.print(std, tally.Summary(r.File())), err)
	}
	return err
}

func (f *suiteFlags) print(std cli.Streams, s *suite.Summary) error {
	if f.asJSON {
		if !f.failed {
			s.Failed = nil
		}
		return cli.WriteJSON(std.Out, s)
	}
	err := s.Write(std.Out)
	if f.failed {
		err = errors.Join(err, s.WriteFailed(std.Out))
	}
	return err
}

// Package onfiles is what experiments on data files share: flags, -quick, the published values
// that fits begin with, and a line on standard error for each fit.
package onfiles

import (
	"flag"
	"fmt"
	"io"
	"time"

	"example.org/centipawn/extract"
	"example.org/centipawn/features"
	"example.org/centipawn/fit"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/weights"
)

// quickLines is how many lines of each file -quick reads.
const quickLines = 50_000

// A Command is the command of an experiment. Flags are for more of its own.
type Command struct {
	Flags *flag.FlagSet
	Out   string // the folder of -o

	reading *extract.Flags
	quick   bool
	std     cli.Streams
}

// New returns a command with the flags of reading, -quick and -o.
func New(usage, about string, std cli.Streams) *Command {
	c := &Command{Flags: cli.NewFlags(usage, about, std), std: std}
	c.reading = extract.AddReadFlags(c.Flags)
	c.Flags.BoolVar(&c.quick, "quick", false, fmt.Sprintf("read %d lines of each file only", quickLines))
	c.Flags.StringVar(&c.Out, "o", "", "write tables, numbers and a page into this `folder`")
	return c
}

// Parse reads the arguments: the files, of which there is one at least, and how to read them.
// want says what files to pass.
func (c *Command) Parse(args []string, want string) (files []string, read extract.Options, err error) {
	if files, err = cli.Parse(c.Flags, args, c.std); err != nil {
		return nil, read, err
	}
	if len(files) == 0 {
		return nil, read, cli.Usagef(c.std, "no data: pass %s", want)
	}
	if read, err = c.reading.Options(); err != nil {
		return nil, read, cli.Usagef(c.std, "%v", err)
	}
	if c.quick && read.Limit == 0 {
		read.Limit = quickLines
	}
	return files, read, nil
}

// Results is what experiments on results want.
const Results = `a file of positions with results, such as EPD with c9 "1-0", and others to test on`

// Report returns a report of fits to w, with the time since the last. Times are in no file, for they
// are never the same.
func Report(w io.Writer) func(string, *fit.Result) {
	last := time.Now()
	return func(what string, r *fit.Result) {
		now := time.Now()
		fmt.Fprintf(w, "%s: loss %.9f, %d passes, %.2f s\n", what, r.Final, r.Passes, now.Sub(last).Seconds())
		last = now
	}
}

// Published returns the published values of a set by name; none if there are none.
func Published(set *features.Set) (list []fit.NamedWeight) {
	f, ok := weights.Published(set.Name())
	if !ok {
		return nil
	}
	for _, w := range f.Weights() {
		list = append(list, fit.NamedWeight{Name: w.Name, Value: w.Value})
	}
	return list
}

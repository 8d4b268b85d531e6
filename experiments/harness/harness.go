// Package harness is what the commands of all experiments share: flags and what they may be, tables that have
// flags of their own, and the folder that gets what was found.
package harness

import (
	"flag"
	"os"
	"reflect"
	"time"

	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/report"
)

// A Command is the command of an experiment, or of one of its tables. Flags takes more of its own.
type Command struct {
	Flags *flag.FlagSet
	Std   cli.Streams
	Quick bool
	Out   string // the folder of -o; "": nothing is written

	name  string
	least map[string]float64 // by flag
}

// New returns a command with the flags -quick, of which quick says what it does, and -o. The synopsis is what
// follows "experiment run"; name begins errors.
func New(name, synopsis, about, quick string, std cli.Streams) *Command {
	c := &Command{Flags: cli.NewFlags("experiment run "+synopsis, about, std), Std: std, name: name, least: map[string]float64{}}
	c.Flags.BoolVar(&c.Quick, "quick", false, quick)
	c.Flags.StringVar(&c.Out, "o", "", "write tables, numbers and a page into this `folder`")
	return c
}

// Least lets [Command.Parse] refuse flags whose numbers or times are smaller.
func (c *Command) Least(least float64, names ...string) {
	for _, name := range names {
		c.least[name] = least
	}
}

// Parse reads the arguments and returns those that are not flags.
func (c *Command) Parse(args []string) ([]string, error) {
	rest, err := cli.Parse(c.Flags, args, c.Std)
	if err != nil {
		return nil, err
	}
	c.Flags.VisitAll(func(f *flag.Flag) {
		if least, bound := c.least[f.Name]; bound && err == nil && !(number(f.Value) >= least) {
			err = c.Usagef("-%s %v: want %v or more", f.Name, f.Value, least)
		}
	})
	return rest, err
}

// ParseFlags is [Command.Parse] of an experiment that reads no files.
func (c *Command) ParseFlags(args []string) error {
	rest, err := c.Parse(args)
	if err == nil && len(rest) > 0 {
		return c.Usagef("%s reads no %s: pass flags only", c.name, rest[0])
	}
	return err
}

// number returns the value of a flag that is a number or a time, the latter in nanoseconds.
func number(v flag.Value) float64 {
	switch v := v.(flag.Getter).Get().(type) {
	case time.Duration:
		return float64(v)
	default:
		return reflect.ValueOf(v).Convert(reflect.TypeFor[float64]()).Float()
	}
}

// Usagef is [cli.Usagef] to the command's streams.
func (c *Command) Usagef(format string, args ...any) error { return cli.Usagef(c.Std, format, args...) }

// Shorten lowers a number to that of a quick run, if it is one.
func Shorten[T int | uint64 | time.Duration](quick bool, number *T, most T) {
	if quick {
		*number = min(*number, most)
	}
}

// A Finding is what a run found, as it is published.
type Finding struct {
	Title, Summary string
	Tables         []Table
	Numbers        any                                       // of result.json
	Draw           func(p *report.Page, folder string) error // adds pictures; nil: there are none
}

// A Table makes a table, or nil if there is none.
type Table = func() (*report.Table, error)

// Publish prints a finding and, with -o, writes the folder. If a run has failed and found something before,
// failed is its error, which is then returned.
func (c *Command) Publish(f Finding, failed error) error {
	page := &report.Page{Title: f.Title, Summary: f.Summary}
	for _, table := range f.Tables {
		t, err := table()
		if err != nil {
			return err
		}
		if t != nil {
			page.Tables = append(page.Tables, t)
		}
	}
	if f.Draw != nil && c.Out != "" {
		if err := os.MkdirAll(c.Out, 0o777); err != nil {
			return err
		}
		if err := f.Draw(page, c.Out); err != nil {
			return err
		}
	}
	if err := page.Publish(c.Out, f.Numbers, c.Std.Out, c.Std.Err); err != nil {
		return err
	}
	return failed
}

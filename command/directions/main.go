package directions

import (
	"context"
	"flag"
	"fmt"
	"strings"

	_ "example.org/centipawn/features/standard" // known by name
	"example.org/centipawn/internal/cli"
)

const synopsis = "weights directions -start old.json -o DIR [flags] TRACE...|MATRIX...|FILE..."

const about = `Directions makes fits of an engine's weights that differ in what they are fitted to and in
what they may move: scores with priors of 300 to 30,000 rows, results, a blend of both, the
tempo free, the middlegame or the endgame alone, a formula or new terms alone, other labels,
leaves of searches, choices. Each begins with the old weights and holds on to them. None is
meant to be played as it is: match improve and weights blend go a part of the way in some.

The folder gets DIR/NAME.json for each and DIR/directions.json, the list: what each is,
the call of fit that makes it alone, its errors, how far it moves the expected scores, and
how much two have in common. What is there from the same inputs is not made again.

The rows are those that fit takes. Recipes that do not apply are skipped, and why is said.
docs/directions.md has the list and what each was worth.`

// passed are flags of fit that are passed on to it.
var passed = []struct{ name, usage string }{
	{"names", "`file` of the trace's columns: one name per line, followed by tapered if it has two weights"},
	{"parity", "check that counts and old weights give the trace's evaluations, to within this many `centipawns`; or false"},
	{"set", "`set` of terms of data files and traces"},
	{"test", "`what` is kept for the test: none, or a share of the games such as 25%"},
	{"seed", "`seed` of the split"},
	{"k", "`K` of the expected score; fitted at the old weights if not given"},
	{"label-k", "`K` of the scores, by which they become expected scores; fitted to the results if not given"},
}

// flagGroups are the groups that help shows.
func flagGroups() []cli.Group {
	return []cli.Group{
		{Title: "Rows and old weights", Flags: []string{"start", "positions", "labels", "leaves", "leaves-positions", "choices", "choices-positions", "names", "parity", "set"}},
		{Title: "What is made", Flags: []string{"o", "only", "tempo", "test", "seed", "k", "label-k", "slow", "threads"}},
		{Title: "What is shown", Flags: []string{"json"}},
	}
}

// addFlags adds the flags of the command.
func addFlags(fs *flag.FlagSet, o *Options) {
	fs.StringVar(&o.Start, "start", "", "`file` of the old weights")
	fs.StringVar(&o.Dir, "o", "", "`folder` for the directions and their list")
	fs.StringVar(&o.Positions, "positions", "", "`file` of the positions of the trace's rows, in its order: their labels and games replace those of the trace")
	fs.Func("labels", "make a direction of other scores of the trace's rows: `NAME=FILE`, whose n-th position is that of the n-th row; may be repeated", func(text string) error {
		name, file, ok := strings.Cut(text, "=")
		if !ok || file == "" {
			return fmt.Errorf("want a name and a file, such as 1500=labelled.epd")
		}
		o.Labels = append(o.Labels, Labels{name, file})
		return nil
	})
	for _, r := range []struct {
		name string
		to   *Rows
	}{{"leaves", &o.Leaves}, {"choices", &o.Choices}} {
		fs.Func(r.name, "make a direction of the rows of this `file`, a trace of what match "+r.name+" writes, or that itself; may be repeated", func(text string) error {
			r.to.Files = append(r.to.Files, text)
			return nil
		})
		fs.StringVar(&r.to.Positions, r.name+"-positions", "", "`file` of the positions of the rows of -"+r.name+", of a trace")
	}
	fs.Func("tempo", "`pattern` of the weights that all directions hold but one, or none; those called tempo if not given; may be repeated", func(text string) error {
		if o.Tempo == nil {
			o.Tempo = []string{}
		}
		if text != "none" {
			o.Tempo = append(o.Tempo, text)
		}
		return nil
	})
	fs.Func("only", "make these directions alone: `names` with commas between them", func(text string) error {
		o.Only = append(o.Only, strings.Split(text, ",")...)
		return nil
	})
	fs.BoolVar(&o.Slow, "slow", false, "compute the standard errors of weights, too, which takes several times as long")
	fs.IntVar(&o.Threads, "threads", 0, "work on `n` blocks at a time; 0: one for each processor")
	for _, p := range passed {
		fs.Func(p.name, p.usage, func(text string) error {
			o.Flags = append(o.Flags, "-"+p.name, text)
			return nil
		})
	}
}

// Main is the verb directions of the weights command.
func Main(ctx context.Context, args []string, std cli.Streams) error {
	var o Options
	fs := cli.NewFlags(synopsis, about, std, flagGroups()...)
	addFlags(fs, &o)
	asJSON := fs.Bool("json", false, "print the list as one JSON object")
	var err error
	if o.Inputs, err = cli.Parse(fs, args, std); err != nil {
		return err
	}
	if err := o.check(); err != nil {
		return cli.Usagef(std, "%v", err)
	}
	if o.Threads < 0 {
		return cli.Usagef(std, "-threads %d: want 0 or more", o.Threads)
	}
	l, err := Make(ctx, o, std)
	if err != nil {
		return err
	}
	if *asJSON {
		return cli.WriteJSON(std.Out, l)
	}
	return l.Print(std.Out)
}

package mix

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"

	"example.org/centipawn/experiments/harness"
	"example.org/centipawn/extract"
	"example.org/centipawn/fit"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/match/entrants"
	"example.org/centipawn/match/play"
	"example.org/centipawn/match/regret"
	"example.org/centipawn/weights"
)

const about = `Mix asks which data sets weights should be fitted to, and how much each should weigh. Every candidate is a
fit of all rows, weighted by set, that begins at the start weights and is held to them by the prior; what is minimised is
the regret of the moves that it then chooses, as match regret measures it. Candidates are screened at half of the roots,
the few best measured again at the other half, of other games: that says what to expect. DIR gets the best weights, the
tables, the numbers and a journal, by which the same command goes on after Ctrl-C.

A SET is NAME=FILE, a matrix or a file that extract reads, with labels after commas: labels=results (if nothing is said),
labels=scores or labels=both, and k=0.8, the K of its scores. Lists of values, with commas between, are what is tried.`

// quick is what -quick sets.
const (
	quickLines  = 50_000
	quickRoots  = 300
	quickTrials = 12
)

// flags are those of the command.
type flags struct {
	*harness.Command
	opt     Options
	reading *extract.Flags
	teacher string
	limit   string
	lists   map[string]*string
}

// axisFlags are the axes with the values that are tried if nothing is said.
var axisFlags = []struct{ name, usual, text string }{
	{AxisPrior, "300,3000,30000", "pull weights to the start weights as would this number of `rows` for each; the middle one is tried first"},
	{AxisSmooth, "0", "pull neighbours within tables together as would this number of `rows` for each"},
	{AxisLambda, "0,0.3,1", "`share` of the result in labels of both"},
	{AxisK, "0", "`K` of the evaluation; 0: fitted at the start weights"},
	{AxisWithin, "0", "leave out rows whose score is larger than this number of `centipawns`; 0: none"},
}

// newFlags returns the command's flags.
func newFlags(std cli.Streams) *flags {
	c := harness.New("mix", "mix [-quick] [flags] -o DIR SET...", about, fmt.Sprintf("%d lines of each file, %d roots and %d candidates", quickLines, quickRoots, quickTrials), std)
	f, fs := &flags{Command: c, lists: map[string]*string{}}, c.Flags
	f.reading = extract.AddFlags(fs)
	fs.Lookup("o").Usage = "write weights, tables, numbers and the journal into this `folder`"
	fs.StringVar(&f.opt.Start, "start", weights.NamePublished, "`weights` that fits begin with and are held to, and that the new ones are compared with")
	for _, a := range axisFlags {
		f.lists[a.name] = fs.String(a.name, a.usual, a.text)
	}
	f.opt.Fit.Loss = fit.Sigmoid
	fs.TextVar(&f.opt.Fit.Loss, "loss", f.opt.Fit.Loss, "`loss` of the fits: sigmoid or crossentropy")
	fs.TextVar(&f.opt.Fit.Intercept, "intercept", f.opt.Fit.Intercept, "which rows share an `intercept`: source, none, game, tree, or tree,side")
	fs.IntVar(&f.opt.Most, "candidates", DefaultMost, "screen at most `n` candidates")
	fs.IntVar(&f.opt.Finalists, "finalists", DefaultFinalists, "measure the `n` best again at the second half of the roots")
	fs.StringVar(&f.limit, "player", fmt.Sprintf("nodes=%d", regret.DefaultNodes), "`limit` of a player's move")
	fs.StringVar(&f.teacher, "teacher", weights.NameBuiltin, fmt.Sprintf("the `PLAYER` who judges moves, as for match regret, with the nodes for each: builtin,nodes=20000; default %d", regret.DefaultTeacherNodes))
	fs.IntVar(&f.opt.Positions, "positions", 2*regret.DefaultRoots, "choose moves at `n` roots, half of them for the screening")
	fs.StringVar(&f.opt.Roots, "roots", "", "take roots from this `FILE`; default are games of the start weights")
	fs.Uint64Var(&f.opt.Seed, "seed", 1, "`seed` by which roots are drawn")
	return f
}

// parse reads the arguments.
func parse(args []string, std cli.Streams) (*flags, error) {
	f := newFlags(std)
	texts, err := f.Parse(args)
	if err != nil {
		return nil, err
	}
	if err := f.read(texts); err != nil {
		return nil, f.Usagef("%v", err)
	}
	return f, nil
}

// read reads what the flags say; errors are of usage.
func (f *flags) read(texts []string) (err error) {
	o := &f.opt
	o.Dir = f.Out
	given := map[string]bool{}
	f.Flags.Visit(func(g *flag.Flag) { given[g.Name] = true })
	if f.Quick {
		for name, set := range map[string]func(){"positions": func() { o.Positions = quickRoots }, "candidates": func() { o.Most = quickTrials }} {
			if !given[name] {
				set()
			}
		}
	}
	switch {
	case len(texts) == 0:
		return errors.New("no data: pass sets as NAME=FILE, as in tcec=quiet.epd.zst own=games.epd.zst,labels=both")
	case o.Dir == "":
		return errors.New("-o is missing: pass a folder for the weights and the journal")
	case o.Positions < 4 || o.Most < 1 || o.Finalists < 1:
		return fmt.Errorf("-positions %d -candidates %d -finalists %d: want at least 4, 1 and 1", o.Positions, o.Most, o.Finalists)
	case o.Fit.Loss != fit.Sigmoid && o.Fit.Loss != fit.CrossEntropy:
		return fmt.Errorf("-loss %v: labels are expected scores: pass sigmoid or crossentropy", o.Fit.Loss)
	}
	if o.Sets, err = ParseSets(texts); err != nil {
		return err
	}
	if o.Axes, err = f.axes(given); err != nil {
		return err
	}
	if o.Read, err = f.reading.Options(); err != nil {
		return err
	}
	if f.Quick && o.Read.Limit == 0 {
		o.Read.Limit = quickLines
	}
	if o.Player, err = play.ParseLimit(f.limit); err != nil {
		return fmt.Errorf("-player: %w", err)
	}
	if o.Teacher, err = entrants.Parse(f.teacher); err != nil {
		return fmt.Errorf("-teacher: %w", err)
	}
	if o.Teacher.Limit == (play.Limit{}) {
		o.Teacher.Limit.Nodes = regret.DefaultTeacherNodes
	}
	for name, l := range map[string]play.Limit{"player": o.Player, "teacher": o.Teacher.Limit} {
		if l.Timed() {
			return fmt.Errorf("-%s %v: times differ from run to run: limit nodes or depth", name, l)
		}
	}
	return nil
}

// axes reads the lists of values.
func (f *flags) axes(given map[string]bool) (list []Axis, err error) {
	for _, a := range axisFlags {
		axis := Axis{Name: a.name}
		if a.name == AxisLambda {
			if axis.Sets = f.opt.blends(); axis.Sets == nil && !given[a.name] {
				continue
			}
		}
		if axis.Values, err = values(*f.lists[a.name]); err != nil {
			return nil, fmt.Errorf("-%s %s: %w", a.name, *f.lists[a.name], err)
		}
		if err := axis.check(); err != nil {
			return nil, err
		}
		list = append(list, axis)
	}
	return list, nil
}

// check refuses values that mean nothing.
func (a *Axis) check() error {
	for _, v := range a.Values {
		switch {
		case a.Name == AxisLambda && a.Sets == nil:
			return errors.New("-lambda is of labels of both, and no set has them: pass a set as NAME=FILE,labels=both")
		case a.Name == AxisPrior && v == 0:
			return errors.New("-prior-rows 0: weights that nothing holds run away: pass a number above 0")
		case a.Name == AxisLambda && v > 1:
			return fmt.Errorf("-lambda %g: a share is 0 to 1", v)
		}
	}
	return nil
}

// values reads numbers from 0 with commas between, ascending.
func values(text string) (list []float64, err error) {
	for word := range strings.SplitSeq(text, ",") {
		v, err := strconv.ParseFloat(strings.TrimSpace(word), 64)
		if err != nil || !(v >= 0) || math.IsInf(v, 0) {
			return nil, errors.New("want numbers from 0, with commas between")
		}
		if n := len(list); n > 0 && v <= list[n-1] {
			return nil, errors.New("want them ascending, each once: the search steps from one to the next")
		}
		list = append(list, v)
	}
	return list, nil
}

// Main is the experiment's command.
func Main(ctx context.Context, args []string, std cli.Streams) error {
	f, err := parse(args, std)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(f.Out, 0o777); err != nil {
		return err
	}
	r, err := Run(ctx, f.opt, std)
	if err != nil {
		if ctx.Err() != nil {
			return fmt.Errorf("stopped; what was measured is in %s, and the same command goes on: %w", f.Out, context.Canceled)
		}
		return err
	}
	err = f.Publish(harness.Finding{Title: "Which data, in which mix", Summary: r.summary(), Tables: []harness.Table{r.setsTable, r.trialsTable}, Numbers: r}, nil)
	if err == nil {
		fmt.Fprintf(std.Out, "\n%s\n", r.Command)
	}
	return err
}

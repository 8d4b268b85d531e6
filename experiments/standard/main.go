package standard

import (
	"context"
	"fmt"

	"example.org/centipawn/experiments/onfiles"
	"example.org/centipawn/fit"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/report"
)

const about = `Standard fits the sets pesto, standard and standard_safety to the results of the
first file's games and tests them on the other files, or, without any, on a part
of the first file's games. Then it omits every family of terms in turn. DIR
gets the tables, the numbers behind them and a page.`

// Main is the experiment's command.
func Main(ctx context.Context, args []string, std cli.Streams) error {
	c := onfiles.New("experiment run standard [-quick] [flags] [-o DIR] TRAIN [TEST...]", about, std)
	opt := Options{Fit: fit.Options{}.WithDefaults()}
	c.Flags.Uint64Var(&opt.Fit.Split.Seed, "seed", opt.Fit.Split.Seed, "`seed` of the split if there is no test file")
	c.Flags.Float64Var(&opt.Fit.Ridge, "ridge", 0, "pull every weight to 0 as would `n` rows")
	c.Flags.Float64Var(&opt.Fit.Texel.Smooth, "smooth", 0, "smooth tables as would `n` rows for each of their bends")
	files, read, err := c.Parse(args, onfiles.Results)
	if err != nil {
		return err
	}
	opt.Read = read
	if opt.Fit.Split.Seed == 0 || !(opt.Fit.Ridge >= 0) || !(opt.Fit.Texel.Smooth >= 0) {
		return cli.Usagef(std, "-seed %d -ridge %g -smooth %g: want a seed above 0, and no negative penalty", opt.Fit.Split.Seed, opt.Fit.Ridge, opt.Fit.Texel.Smooth)
	}
	done := opt.Read.Attend(std)
	defer done()
	opt.Fit.Threads = opt.Read.Threads
	opt.Report = onfiles.Report(std.Err)
	r, err := Run(ctx, files, opt)
	if err != nil {
		return err
	}
	return r.publish(c.Out, std)
}

// publish prints the tables and writes the folder.
func (r *Result) publish(folder string, std cli.Streams) error {
	tables, err := r.tables()
	if err != nil {
		return err
	}
	page := &report.Page{Title: "What the terms of standard give", Summary: r.summary(), Tables: tables}
	return page.Publish(folder, r, std.Out, std.Err)
}

// summary says in words what was found.
func (r *Result) summary() string {
	text := fmt.Sprintf("Trained on %s, %d positions, %d games for training, without intercept; K of published PeSTO there is %.4f and is the K of every model.", r.Train, r.Rows, r.Games, r.K)
	for i, name := range r.Tests {
		for _, m := range r.Models {
			if m.Name == "standard" || m.Name == "standard_safety" {
				value, interval := change(m.Tests[i].Change)
				text += fmt.Sprintf("\n\nOn %s %s changes the mean squared error of %s by %s (95 %%: %s).", name, m.Name, against[m.Name], value, interval)
			}
		}
	}
	return text
}

package standard

import (
	"context"
	"fmt"
	"io"
	"time"

	"centipawn/cli"
	"centipawn/extract"
	"centipawn/fit"
	"centipawn/report"
)

const about = `Standard fits the sets pesto, standard and standard_safety to the results of the
first file's games and tests them on the other files, or, without any, on a part
of the first file's games. Then it leaves out every family of terms in turn. DIR
gets the tables, the numbers behind them and a page.`

// quickLines is how many lines of each file -quick reads.
const quickLines = 50_000

// Main is the experiment's command.
func Main(ctx context.Context, args []string, std cli.Streams) error {
	fs := cli.NewFlags("experiment run standard [-quick] [flags] [-o DIR] TRAIN [TEST...]", about, std)
	reading := extract.AddReadFlags(fs)
	opt := Options{Fit: fit.Options{}.WithDefaults()}
	fs.Uint64Var(&opt.Fit.Split.Seed, "seed", opt.Fit.Split.Seed, "`seed` of the split if there is no test file")
	fs.Float64Var(&opt.Fit.Ridge, "ridge", 0, "pull every weight to 0 as would `n` rows")
	fs.Float64Var(&opt.Fit.Texel.Smooth, "smooth", 0, "smooth tables as would `n` rows for each of their bends")
	quick := fs.Bool("quick", false, fmt.Sprintf("read %d lines of each file only", quickLines))
	out := fs.String("o", "", "write tables, numbers and a page into this `folder`")
	files, err := cli.Parse(fs, args, std)
	if err != nil {
		return err
	}
	if len(files) == 0 {
		return cli.Usagef(std, "no data: pass a file of positions with results, such as EPD with c9 \"1-0\", and others to test on")
	}
	if opt.Read, err = reading.Options(); err != nil {
		return cli.Usagef(std, "%v", err)
	}
	if opt.Fit.Split.Seed == 0 || !(opt.Fit.Ridge >= 0) || !(opt.Fit.Texel.Smooth >= 0) {
		return cli.Usagef(std, "-seed %d -ridge %g -smooth %g: want a seed above 0, and no negative penalty", opt.Fit.Split.Seed, opt.Fit.Ridge, opt.Fit.Texel.Smooth)
	}
	if *quick && opt.Read.Limit == 0 {
		opt.Read.Limit = quickLines
	}
	done := opt.Read.Attend(std)
	defer done()
	opt.Fit.Threads = opt.Read.Threads
	opt.Report = reportTo(std.Err)
	r, err := Run(ctx, files, opt)
	if err != nil {
		return err
	}
	return r.publish(*out, std)
}

// reportTo returns a report of fits to w, with the time since the last.
func reportTo(w io.Writer) func(string, *fit.Result) {
	last := time.Now()
	return func(what string, r *fit.Result) {
		now := time.Now()
		fmt.Fprintf(w, "%s: MSE %.9f, %d passes, %.2f s\n", what, r.Final, r.Passes, now.Sub(last).Seconds())
		last = now
	}
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

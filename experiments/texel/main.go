package texel

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"centipawn/cli"
	"centipawn/extract"
	"centipawn/fit"
	"centipawn/report"
)

const about = `Texel fits PeSTO's values to the results of the first file's games and tests
them on the other files, or, without any, on a part of the first file's games.
It prints errors, calibration, leakage, what the methods do and where five
starts end. DIR gets the tables, the numbers behind them and a page with
pictures.`

// quickLines is how many lines of each file -quick reads.
const quickLines = 50_000

// Main is the experiment's command.
func Main(ctx context.Context, args []string, std cli.Streams) error {
	fs := cli.NewFlags("experiment run texel [-quick] [flags] [-o DIR] TRAIN [TEST...]", about, std)
	reading := extract.AddReadFlags(fs)
	opt := Options{}.WithDefaults()
	fs.Uint64Var(&opt.Fit.Split.Seed, "seed", opt.Fit.Split.Seed, "`seed` of the random starts, and of the split if there is no test file")
	fs.Float64Var(&opt.Fit.Texel.PriorRows, "prior-rows", 0, "pull weights to the published ones as would `n` rows for each: without it the weights of a few hundred games run away")
	fs.IntVar(&opt.Passes, "passes", opt.Passes, "stop adam and sgd after `n` passes over the rows")
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
	if opt.Fit.Split.Seed == 0 || opt.Passes < 1 || !(opt.Fit.Texel.PriorRows >= 0) {
		return cli.Usagef(std, "-seed %d -passes %d -prior-rows %g: want more than 0, and no negative prior", opt.Fit.Split.Seed, opt.Passes, opt.Fit.Texel.PriorRows)
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
	tables, err := r.tables()
	if err != nil {
		return err
	}
	if err := writeText(std.Out, r, tables); err != nil {
		return err
	}
	if *out == "" {
		fmt.Fprintln(std.Err, "nothing is written: pass -o DIR to keep tables and pictures")
		return nil
	}
	if err := writeFolder(*out, r, tables); err != nil {
		return err
	}
	fmt.Fprintf(std.Err, "look at %s\n", filepath.Join(*out, "index.html"))
	return nil
}

// reportTo returns a report of fits to w, with the time that each took: of all that
// was done since the last. Times are in no file, for they are never the same.
func reportTo(w io.Writer) func(string, *fit.Result) {
	last := time.Now()
	return func(what string, r *fit.Result) {
		now := time.Now()
		fmt.Fprintf(w, "%s: loss %.9f, %d passes, %.2f s\n", what, r.Final, r.Passes, now.Sub(last).Seconds())
		last = now
	}
}

// writeText prints the tables for a person.
func writeText(w io.Writer, r *Result, tables []*report.Table) error {
	page := report.Page{Summary: r.summary(), Tables: tables}
	if err := page.WriteText(w); err != nil {
		return err
	}
	for _, t := range r.Tests {
		for _, warning := range t.Leakage.Warnings {
			fmt.Fprintf(w, "%s: %v\n", t.Name, warning)
		}
	}
	for _, warning := range r.Fits[0].Warnings {
		fmt.Fprintf(w, "%s: %v\n", modelNames[fitted], warning)
	}
	return nil
}

// writeFolder writes the result into a folder: page, pictures, tables as
// Markdown, and everything as JSON.
func writeFolder(folder string, r *Result, tables []*report.Table) error {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	page := &report.Page{Title: "Texel tuning of PeSTO's values", Summary: r.summary(), Tables: tables}
	if err := r.draw(page, folder); err != nil {
		return err
	}
	return page.WriteWith(folder, r)
}

// summary says in words what was found.
func (r *Result) summary() string {
	k := r.K
	text := fmt.Sprintf("Trained on %s, %d positions, %d games for training. K of published PeSTO there is %.4f (95 %%: %.4f to %.4f); it is the K of every model here.\n\nThe intercept of the training file is %+.1f centipawns for White. It is a nuisance: it keeps the games' lean out of the weights and is no part of an evaluation. The rows of a test file are of a source that the fit does not know, and get the mean of the intercepts.",
		r.Train, r.Rows, r.Games, k.Value, k.Low, k.High, r.Intercept.Value)
	for _, t := range r.Tests {
		if c := t.MSE[fitted]; c != nil {
			text += fmt.Sprintf("\n\nOn %s the fit changes the mean squared error of published PeSTO by %+.2f %%.", t.Name, 100*c.Relative.Value)
		}
	}
	return text
}

package quiescence

import (
	"context"
	"fmt"

	"example.org/centipawn/engine/quiet"
	"example.org/centipawn/experiments/onfiles"
	"example.org/centipawn/fit"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/report"
)

const about = `Quiescence fits pesto and standard to the results of the first file's games: to all
positions as they are, without those whose quiescence search is far from their
static evaluation, and to their quiescence leaves. It tests each fit on the other
files, or, without any, on a part of the first file's games. DIR gets the tables,
the numbers behind them and a page.`

// Main is the experiment's command.
func Main(ctx context.Context, args []string, std cli.Streams) error {
	c := onfiles.New("experiment run quiescence [-quick] [flags] [-o DIR] TRAIN [TEST...]", about, std)
	opt := Options{Fit: fit.Options{}.WithDefaults()}
	c.Flags.IntVar(&opt.Bound, "far", quiet.Bound, "more than `n` centipawns between quiescence and static evaluation are far")
	search := c.Flags.String("search", "", "weights `file` of that search; the built-in weights if not given")
	c.Flags.Uint64Var(&opt.Fit.Split.Seed, "seed", opt.Fit.Split.Seed, "`seed` of the split if there is no test file")
	c.Flags.Float64Var(&opt.Fit.Ridge, "ridge", 0, "pull every weight to 0 as would `n` rows")
	files, read, err := c.Parse(args, onfiles.Results)
	if err != nil {
		return err
	}
	opt.Read = read
	switch {
	case opt.Read.Filter.Search != nil:
		return cli.Usagef(std, "-quiet: the experiment tries all of them; pass -far and -search")
	case opt.Fit.Split.Seed == 0 || !(opt.Fit.Ridge >= 0) || opt.Bound < 0:
		return cli.Usagef(std, "-seed %d -ridge %g -far %d: want a seed above 0, and nothing negative", opt.Fit.Split.Seed, opt.Fit.Ridge, opt.Bound)
	}
	if opt.Search, err = quiet.Load(*search); err != nil {
		return err
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
	page := &report.Page{Title: "What quiescence does to a fit", Summary: r.summary(), Tables: tables}
	return page.Publish(folder, r, std.Out, std.Err)
}

// summary says what was done.
func (r *Result) summary() string {
	return fmt.Sprintf("Trained on %s without intercept; K of published PeSTO there is %.4f and is the K of every model. Quiescence with the weights %s; more than %d centipawns from the static evaluation are far.",
		r.Train, r.K, r.Search, r.Bound)
}

// tables returns the experiment's tables, ready to print.
func (r *Result) tables() ([]*report.Table, error) {
	var rows [][]string
	for _, t := range r.Treatments {
		rows = append(rows, []string{t.Name, fmt.Sprint(t.Rows), fmt.Sprintf("%.2f", 100*float64(t.Changed)/float64(t.Rows))})
	}
	all := make([]*report.Table, 1, 1+len(r.Tests))
	var err error
	if all[0], err = report.NewTable("Training positions", []string{"positions", "rows", "changed, %"}, rows); err != nil {
		return nil, err
	}
	for i := range r.Tests {
		t, err := r.testTable(i)
		if err != nil {
			return nil, err
		}
		all = append(all, t)
	}
	return all, nil
}

// testTable has the models on a test.
func (r *Result) testTable(test int) (*report.Table, error) {
	var rows [][]string
	for _, m := range r.Models {
		t := m.Tests[test]
		row := []string{m.Set, m.Treatment, fmt.Sprintf("%.6f", m.Train), fmt.Sprintf("%.6f", t.MSE), fmt.Sprintf("%.4f", t.LogLoss), "", ""}
		if d := t.Change; m.Treatment != asTheyAre {
			row[5] = fmt.Sprintf("%+.6f", d.Value)
			if d.Interval != nil {
				row[6] = fmt.Sprintf("%+.6f to %+.6f", d.Low, d.High)
			}
		}
		rows = append(rows, row)
	}
	t := r.Models[0].Tests[test]
	return report.NewTable(fmt.Sprintf("Sets on %s: %d positions of %d games; changes of the MSE against the same set trained on positions as they are, with 95 %% intervals by games", r.Tests[test], t.N, t.Games),
		[]string{"set", "trained on positions", "train MSE", "test MSE", "log loss", "change", "95 %"}, rows)
}

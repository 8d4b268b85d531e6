package quiescence

import (
	"context"
	"fmt"

	"example.org/centipawn/engine/quiet"
	"example.org/centipawn/experiments/harness"
	"example.org/centipawn/experiments/onfiles"
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
	c := onfiles.New("quiescence", "quiescence [-quick] [flags] [-o DIR] TRAIN [TEST...]", about, std)
	opt := Options{}
	c.Flags.IntVar(&opt.Bound, "far", quiet.Bound, "more than `n` centipawns between quiescence and static evaluation are far")
	search := c.Flags.String("search", "", "weights `file` of that search; the built-in weights if not given")
	c.AddSeed("`seed` of the split if there is no test file")
	c.AddPenalty(&c.Fit.Ridge, "ridge", "pull every weight to 0 as would `n` rows")
	c.Least(0, "far")
	files, err := c.Parse(args, onfiles.Results)
	if err != nil {
		return err
	}
	if c.Read.Filter.Search != nil {
		return c.Usagef("-quiet: the experiment tries all of them; pass -far and -search")
	}
	if opt.Search, err = quiet.Load(*search); err != nil {
		return err
	}
	done := c.Read.Attend(std)
	defer done()
	opt.Options = c.Options
	r, err := Run(ctx, files, opt)
	if err != nil {
		return err
	}
	return c.Publish(harness.Finding{Title: "What quiescence does to a fit", Summary: r.summary(), Tables: r.tables(), Numbers: r}, nil)
}

// summary says what was done.
func (r *Result) summary() string {
	return fmt.Sprintf("Trained on %s without intercept; K of published PeSTO there is %.4f and is the K of every model. Quiescence with the weights %s; more than %d centipawns from the static evaluation are far.",
		r.Train, r.K, r.Search, r.Bound)
}

// tables are the experiment's.
func (r *Result) tables() []harness.Table {
	all := []harness.Table{r.treatmentTable}
	for i := range r.Tests {
		all = append(all, func() (*report.Table, error) { return r.testTable(i) })
	}
	return all
}

// treatmentTable has what was done to the training file.
func (r *Result) treatmentTable() (*report.Table, error) {
	var rows [][]string
	for _, t := range r.Treatments {
		rows = append(rows, []string{t.Name, fmt.Sprint(t.Rows), fmt.Sprintf("%.2f", 100*float64(t.Changed)/float64(t.Rows))})
	}
	return report.NewTable("Training positions", []string{"positions", "rows", "changed, %"}, rows)
}

// testTable has the models on a test.
func (r *Result) testTable(test int) (*report.Table, error) {
	var rows [][]string
	for _, m := range r.Models {
		t := m.Tests[test]
		row := []string{m.Set, m.Treatment, fmt.Sprintf("%.6f", m.Train), fmt.Sprintf("%.6f", t.MSE), fmt.Sprintf("%.4f", t.LogLoss), "", ""}
		if m.Treatment != asTheyAre {
			row[5], row[6] = onfiles.Difference(t.Change)
		}
		rows = append(rows, row)
	}
	t := r.Models[0].Tests[test]
	return report.NewTable(fmt.Sprintf("Sets on %s: %d positions of %d games; changes of the MSE against the same set trained on positions as they are, with 95 %% intervals by games", r.Tests[test], t.N, t.Games),
		[]string{"set", "trained on positions", "train MSE", "test MSE", "log loss", "change", "95 %"}, rows)
}

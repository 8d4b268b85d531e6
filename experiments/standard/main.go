package standard

import (
	"context"
	"fmt"

	"example.org/centipawn/experiments/harness"
	"example.org/centipawn/experiments/onfiles"
	"example.org/centipawn/internal/cli"
)

const about = `Standard fits the sets pesto, standard and standard_safety to the results of the
first file's games and tests them on the other files, or, without any, on a part
of the first file's games. Then it omits every family of terms in turn. DIR
gets the tables, the numbers behind them and a page.`

// Main is the experiment's command.
func Main(ctx context.Context, args []string, std cli.Streams) error {
	c := onfiles.New("standard", "standard [-quick] [flags] [-o DIR] TRAIN [TEST...]", about, std)
	c.AddSeed("`seed` of the split if there is no test file")
	c.AddPenalty(&c.Fit.Ridge, "ridge", "pull every weight to 0 as would `n` rows")
	c.AddPenalty(&c.Fit.Texel.Smooth, "smooth", "smooth tables as would `n` rows for each of their bends")
	files, err := c.Parse(args, onfiles.Results)
	if err != nil {
		return err
	}
	done := c.Read.Attend(std)
	defer done()
	r, err := Run(ctx, files, c.Options)
	if err != nil {
		return err
	}
	return c.Publish(harness.Finding{Title: "What the terms of standard give", Summary: r.summary(), Tables: r.tables(), Numbers: r}, nil)
}

// summary says in words what was found.
func (r *Result) summary() string {
	text := fmt.Sprintf("Trained on %s, %d positions, %d games for training, without intercept; K of published PeSTO there is %.4f and is the K of every model.", r.Train, r.Rows, r.Games, r.K)
	for i, name := range r.Tests {
		for _, m := range r.Models {
			if m.Name == "standard" || m.Name == "standard_safety" {
				value, interval := onfiles.Difference(m.Tests[i].Change)
				text += fmt.Sprintf("\n\nOn %s %s changes the mean squared error of %s by %s (95 %%: %s).", name, m.Name, against[m.Name], value, interval)
			}
		}
	}
	return text
}

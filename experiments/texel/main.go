package texel

import (
	"context"
	"fmt"

	"example.org/centipawn/experiments/harness"
	"example.org/centipawn/experiments/onfiles"
	"example.org/centipawn/internal/cli"
)

const about = `Texel fits PeSTO's values to the results of the first file's games and tests
them on the other files, or, without any, on a part of the first file's games.
It prints errors, calibration, leakage, what the methods do and where five
starts end. DIR gets the tables, the numbers behind them and a page with
pictures.`

// Main is the experiment's command.
func Main(ctx context.Context, args []string, std cli.Streams) error {
	c := onfiles.New("texel", "texel [-quick] [flags] [-o DIR] TRAIN [TEST...]", about, std)
	opt := Options{}.WithDefaults()
	c.AddSeed("`seed` of the random starts, and of the split if there is no test file")
	c.AddPenalty(&c.Fit.Texel.PriorRows, "prior-rows", "pull weights to the published ones as would `n` rows for each: without it the weights of a few hundred games run away")
	c.Flags.IntVar(&opt.Passes, "passes", opt.Passes, "stop adam and sgd after `n` passes over the rows")
	c.Least(1, "passes")
	files, err := c.Parse(args, onfiles.Results)
	if err != nil {
		return err
	}
	done := c.Read.Attend(std)
	defer done()
	opt.Options = c.Options
	r, err := Run(ctx, files, opt)
	if err != nil {
		return err
	}
	return c.Publish(harness.Finding{Title: "Texel tuning of PeSTO's values", Summary: r.summary(), Tables: r.tables(), Numbers: r, Draw: r.draw}, nil)
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
		for _, warning := range t.Leakage.Warnings {
			text += fmt.Sprintf("\n\n%s: %v", t.Name, warning)
		}
	}
	for _, warning := range r.Fits[0].Warnings {
		text += fmt.Sprintf("\n\n%s: %v", modelNames[fitted], warning)
	}
	return text
}

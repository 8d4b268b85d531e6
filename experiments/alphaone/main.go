package alphaone

import (
	"context"
	"fmt"
	"strings"

	"example.org/centipawn/board"
	"example.org/centipawn/experiments/harness"
	"example.org/centipawn/experiments/onfiles"
	"example.org/centipawn/fit"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/report"
	"example.org/centipawn/pst"
)

const about = `AlphaOne fits the paper's evaluation to positions with evaluations and prints
its tables 1 and 2, seven rows where the paper has two. DIR gets the tables, the
numbers and a page with pictures. -table 3 plays games for ratings,
-table 4 solves mates in two, -table bisection plays the paper's own procedure for
ratings, and -table times measures a move; -table 3 -help and so on say how.`

// Main is the experiment's command: without -table the regression.
var Main = harness.Parts(
	harness.Part{Names: []string{"1", "2"}, About: "the regression", Run: regress},
	harness.Part{Names: []string{"3"}, About: "ratings by games", Run: playGames},
	harness.Part{Names: []string{"4"}, About: "mates in two", Run: solvePuzzles},
	harness.Part{Names: []string{"bisection"}, About: "the paper's own ratings", Run: playDescent},
	harness.Part{Names: []string{"times"}, About: "times of a move", Run: printTimes},
)

// regress prints tables 1 and 2.
func regress(ctx context.Context, args []string, std cli.Streams) error {
	c := onfiles.New("alphaone", "alphaone [-table 1] [-quick] [flags] [-o DIR] FILE...", about, std)
	c.Flags.Float64Var(&c.Fit.Target.Clip, "clip", c.Fit.Target.Clip, "bound labels to ± this many `centipawns`")
	c.Flags.TextVar(&c.Fit.Target.Mates, "mates", c.Fit.Target.Mates, "what becomes of mates: `clip` or drop")
	c.AddSeed("`seed` of the split")
	files, err := c.Parse(args, "a CSV file of FEN and evaluation, such as datasets/sample/sample.csv.zst")
	if err != nil {
		return err
	}
	if !(c.Fit.Target.Clip > 0) {
		return c.Usagef("-clip %g: want more than 0", c.Fit.Target.Clip)
	}
	done := c.Read.Attend(std)
	r, data, err := Run(ctx, files, c.Options)
	done()
	if err != nil {
		return err
	}
	return c.Publish(harness.Finding{
		Title: "AlphaOne's regression, again", Summary: r.summary(), Tables: r.tables(),
		Numbers: struct {
			ByGame     Tables `json:"by_game"`
			ByPosition Tables `json:"by_position"`
		}{r.ByGame, r.ByPosition},
		Draw: func(page *report.Page, folder string) error {
			return addPictures(ctx, page, folder, r, data, c.Options)
		},
	}, nil)
}

// summary says in words what was found.
func (r *Result) summary() string {
	six, move := r.ByGame.Comparisons[1], r.ByGame.Comparisons[2]
	text := fmt.Sprintf(`%d positions of %s, split by %s. Against the fair baseline, the tapered evaluation with a fitted scale, the six features change the mean squared error on the test part by %+.1f %%; the side to move changes it by another %+.1f %%.

The published pawn shield breaks a law that every term must keep: %v`,
		r.Rows, strings.Join(r.Sources, ", "), r.Clusters, 100*six.Relative.Value, 100*move.Relative.Value, r.ShieldFault)
	for _, c := range r.ByGame.Comparisons {
		for _, warning := range c.Warnings {
			text += fmt.Sprintf("\n\n%s against %s: %v", c.B, c.A, warning)
		}
	}
	for _, warning := range r.ByGame.Fits[withMove].Warnings {
		text += fmt.Sprintf("\n\n%s: %v", models[withMove].name, warning)
	}
	return text
}

// pictureRows is the number of positions that the pictures sample.
const pictureRows = 200_000

// addPictures draws the full model and the tables of the tapered term.
func addPictures(ctx context.Context, page *report.Page, folder string, r *Result, data fit.Data, opt onfiles.Options) error {
	rows, err := sample(ctx, r.ByGame.Fits[withMove].Model("with side to move"), data, opt)
	if err != nil {
		return err
	}
	name := report.Options{Note: "tapered, six features and side to move; test part"}
	return page.Draw(folder, []report.Drawing{
		{File: "predicted", Caption: "Predicted against label.", Draw: func() (*report.Figure, error) { return report.PredictedAgainstLabel(rows, name) }},
		{File: "phase", Caption: "Residuals by game phase.", Draw: func() (*report.Figure, error) { return report.ResidualByPhase(rows, name) }},
		{File: "weights", Caption: "Weights of the six features and the side to move.", Draw: func() (*report.Figure, error) {
			return report.WeightBars(bars(r.ByGame.Fits[withMove]), report.Options{})
		}},
		{File: "pesto", Caption: "PeSTO's piece-square tables, which the tapered term blends.", Draw: func() (*report.Figure, error) {
			return report.SquareHeatMap(pestoBoards(), report.Options{Title: "PeSTO's piece-square tables"})
		}},
	}...)
}

// sample returns rows of the test part for pictures.
func sample(ctx context.Context, m fit.Model, data fit.Data, opt onfiles.Options) (rows report.Rows, err error) {
	split := opt.Fit.Split
	split.By = fit.SplitGame
	for p, err := range fit.Predict(ctx, data, m, fit.PredictOptions{Target: opt.Fit.Target, Split: split, Sample: pictureRows}) {
		if err != nil {
			return rows, err
		}
		if p.Part != fit.Test {
			continue
		}
		rows.Label = append(rows.Label, p.Label)
		rows.Predicted = append(rows.Predicted, p.Predicted)
		rows.Phase = append(rows.Phase, p.MG)
		rows.Cluster = append(rows.Cluster, p.Game)
	}
	return rows, nil
}

func bars(f *fit.Result) []report.Bar {
	var list []report.Bar
	for _, w := range f.Weights {
		list = append(list, report.Bar{Name: w.Name, Value: w.Value, Interval: w.Interval95()})
	}
	return list
}

// pestoBoards returns the middlegame and endgame tables of every piece.
func pestoBoards() []report.Board {
	var boards []report.Board
	names := [...]string{"pawn", "knight", "bishop", "rook", "queen", "king"}
	for pt := board.Pawn; pt <= board.King; pt++ {
		mg, eg := report.Board{Title: names[pt] + ", middlegame"}, report.Board{Title: names[pt] + ", endgame"}
		for sq, v := range pst.PeSTO.Squares[pt] {
			mg.Values[sq], eg.Values[sq] = float64(v.MG), float64(v.EG)
		}
		boards = append(boards, mg, eg)
	}
	return boards
}

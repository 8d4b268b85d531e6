package main

import (
	"context"
	"fmt"
	"math"
	"strings"

	"centipawn/fit"
	"centipawn/report"
	"centipawn/weights"
)

// reportRows is the number of rows that pictures and tables are made of: a
// sample, where there are more.
const reportRows = 100_000

// writeReport draws the fit into the folder of -report.
func writeReport(ctx context.Context, q *request, f *weights.File, res *fit.Result, data *data) error {
	rows, part, err := reportSample(ctx, q, res, data)
	if err != nil {
		return err
	}
	note := fmt.Sprintf("set %s, %s", f.Set, part)
	page := &report.Page{Title: "Fit of " + f.Set, Summary: summaryText(f)}
	err = page.Draw(q.report, []report.Drawing{
		{File: "predicted", Caption: "Predicted against label.", Draw: func() (*report.Figure, error) {
			return report.PredictedAgainstLabel(rows, report.Options{Note: note})
		}},
		{File: "phase", Caption: "Residuals by game phase.", Draw: func() (*report.Figure, error) {
			return report.ResidualByPhase(rows, report.Options{Note: note})
		}},
		{File: "residuals", Caption: "How residuals are spread.", Draw: func() (*report.Figure, error) {
			return report.ResidualHistogram(rows, report.Options{Note: note})
		}},
		{File: "weights", Caption: "Weights with 95 % intervals.", Draw: func() (*report.Figure, error) {
			return report.WeightBars(bars(f), report.Options{})
		}},
	}...)
	if err != nil {
		return err
	}
	if err := drawBoards(page, q.report, f); err != nil {
		return err
	}
	if err := addTables(page, res, rows); err != nil {
		return err
	}
	return page.Write(q.report)
}

// reportSample returns rows of the test part or, if there is none, of all.
func reportSample(ctx context.Context, q *request, res *fit.Result, data *data) (rows report.Rows, name string, err error) {
	source, want, name := fit.Data(data.Set), fit.Test, "test part"
	split := q.fit.Split
	switch {
	case res.Test == nil:
		want, name = fit.Train, "training rows"
	case q.fit.Test != nil:
		source, want, name = q.fit.Test, fit.Train, "test set"
		split.By = fit.SplitNone // every row is wanted
	}
	wanted := reportRows
	if res.Test != nil && q.fit.Test == nil {
		wanted = int(reportRows * float64(res.Funnel.Train+res.Funnel.Test) / float64(res.Funnel.Test))
	}
	opt := fit.PredictOptions{Target: q.fit.Target, Split: split, Sample: wanted}
	for p, err := range fit.Predict(ctx, source, res.Model("fitted"), opt) {
		if err != nil {
			return rows, name, err
		}
		if p.Part != want {
			continue
		}
		rows.Label = append(rows.Label, p.Label)
		rows.Predicted = append(rows.Predicted, p.Predicted)
		rows.Phase = append(rows.Phase, p.MG)
		rows.Material = append(rows.Material, float64(p.Material))
		rows.Cluster = append(rows.Cluster, p.Game)
	}
	return rows, name, nil
}

// bars returns the weights for the picture.
func bars(f *weights.File) []report.Bar {
	var list []report.Bar
	for _, w := range f.Weights() {
		list = append(list, report.Bar{Name: w.Name, Value: w.Value, Interval: w.Interval95()})
	}
	return list
}

// drawBoards draws the piece-square tables, if the set has any.
func drawBoards(page *report.Page, folder string, f *weights.File) error {
	var boards []report.Board
	for _, g := range f.Groups() {
		if g.Board {
			boards = append(boards, groupBoards(g)...)
		}
	}
	if len(boards) == 0 {
		return nil
	}
	figure, err := report.SquareHeatMap(boards, report.Options{})
	if err != nil {
		return err
	}
	return page.Add(folder, "squares", "Piece-square tables.", figure)
}

// groupBoards returns a table's board, or its two if it is tapered.
func groupBoards(g weights.Group) []report.Board {
	mg, eg := emptyBoard(g.Name), emptyBoard(g.Name)
	for sq, term := range g.Squares() {
		switch {
		case term == nil:
		case g.Tapered:
			mg.Values[sq], eg.Values[sq] = term.MG.Value, term.EG.Value
		default:
			mg.Values[sq] = term.Value.Value
		}
	}
	if !g.Tapered {
		return []report.Board{mg}
	}
	mg.Title, eg.Title = g.Name+", middlegame", g.Name+", endgame"
	return []report.Board{mg, eg}
}

// emptyBoard returns a board without a value.
func emptyBoard(title string) report.Board {
	b := report.Board{Title: title}
	for sq := range b.Values {
		b.Values[sq] = math.NaN()
	}
	return b
}

// addTables adds the weights with what stands behind them, and the residuals by
// phase and by material.
func addTables(page *report.Page, res *fit.Result, rows report.Rows) error {
	support, err := weightsTable(res)
	if err != nil {
		return err
	}
	byPhase, err := report.ByPhase(rows, 0)
	if err != nil {
		return err
	}
	byMaterial, err := report.ByMaterial(rows)
	if err != nil {
		return err
	}
	page.Tables = append(page.Tables, support, byPhase, byMaterial)
	return nil
}

// weightsTable lists the weights with their errors and their support.
func weightsTable(res *fit.Result) (*report.Table, error) {
	var rows [][]string
	for _, w := range res.Weights {
		rows = append(rows, []string{
			w.Name, weights.Number(w.Value), weights.Number(1.96 * w.StdErr), fmt.Sprintf("%.1f", w.T),
			fmt.Sprintf("%.1f", w.VIF), fmt.Sprint(w.Rows), fmt.Sprint(w.Games),
		})
	}
	return report.NewTable("Weights in centipawns a count, and the training rows and games behind them",
		[]string{"term", "weight", "± 95 %", "t", "VIF", "rows", "games"}, rows)
}

// summaryText says in words what the fit found.
func summaryText(f *weights.File) string {
	var b strings.Builder
	p := f.Provenance
	part, m := "training", p.Train
	if p.Test != nil {
		part, m = "test", p.Test
	}
	fmt.Fprintf(&b, "%d rows. On the %s rows the mean absolute error is %.1f centipawns, the root mean square %.1f; the evaluation explains %.0f %% of the variance of the labels.",
		p.Rows, part, m.MAE.Value, m.RMSE.Value, 100*m.R2.Value)
	for _, w := range p.Warnings {
		fmt.Fprintf(&b, "\n\n%s %s", w.Code, w.Text)
	}
	return b.String()
}

package fit

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"example.org/centipawn/fit"
	"example.org/centipawn/internal/confidence"
	"example.org/centipawn/internal/pages"
	"example.org/centipawn/internal/report"
	"example.org/centipawn/weights"
	"example.org/centipawn/winprob"
)

// reportRows is the number of rows that pictures and tables are made of: a
// sample, where there are more.
const reportRows = 100_000

// writePage draws the fit into the folder of the report.
func (f *Finding) writePage(ctx context.Context) error {
	rows, part, err := f.sample(ctx)
	if err != nil {
		return err
	}
	if f.Result.Moves != nil {
		part = fmt.Sprintf("%d positions", f.Result.Moves.Train.Roots)
	}
	opt := report.Options{Note: fmt.Sprintf("set %s, %s", f.File.Set, part)}
	page := &report.Page{Title: "Fit of " + f.File.Set, Summary: summaryText(f.File)}
	if f.Guard != nil {
		page.Summary += "\n\nThe new evaluation against the old one: " + f.Guard.Judgement()
	}
	if err := page.Draw(f.opt.Report, f.drawings(rows, opt)...); err != nil {
		return err
	}
	if err := drawBoards(page, f.opt.Report, f.File); err != nil {
		return err
	}
	if err := f.addTables(page, rows); err != nil {
		return err
	}
	numbers := f.numbers(page, part)
	if err := numbers.write(f.opt.Report); err != nil {
		return err
	}
	return f.writeFile(page, numbers)
}

// writeFile writes the workbench's page of the report as one file, with the pictures below it.
func (f *Finding) writeFile(page *report.Page, numbers *Report) error {
	pictures, err := page.Shown(f.opt.Report)
	if err != nil {
		return err
	}
	file := pages.File{
		Name: "fit", Title: page.Title, Pictures: pictures,
		Answers: map[string]any{"/api/items": pages.Items(f.File.Set, "report"), "/api/fit": map[string]any{"label": f.File.Set, "report": numbers}},
	}
	return file.Write(filepath.Join(f.opt.Report, report.PageName))
}

// drawings lists the pictures. Labels that are results of games are no cloud to
// draw predictions against: their picture is calibration.
func (f *Finding) drawings(rows report.Rows, opt report.Options) []report.Drawing {
	var list []report.Drawing
	add := func(file, caption string, draw func() (*report.Figure, error)) {
		list = append(list, report.Drawing{File: file, Caption: caption, Draw: draw})
	}
	switch {
	case f.Result.Moves != nil:
	case !rows.Expected:
		add("predicted", "Predicted against label.", func() (*report.Figure, error) { return report.PredictedAgainstLabel(rows, opt) })
	case len(f.Result.Calibration) > 0:
		add("reliability", fmt.Sprintf("Expected score against result, by game phase, on the %v rows.", f.Result.Calibrated), func() (*report.Figure, error) {
			return report.Reliability(curves(f.Result.Calibration), opt)
		})
	}
	if f.Result.Moves != nil {
		return append(list, f.weightBars())
	}
	add("phase", "Residuals by game phase.", func() (*report.Figure, error) { return report.ResidualByPhase(rows, opt) })
	if !rows.Expected || f.Result.ScoreShare > 0 {
		add("residuals", "How residuals are spread.", func() (*report.Figure, error) { return report.ResidualHistogram(rows, opt) })
	}
	if len(f.Learning) > 1 {
		add("learning", "Errors by the size of the training part.", func() (*report.Figure, error) { return f.learningCurve() })
	}
	return append(list, f.weightBars())
}

// weightBars draws the weights.
func (f *Finding) weightBars() report.Drawing {
	return report.Drawing{
		File: "weights", Caption: "Weights with 95 % intervals; piece-square tables by the mean and the spread of their squares.",
		Draw: func() (*report.Figure, error) { return report.WeightBars(bars(f.File), report.Options{}) },
	}
}

// curves turns the calibration into pictures, the opening first.
func curves(list []winprob.Curve) (out []report.Curve) {
	for _, c := range slices.Backward(list) {
		curve := report.Curve{Title: fmt.Sprintf("phase %.2f to %.2f", c.From, c.To)}
		if c.Err == nil {
			curve.Note = fmt.Sprintf("slope %.2f ± %.2f, %d positions", c.Slope, confidence.Z95*c.SlopeStdErr, c.N)
		}
		for _, b := range c.Bins {
			curve.Bins = append(curve.Bins, report.CurveBin{N: b.N, Predicted: b.Predicted, Observed: b.Observed, Interval: confidence.Z95 * b.StdErr})
		}
		out = append(out, curve)
	}
	return out
}

// learningCurve draws the learning curve, of the loss that was fitted.
func (f *Finding) learningCurve() (*report.Figure, error) {
	var measure string
	var points []report.LearningPoint
	for _, p := range f.Learning {
		point := report.LearningPoint{Rows: p.Train.N}
		var in *fit.Interval
		point.Train, _, measure = f.Result.Loss.Measure(p.Train)
		if point.Test, in, _ = f.Result.Loss.Measure(p.Test); in != nil {
			point.Low, point.High = in.Low, in.High
		}
		points = append(points, point)
	}
	return report.LearningCurve(measure, points, report.Options{Note: "set " + f.File.Set})
}

// sample returns rows of the test part or, if there is none, of all.
func (f *Finding) sample(ctx context.Context) (rows report.Rows, name string, err error) {
	res, opt := f.Result, &f.opt.Fit
	if res.Moves != nil {
		return rows, "", nil // labels are of moves beside others: a row alone says nothing
	}
	source, want, name := f.data, fit.Test, "test part"
	split, wanted := opt.Split, reportRows
	switch {
	case res.Test == nil:
		want, name = fit.Train, "training rows"
	case opt.Test != nil:
		source, want, name = opt.Test, fit.Train, "test set"
		split.By = fit.SplitNone // every row is wanted
	default:
		wanted = int(reportRows * float64(res.Funnel.Train+res.Funnel.Test) / float64(res.Funnel.Test))
	}
	how := fit.PredictOptions{Target: f.target(), Split: split, Sample: wanted}
	rows.Expected = how.Target.Expected
	for p, err := range fit.Predict(ctx, source, res.Model("fitted"), how) {
		if err != nil {
			return rows, name, err
		}
		if p.Part != want {
			continue
		}
		rows.Label = append(rows.Label, p.Label)
		if rows.Expected {
			p.Predicted = winprob.Expected(res.K.Value, p.Predicted)
		}
		rows.Predicted = append(rows.Predicted, p.Predicted)
		rows.Phase = append(rows.Phase, p.MG)
		rows.Material = append(rows.Material, float64(p.Material))
		rows.Cluster = append(rows.Cluster, p.Game)
	}
	return rows, name, nil
}

// target returns what labels are made by in the fit.
func (f *Finding) target() fit.Target {
	t, res := f.opt.Fit.Target, f.Result
	t.Expected = res.Loss.Expected()
	for _, k := range res.LabelK {
		for len(t.LabelK) <= int(k.Source) {
			t.LabelK = append(t.LabelK, res.LabelK[0].K)
		}
		t.LabelK[k.Source] = k.K
	}
	return t
}

// bars returns the weights for the picture. Of a piece-square table there are the mean and
// the spread: its squares have a picture of their own, and the queen's alone would fill this one.
func bars(f *weights.File) (list []report.Bar) {
	for _, g := range f.Groups() {
		if g.Board {
			list = append(list, tableBars(g)...)
			continue
		}
		for _, t := range g.Terms {
			for _, w := range t.Weights() {
				list = append(list, report.Bar{Name: w.Name, Value: w.Value, Interval: w.Interval95()})
			}
		}
	}
	return list
}

// tableBars are mean and standard deviation of each half of a table, over ranks 2 to 7.
func tableBars(g weights.Group) (list []report.Bar) {
	halves := map[string]func(weights.Term) weights.Weight{"": func(t weights.Term) weights.Weight { return t.Value }}
	names := []string{""}
	if g.Tapered {
		names = []string{".mg", ".eg"}
		halves[".mg"] = func(t weights.Term) weights.Weight { return t.MG }
		halves[".eg"] = func(t weights.Term) weights.Weight { return t.EG }
	}
	for _, name := range names {
		of := halves[name]
		mean := g.Mean(of)
		square := g.Mean(func(t weights.Term) weights.Weight {
			w := of(t)
			w.Value = (w.Value - mean) * (w.Value - mean)
			return w
		})
		list = append(list, report.Bar{Name: g.Name + name + " mean", Value: mean}, report.Bar{Name: g.Name + name + " spread", Value: math.Sqrt(square)})
	}
	return list
}

// drawBoards draws the piece-square tables, if the set has any.
func drawBoards(page *report.Page, folder string, f *weights.File) error {
	var boards []report.Board
	for _, g := range f.Groups() {
		if g.Board {
			boards = append(boards, groupBoards(f, g)...)
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
func groupBoards(f *weights.File, g weights.Group) []report.Board {
	if !g.Tapered {
		return []report.Board{sideBoard(f, g, g.Name, func(t weights.Term) weights.Weight { return t.Value })}
	}
	return []report.Board{
		sideBoard(f, g, g.Name+", middlegame", func(t weights.Term) weights.Weight { return t.MG }),
		sideBoard(f, g, g.Name+", endgame", func(t weights.Term) weights.Weight { return t.EG }),
	}
}

// sideBoard returns one board: if it holds its piece's value, that stands in the
// title and the squares are relative to it. Squares held at 0 are empty.
func sideBoard(f *weights.File, g weights.Group, title string, of func(weights.Term) weights.Weight) report.Board {
	base := 0.0
	if f.HoldsMaterial(g) {
		base = g.Mean(of)
		title += fmt.Sprintf(", around %.0f", base)
	}
	board := emptyBoard(title)
	for sq, term := range g.Squares() {
		if term == nil {
			continue
		}
		if w := of(*term); w.Bound != weights.BoundFrozen || w.Value != 0 {
			board.Values[sq] = w.Value - base
		}
	}
	return board
}

// emptyBoard returns a board without a value.
func emptyBoard(title string) report.Board {
	b := report.Board{Title: title}
	for sq := range b.Values {
		b.Values[sq] = math.NaN()
	}
	return b
}

// addTables adds the residuals by phase and by material, the groups, and the weights
// with what stands behind them.
func (f *Finding) addTables(page *report.Page, rows report.Rows) error {
	weights, err := weightsTable(f.Result)
	if err != nil {
		return err
	}
	if f.Result.Moves != nil {
		return f.addRootTables(page, weights)
	}
	byPhase, err := report.ByPhase(rows, 0)
	if err != nil {
		return err
	}
	byMaterial, err := report.ByMaterial(rows)
	if err != nil {
		return err
	}
	page.Tables = append(page.Tables, byPhase, byMaterial)
	if len(f.Result.Groups) > 0 {
		groups, err := groupsTable(f.Result)
		if err != nil {
			return err
		}
		page.Tables = append(page.Tables, groups)
	}
	page.Tables = append(page.Tables, weights)
	return nil
}

// groupsTable lists what each group of weights is worth.
func groupsTable(res *fit.Result) (*report.Table, error) {
	var rows [][]string
	for _, g := range res.Groups {
		rows = append(rows, []string{g.Name, fmt.Sprint(g.Weights), fmt.Sprintf("%.3g", g.Loss), fmt.Sprintf("%.2f", 100*g.Share)})
	}
	return report.NewTable("How much the training loss would rise without a group of weights",
		[]string{"group", "weights", "loss", "% of the loss"}, rows)
}

// weightsTable lists the weights with their errors and their support.
func weightsTable(res *fit.Result) (*report.Table, error) {
	header := []string{"term", "weight", "± 95 %", "t", "VIF", "rows", "games"}
	old := slices.ContainsFunc(res.Weights, func(w fit.Weight) bool { return w.Old != nil })
	if old {
		header = append(header, "old", "move", "remark")
	}
	var rows [][]string
	for _, w := range res.Weights {
		cells := []string{
			w.Name, weights.Number(w.Value), weights.Number(w.Interval95()), tOf(w),
			fmt.Sprintf("%.1f", w.VIF), fmt.Sprint(w.Rows), fmt.Sprint(w.Games),
		}
		switch {
		case old && w.Old == nil:
			cells = append(cells, "", "", "")
		case old:
			cells = append(cells, weights.Number(*w.Old), weights.Number(w.Value-*w.Old), supported(w))
		}
		rows = append(rows, cells)
	}
	return report.NewTable("Weights in centipawns a count, and the training rows and games behind them", header, rows)
}

// tOf prints the t of a weight, or that the prior holds it.
func tOf(w fit.Weight) string {
	if w.Bound == fit.BoundPrior {
		return weights.HeldByPrior
	}
	return fmt.Sprintf("%.1f", w.T)
}

// summaryText says in words what the fit found.
func summaryText(f *weights.File) string {
	var b strings.Builder
	p := f.Provenance
	if p.Choice != nil {
		return choiceText(&p)
	}
	part, m := "training", p.Train
	if p.Test != nil {
		part, m = "test", p.Test
	}
	if p.Probabilistic() {
		fmt.Fprintf(&b, "%d rows. On the %s rows the mean squared error of the expected score is %.6f, the log loss %.6f; the evaluation explains %.1f %% of the variance of the labels. Labels and residuals are expected scores from 0 to 1, White's view; weights are centipawns at K = %.4f.",
			p.Rows, part, m.MSE.Value, m.LogLoss.Value, 100*m.R2.Value, p.K.Value)
	} else {
		fmt.Fprintf(&b, "%d rows. On the %s rows the mean absolute error is %.1f centipawns, the root mean square %.1f; the evaluation explains %.0f %% of the variance of the labels.",
			p.Rows, part, m.MAE.Value, m.RMSE.Value, 100*m.R2.Value)
	}
	for _, w := range p.Warnings {
		fmt.Fprintf(&b, "\n\n%v", w)
	}
	return b.String()
}

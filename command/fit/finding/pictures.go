package finding

import (
	"fmt"
	"math"
	"slices"

	"example.org/centipawn/internal/confidence"
	"example.org/centipawn/internal/report"
	"example.org/centipawn/weights"
	"example.org/centipawn/winprob"
)

// drawings lists the pictures. Labels that are results of games give no cloud to
// draw predictions against: their picture is calibration.
func (f *Finding) drawings(rows report.Rows, opt report.Options) []report.Drawing {
	var list []report.Drawing
	add := func(file, caption string, draw func() (*report.Figure, error)) {
		list = append(list, report.Drawing{File: file, Caption: caption, Draw: draw})
	}
	switch {
	case f.Result.Moves != nil:
		return []report.Drawing{f.weightBars()}
	case !rows.Expected:
		add("predicted", "Predicted against label.", func() (*report.Figure, error) { return report.PredictedAgainstLabel(rows, opt) })
	case len(f.Result.Calibration) > 0:
		add("reliability", fmt.Sprintf("Expected score against result, by game phase, on the %v rows.", f.Result.Calibrated), func() (*report.Figure, error) {
			return report.Reliability(curves(f.Result.Calibration), opt)
		})
	}
	add("phase", "Residuals by game phase.", func() (*report.Figure, error) { return report.ResidualByPhase(rows, opt) })
	if !rows.Expected || f.Result.ScoreShare > 0 {
		add("residuals", "How residuals are spread.", func() (*report.Figure, error) { return report.ResidualHistogram(rows, opt) })
	}
	if len(f.Learning) > 1 {
		add("learning", "Errors by the size of the training part.", f.learningCurve)
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
	measure, curve := f.curve()
	var points []report.LearningPoint
	for _, p := range curve {
		point := report.LearningPoint{Rows: p.Rows, Train: p.Train, Test: p.Test}
		if p.Low != nil {
			point.Low, point.High = *p.Low, *p.High
		}
		points = append(points, point)
	}
	return report.LearningCurve(measure, points, report.Options{Note: "set " + f.File.Set})
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
				bar := report.Bar{Name: w.Name, Value: w.Value}
				if half := w.Interval95(); report.Drawable(half) {
					bar.Interval = half
				}
				list = append(list, bar)
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

package texel

import (
	"fmt"
	"slices"
	"strings"

	"example.org/centipawn/fit"
	"example.org/centipawn/internal/confidence"
	"example.org/centipawn/internal/report"
	"example.org/centipawn/winprob"
)

// draw draws the page's pictures: what comes of the expected scores of published
// and of fitted values on every test, and the fitted tables.
func (r *Result) draw(page *report.Page, folder string) error {
	var list []report.Drawing
	for i, t := range r.Tests {
		for _, k := range []int{published, fitted} {
			if k >= len(t.ByPhase) {
				continue // no rows
			}
			list = append(list, report.Drawing{
				File:    fmt.Sprintf("reliability%d_%s", i+1, [...]string{published: "published", fitted: "fitted"}[k]),
				Caption: fmt.Sprintf("Expected score against result: %s on %s.", modelNames[k], t.Name),
				Draw: func() (*report.Figure, error) {
					return report.Reliability(curves(t.ByPhase[k]), report.Options{Note: modelNames[k] + ", " + t.Name})
				},
			})
		}
	}
	list = append(list, report.Drawing{
		File: "tables", Caption: "Fitted piece-square tables, without intercept. Material is inside; the king's have mean 0.",
		Draw: func() (*report.Figure, error) { return report.SquareHeatMap(boards(r.Fits[0]), report.Options{}) },
	})
	return page.Draw(folder, list...)
}

// curves turns calibration into pictures, the opening first.
func curves(list []winprob.Curve) (out []report.Curve) {
	for _, c := range slices.Backward(list) {
		curve := report.Curve{Title: fmt.Sprintf("phase %.2f to %.2f", c.From, c.To)}
		if c.Err == nil {
			curve.Note = fmt.Sprintf("slope %s, %d positions", estimate(c.Slope, c.SlopeStdErr, nil), c.N)
		}
		for _, b := range c.Bins {
			curve.Bins = append(curve.Bins, report.CurveBin{N: b.N, Predicted: b.Predicted, Observed: b.Observed, Interval: confidence.Z95 * b.StdErr})
		}
		out = append(out, curve)
	}
	return out
}

// boards returns the fitted tables of every piece.
func boards(r *fit.Result) (all []report.Board) {
	index := make(map[string]int)
	for _, w := range r.Weights {
		table, sq, end := cut(w.Name)
		i, ok := index[table+end]
		if !ok {
			i = len(all)
			index[table+end], all = i, append(all, report.Board{Title: table + ", " + end})
		}
		all[i].Values[sq] = w.Value
	}
	return all
}

// cut cuts pst.knight.f3.mg into knight, the square's number, and mg.
func cut(name string) (table string, sq int, end string) {
	parts := strings.Split(name, ".")
	square := parts[2]
	return parts[1], int(square[0]-'a') + 8*int(square[1]-'1'), parts[3]
}

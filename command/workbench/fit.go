package workbench

import (
	"context"
	"errors"
	"math"
	"net/http"
	"strconv"

	"example.org/centipawn/command/fit/finding"
	"example.org/centipawn/command/workbench/items"
	"example.org/centipawn/command/workbench/measures"
	"example.org/centipawn/command/workbench/web"
)

// fitPage is the report of a fit.
var fitPage = page{
	Name: "fit", Title: "Fit", About: "How did the search for the weights go, and where is the evaluation off?",
	Routes: func(in *shared) map[string]web.Handler {
		return map[string]web.Handler{"GET /api/fit": web.Answer(report), "GET /api/calibration": web.Answer(point(in.tests)), "GET /api/fit/page": fitFile}
	},
}

// report answers with the numbers of a report.
func report(q *web.Request) (any, error) {
	item, r, err := readReport(q)
	if err != nil {
		return nil, err
	}
	shown := r.Show(item.Label)
	shown.Weights = items.WeightsOf(q.Open, r)
	return shown, nil
}

// readReport reads the report that a request names.
func readReport(q *web.Request) (*items.Item, *finding.Report, error) {
	item := q.Item("report", items.Report)
	if q.Err != nil {
		return nil, nil, q.Err
	}
	r, err := finding.ReadReport(item.Path)
	if err != nil {
		return nil, nil, web.Failed(http.StatusUnprocessableEntity, err)
	}
	return item, r, nil
}

// fitFile answers with the page of a report as one file.
func fitFile(w http.ResponseWriter, q *web.Request) error {
	item, r, err := readReport(q)
	if err != nil {
		return err
	}
	file, err := r.File(item.Path)
	if err != nil {
		return err
	}
	return web.SavedPage(w, file, item)
}

// point answers with the rows of a point of a calibration curve, by weights and rows that are open.
func point(tests *measures.Tests) func(q *web.Request) (any, error) {
	return func(q *web.Request) (any, error) {
		of, on := q.Item("weights", items.Weights), q.Rows()
		count := func(name string) int { return q.Number(name, 0, math.MaxInt32, 0) }
		p := measures.Point{From: phaseIn(q, "from"), To: phaseIn(q, "to"), First: count("first"), N: count("n"), All: count("all")}
		if p.All < 1 || p.First+p.N > p.All {
			q.Fail(web.Bad(errors.New("first and n are outside the rows")))
		}
		if q.Err != nil {
			return nil, q.Err
		}
		var out *measures.PointRows
		err := q.Measures.Do(q.Context(), func(ctx context.Context) error {
			test, err := tests.Of(ctx, of, on)
			if err == nil {
				out, err = test.Point(p)
			}
			return err
		})
		return out, web.Bad(err)
	}
}

// phaseIn returns the phase of a parameter.
func phaseIn(q *web.Request, name string) float64 {
	v, err := strconv.ParseFloat(q.Get(name), 64)
	if err != nil || !(v >= 0 && v <= 1) {
		q.Fail(web.Bad(errors.New(name + ": want a phase from 0 to 1")))
	}
	return v
}

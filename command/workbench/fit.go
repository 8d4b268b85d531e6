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
)

// fitPage is the report of a fit.
var fitPage = page{
	Name: "fit", Title: "Fit", About: "How did the search for the weights go, and where is the evaluation off?",
	Routes: func(in *shared) map[string]handler {
		return map[string]handler{"GET /api/fit": answer(report), "GET /api/calibration": answer(point(in.tests)), "GET /api/fit/page": fitFile}
	},
}

// report answers with the numbers of a report.
func report(q *request) (any, error) {
	item, r, err := readReport(q)
	if err != nil {
		return nil, err
	}
	shown := r.Show(item.Label)
	shown.Weights = items.WeightsOf(q.open, r)
	return shown, nil
}

// readReport reads the report that a request names.
func readReport(q *request) (*items.Item, *finding.Report, error) {
	item := q.item("report", items.Report)
	if q.err != nil {
		return nil, nil, q.err
	}
	r, err := finding.ReadReport(item.Path)
	if err != nil {
		return nil, nil, requestError{http.StatusUnprocessableEntity, err}
	}
	return item, r, nil
}

// fitFile answers with the page of a report as one file.
func fitFile(w http.ResponseWriter, q *request) error {
	item, r, err := readReport(q)
	if err != nil {
		return err
	}
	file, err := r.File(item.Path)
	if err != nil {
		return err
	}
	return savedPage(w, file, item)
}

// point answers with the rows of a point of a calibration curve, by weights and rows that are open.
func point(tests *measures.Tests) func(q *request) (any, error) {
	return func(q *request) (any, error) {
		of, on := q.item("weights", items.Weights), q.rows()
		count := func(name string) int { return q.number(name, 0, math.MaxInt32, 0) }
		p := measures.Point{From: phaseIn(q, "from"), To: phaseIn(q, "to"), First: count("first"), N: count("n"), All: count("all")}
		if p.All < 1 || p.First+p.N > p.All {
			q.fail(bad(errors.New("first and n are outside the rows")))
		}
		if q.err != nil {
			return nil, q.err
		}
		var out *measures.PointRows
		err := q.measures.Do(q.Context(), func(ctx context.Context) error {
			test, err := tests.Of(ctx, of, on)
			if err == nil {
				out, err = test.Point(p)
			}
			return err
		})
		return out, bad(err)
	}
}

// phaseIn returns the phase of a parameter.
func phaseIn(q *request, name string) float64 {
	v, err := strconv.ParseFloat(q.get(name), 64)
	if err != nil || !(v >= 0 && v <= 1) {
		q.fail(bad(errors.New(name + ": want a phase from 0 to 1")))
	}
	return v
}

package workbench

import (
	"context"
	"errors"

	"example.org/centipawn/command/workbench/cache"
	"example.org/centipawn/command/workbench/items"
	"example.org/centipawn/command/workbench/measures"
)

// dataPage is what a data file contains, and where an evaluation is most wrong there.
var dataPage = page{
	Name: "data", Title: "Data", About: "What is in a data file, and which of its positions does the evaluation judge worst?",
	Context: []part{subject},
	Routes: func(in *shared) map[string]handler {
		p := dataPages{
			keptBy[judged, *measures.Survey](in, mostSurveys, func(j judged) []*items.Item { return []*items.Item{j.data, j.weights} }),
			keptBy[*items.Item, *diagnosis](in, mostDiagnoses, func(data *items.Item) []*items.Item { return []*items.Item{data} }),
		}
		return map[string]handler{"GET /api/data": answer(p.survey), "GET /api/doctor": answer(p.diagnose)}
	},
}

const (
	mostSurveys   = 8   // are kept: some megabytes each
	mostDiagnoses = 100 // are kept: some kilobytes each
	defaultWorst  = 24  // positions that are listed
)

// A judged is a data file and the weights that judge it.
type judged struct{ data, weights *items.Item }

type dataPages struct {
	surveys   *cache.Cache[judged, *measures.Survey]
	diagnoses *cache.Cache[*items.Item, *diagnosis]
}

// survey answers with a survey of a data file, and the positions that a filter takes. The file is read once for
// each weights file.
func (p dataPages) survey(q *request) (any, error) {
	key := judged{q.item("data", items.Data), q.item("weights", items.Weights)}
	f := measures.Filter{Phase: q.get("phase"), Material: q.get("material"), Result: q.get("result")}
	if !f.Known() {
		q.fail(bad(errors.New("phase, material, result: want values that the page offers")))
	}
	f.Count = q.number("count", 1, measures.MostWorst, defaultWorst)
	q.mustEvaluate(key.weights)
	if q.err != nil {
		return nil, q.err
	}
	all, err := kept(q, p.surveys, key, func(ctx context.Context) (*measures.Survey, error) {
		return measures.SurveyOf(ctx, key.data, key.weights)
	})
	if err != nil {
		return nil, err
	}
	return all.Filtered(f), nil
}

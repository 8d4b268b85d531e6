package workbench

import (
	"context"
	"slices"

	"example.org/centipawn/command/workbench/cache"
	"example.org/centipawn/command/workbench/items"
	"example.org/centipawn/command/workbench/measures"
	"example.org/centipawn/command/workbench/web"
)

// weightsPage is a file's weights: as a table, as boards and as curves.
var weightsPage = page{
	Name: "weights", Title: "Weights", About: "What are the weights, how sure are they, and what has changed since the old file?",
	Context: []part{subject, versus, contextOn},
	Routes: func(in *shared) map[string]web.Handler {
		p := weightsPages{keptBy[filePair, *measures.Table](in, mostTables, func(f filePair) []*items.Item { return []*items.Item{f.of, f.old} })}
		return map[string]web.Handler{"GET /api/weights": web.Answer(p.table)}
	},
}

// mostTables is how many tables are kept.
const mostTables = 8

// A filePair is a file, and the old one beside it; nil: none.
type filePair struct{ of, old *items.Item }

type weightsPages struct {
	tables *cache.Cache[filePair, *measures.Table]
}

// table answers with a file, beside an old one and with the number of rows that support each weight, if the request
// names these.
func (p weightsPages) table(q *web.Request) (any, error) {
	key := filePair{of: q.Item("weights", items.Weights)}
	if q.Get("old") != "" {
		key.old = q.Item("old", items.Weights)
	}
	var on *items.Item
	if q.Get("rows") != "" {
		on = q.Rows()
	}
	if q.Err != nil {
		return nil, q.Err
	}
	out, err := p.tables.Get(key, func() (*measures.Table, error) { return measures.TableOf(key.of, key.old), nil })
	if err != nil || on == nil {
		return out, err
	}
	var support map[string]int
	err = q.Measures.Do(q.Context(), func(ctx context.Context) error {
		rows, err := on.Rows(ctx, key.of.File.Set)
		if err == nil {
			support, err = rows.Support(ctx)
		}
		return err
	})
	if err != nil {
		return nil, web.Bad(err)
	}
	supported := *out
	supported.Weights = slices.Clone(out.Weights)
	for i, w := range out.Weights {
		n := support[w.Term]
		supported.Weights[i].Rows = &n
	}
	return supported, nil
}

package workbench

import (
	"context"
	"slices"

	"example.org/centipawn/command/workbench/cache"
	"example.org/centipawn/command/workbench/items"
	"example.org/centipawn/command/workbench/measures"
)

// weightsPage is a file's weights: as a table, as boards and as curves.
var weightsPage = page{
	Name: "weights", Title: "Weights", About: "What are the weights, how sure are they, and what has changed since the old file?",
	Context: []part{subject, versus, contextOn},
	Routes: func(in *shared) map[string]handler {
		p := weightsPages{keptBy[filePair, *measures.Table](in, mostTables, func(f filePair) []*items.Item { return []*items.Item{f.of, f.old} })}
		return map[string]handler{"GET /api/weights": answer(p.table)}
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
func (p weightsPages) table(q *request) (any, error) {
	key := filePair{of: q.item("weights", items.Weights)}
	if q.get("old") != "" {
		key.old = q.item("old", items.Weights)
	}
	var on *items.Item
	if q.get("rows") != "" {
		on = q.rows()
	}
	if q.err != nil {
		return nil, q.err
	}
	out, err := p.tables.Get(key, func() (*measures.Table, error) { return measures.TableOf(key.of, key.old), nil })
	if err != nil || on == nil {
		return out, err
	}
	var support map[string]int
	err = q.measures.Do(q.Context(), func(ctx context.Context) error {
		rows, err := on.Rows(ctx, key.of.File.Set)
		if err == nil {
			support, err = rows.Support(ctx)
		}
		return err
	})
	if err != nil {
		return nil, bad(err)
	}
	supported := *out
	supported.Weights = slices.Clone(out.Weights)
	for i, w := range out.Weights {
		n := support[w.Term]
		supported.Weights[i].Rows = &n
	}
	return supported, nil
}

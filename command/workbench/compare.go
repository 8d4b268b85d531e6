package workbench

import (
	"context"
	"fmt"

	"example.org/centipawn/command/workbench/cache"
	"example.org/centipawn/command/workbench/items"
	"example.org/centipawn/command/workbench/measures"
	"example.org/centipawn/command/workbench/web"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/pages"
	"example.org/centipawn/match/elo"
)

// comparePage is two weights files side by side. The weights that changed, the tables and the evaluation of a
// position are answers for the pages Weights and Position.
var comparePage = page{
	Name: "compare", Title: "Compare", About: "What has changed from one evaluation to another, and is it better?",
	Context: []part{subject, opponent, contextOn},
	Routes: func(in *shared) map[string]web.Handler {
		p := comparePages{
			keptBy[compared, *measures.Comparison](in, mostCompared, func(c compared) []*items.Item { return []*items.Item{c.old, c.new, c.rows} }),
			keptBy[onRows, *measures.FileErrors](in, mostCompared, func(f onRows) []*items.Item { return append(f.files[:], f.rows) }),
		}
		return map[string]web.Handler{"GET /api/compare": web.Answer(p.compare), "GET /api/metrics": web.Answer(p.metrics)}
	},
}

const (
	mostCompared = 16 // comparisons are kept
	mostFiles    = 12 // weights files are measured on the same rows
)

// A compared is an old and a new file, and the item whose rows they are compared on; nil: none.
type compared struct{ old, new, rows *items.Item }

// An onRows is weights files in the order of a request, and the item on whose rows they are measured.
type onRows struct {
	files [mostFiles]*items.Item // nil behind the last
	rows  *items.Item
}

type comparePages struct {
	two     *cache.Cache[compared, *measures.Comparison]
	several *cache.Cache[onRows, *measures.FileErrors]
}

// compare answers with a comparison of two files.
func (p comparePages) compare(q *web.Request) (any, error) {
	key := compared{old: q.Item("old", items.Weights), new: q.Item("weights", items.Weights)}
	if q.Get("rows") != "" {
		key.rows = q.Rows()
	}
	if q.Err != nil {
		return nil, q.Err
	}
	measure := func(ctx context.Context) (*measures.Comparison, error) {
		return measures.Compare(ctx, key.old, key.new, key.rows)
	}
	var found *measures.Comparison
	var err error
	if key.rows == nil { // no rows are read: it need not wait, and a request that ends does not end it for others
		found, err = p.two.Get(key, func() (*measures.Comparison, error) { return measure(context.WithoutCancel(q.Context())) })
	} else {
		found, err = web.Kept(q, p.two, key, measure)
	}
	if err != nil {
		return nil, web.Bad(err)
	}
	out := *found
	out.Command, out.Matches = matchCommand(key, q.Token), matchesOf(q.Open, key)
	return out, nil
}

// metrics answers with the errors of the weights files that a request names, in its order.
func (p comparePages) metrics(q *web.Request) (any, error) {
	on, labels := q.Rows(), q.URL.Query()["weights"]
	if len(labels) < 2 || len(labels) > mostFiles {
		q.Fail(web.Bad(fmt.Errorf("weights: want from 2 to %d files", mostFiles)))
	}
	var files []*items.Item
	for _, label := range labels {
		files = append(files, q.Labelled(label, "weights", items.Weights))
	}
	if q.Err != nil {
		return nil, q.Err
	}
	key := onRows{rows: on}
	copy(key.files[:], files)
	found, err := web.Kept(q, p.several, key, func(ctx context.Context) (*measures.FileErrors, error) {
		return measures.ErrorsOf(ctx, files, on)
	})
	return found, web.Bad(err)
}

// matchesOf returns the open matches and pairings of tournaments between the two files of a comparison, found by
// the names that the command match gives to players.
func matchesOf(open []*items.Item, key compared) []measures.Played {
	list := []measures.Played{}
	old, fresh := key.old.Player(), key.new.Player()
	if old == "" || fresh == "" || old == fresh {
		return list
	}
	for _, item := range open {
		if item.Kind != items.Match {
			continue
		}
		_ = item.Match.Follow(func(m *items.FollowedMatch) error { // the page Match shows errors of a match
			for _, p := range m.Result().Pairings {
				e := p.Estimate.Elo
				switch {
				case p.Estimate.Games == 0:
					continue
				case p.First == old && p.Second == fresh:
					e = elo.Interval{Value: -e.Value, Low: -e.High, High: -e.Low}
				case p.First != fresh || p.Second != old:
					continue
				}
				list = append(list, measures.Played{
					Label: item.Label, Games: p.Estimate.Games, Elo: e.Full(), Value: pages.Number(e.Value), Low: pages.Number(e.Low), High: pages.Number(e.High),
				})
			}
			return nil
		})
	}
	return list
}

// matchCommand is the command of the match that would decide. It names paths, or labels for requests that may not
// see paths.
func matchCommand(key compared, paths bool) string {
	name := func(item *items.Item) string {
		if paths {
			return cli.Quote(item.Path)
		}
		return cli.Quote(item.Label)
	}
	return "match -a " + name(key.new) + " -b " + name(key.old) + " -sprt 0,5 -o run"
}

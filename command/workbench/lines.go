package workbench

import (
	"context"
	"net/http"
	"time"

	"example.org/centipawn/command/workbench/items"
	"example.org/centipawn/engine"
	"example.org/centipawn/search"
	"example.org/centipawn/search/alphabeta"
)

// The limits of a page's search.
const (
	defaultNodes = 1_000_000
	mostNodes    = 20_000_000
	defaultLines = 3
	mostLines    = 5
	searchHash   = 16                     // MiB
	reportEvery  = 100 * time.Millisecond // between two events of a search
)

// lines streams the engine's best lines: events "lines" as they are found, and "done" at the end. More searches than
// there are slots wait. A search stops when the browser leaves its page.
func lines(searches slots) handler {
	return func(w http.ResponseWriter, q *request) error {
		opt, g, limits := q.search()
		if q.err != nil {
			return q.err
		}
		stream := newEvents(w)
		select {
		case searches <- struct{}{}:
		default:
			if stream.send("waiting", nil) != nil {
				return nil
			}
			select {
			case searches <- struct{}{}:
			case <-q.Context().Done():
				return nil
			}
		}
		defer func() { <-searches }()
		e, err := engine.New(opt)
		if err != nil {
			return nil // the stream ends early: the page says that the search has failed
		}
		defer e.Close()
		c := search.NewControl(limits, g.Position().SideToMove(), 0)
		defer context.AfterFunc(q.Context(), c.Stop)()
		a := e.NewAnalysis(g.Position())
		var last time.Duration
		result := e.Search(g, c, func(i *search.Info) {
			a.Report(i)
			if c.Elapsed()-last < reportEvery || len(i.PV) == 0 {
				return
			}
			last, a.Depth, a.Nodes, a.Spent = c.Elapsed(), i.Depth, i.Nodes, i.Time.Milliseconds()
			if stream.send("lines", a) != nil {
				c.Stop()
			}
		})
		a.Finish(e, &result)
		_ = stream.send("done", a)
		return nil
	}
}

// search returns the engine's options, the game and the limits of a search.
func (q *request) search() (opt engine.Options, g *search.Game, limits search.Limits) {
	item := q.item("weights", items.Weights)
	q.mustEvaluate(item)
	p, nodes, count := q.fen(), q.number("nodes", 1, mostNodes, defaultNodes), q.number("lines", 1, mostLines, defaultLines)
	if q.err != nil {
		return opt, nil, limits
	}
	opt = engine.Options{Weights: item.File, Base: alphabeta.Options{Hash: searchHash, Threads: 1, MultiPV: count}}
	return opt, search.NewGame(p), search.Limits{Nodes: uint64(nodes)}
}

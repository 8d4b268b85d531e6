package workbench

import (
	"context"
	"net/http"
	"time"

	"example.org/centipawn/command/workbench/items"
	"example.org/centipawn/command/workbench/web"
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

// lines streams the engine's best lines.
func lines(searches web.Slots) web.Handler {
	return func(w http.ResponseWriter, q *web.Request) error {
		opt, g, limits := searchIn(q)
		if q.Err != nil {
			return q.Err
		}
		return searched(w, q, searches, g, limits, func() (*engine.Engine, func(), error) {
			e, err := engine.New(opt)
			return e, func() { _ = e.Close() }, err
		})
	}
}

// searched streams a search of an engine: events "waiting" while it waits for a slot, "lines" as they are found, and
// "done" at the end; or "failed". The search stops when the browser leaves its page. The engine is taken when there is
// a slot, and left after the search.
func searched(w http.ResponseWriter, q *web.Request, searches web.Slots, g *search.Game, limits search.Limits, take func() (e *engine.Engine, leave func(), err error)) error {
	stream := web.NewEvents(w)
	if !searches.Take(q.Context(), stream) {
		return nil
	}
	defer searches.Free()
	e, leave, err := take()
	if err != nil {
		return failed(stream, q, err)
	}
	defer leave()
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
		if stream.Send("lines", a) != nil {
			c.Stop()
		}
	})
	if err := e.Err(); err != nil {
		return failed(stream, q, err)
	}
	a.Finish(e, &result)
	_ = stream.Send("done", a)
	return nil
}

// failed ends a stream by an error.
func failed(stream *web.Events, q *web.Request, err error) error {
	_ = stream.Send("failed", map[string]string{"error": q.Told(err).Error()})
	return nil
}

// searchIn returns the engine's options, the game and the limits of a search.
func searchIn(q *web.Request) (opt engine.Options, g *search.Game, limits search.Limits) {
	item := q.Item("weights", items.Weights)
	q.MustEvaluate(item)
	p, nodes, count := q.FEN(), q.Number("nodes", 1, mostNodes, defaultNodes), q.Number("lines", 1, mostLines, defaultLines)
	if q.Err != nil {
		return opt, nil, limits
	}
	opt = engine.Options{Weights: item.File, Base: alphabeta.Options{Hash: searchHash, Threads: 1, MultiPV: count}}
	return opt, search.NewGame(p), search.Limits{Nodes: uint64(nodes)}
}

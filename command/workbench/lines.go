package workbench

import (
	"net/http"
	"time"

	"example.org/centipawn/engine"
	"example.org/centipawn/search"
	"example.org/centipawn/search/alphabeta"
)

// What a search of a page may spend.
const (
	defaultNodes = 1_000_000
	mostNodes    = 20_000_000
	defaultLines = 3
	mostLines    = 5
	searchHash   = 16                     // MiB
	reportEvery  = 100 * time.Millisecond // between two events of a search
)

// lines streams the engine's best lines: events "lines" as they are found, and "done" at the end. Searches
// beyond the number of processors wait for a place. A search stops when its page leaves.
func (s *Server) lines(w http.ResponseWriter, r *http.Request) {
	opt, g, limits, err := s.searchOf(r)
	if err != nil {
		answer(func(*http.Request) (any, error) { return nil, err })(w, r)
		return
	}
	stream := newEvents(w)
	select {
	case s.searches <- struct{}{}:
	case <-r.Context().Done():
		return
	default:
		if stream.send("waiting", nil) != nil {
			return
		}
		select {
		case s.searches <- struct{}{}:
		case <-r.Context().Done():
			return
		}
	}
	defer func() { <-s.searches }()
	e, err := engine.New(opt)
	if err != nil {
		return // the page says that the search has failed
	}
	defer e.Close()
	c := search.NewControl(limits, g.Position().SideToMove(), 0)
	defer stopWith(r, c)()
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
}

// stopWith stops a search when its request ends. The returned function ends the watch.
func stopWith(r *http.Request, c *search.Control) func() {
	done := make(chan struct{})
	go func() {
		select {
		case <-r.Context().Done():
			c.Stop()
		case <-done:
		}
	}()
	return func() { close(done) }
}

// searchOf returns the engine's options, the game and the limits that a request asks for.
func (s *Server) searchOf(r *http.Request) (opt engine.Options, g *search.Game, limits search.Limits, err error) {
	item, err := s.item(r, "weights", Weights)
	if err != nil {
		return opt, nil, limits, err
	}
	e, err := item.take() // weights that cannot be counted cannot be searched with
	if err != nil {
		return opt, nil, limits, bad(err)
	}
	item.put(e)
	p, err := fenOf(r)
	if err != nil {
		return opt, nil, limits, err
	}
	nodes, err := number(r, "nodes", 1, mostNodes, defaultNodes)
	if err != nil {
		return opt, nil, limits, err
	}
	count, err := number(r, "lines", 1, mostLines, defaultLines)
	if err != nil {
		return opt, nil, limits, err
	}
	opt = engine.Options{Weights: item.File, Base: alphabeta.Options{Hash: searchHash, Threads: 1, MultiPV: count}}
	return opt, search.NewGame(p), search.Limits{Nodes: uint64(nodes)}, nil
}

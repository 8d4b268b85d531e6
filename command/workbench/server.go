package workbench

import (
	"context"
	"errors"
	"net"
	"net/http"
	"runtime"
	"slices"
	"time"
)

// A Server answers requests about its items.
type Server struct {
	items    []*Item
	guard    *guard
	measures *cache[measureKey, *bench]
	compared *cache[compareKey, *comparison]
	measured *cache[string, *fileErrors]
	shown    *cache[shownKey, *shownFile]
	searches chan struct{} // has room for as many searches as run at once
	changes  chan struct{} // and for as many changes as are measured at once, each megabytes

	surveys   *cache[surveyKey, *surveyed]
	diagnoses *cache[*Item, *diagnosis]
}

// newServer returns the server of some items behind a guard.
func newServer(items []*Item, g *guard) *Server {
	return &Server{
		items: items, guard: g, searches: make(chan struct{}, runtime.GOMAXPROCS(0)), changes: make(chan struct{}, runtime.GOMAXPROCS(0)),
		measures: newCache[measureKey, *bench](mostMeasured), compared: newCache[compareKey, *comparison](mostCompared),
		measured: newCache[string, *fileErrors](mostCompared),
		shown:    newCache[shownKey, *shownFile](mostShown), surveys: newCache[surveyKey, *surveyed](mostSurveys), diagnoses: newCache[*Item, *diagnosis](len(items)),
	}
}

// warm reads the rows of the matrices that are open, for the first weights that fit each, so that pages need not wait
// for them. Data files are read when they are asked for: that may take minutes.
func (s *Server) warm(ctx context.Context) {
	for _, on := range s.items {
		if on.Kind != Matrix {
			continue
		}
		of := slices.IndexFunc(s.items, func(i *Item) bool { return i.Kind == Weights && i.File.Set == on.matrix.Schema().Set })
		if of < 0 || ctx.Err() != nil {
			continue
		}
		if rows, err := on.rowsOf(ctx, on.matrix.Schema().Set); err == nil { // what is wrong is said to who asks
			_, _ = rows.support()
			_, _ = s.measureOf(ctx, s.items[of], on)
		}
	}
}

// handler returns what answers all requests.
func (s *Server) handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", s.show(home))
	mux.HandleFunc("GET /assets/{name...}", asset)
	mux.HandleFunc("GET /api/items", answer(func(*http.Request) (any, error) { return s.items, nil }))
	for _, p := range registry {
		mux.HandleFunc("GET /"+p.Name, s.show(p))
		for pattern, handler := range p.Routes(s) {
			mux.HandleFunc(pattern, handler)
		}
	}
	return s.guard.protect(http.MaxBytesHandler(mux, largestBody))
}

const (
	largestBody   = 1 << 20 // of what a page sends, bytes
	largestHeader = 1 << 16
	headerTime    = 10 * time.Second // to send a request's header
	idleTime      = 2 * time.Minute  // of a connection between requests
	lastAnswers   = 2 * time.Second  // for answers under way when the server ends
)

// serve answers on a listener until the context ends.
func (s *Server) serve(ctx context.Context, l net.Listener) error {
	server := &http.Server{
		Handler: s.handler(), ReadHeaderTimeout: headerTime, IdleTimeout: idleTime, MaxHeaderBytes: largestHeader,
		BaseContext: func(net.Listener) context.Context { return ctx }, // streams end with it
	}
	go s.warm(ctx)
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(l) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), lastAnswers)
	defer cancel()
	if err := server.Shutdown(last); err != nil {
		err = server.Close()
		return err
	}
	if err := <-ended; !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

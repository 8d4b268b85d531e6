package workbench

import (
	"context"
	"errors"
	"net"
	"net/http"
	"slices"
	"time"

	"example.org/centipawn/command/workbench/items"
	"example.org/centipawn/command/workbench/measures"
	"example.org/centipawn/command/workbench/queue"
)

// A server answers requests about open items.
type server struct {
	shared
	access *access
}

// newServer returns the server of open items.
func newServer(open []*items.Item, a *access) *server {
	return &server{shared{open, measures.NewTests(open), new(queue.Queue), newSlots()}, a}
}

// warm reads the rows of the open matrices, for the first weights that fit each, so that pages need not wait for them.
// Data files are read on request, since that may take minutes.
func (s *server) warm(ctx context.Context) {
	for _, on := range s.open {
		if on.Kind != items.Matrix {
			continue
		}
		of := slices.IndexFunc(s.open, func(i *items.Item) bool { return i.Kind == items.Weights && i.File.Set == on.Set() })
		if of < 0 || ctx.Err() != nil {
			continue
		}
		_ = s.measures.Do(ctx, func(ctx context.Context) error { // requests report errors
			rows, err := on.Rows(ctx, on.Set())
			if err == nil {
				_, _ = rows.Support(ctx)
				_, err = s.tests.Of(ctx, s.open[of], on)
			}
			return err
		})
	}
}

// handler returns what answers all requests.
func (s *server) handler() http.Handler {
	mux := http.NewServeMux()
	handle := func(pattern string, h handler) {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			q := &request{Request: r, open: s.open, measures: s.measures, token: s.access.hasToken(r)}
			if err := h(w, q); err != nil {
				fail(w, q.told(err))
			}
		})
	}
	handle("GET /{$}", show(home))
	mux.HandleFunc("GET /assets/{name...}", asset)
	handle("GET /api/items", answer(func(*request) (any, error) { return s.open, nil }))
	for _, p := range slices.Concat(registry, unlisted) {
		handle("GET /"+p.Name, show(p))
		for pattern, h := range p.Routes(&s.shared) {
			handle(pattern, h)
		}
	}
	return s.access.protect(http.MaxBytesHandler(mux, largestBody))
}

const (
	largestBody   = 1 << 20 // of what a page sends, bytes
	largestHeader = 1 << 16
	headerTime    = 10 * time.Second // to send a request's header
	idleTime      = 2 * time.Minute  // of a connection between requests
	lastAnswers   = 2 * time.Second  // to finish answers when the server ends
)

// serve answers on a listener until the context ends.
func (s *server) serve(ctx context.Context, l net.Listener) error {
	web := &http.Server{
		Handler: s.handler(), ReadHeaderTimeout: headerTime, IdleTimeout: idleTime, MaxHeaderBytes: largestHeader,
		BaseContext: func(net.Listener) context.Context { return ctx }, // streams end with it
	}
	go s.warm(ctx)
	ended := make(chan error, 1)
	go func() { ended <- web.Serve(l) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), lastAnswers)
	defer cancel()
	if err := web.Shutdown(last); err != nil {
		err = web.Close()
		return err
	}
	if err := <-ended; !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

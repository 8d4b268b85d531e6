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
	"example.org/centipawn/command/workbench/web"
)

// A server answers requests about open items.
type server struct {
	shared
	access *web.Access
}

// newServer returns the server of a project.
func newServer(project *items.Project, a *web.Access) *server {
	tests := measures.NewTests(func() []*items.Item { return project.Now().Items })
	s := &server{shared{project: project, tests: tests, measures: new(queue.Queue), searches: web.NewSlots(), letGo: []func(){tests.LetGo}}, a}
	s.table = tableOf(&s.shared)
	return s
}

// watch looks at the files of the project until the context ends.
func (s *server) watch(ctx context.Context) {
	for pause := web.LookAgain; ; { // a look that takes long is followed by a longer pause
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return
		}
		began := time.Now()
		s.look()
		pause = max(web.LookAgain, lookShare*time.Since(began))
	}
}

// lookShare is how many times as long as a look the pause after it is at least.
const lookShare = 10

// look looks at the files once, and lets go of what is kept of those that are gone.
func (s *server) look() {
	s.project.Look()
	for _, letGo := range s.letGo {
		letGo()
	}
}

// warm reads the rows of the open matrices, for the first weights that fit each, so that pages need not wait for them.
// Data files are read on request, since that may take minutes.
func (s *server) warm(ctx context.Context) {
	open := s.project.Now().Items
	for _, on := range open {
		if on.Kind != items.Matrix {
			continue
		}
		of := slices.IndexFunc(open, func(i *items.Item) bool { return i.Kind == items.Weights && i.File.Set == on.Set() })
		if of < 0 || ctx.Err() != nil {
			continue
		}
		_ = s.measures.Do(ctx, func(ctx context.Context) error { // requests report errors
			rows, err := on.Rows(ctx, on.Set())
			if err == nil {
				_, _ = rows.Support(ctx)
				_, err = s.tests.Of(ctx, open[of], on)
			}
			return err
		})
	}
}

// handler returns what answers all requests.
func (s *server) handler() http.Handler {
	mux := http.NewServeMux()
	handle := func(pattern string, h web.Handler) {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			now := s.project.Now()
			q := &web.Request{Request: r, Now: now, Open: now.Items, Measures: s.measures, Token: s.access.HasToken(r)}
			if err := h(w, q); err != nil {
				web.Fail(w, q.Told(err))
			}
		})
	}
	handle("GET /{$}", show(runsPage))
	mux.HandleFunc("GET /assets/{name...}", web.Asset)
	handle("GET /api/items", web.Answer(func(q *web.Request) (any, error) { return listed(q, q.Now), nil }))
	handle("GET /api/changes", changes(s.project))
	for _, p := range slices.Concat(registry, unlisted) {
		handle("GET /"+p.Name, show(p))
		for pattern, h := range p.Routes(&s.shared) {
			handle(pattern, h)
		}
	}
	return s.access.Protect(http.MaxBytesHandler(web.Transferred(mux), largestBody))
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
	running := &http.Server{
		Handler: s.handler(), ReadHeaderTimeout: headerTime, IdleTimeout: idleTime, MaxHeaderBytes: largestHeader,
		BaseContext: func(net.Listener) context.Context { return ctx }, // streams end with it
	}
	go s.warm(ctx)
	go s.watch(ctx)
	ended := make(chan error, 1)
	go func() { ended <- running.Serve(l) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), lastAnswers)
	defer cancel()
	if err := running.Shutdown(last); err != nil {
		err = running.Close()
		return err
	}
	if err := <-ended; !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

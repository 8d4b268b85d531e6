package workbench

import (
	"net/http"
	"time"

	"example.org/centipawn/loop"
)

// loopPage is a run of games, fits and games, live while it goes on.
var loopPage = page{
	Name: "loop", Title: "Loop", About: "What has an evaluation learnt from its own games, iteration by iteration?",
	Routes: func(s *Server) map[string]http.HandlerFunc {
		return map[string]http.HandlerFunc{"GET /api/loop": s.loop}
	},
}

// loop streams how a run stands, whenever it has written something. It has no end: more iterations make a
// run go on.
func (s *Server) loop(w http.ResponseWriter, r *http.Request) {
	var first []loop.Value
	var done []*loop.Metrics
	var told *loop.Standing
	streamed(w, r, func() (news any, last bool, err error) {
		item, err := s.item(r, "run", Run)
		if err != nil {
			return nil, false, err
		}
		if done, err = loop.Look(item.path, done); err != nil {
			return nil, false, err
		}
		next, err := traceOf(item.path, len(done)+1)
		if err != nil || told != nil && len(done) == len(told.Iterations) && sameTrace(told.Next, next) {
			return nil, false, err
		}
		if told == nil {
			if first, err = loop.First(item.path); err != nil {
				return nil, false, err
			}
		}
		told = loop.StandingOf(item.Label, first, done)
		told.Next = next
		return told, false, nil
	})
}

// traceOf returns what an iteration has left last, nil if it has not begun.
func traceOf(dir string, iteration int) (*loop.Trace, error) {
	t, begun, err := loop.Last(dir, iteration)
	if err != nil || !begun {
		return nil, err
	}
	return &t, nil
}

// traceStep is how often the same file that grows is news.
const traceStep = 5 * time.Second

// sameTrace reports whether two traces say the same.
func sameTrace(a, b *loop.Trace) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Iteration == b.Iteration && a.File == b.File && b.At.Sub(a.At) < traceStep
}

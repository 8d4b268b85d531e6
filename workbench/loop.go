package workbench

import (
	"net/http"
	"time"

	"centipawn/loop"
	"centipawn/match/elo"
)

// loopPage is a run of games, fits and games, live while it goes on.
var loopPage = page{
	Name: "loop", Title: "Loop", About: "What has an evaluation learnt from its own games, iteration by iteration?",
	Routes: func(s *Server) map[string]http.HandlerFunc {
		return map[string]http.HandlerFunc{"GET /api/loop": s.loop}
	},
}

// A loopStanding is how a run stands.
type loopStanding struct {
	Label      string       `json:"label"`
	First      []loop.Value `json:"first"` // before the first iteration
	Iterations []iteration  `json:"iterations"`
	Next       *loop.Trace  `json:"next"` // of the iteration that has begun and not ended
}

// An iteration is one of a run, for a page.
type iteration struct {
	Number   int          `json:"number"`
	Games    int          `json:"games"`
	Unique   int          `json:"unique"`
	Rows     int          `json:"rows"`
	Loss     *float64     `json:"loss"` // on games held out, of the weights found
	Old      *float64     `json:"old"`  // of those that the fit began with
	LossName string       `json:"loss_name"`
	Values   []loop.Value `json:"values"`
	Best     int          `json:"best"`
	Gate     *gate        `json:"gate,omitempty"`
	Warnings []string     `json:"warnings"`
}

// A gate is the match of an iteration, in the words of the command.
type gate struct {
	Pairs    elo.Pentanomial `json:"pairs"`
	Elo      elo.Interval    `json:"elo"`
	Text     string          `json:"text"`
	LLR      *float64        `json:"llr"`
	Decision string          `json:"decision"`
	Passed   bool            `json:"passed"`
}

// loop streams how a run stands, whenever it has written something. It has no end: more iterations make a
// run go on.
func (s *Server) loop(w http.ResponseWriter, r *http.Request) {
	var first []loop.Value
	var done []*loop.Metrics
	var told *loopStanding
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
		told = loopStandingOf(item.Label, first, done)
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

func loopStandingOf(label string, first []loop.Value, done []*loop.Metrics) *loopStanding {
	st := &loopStanding{Label: label, First: append([]loop.Value{}, first...), Iterations: []iteration{}}
	for _, m := range done {
		found, old := m.Loss()
		it := iteration{Number: m.Iteration, Rows: m.Rows, Loss: finite(found), Old: finite(old), LossName: m.LossName(), Values: append([]loop.Value{}, m.Values...), Best: m.Best, Warnings: []string{}}
		if m.Played != nil {
			it.Games, it.Unique = m.Played.Games, m.Played.Unique
		}
		if g := m.Gate; g != nil {
			it.Gate = &gate{Pairs: g.Pairs, Elo: g.Elo, Text: g.Elo.Full(), LLR: finite(g.LLR), Decision: g.Decision.String(), Passed: g.Passed}
		}
		for _, warning := range m.Warnings {
			it.Warnings = append(it.Warnings, warning.String())
		}
		st.Iterations = append(st.Iterations, it)
	}
	return st
}

package workbench

import (
	"net/http"
	"path/filepath"
	"time"

	"example.org/centipawn/command/workbench/items"
	"example.org/centipawn/command/workbench/web"
	"example.org/centipawn/internal/resume/folder"
	"example.org/centipawn/loop"
)

// loopPage is a run of games, fits and games, live while it goes on.
var loopPage = page{
	Name: "loop", Title: "Loop", About: "What has an evaluation learnt from its own games, iteration by iteration?",
	Routes: func(in *shared) map[string]web.Handler {
		return map[string]web.Handler{"GET /api/loop": run(in.project), "GET /api/loop/page": loopFile}
	},
}

// run streams the standing of a run, whenever it has written something. It never ends: more iterations can follow.
func run(project *items.Project) web.Handler {
	return func(w http.ResponseWriter, q *web.Request) error { return standingOf(w, q, project) }
}

func standingOf(w http.ResponseWriter, q *web.Request, project *items.Project) error {
	item := q.Item("run", items.Run)
	if q.Err != nil {
		return q.Err
	}
	var first []loop.Value
	var done []*loop.Metrics
	var sent *loop.Standing
	linked := 0 // the snapshot whose items the iterations lead to
	return web.Streamed(w, q, func() (news any, last bool, err error) {
		if done, err = loop.Look(item.Path, done); err != nil {
			return nil, false, err
		}
		next, err := traceOf(item.Path, len(done)+1)
		if err != nil {
			return nil, false, err
		}
		holder, err := folder.Holder(item.Path)
		stopped := next != nil && holder.Known && !holder.Held
		now := project.Now()
		if err != nil || sent != nil && linked == now.Number && len(done) == len(sent.Iterations) && sent.Stopped == stopped && sameTrace(sent.Next, next) {
			return nil, false, err
		}
		if sent == nil {
			if first, err = loop.First(item.Path); err != nil {
				return nil, false, err
			}
		}
		sent = loop.StandingOf(item.Label, first, done)
		q.See(now)
		linked = now.Number
		linkIterations(q.Open, item.Path, sent.Iterations)
		if sent.Next, sent.Stopped = next, stopped; stopped {
			sent.Resume = resumeCommand(q, holder)
		}
		return sent, false, nil
	})
}

// traceOf returns the last file that an iteration has written, nil if it has not begun.
func traceOf(dir string, iteration int) (*loop.Trace, error) {
	t, begun, err := loop.Last(dir, iteration)
	if err != nil || !begun {
		return nil, err
	}
	return &t, nil
}

// traceStep is the time after which growth of the same file is news.
const traceStep = 5 * time.Second

// sameTrace reports whether b has nothing new since a.
func sameTrace(a, b *loop.Trace) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Iteration == b.Iteration && a.File == b.File && b.At.Sub(a.At) < traceStep
}

// linkIterations names what is open of the iterations of a run: their weights, those before and their matches.
func linkIterations(open []*items.Item, dir string, list []loop.Iteration) {
	label := func(kind items.Kind, path string) string {
		for _, item := range open {
			if item.Kind == kind && filepath.Clean(item.Path) == filepath.Clean(path) {
				return item.Label
			}
		}
		return ""
	}
	best := 0 // whose weights played
	for i := range list {
		it := &list[i]
		it.Weights = label(items.Weights, loop.WeightsFile(dir, it.Number))
		before := loop.StartFile(dir)
		if best > 0 {
			before = loop.WeightsFile(dir, best)
		}
		it.Before = label(items.Weights, before)
		it.Match = label(items.Match, loop.GateFolder(dir, it.Number))
		best = it.Best
	}
}

// loopFile answers with the page of a run as one file, as far as it has come.
func loopFile(w http.ResponseWriter, q *web.Request) error {
	item := q.Item("run", items.Run)
	if q.Err != nil {
		return q.Err
	}
	done, err := loop.Look(item.Path, nil)
	if err != nil {
		return err
	}
	first, err := loop.First(item.Path)
	if err != nil {
		return err
	}
	return web.SavedPage(w, loop.StandingOf(item.Label, first, done).File(item.Label, ""), item)
}

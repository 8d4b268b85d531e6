// Package queue lets one measure run at a time, in the order in which they were asked for, and says how far each has
// come. A measure of a large file needs hundreds of megabytes: several at once would need as many times that.
package queue

import (
	"context"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"

	"example.org/centipawn/internal/memory"
)

// A Queue runs one measure at a time.
type Queue struct {
	mu    sync.Mutex
	list  []*place // the first one runs
	begun int
}

// A place is that of a measure in a queue.
type place struct {
	turn chan struct{} // closed when it begins
	told *Told
}

// Do waits for its turn and runs a measure. If the context ends, so does the waiting; the measure looks at it, too.
// Afterwards memory that is no longer needed goes back to the system.
func (q *Queue) Do(ctx context.Context, measure func(context.Context) error) error {
	p := &place{make(chan struct{}), toldOf(ctx)}
	q.enter(p)
	defer q.leave(p)
	select {
	case <-p.turn:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	p.told.set(State{})
	defer Free()
	return measure(ctx)
}

// Free gives memory that is no longer needed back to the system: garbage, and pages of mapped files.
func Free() {
	memory.Forget()
	debug.FreeOSMemory()
}

// Begun returns how many measures have begun.
func (q *Queue) Begun() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.begun
}

// Waiting returns how many measures wait or run.
func (q *Queue) Waiting() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.list)
}

func (q *Queue) enter(p *place) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.list = append(q.list, p)
	q.announce(len(q.list) - 1)
}

func (q *Queue) leave(p *place) {
	q.mu.Lock()
	defer q.mu.Unlock()
	at := slices.Index(q.list, p)
	q.list = slices.Delete(q.list, at, at+1)
	q.announce(at)
}

// announce tells the places from a number on how many are before them, and the first one that it may begin.
func (q *Queue) announce(from int) {
	for i := from; i < len(q.list); i++ {
		if i == 0 {
			q.begun++
			close(q.list[0].turn)
			continue
		}
		q.list[i].told.set(State{Before: i})
	}
}

// A State says how far a measure has come.
type State struct {
	Before int     `json:"before"` // measures that run first; 0: it runs
	Stage  string  `json:"stage"`  // what is done
	Share  float64 `json:"share"`  // that is done, 0 to 1
	Of     string  `json:"of"`     // of what: "725,000 rows", "48 MB"; empty: Share is not known
}

// Told is the last state of a measure.
type Told struct{ last atomic.Pointer[State] }

// Last returns the last state; nil: there is none yet.
func (t *Told) Last() *State { return t.last.Load() }

func (t *Told) set(s State) {
	if t != nil {
		t.last.Store(&s)
	}
}

type toldKey struct{}

// Listen returns a context whose measures tell their states.
func Listen(ctx context.Context) (context.Context, *Told) {
	t := new(Told)
	return context.WithValue(ctx, toldKey{}, t), t
}

func toldOf(ctx context.Context) *Told {
	t, _ := ctx.Value(toldKey{}).(*Told)
	return t
}

// Tell says how much is done of a stage, to who listens by [Listen], and gives pages of mapped files back that were
// read.
func Tell(ctx context.Context, stage string, done, all int64, of string) {
	memory.Forget()
	if all <= 0 {
		of, all = "", 1
	}
	toldOf(ctx).set(State{Stage: stage, Share: min(1, float64(done)/float64(all)), Of: of})
}

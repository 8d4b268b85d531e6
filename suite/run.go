package suite

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"sync"

	"centipawn/search"
)

// Options are the options of [Run]. The zero value works, and asks for 100,000
// nodes a move.
type Options struct {
	Limits  search.Limits // for each move of the solver; none set: 100,000 nodes
	Rule    Rule          // of problems that have a solution
	Threads int           // problems at a time; 0: one for each processor
	Most    int           // of the problems; 0: all
	Bad     int           // more bad lines than these are an error; 0: 20, below 0: none

	Progress func(line int)  // told how many lines were read, on the caller's goroutine; nil: nobody
	OnBad    func(err error) // told of each bad line that is put up with, in their order; nil: nobody
}

// defaults are the limits, and the bad lines that are put up with, if none are given.
const (
	defaultNodes = 100_000
	defaultBad   = 20
)

func (o Options) withDefaults() Options {
	l := &o.Limits
	if l.Depth == 0 && l.Nodes == 0 && l.MoveTime == 0 && l.Mate == 0 {
		l.Nodes = defaultNodes
	}
	if o.Threads == 0 {
		o.Threads = runtime.GOMAXPROCS(0)
	}
	if o.Bad == 0 {
		o.Bad = defaultBad
	}
	o.Bad = max(o.Bad, 0)
	return o
}

// ErrEmpty is the error of a file without problems.
var ErrEmpty = errors.New("no problems: want EPD with bm, am or dm, Lichess puzzles, a table with FEN and Solution, or positions with their solutions as text")

// Run solves the problems of r, several at a time, each with a searcher of its own
// goroutine, and hands the attempts to take in the order of the file. The attempts do
// not depend on the number of threads unless the limits are of time. An error of
// reading ends it; when ctx is done the problems under way are left out and the error
// is that of ctx.
func Run(ctx context.Context, r *Reader, newSearcher func() (search.Searcher, error), opt Options, take func(*Attempt)) error {
	opt = opt.withDefaults()
	w := &work{reader: r, opt: opt, done: make(chan answer, 2*opt.Threads), room: make(chan struct{}, 4*opt.Threads)}
	w.ctx, w.cancel = context.WithCancelCause(ctx)
	defer w.cancel(nil)
	var workers sync.WaitGroup
	for range opt.Threads {
		s, err := newSearcher()
		if err != nil {
			w.cancel(err)
			break
		}
		workers.Go(func() { w.solve(s) })
	}
	go func() {
		workers.Wait()
		close(w.done)
	}()
	w.collect(take)
	return context.Cause(w.ctx)
}

// work is the state of a call of Run.
type work struct {
	ctx    context.Context
	cancel context.CancelCauseFunc
	opt    Options
	done   chan answer
	room   chan struct{} // a token for every answer that was not taken yet

	sync.Mutex // of what follows
	reader     *Reader
	next       int // number of the next line that says something, from 0
	problems   int
	over       bool // nothing more is read
}

// An answer is an attempt, or a bad line.
type answer struct {
	number  int
	line    int // lines read so far
	attempt *Attempt
	bad     error
}

// solve answers one line after the other.
func (w *work) solve(s search.Searcher) {
	for {
		select {
		case <-w.ctx.Done():
			return
		case w.room <- struct{}{}:
		}
		p, a, more := w.read()
		if !more {
			return
		}
		if p != nil {
			var err error
			if a.attempt, err = Solve(w.ctx, s, p, w.opt.Limits, w.opt.Rule); err != nil {
				return
			}
		}
		w.done <- a
	}
}

// read reads the next problem or bad line.
func (w *work) read() (p *Problem, a answer, more bool) {
	w.Lock()
	defer w.Unlock()
	if w.over || w.opt.Most > 0 && w.problems == w.opt.Most {
		return nil, a, false
	}
	p, err := w.reader.Next()
	switch {
	case errors.Is(err, ErrBad):
		a.bad = err
	case err != nil:
		w.over = true
		if err != io.EOF {
			w.cancel(err)
		}
		return nil, a, false
	default:
		w.problems++
	}
	a.number, a.line = w.next, w.reader.Line()
	w.next++
	return p, a, true
}

// collect takes the answers in their order.
func (w *work) collect(take func(*Attempt)) {
	early := map[int]answer{}
	bad, attempts := 0, 0
	for a := range w.done {
		early[a.number] = a
		for number := bad + attempts; ; number++ {
			a, ok := early[number]
			if !ok {
				break
			}
			delete(early, number)
			<-w.room
			if a.bad != nil {
				bad++
				w.refuse(a.bad, bad)
			} else {
				attempts++
				take(a.attempt)
			}
			if w.opt.Progress != nil {
				w.opt.Progress(a.line)
			}
		}
	}
	if attempts == 0 && w.ctx.Err() == nil {
		w.cancel(fmt.Errorf("%s: %w", w.reader.File(), ErrEmpty))
	}
}

// refuse tells of a bad line, the number of which is given. The first that is too
// many is the error of Run, and nothing is told of those behind it.
func (w *work) refuse(err error, bad int) {
	if bad > w.opt.Bad {
		w.cancel(fmt.Errorf("%w; more than %d bad lines", err, w.opt.Bad))
		return
	}
	if w.opt.OnBad != nil {
		w.opt.OnBad(err)
	}
}

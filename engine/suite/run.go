package suite

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"sync"

	"example.org/centipawn/internal/ordered"
	"example.org/centipawn/search"
)

// Options are the options of [Run]. The zero value works, and asks for 100,000
// nodes a move.
type Options struct {
	Limits  search.Limits // for each move of the solver; none set: 100,000 nodes
	Rule    Rule          // of problems that have a solution
	Threads int           // problems at a time; 0: one for each processor
	Most    int           // of the problems; 0: all
	Bad     int           // more bad lines than these are an error; 0: 20, below 0: none

	Progress func(line int)  // called with the number of lines read, on the caller's goroutine; may be nil
	OnBad    func(err error) // called for each bad line that is tolerated, in their order; may be nil
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
// reading ends it; when ctx is done the problems under way are omitted and the error
// is that of ctx. A searcher that is an [io.Closer] is closed at the end.
func Run(ctx context.Context, r *Reader, newSearcher func() (search.Searcher, error), opt Options, take func(*Attempt)) (err error) {
	w := &work{reader: r, opt: opt.withDefaults(), each: take}
	defer func() { err = cmp.Or(err, w.close()) }()
	err = ordered.Pool[*answer]{
		Threads: w.opt.Threads, Ahead: 4 * w.opt.Threads,
		New:  func() *answer { return new(answer) },
		Fill: w.read,
		Worker: func(ctx context.Context) func(*answer) error {
			s, err := newSearcher()
			if err == nil {
				w.keep(s)
			}
			return func(a *answer) error {
				if err == nil && a.problem != nil {
					a.attempt, err = Solve(ctx, s, a.problem, w.opt.Limits, w.opt.Rule)
				}
				return err
			}
		},
		Take: w.take,
	}.Run(ctx)
	if err == nil && w.attempts == 0 {
		err = fmt.Errorf("%s: %w", r.File(), ErrEmpty)
	}
	return err
}

// work is the state of a call of Run.
type work struct {
	opt      Options
	reader   *Reader
	problems int // read so far
	each     func(*Attempt)
	attempts int // taken so far
	bad      int

	making  sync.Mutex
	closers []io.Closer // searchers
}

// keep notes a searcher that is to be closed.
func (w *work) keep(s search.Searcher) {
	if c, ok := s.(io.Closer); ok {
		w.making.Lock()
		defer w.making.Unlock()
		w.closers = append(w.closers, c)
	}
}

// close closes the searchers.
func (w *work) close() error {
	var errs []error
	for _, c := range w.closers {
		errs = append(errs, c.Close())
	}
	return errors.Join(errs...)
}

// An answer is an attempt, or a bad line.
type answer struct {
	line    int // lines read so far
	problem *Problem
	attempt *Attempt
	bad     error
}

// read reads the next problem or bad line.
func (w *work) read(a *answer) (more bool, err error) {
	*a = answer{}
	if w.opt.Most > 0 && w.problems == w.opt.Most {
		return false, nil
	}
	a.problem, err = w.reader.Next()
	switch {
	case errors.Is(err, ErrBad):
		a.bad, a.problem = err, nil
	case err == io.EOF:
		return false, nil
	case err != nil:
		return false, err
	default:
		w.problems++
	}
	a.line = w.reader.Line()
	return true, nil
}

// take takes the answers in their order. A bad line that is one too many is an error.
func (w *work) take(a *answer) error {
	if a.bad == nil {
		w.attempts++
		w.each(a.attempt)
	} else if w.bad++; w.bad > w.opt.Bad {
		return fmt.Errorf("%w; more than %d bad lines", a.bad, w.opt.Bad)
	} else if w.opt.OnBad != nil {
		w.opt.OnBad(a.bad)
	}
	if w.opt.Progress != nil {
		w.opt.Progress(a.line)
	}
	return nil
}

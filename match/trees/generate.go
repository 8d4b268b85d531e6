package trees

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"path/filepath"
	"strings"
	"sync"

	"example.org/centipawn/datasets"
	"example.org/centipawn/internal/ordered"
)

// CanWrite says what is wrong with the name of a file: EPD alone keeps trees.
func CanWrite(path string) error {
	name := strings.TrimSuffix(strings.TrimSuffix(strings.ToLower(path), ".zst"), ".gz")
	if filepath.Ext(name) != ".epd" || !datasets.CanWrite(path) {
		return fmt.Errorf("%s: only EPD keeps the trees of rows: want a name that ends in .epd, .epd.zst or .epd.gz", path)
	}
	return nil
}

// Generate finds the rows of the roots among the samples of r, to its end, and writes them to a
// file in their order. The first bad line ends it.
//
// Until all are found they are in a journal beside the file, which no second run opens meanwhile.
// If there is one already, its roots are passed over; settings, as JSON, says whether they are of
// the same kind: the inputs, the engines and the options but for threads. A report beside the
// finished file says the same of it: called again, Generate returns that report and changes nothing.
// Any other file that exists is never written over.
//
// watch, which may be nil, is called after
// every root.
func Generate(ctx context.Context, path string, r *datasets.Reader, opt Options, settings any, watch func(*Summary)) (rep Report, err error) {
	if err := CanWrite(path); err != nil {
		return rep, err
	}
	if opt, err = opt.filled(); err != nil {
		return rep, err
	}
	text, err := json.Marshal(settings)
	if err != nil {
		return rep, fmt.Errorf("settings of a journal: %w", err)
	}
	j, err := openJournal(path+JournalEnding, text)
	if err != nil {
		return rep, err
	}
	done, err := load(path, text)
	switch {
	case done != nil:
		return *done, j.file.Remove()
	case err != nil:
		return rep, errors.Join(err, j.leave())
	}
	rep.Resumed = j.sum.Roots
	if j.dropped != "" {
		rep.Notes = append(rep.Notes, j.dropped+"; these roots are searched again")
	}
	if err = j.fill(ctx, r, &opt, watch); err == nil {
		err = j.write(path, opt.Inputs)
	}
	rep.Summary = j.sum
	if err == nil {
		err = rep.store(path, text)
	}
	if err != nil {
		return rep, errors.Join(err, j.leave())
	}
	return rep, j.file.Remove()
}

// fill searches the roots that the journal does not have.
func (j *journal) fill(ctx context.Context, r *datasets.Reader, opt *Options, watch func(*Summary)) error {
	next, stop := iter.Pull2(r.All())
	defer stop()
	take := opt.roots(next)
	for range j.sum.Roots {
		if more, err := take(new(root)); err != nil {
			return err
		} else if !more {
			return errors.New("the journal has more roots than the input: the input has changed; remove the journal")
		}
	}
	return run(ctx, take, opt, func(it *item) error {
		err := j.add(&it.sum, it.rows)
		if watch != nil {
			watch(&j.sum)
		}
		return err
	})
}

// An item is a root and what is found.
type item struct {
	root root
	sum  Summary
	rows []datasets.Sample
}

// run searches roots on several threads and takes what they find in order.
func run(ctx context.Context, next func(*root) (bool, error), opt *Options, take func(*item) error) error {
	workers := &workers{opt: opt}
	err := ordered.Pool[*item]{
		Threads: opt.Threads, Ahead: 8 * opt.Threads,
		New:    func() *item { return new(item) },
		Fill:   func(it *item) (bool, error) { return next(&it.root) },
		Worker: workers.thread,
		Take:   take,
	}.Run(ctx)
	return errors.Join(err, workers.close())
}

// workers are the workers of a run.
type workers struct {
	opt *Options

	mu   sync.Mutex
	list []*worker
}

// thread returns what searches roots on one thread.
func (a *workers) thread(ctx context.Context) func(*item) error {
	var w *worker
	return func(it *item) (err error) {
		if w == nil {
			if w, err = a.start(ctx); err != nil {
				return err
			}
		}
		it.rows, it.sum, err = w.rows(&it.root, it.rows[:0])
		return err
	}
}

func (a *workers) start(ctx context.Context) (*worker, error) {
	w, err := newWorker(ctx, a.opt)
	if err != nil {
		return nil, err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.list = append(a.list, w)
	return w, nil
}

// close ends all engines, once all threads have ended.
func (a *workers) close() (err error) {
	for _, w := range a.list {
		err = errors.Join(err, w.Close())
	}
	return err
}

// Find returns the rows of the roots among samples, without a file: for fits in memory.
func Find(ctx context.Context, samples []datasets.Sample, opt Options) (rows []datasets.Sample, sum Summary, err error) {
	if opt.Inputs != nil {
		return nil, sum, errors.New("trees: Find takes samples and reads no Inputs: call Generate, or leave them out")
	}
	if opt, err = opt.filled(); err != nil {
		return nil, sum, err
	}
	at := 0
	next := func() (s datasets.Sample, _ error, ok bool) {
		if at == len(samples) {
			return s, nil, false
		}
		at++
		return samples[at-1], nil, true
	}
	err = run(ctx, opt.roots(next), &opt, func(it *item) error {
		rows = append(rows, it.rows...)
		sum.add(&it.sum)
		return nil
	})
	return rows, sum, err
}

// rows appends the rows of a root and says what became of it. What engines knew of other roots is
// forgotten, so that nothing depends on who searched them.
func (w *worker) rows(r *root, dst []datasets.Sample) ([]datasets.Sample, Summary, error) {
	w.finder.engine.NewGame()
	if w.judge != nil {
		if err := w.judge.NewGame(); err != nil {
			return dst, Summary{}, err
		}
	}
	switch w.opt.Kind {
	case Leaves:
		return w.leaves(r, dst)
	case Choices:
		return w.choices(r, dst)
	}
	return w.again(r, dst)
}

package paired

import (
	"context"
	"errors"
	"runtime"
	"sync/atomic"

	"example.org/centipawn/fit/rows"
	"example.org/centipawn/matrix"
	"example.org/centipawn/weights/guard"
)

// ErrSets is the error of files that no rows can count together.
var ErrSets = errors.New("the files are of different sets: how far apart they are is measured for one set")

// Judge measures an old and a new file, and says how far the new one is from the old one and what to expect of a
// match. Where there are no errors, lacking says why. The guard judges by the labels of the fit's test if the new
// file was fitted to the rows, as fit does; it is nil with ErrSets.
func Judge(ctx context.Context, before, after File, opt Options) (far *guard.Report, errs *Errors, lacking, err error) {
	errs, lacking = Measure(ctx, []File{before, after}, opt)
	if ctx.Err() != nil {
		return nil, nil, nil, ctx.Err()
	}
	if before.Rows != after.Rows {
		return nil, errs, lacking, ErrSets
	}
	s, refused := Select(ctx, after.File, after.Rows)
	if lacking == nil && refused == nil && s.Exact && s.Want == rows.Test && errs.Expected {
		threads := opt.Threads
		if threads == 0 {
			threads = runtime.GOMAXPROCS(0)
		}
		far, err = guard.CompareFit(ctx, opt.watched(after.Rows), before.File, after.File, errs.labels(), threads)
		return far, errs, nil, err
	}
	far, err = guard.Compare(ctx, opt.watched(after.Rows), before.File, after.File)
	return far, errs, lacking, err
}

// labels returns what the labels say of the second file against the first.
func (e *Errors) labels() *guard.Labels {
	before, after := e.Plays[0], e.Plays[1]
	return &guard.Labels{Rows: after.Metrics.N, Old: before.Metrics.MSE, New: after.Metrics.MSE, Change: after.Change.Relative.Value}
}

// watched is a set that says how many of its blocks were read.
type watched struct {
	*matrix.Set
	read     atomic.Int64
	progress func(rows.Progress)
}

// watched returns a set that tells Progress what is read of it.
func (o Options) watched(set *matrix.Set) rows.Data {
	if o.Progress == nil {
		return set
	}
	return &watched{Set: set, progress: o.Progress}
}

// ReadBlock implements [rows.Data]. Progress may be called from several goroutines at once.
func (w *watched) ReadBlock(b int, into *matrix.Block) error {
	done := w.read.Add(1)
	w.progress(rows.Progress{Stage: "how far apart they are", Done: int(done), Total: w.Blocks()})
	return w.Set.ReadBlock(b, into)
}

package trees

import (
	"context"
	"errors"

	"example.org/centipawn/datasets"
	"example.org/centipawn/search"
	"example.org/centipawn/winprob"
)

// A worker makes the rows of roots on one thread.
type worker struct {
	opt    *Options
	finder *finder
	judge  judge // nil: values are kept
}

func newWorker(ctx context.Context, o *Options) (*worker, error) {
	w := &worker{opt: o}
	var err error
	if w.finder, err = newFinder(o); err != nil {
		return nil, err
	}
	if o.Kind != Again {
		w.judge, err = o.Label.judge(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, w.Close())
	}
	return w, nil
}

// Close ends the engines.
func (w *worker) Close() (err error) {
	if w.judge != nil {
		err = w.judge.Close()
	}
	return errors.Join(err, w.finder.Close())
}

// label gives a row the judge's value of a position; false if it has none.
func (w *worker) label(s *datasets.Sample, g *search.Game) (ok bool, err error) {
	s.Score, s.Depth, err = w.judge.value(g)
	return s.Score != winprob.NoScore, err
}

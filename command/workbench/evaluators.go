package workbench

import (
	"sync"

	"example.org/centipawn/eval"
	"example.org/centipawn/features"
	"example.org/centipawn/weights"
)

// A pool holds the evaluators of a weights file that no request uses.
type pool struct {
	free sync.Pool // of *evaluator
}

// An evaluator is an evaluator, and a trace of the same set for counting.
type evaluator struct {
	*eval.Evaluator
	set   *features.Set
	trace *features.Tally
}

// take returns an evaluator of the item's weights; put gives it back.
func (item *Item) take() (*evaluator, error) {
	if e, ok := item.evaluators.free.Get().(*evaluator); ok {
		return e, nil
	}
	return newEvaluator(item.File)
}

func (item *Item) put(e *evaluator) { item.evaluators.free.Put(e) }

func newEvaluator(f *weights.File) (*evaluator, error) {
	e, err := eval.New(f)
	if err != nil {
		return nil, err
	}
	set, err := features.Lookup(f.Set)
	if err != nil {
		return nil, err
	}
	return &evaluator{e, set, set.NewTrace()}, nil
}

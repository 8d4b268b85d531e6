package items

import (
	"sync"

	"example.org/centipawn/eval"
	"example.org/centipawn/features"
	"example.org/centipawn/weights"
)

// An Evaluator evaluates positions. Its tally counts the terms of the same set.
type Evaluator struct {
	*eval.Evaluator
	Set   *features.Set
	Tally *features.Tally
}

// NewEvaluator returns an evaluator of a weights file.
func NewEvaluator(f *weights.File) (*Evaluator, error) {
	e, err := eval.New(f)
	if err != nil {
		return nil, err
	}
	set, err := features.Lookup(f.Set)
	if err != nil {
		return nil, err
	}
	return &Evaluator{e, set, set.NewTrace()}, nil
}

// A pool holds the evaluators of a weights file that no request uses.
type pool struct {
	free sync.Pool // of *Evaluator
}

func (p *pool) take(f *weights.File) (*Evaluator, error) {
	if e, ok := p.free.Get().(*Evaluator); ok {
		return e, nil
	}
	return NewEvaluator(f)
}

package extract

import (
	"context"
	"slices"

	"example.org/centipawn/datasets"
)

// Count reads the files as [Run] does and writes nothing: it returns how many rows there would be, and what drops the
// others.
func Count(ctx context.Context, files []string, opt Options) (*Report, error) {
	return Visit(ctx, files, opt, Visitor[struct{}]{})
}

// A Visitor looks at samples and writes nothing.
type Visitor[V any] struct {
	// Judge is called with each sample that is kept, on several goroutines at once.
	Judge func(*datasets.Sample) V

	// Take gets the samples with what was found of them, in the order of the input, on one goroutine. name returns what
	// the file calls the sample's game, see [datasets.Chunk.GameName].
	Take func(s *datasets.Sample, found V, name func() string)

	// All says that no filter is asked, and that positions in which the game is over are kept, too.
	All bool
}

// Visit reads the files as [Run] does and shows a visitor the samples that the filters keep, mirrored copies left out.
// No sample may be held after Take has returned.
func Visit[V any](ctx context.Context, files []string, opt Options, v Visitor[V]) (*Report, error) {
	return pass(ctx, files, &visitSink[V]{Visitor: v}, opt)
}

// A visitSink shows samples to a visitor.
type visitSink[V any] struct {
	*run
	Visitor[V]
}

func (s *visitSink[V]) begin(x *run) error {
	s.run, x.whole = x, s.All
	return nil
}

func (s *visitSink[V]) work(it *item) {
	if s.Judge == nil {
		return
	}
	list, _ := it.judged.([]V)
	list = slices.Grow(list[:0], len(it.kept))
	for _, r := range it.kept {
		list = append(list, s.Judge(r.sample))
	}
	it.judged = list
}

func (s *visitSink[V]) take(it *item) error {
	if s.Filter.Mirror {
		s.copies += len(it.kept)
	}
	if s.Judge == nil {
		return nil
	}
	list := it.judged.([]V)
	for i, r := range it.kept {
		s.Take(r.sample, list[i], func() string { return it.chunk.GameName(r.sample.Line) })
	}
	return nil
}

func (*visitSink[V]) end(*Report) error { return nil }
func (*visitSink[V]) abort()            {}

package extract

import (
	"context"

	"example.org/centipawn/datasets"
)

// Samples reads the files as [Run] does, and returns the samples that pass the filters, in the order in
// which [Convert] writes them, but without mirrored copies, which say nothing new. A sample is some 250
// bytes of memory.
func Samples(ctx context.Context, files []string, opt Options) ([]datasets.Sample, *Report, error) {
	opt.Filter.Mirror = false
	kept := &keepSink{}
	rep, err := pass(ctx, files, kept, opt)
	if err != nil {
		return nil, nil, err
	}
	return kept.samples, rep, nil
}

// A keepSink keeps samples.
type keepSink struct{ samples []datasets.Sample }

func (*keepSink) begin(*run) error  { return nil }
func (*keepSink) work(*item)        {}
func (*keepSink) end(*Report) error { return nil }
func (*keepSink) abort()            {}

func (s *keepSink) take(it *item) error {
	for _, r := range it.kept {
		s.samples = append(s.samples, *r.sample)
	}
	return nil
}

package extract

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/filter"
)

// Convert reads the files as [Run] does, and writes the samples that pass the
// filters, not rows of counts, to a file whose ending says the format: see
// [datasets.Writer]. Mirrored copies follow the block of lines that they mirror.
func Convert(ctx context.Context, files []string, name string, opt Options) (*Report, error) {
	inputs := slices.Clone(files) // as messages name them
	for i, file := range inputs {
		if file == "-" {
			inputs[i] = "stdin"
		}
	}
	return pass(ctx, files, &sampleSink{name: name, inputs: inputs}, opt)
}

// A sampleSink writes samples.
type sampleSink struct {
	*run
	name   string
	inputs []string
	writer *datasets.Writer
	ended  bool
}

func (s *sampleSink) begin(x *run) (err error) {
	s.run = x
	s.writer, err = datasets.NewWriter(s.name, s.inputs)
	return err
}

func (s *sampleSink) work(*item) {}

func (s *sampleSink) take(it *item) error {
	for _, r := range it.kept {
		if err := s.write(r.sample); err != nil {
			return err
		}
	}
	if !s.Filter.Mirror {
		return nil
	}
	for _, r := range it.kept {
		m := filter.Mirror(r.sample)
		if err := s.write(&m); err != nil {
			return err
		}
	}
	s.copies += len(it.kept)
	return nil
}

// write writes a sample, or says how to omit what the format cannot hold.
func (s *sampleSink) write(sample *datasets.Sample) error {
	err := s.writer.Write(sample)
	if errors.Is(err, datasets.ErrHold) {
		return fmt.Errorf("%w (-drop no-score,no-result omits positions without a label; .epd holds all)", err)
	}
	return err
}

func (s *sampleSink) end(rep *Report) error {
	s.ended = true
	err := s.writer.Close()
	rep.Losses = s.writer.Losses()
	return err
}

func (s *sampleSink) abort() {
	if s.writer != nil && !s.ended {
		s.writer.Discard()
	}
}

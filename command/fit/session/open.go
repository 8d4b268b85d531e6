package session

import (
	"context"

	"example.org/centipawn/command/fit/settings"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/matrix"
)

// Load opens matrices, reads traces or counts data files, as [Run] does, without a word. Call
// done when the rows are no longer needed.
func Load(ctx context.Context, opt settings.Options, std cli.Streams) (rows *matrix.Set, done func(), err error) {
	s := session{Options: opt, std: std}
	s.JSON = true
	d, err := s.open(ctx, opt.Inputs, nil)
	if err != nil {
		return nil, nil, err
	}
	return d.Set, d.Close, nil
}

// open opens matrices, reads traces, or counts data files in memory. A test set is to be like the
// training data, if that is known.
func (s *session) open(ctx context.Context, names []string, like *matrix.Schema) (*data, error) {
	kind, err := s.Kind(names)
	switch {
	case err != nil:
		return nil, err
	case kind == settings.DataFiles:
		return s.count(ctx, names)
	case kind == settings.Traces:
		return s.readTrace(ctx, names, like)
	}
	d := &data{}
	if err := s.openMatrices(d, names); err != nil {
		d.Close()
		return nil, err
	}
	if !s.JSON {
		for _, w := range d.warnings {
			cli.Printf(s.std.Err, "warning: %v\n", w)
		}
	}
	return d, nil
}

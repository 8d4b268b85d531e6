package session

import (
	"cmp"
	"fmt"
	"path"
	"slices"

	"example.org/centipawn/datasets/input"
	"example.org/centipawn/fit"
	"example.org/centipawn/matrix"
	"example.org/centipawn/weights"
	"example.org/centipawn/weights/fitted"
)

// readStart reads the start weights and the prior, and freezes what is frozen.
func (s *session) readStart(schema matrix.Schema) error {
	if !s.Fit.Loss.Starts() {
		return nil
	}
	x, start := &s.Fit.Texel, cmp.Or(s.Start, weights.NamePublished)
	if start != weights.NameZero {
		f, err := weights.FindFor(start, schema.Set, schema.SetHash)
		switch {
		case err != nil && weights.IsFile(start):
			return fmt.Errorf("-start: %w", err)
		case err != nil:
			return fmt.Errorf("-start: %w; or -start zero with a -k", err)
		}
		s.old, x.Start, s.about.Start = f, fitted.Named(f), path.Base(start)
	}
	if s.Prior != "" {
		f, err := weights.FindFor(s.Prior, schema.Set, schema.SetHash)
		if err != nil {
			return fmt.Errorf("-prior: %w", err)
		}
		s.old = cmp.Or(s.old, f)
		x.Prior, s.about.Prior = fitted.Named(f), &weights.Prior{Name: path.Base(s.Prior)}
		if weights.IsFile(s.Prior) {
			if s.about.Prior.SHA256, err = input.HashFile(s.Prior); err != nil {
				return fmt.Errorf("-prior: %w", err)
			}
		}
	}
	return s.freeze(schema)
}

// freeze holds weights at their start values.
func (s *session) freeze(schema matrix.Schema) error {
	s.about.Frozen = make(map[string]bool)
	hold := func(held []fit.Fixed) {
		for _, w := range held {
			s.about.Frozen[w.Pattern] = true
		}
		s.Fit.Fixed = append(slices.Clip(s.Fit.Fixed), held...)
	}
	for _, pattern := range s.Freeze {
		held, err := fitted.Freeze(schema, pattern, s.Fit.Texel.Start)
		if err != nil {
			return fmt.Errorf("-freeze %s: %w", pattern, err)
		}
		hold(held)
	}
	if s.Only == nil {
		return nil
	}
	held, err := fitted.FreezeOthers(schema, s.Only, s.Fit.Texel.Start)
	if err != nil {
		return fmt.Errorf("-only: %w", err)
	}
	hold(held)
	return nil
}

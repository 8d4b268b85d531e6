package tune

import (
	"cmp"
	"fmt"
	"path"
	"slices"

	"centipawn/datasets/input"
	"centipawn/matrix"
	"centipawn/note"
	"centipawn/weights"
	"centipawn/weights/fitted"
)

// readWeights reads the weights that a flag names for a set: a file, or the
// published ones. It returns them with what provenance calls them.
func readWeights(flag, name string, schema matrix.Schema) (*weights.File, string, error) {
	if name == published {
		f, ok := weights.Published(schema.Set)
		if !ok {
			return nil, "", fmt.Errorf("-%s published: there are none for set %s: pass a weights file, or -start zero with a -k", flag, schema.Set)
		}
		return f, published, nil
	}
	f, err := weights.Read(name)
	if err != nil {
		return nil, "", fmt.Errorf("-%s: %w", flag, err)
	}
	if f.Set != schema.Set || f.SetHash != "" && f.SetHash != schema.SetHash {
		return nil, "", fmt.Errorf("-%s %s: %w", flag, name, note.Refuse(note.F11, "it is of set %s (hash %s), the data are of set %s (hash %s): names or counts differ",
			f.Set, f.SetHash, schema.Set, schema.SetHash))
	}
	return f, path.Base(name), nil
}

// startIsFile reports whether the start weights are a file's.
func (o *Options) startIsFile() bool {
	return o.Fit.Loss.Expected() && o.Start != "" && o.Start != published && o.Start != "zero"
}

// published names weights that somebody has published for a set.
const published = "published"

// readStart reads the start weights and the prior, and freezes what is frozen.
func (s *session) readStart(schema matrix.Schema) error {
	if !s.Fit.Loss.Expected() {
		return nil
	}
	x := &s.Fit.Texel
	if s.Start != "zero" {
		f, name, err := readWeights("start", cmp.Or(s.Start, published), schema)
		if err != nil {
			return err
		}
		x.Start, s.about.Start = fitted.Named(f), name
	}
	if s.Prior != "" {
		f, name, err := readWeights("prior", s.Prior, schema)
		if err != nil {
			return err
		}
		x.Prior, s.about.Prior = fitted.Named(f), &weights.Prior{Name: name}
		if s.Prior != published {
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
	for _, pattern := range s.Freeze {
		held, err := fitted.Freeze(schema, pattern, s.Fit.Texel.Start)
		if err != nil {
			return fmt.Errorf("-freeze %s: %w", pattern, err)
		}
		for _, w := range held {
			s.about.Frozen[w.Pattern] = true
		}
		s.Fit.Fixed = append(slices.Clip(s.Fit.Fixed), held...)
	}
	return nil
}

package main

import (
	"crypto/sha256"
	"fmt"
	"path"
	"slices"

	"centipawn/atomicfile"
	"centipawn/matrix"
	"centipawn/note"
	"centipawn/weights"
	"centipawn/weights/fitted"
)

// readWeights reads the weights that a flag names for a set: a file, or the
// published ones. It returns them with what provenance calls them.
func readWeights(flag, name string, schema matrix.Schema) (*weights.File, string, error) {
	if name == "published" {
		f, ok := weights.Published(schema.Set)
		if !ok {
			return nil, "", fmt.Errorf("-%s published: there are none for set %s: pass a weights file, or -start zero with a -k", flag, schema.Set)
		}
		return f, "published", nil
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

// readStart reads the files of -start and -prior, and freezes what is frozen.
func (q *request) readStart(schema matrix.Schema) error {
	if !q.fit.Loss.Expected() {
		return nil
	}
	if q.texel.start != "zero" {
		f, name, err := readWeights("start", q.texel.start, schema)
		if err != nil {
			return err
		}
		q.fit.Texel.Start, q.about.Start = fitted.Named(f), name
	}
	if q.texel.prior != "" {
		f, name, err := readWeights("prior", q.texel.prior, schema)
		if err != nil {
			return err
		}
		q.fit.Texel.Prior, q.about.Prior = fitted.Named(f), &weights.Prior{Name: name}
		if q.texel.prior != "published" {
			text, err := atomicfile.ReadFile(q.texel.prior, atomicfile.LargeLimit)
			if err != nil {
				return fmt.Errorf("-prior: %w", err)
			}
			q.about.Prior.SHA256 = fmt.Sprintf("%x", sha256.Sum256(text))
		}
	}
	return q.freeze(schema)
}

// freeze holds the weights of -freeze at their start values.
func (q *request) freeze(schema matrix.Schema) error {
	q.about.Frozen = make(map[string]bool)
	for _, pattern := range q.texel.freeze {
		held, err := fitted.Freeze(schema, pattern, q.fit.Texel.Start)
		if err != nil {
			return fmt.Errorf("-freeze %s: %w", pattern, err)
		}
		for _, w := range held {
			q.about.Frozen[w.Pattern] = true
		}
		q.fit.Fixed = append(slices.Clip(q.fit.Fixed), held...)
	}
	return nil
}

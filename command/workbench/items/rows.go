package items

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"sync"

	"example.org/centipawn/command/workbench/cache"
	"example.org/centipawn/extract"
	"example.org/centipawn/matrix"
)

// mostSets is how many sets of terms are kept of a source: a data file is counted into memory.
const mostSets = 2

// A source gives rows: of a matrix, or of a data file.
type source struct {
	path   string
	matrix *matrix.Matrix // nil: a data file
	kept   *cache.Cache[string, *Rows]
}

func newSource(path string, m *matrix.Matrix) *source {
	return &source{path, m, cache.New[string, *Rows](mostSets)}
}

// Rows are rows of a set of terms.
type Rows struct {
	*matrix.Set
	Support func() (map[string]int, error)     // rows by term, counted once; of a term of the block, of either side
	Sizes   func() (map[string]float64, error) // by weight: the root mean square of what one centipawn of it adds to the rows, measured once
}

// of returns the rows of a set. A matrix has one set; a data file is counted when a set is first asked for.
func (s *source) of(ctx context.Context, set string) (*Rows, error) {
	return s.kept.Get(set, func() (*Rows, error) {
		data, err := s.read(ctx, set)
		if err != nil {
			return nil, err
		}
		return &Rows{data, sync.OnceValues(func() (map[string]int, error) { return countSupport(data) }),
			sync.OnceValues(func() (map[string]float64, error) { return sizesOf(data) })}, nil
	})
}

// Set returns the set of a matrix; "" for a data file, which can be counted by any set.
func (s *source) Set() string {
	if s.matrix == nil {
		return ""
	}
	return s.matrix.Schema().Set
}

// MadeOf reports whether the source is a file or, by name, a matrix that was made of it.
func (s *source) MadeOf(path string) bool {
	if s.matrix == nil {
		return s.path == path
	}
	name := filepath.Base(path)
	return slices.ContainsFunc(s.matrix.Provenance().Sources, func(f matrix.Source) bool { return f.Name == name })
}

func (s *source) read(ctx context.Context, set string) (*matrix.Set, error) {
	if of := s.Set(); s.matrix != nil && of != set {
		return nil, fmt.Errorf("its rows are of set %s, the weights of %s", of, set)
	} else if s.matrix != nil {
		return matrix.Join(s.matrix)
	}
	var opt extract.Options
	if err := opt.SetTerms(set); err != nil {
		return nil, err
	}
	data, _, err := extract.Memory(ctx, []string{s.path}, opt.WithDefaults())
	return data, err
}

package items

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"

	"example.org/centipawn/command/workbench/cache"
	"example.org/centipawn/command/workbench/queue"
	"example.org/centipawn/extract"
	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/matrix"
	"example.org/centipawn/weights"
)

// mostBytes is how much memory the rows of data files may take that were counted: two sets of a set like standard
// of 600,000 positions.
const mostBytes = 192 << 20

// counts keeps the rows that were counted, of all sources.
type counts = cache.Cache[counted, *Rows]

// A counted is a source and a set of terms.
type counted struct {
	of  *source
	set string
}

func newCounts() *counts {
	return cache.Bytes[counted](mostBytes, func(r *Rows) int64 { return r.bytes })
}

// A source gives rows: of a matrix, or of a data file.
type source struct {
	path   string
	matrix *matrix.Matrix // nil: a data file
	kept   *counts
	gone   atomic.Bool
}

func newSource(path string, m *matrix.Matrix) *source {
	return &source{path: path, matrix: m, kept: newCounts()}
}

// Rows are rows of a set of terms.
type Rows struct {
	*matrix.Set
	bytes int64 // in memory; 0: of a mapped file

	support once[map[string]int]
	sizes   once[map[string]float64]
}

// Support returns the number of rows by term; of a term that both sides count apart, of either; of a parameter of the
// formula all. They are counted once.
func (r *Rows) Support(ctx context.Context) (map[string]int, error) {
	return r.support.get(func() (map[string]int, error) { return countSupport(ctx, r.Set) })
}

// Sizes returns by weight the root mean square of what one centipawn of it adds to the rows, measured once. What one of a
// weight adds to an evaluation with a formula depends on all weights: then it is measured at those of the file.
func (r *Rows) Sizes(ctx context.Context, f *weights.File) (map[string]float64, error) {
	if r.Schema().Formula != "" {
		return slopesOf(ctx, r.Set, f)
	}
	return r.sizes.get(func() (map[string]float64, error) { return sizesOf(ctx, r.Set) })
}

// of returns the rows of a set. A matrix has one set; a data file is counted when a set is first asked for.
func (s *source) of(ctx context.Context, set string) (*Rows, error) {
	key := counted{s, set}
	if rows, ok := s.kept.Kept(key); ok {
		return rows, nil
	}
	if s.matrix == nil {
		s.kept.Room(s.expected())
		queue.Free()
	}
	return s.kept.Get(key, func() (*Rows, error) {
		data, bytes, err := s.read(ctx, set)
		if err != nil {
			return nil, err
		}
		return &Rows{Set: data, bytes: bytes}, nil
	})
}

// growth is how many times the bytes of a file its rows take at most, as a rule: a compressed file of positions
// without scores.
const growth = 16

// expected returns how many bytes the rows of a data file may take.
func (s *source) expected() int64 {
	info, err := os.Stat(s.path)
	if err != nil {
		return 0
	}
	return growth * info.Size()
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

// read returns the rows of a set, and how much memory they take.
func (s *source) read(ctx context.Context, set string) (data *matrix.Set, bytes int64, err error) {
	if of := s.Set(); s.matrix != nil && of != set {
		return nil, 0, fmt.Errorf("its rows are of set %s, the weights of %s", of, set)
	} else if s.matrix != nil {
		data, err = matrix.Join(s.matrix)
		return data, 0, err
	}
	var opt extract.Options
	if err := opt.SetTerms(set); err != nil {
		return nil, 0, err
	}
	opt.Progress = func(stage string, read, size int64) {
		queue.Tell(ctx, "counting the terms of "+filepath.Base(s.path), read, size, plaintext.Megabytes(size))
	}
	if data, _, err = extract.Memory(ctx, []string{s.path}, opt.WithDefaults()); err != nil {
		return nil, 0, err
	}
	return data, bytesOf(data), nil
}

// What a row takes in memory, and one of its counts: its column and the packed count.
const (
	rowBytes   = 32
	entryBytes = 3
)

// bytesOf returns about how many bytes rows take in memory.
func bytesOf(data *matrix.Set) int64 {
	return rowBytes*int64(data.Rows()) + entryBytes*data.Entries()
}

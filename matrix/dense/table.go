// Package dense writes the rows of a matrix as tables for pandas: a column for each term, most of
// them 0, and the labels. [CreateCSV] and [CreateParquet] are writers beside those of [matrix].
package dense

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"example.org/centipawn/internal/atomicfile"
	"example.org/centipawn/matrix"
)

// MaxColumns is the largest number of terms that a table may have.
const MaxColumns = 1000

// fixedLabels are the columns that follow the terms in every table.
var fixedLabels = []string{"mg", "eg", "score", "mate", "result", "game", "ply", "source", "material", "hash"}

// optionalLabels are those that follow if the schema has them.
var optionalLabels = []struct {
	with matrix.Optional
	name string
}{{matrix.WithWeight, "weight"}, {matrix.WithOffset, "offset"}, {matrix.WithExpected, "expected"},
	{matrix.WithTree, "tree"}, {matrix.WithSide, "side"}}

// labels returns the columns that follow the terms in a table of s.
func labels(s *matrix.Schema) []string {
	names := slices.Clone(fixedLabels)
	for _, o := range optionalLabels {
		if s.Optional.Has(o.with) {
			names = append(names, o.name)
		}
	}
	return names
}

// A table is what both writers have in common.
type table struct {
	in   matrix.Intake
	path string
	file *atomicfile.File // nil once it is closed
}

func createTable(path string, s matrix.Schema) (table, error) {
	in, err := matrix.NewIntake(s)
	if err != nil {
		return table{}, fmt.Errorf("creating table %s: %w", path, err)
	}
	if err := checkTable(&s); err != nil {
		return table{}, fmt.Errorf("creating table %s: %w", path, err)
	}
	f, err := atomicfile.Create(path)
	if err != nil {
		return table{}, err
	}
	return table{in: in, path: path, file: f}, nil
}

// checkTable refuses sets that make no sensible table.
func checkTable(s *matrix.Schema) error {
	if n := len(s.Counted()); n > MaxColumns {
		return fmt.Errorf("set %s has %d terms: a dense table may have %d, write a .matrix instead", s.Set, n, MaxColumns)
	}
	taken := make(map[string]bool)
	for _, name := range labels(s) {
		taken[name] = true
	}
	for _, c := range s.Counted() {
		if taken[c.Name] {
			return fmt.Errorf("term %q has the name of another column of the table", c.Name)
		}
	}
	return nil
}

// closeWith completes the table: last writes what is still to be written.
func (t *table) closeWith(p matrix.Provenance, last func() error) error {
	err := t.in.Finish(p)
	if err == nil {
		err = last()
	}
	if err == nil {
		f := t.file
		t.file = nil
		err = f.Commit()
	}
	if err != nil {
		t.in.Fail(err)
		return errors.Join(fmt.Errorf("%s: %w", t.path, err), t.remove())
	}
	return nil
}

// Abort implements [matrix.Writer].
func (t *table) Abort() error {
	t.in.Shut()
	return t.remove()
}

// remove deletes the temporary file, if it is still there.
func (t *table) remove() error {
	if t.file == nil {
		return nil
	}
	f := t.file
	t.file = nil
	return f.Discard()
}

// centipawns decodes a score: the mark of a mate is its sign, a score that is
// not known or a mate has no centipawns.
func centipawns(score int16) (cp int, known bool, mate int) {
	switch {
	case score == matrix.NoScore:
		return 0, false, 0
	case score > matrix.MaxScore:
		return 0, false, 1
	case score < -matrix.MaxScore:
		return 0, false, -1
	}
	return int(score), true, 0
}

// points decodes a result: White's points, if they are known.
func points(result uint8) (p float64, known bool) {
	switch result {
	case matrix.ResultBlack:
		return 0, true
	case matrix.ResultDraw:
		return 0.5, true
	case matrix.ResultWhite:
		return 1, true
	}
	return 0, false
}

// factors decodes codes; without a table, no column is tapered and all are 0.
func factors(dst []float32, codes []uint8, table []float32) []float32 {
	dst = slices.Grow(dst[:0], len(codes))[:len(codes)]
	clear(dst)
	if len(table) == 0 {
		return dst
	}
	for i, c := range codes {
		dst[i] = table[c]
	}
	return dst
}

// orValue returns value i of an optional array, absent if that is not given.
func orValue[T any](values []T, i int, absent T) T {
	if len(values) == 0 {
		return absent
	}
	return values[i]
}

// unknown is the expected score of a row without one.
var unknown = float32(math.NaN())

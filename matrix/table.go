package matrix

import (
	"errors"
	"fmt"

	"centipawn/atomicfile"
)

// MaxTableColumns is the largest number of terms that a dense table may have.
const MaxTableColumns = 1000

// tableLabels are the columns that follow the terms in a dense table.
var tableLabels = []string{"mg", "eg", "score", "mate", "result", "game", "ply", "source", "material", "hash"}

// labels returns the columns that follow the terms in a table of s.
func (s *Schema) labels() []string {
	names := append([]string(nil), tableLabels...)
	if s.Optional.Has(WithWeight) {
		names = append(names, "weight")
	}
	if s.Optional.Has(WithOffset) {
		names = append(names, "offset")
	}
	if s.Optional.Has(WithExpected) {
		names = append(names, "expected")
	}
	return names
}

// table is what the writers of dense tables have in common.
type table struct {
	intake
	path string
	file *atomicfile.File // nil once it is closed
}

func createTable(path string, s Schema) (table, error) {
	in, err := newIntake(s)
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
	return table{intake: in, path: path, file: f}, nil
}

// checkTable refuses sets that make no sensible table.
func checkTable(s *Schema) error {
	if n := len(s.Columns); n > MaxTableColumns {
		return fmt.Errorf("set %s has %d terms: a dense table may have %d, write a .matrix instead", s.Set, n, MaxTableColumns)
	}
	taken := make(map[string]bool)
	for _, name := range s.labels() {
		taken[name] = true
	}
	for _, c := range s.Columns {
		if taken[c.Name] {
			return fmt.Errorf("term %q has the name of another column of the table", c.Name)
		}
	}
	return nil
}

// closeWith completes the table: last writes what is still to be written.
func (t *table) closeWith(p Provenance, last func() error) error {
	err := t.finish(p)
	if err == nil {
		err = last()
	}
	if err == nil {
		f := t.file
		t.file = nil
		err = f.Commit()
	}
	if err != nil {
		t.fail(err)
		return errors.Join(fmt.Errorf("%s: %w", t.path, err), t.remove())
	}
	return nil
}

// Abort implements [Writer].
func (t *table) Abort() error {
	if t.err == nil {
		t.err = errClosed
	}
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
	case score == NoScore:
		return 0, false, 0
	case score > MaxScore:
		return 0, false, 1
	case score < -MaxScore:
		return 0, false, -1
	}
	return int(score), true, 0
}

// points decodes a result: White's points, if they are known.
func points(result uint8) (p float64, known bool) {
	switch result {
	case ResultBlack:
		return 0, true
	case ResultDraw:
		return 0.5, true
	case ResultWhite:
		return 1, true
	}
	return 0, false
}

// factors decodes codes; without a table, no column is tapered and all are 0.
func factors(dst []float32, codes []uint8, table []float32) []float32 {
	dst = resize(dst, len(codes))
	clear(dst)
	if len(table) == 0 {
		return dst
	}
	for i, c := range codes {
		dst[i] = table[c]
	}
	return dst
}

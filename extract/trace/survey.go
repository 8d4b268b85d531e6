package trace

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"example.org/centipawn/extract/trace/header"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/matrix"
)

// A survey is what must be known of all rows before the first is written.
type survey struct {
	rows      int
	every     header.Key // keys that all rows have
	some      header.Key // keys that some row has
	fractions bool
	counts    matrix.CountType
	mg, eg    palette

	// Columns that occur, where they are not declared.
	highest int
	zero    bool // one has the number 0
	names   map[string]struct{}

	shapes []header.Numbered // formulas that lines among the rows declare
	used   map[int]int       // numbers that rows refer to, and the first line
}

func newSurvey() *survey {
	return &survey{every: math.MaxUint16, mg: newPalette(), eg: newPalette(), highest: -1, names: map[string]struct{}{}, used: map[int]int{}}
}

// add takes a row into account.
func (s *survey) add(r *row, line int) {
	s.rows++
	if r.shape != noShape {
		if _, ok := s.used[int(r.shape)]; !ok {
			s.used[int(r.shape)] = line
		}
	}
	s.every &= r.keys
	s.some |= r.keys
	s.fractions = s.fractions || !math.IsNaN(float64(r.expected))
	if r.has(header.KeyMG) {
		s.mg.add(r.mg)
		s.eg.add(r.eg)
	}
	for _, e := range r.entries {
		s.counts = max(s.counts, countType(e.count))
	}
}

// merge takes another survey into account.
func (s *survey) merge(t *survey) {
	s.rows += t.rows
	s.every &= t.every
	s.some |= t.some
	s.fractions = s.fractions || t.fractions
	s.counts = max(s.counts, t.counts)
	s.mg.merge(&t.mg)
	s.eg.merge(&t.eg)
	s.highest, s.zero = max(s.highest, t.highest), s.zero || t.zero
	maps.Copy(s.names, t.names)
}

// see takes over the columns that a parser has met.
func (s *survey) see(p *parser) {
	s.highest, s.zero = max(s.highest, p.highest), s.zero || p.zero
	for name := range p.names {
		s.names[name] = struct{}{}
	}
}

// countType returns the smallest type that holds a count.
func countType(count float32) matrix.CountType {
	switch {
	case count != float32(math.Trunc(float64(count))), count < math.MinInt16, count > math.MaxInt16:
		return matrix.Float32
	case count < math.MinInt8, count > math.MaxInt8:
		return matrix.Int16
	}
	return matrix.Int8
}

// columns returns those that occur, for files that declare none; base is the number of the first.
func (s *survey) columns(base int) ([]matrix.Column, error) {
	tapered := s.some&header.KeyMG != 0
	if len(s.names) > 0 && s.highest >= 0 {
		return nil, fmt.Errorf("columns have names (%s) and numbers (%d) and no declaration says which is which: declare them before the first row, # column 1 NAME, or in Options.Columns",
			slices.Min(slices.Collect(maps.Keys(s.names))), s.highest)
	}
	var columns []matrix.Column
	for _, name := range slices.Sorted(maps.Keys(s.names)) {
		columns = append(columns, matrix.Column{Name: name, Tapered: tapered})
	}
	for n := base; n <= s.highest; n++ {
		columns = append(columns, matrix.Column{Name: fmt.Sprintf("w%d", n), Tapered: tapered})
	}
	return columns, nil
}

// optional returns the arrays that the rows need in addition to the usual.
func (s *survey) optional(files int) (o matrix.Optional) {
	if files > 1 {
		o |= matrix.WithSource
	}
	if s.some&header.KeyWeight != 0 {
		o |= matrix.WithWeight
	}
	if s.some&header.KeyOffset != 0 {
		o |= matrix.WithOffset
	}
	if s.fractions {
		o |= matrix.WithExpected
	}
	if s.some&header.KeyTree != 0 {
		o |= matrix.WithTree
	}
	if s.some&header.KeySide != 0 {
		o |= matrix.WithSide
	}
	return o
}

// clusters says what the rows' clusters are.
func (s *survey) clusters() matrix.Clusters {
	if s.every&header.KeyGame != 0 {
		return matrix.ByGame
	}
	return matrix.ByRow
}

// warnings returns what a reader should know of the rows; known says that their games are known
// otherwise.
func (s *survey) warnings(mg, eg *factorTable, known bool) (list note.List) {
	switch {
	case known:
	case s.some&header.KeyGame == 0:
		list.Add(note.S01, "no row says which game it is of (qid:GAME): each counts as a game of its own, and positions of one game stand in training and test")
	case s.every&header.KeyGame == 0:
		list.Add(note.S01, "some rows do not say which game they are of (qid:GAME): each of them counts as a game of its own")
	}
	for _, f := range []struct {
		name  string
		table *factorTable
	}{{"mg", mg}, {"eg", eg}} {
		if text := f.table.rounding(f.name); text != "" {
			list.Add(note.D16, "%s", text)
		}
	}
	return list
}

package header

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.org/centipawn/internal/formula"
)

// ShapeInput is the input that says which of several formulas is that of a row.
const ShapeInput = "shape"

// Bounds of shapes.
const (
	maxShapes      = 64             // different formulas
	MaxShapeNumber = math.MaxUint16 // by which rows refer to them
)

// isShape reports whether the fields after a # declare a formula by number.
func isShape(fields []string) bool {
	return len(fields) >= 2 && fields[0] == "shape" && IsNumber(fields[1])
}

// A Numbered is a formula that rows refer to.
type Numbered struct {
	number int
	text   string
	line   int
}

// ParseShape reads the comment line shape N TEXT; ok is false for another comment.
func ParseShape(line string, number int) (shape Numbered, ok bool, err error) {
	fields := strings.Fields(strings.TrimPrefix(line, "#"))
	if !isShape(fields) {
		return shape, false, nil
	}
	shape, err = parseShape(line, fields, number)
	return shape, true, err
}

func parseShape(line string, fields []string, number int) (Numbered, error) {
	n, err := strconv.Atoi(fields[1])
	if err != nil || n > MaxShapeNumber {
		return Numbered{}, fmt.Errorf("shape %s: want a number from 0 to %d", fields[1], MaxShapeNumber)
	}
	if len(fields) == 2 {
		return Numbered{}, fmt.Errorf("shape %d: want its formula, as in # shape %[1]d linear + square(max(0, white)) / 100", n)
	}
	_, text, _ := strings.Cut(line, "shape")
	_, text, _ = strings.Cut(text, fields[1])
	return Numbered{n, strings.TrimSpace(text), number}, nil
}

// shapes are the formulas that the rows of all files refer to.
type shapes struct {
	forms  []*formula.Formula // different ones, in order
	places []place            // where each stands first
	byFile []map[int]Shape
}

// A Shape is what a number of a file stands for.
type Shape struct {
	Index int // of the formula
	line  int
}

// add takes over what a chunk declares, and checks what its rows refer to.
func (s *shapes) add(index int, name string, declared []Numbered, used map[int]int) error {
	for index >= len(s.byFile) {
		s.byFile = append(s.byFile, map[int]Shape{})
	}
	of := s.byFile[index]
	for _, n := range declared {
		at := place{name, n.line}
		i, err := s.find(n.text, at)
		old, known := of[n.number]
		switch {
		case err != nil:
			return at.fault(fmt.Errorf("shape %d: %w", n.number, err))
		case known && old.Index != i:
			return at.fault(fmt.Errorf("shape %d is another formula in line %d: pass the traces of different runs as files of their own, or give each formula a number of its own", n.number, old.line))
		case !known:
			of[n.number] = Shape{i, n.line}
		}
	}
	for _, n := range slices.Sorted(maps.Keys(used)) {
		if declared, ok := of[n]; !ok || declared.line > used[n] {
			return place{name, used[n]}.fault(fmt.Errorf("shape:%d: there is no formula of this number: declare it before, # shape %[1]d TEXT", n))
		}
	}
	return nil
}

// find returns the index of a formula.
func (s *shapes) find(text string, at place) (int, error) {
	if i := slices.IndexFunc(s.forms, func(f *formula.Formula) bool { return f.Text() == text }); i >= 0 {
		return i, nil
	}
	if len(s.forms) == maxShapes {
		return 0, fmt.Errorf("more than %d different formulas: let those that differ in numbers alone read them as inputs, # input NAME, and those that differ in terms count more of them in sums", maxShapes)
	}
	f, err := formula.Parse(text)
	if err != nil {
		return 0, err
	}
	s.forms, s.places = append(s.forms, f), append(s.places, at)
	return len(s.forms) - 1, nil
}

// choose makes one formula of all. Of test data it is that of the training data, in which each of them
// must occur.
func (s *shapes) choose(like string) (text string, err error) {
	if like == "" {
		return formula.Choose(ShapeInput, s.forms).Text(), nil
	}
	to := make([]int, len(s.forms))
	for i, f := range s.forms {
		if to[i] = formula.Chosen(like, ShapeInput, f); to[i] < 0 {
			return "", s.places[i].fault(errors.New("this formula is not one of the training data: record both in one run, or hold games out of it with -test 25%"))
		}
	}
	for _, of := range s.byFile {
		for n, sh := range of {
			of[n] = Shape{to[sh.Index], sh.line}
		}
	}
	return like, nil
}

// explain says in which line of which file an error of the whole formula is.
func (s *shapes) explain(e *formula.Error) error {
	if len(s.forms) == 0 {
		return e
	}
	i, of := formula.Choose(ShapeInput, s.forms).Origin(e, s.forms)
	if i < 0 {
		return s.places[0].fault(of)
	}
	return s.places[i].fault(of)
}

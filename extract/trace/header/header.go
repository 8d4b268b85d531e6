// Package header is what a trace declares of its rows: columns, inputs, the formula that is their
// evaluation, or several by number. The lines may stand in several files, which must agree.
package header

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/cut"
	"example.org/centipawn/datasets/input"
	"example.org/centipawn/internal/disk"
	"example.org/centipawn/matrix"
)

// A Header is what a file declares before its first row, or all files together.
type Header struct {
	Set     string
	Columns []matrix.Column // nil: nothing declared

	numbered map[int]matrix.Column
	lines    map[int]place // where they are declared, those of a file once the header is read
	listed   map[int]place // where the columns of a file stand
	formula  []declaration // its lines
	inputs   []declaration // without a formula comments
	shaped   bool          // rows refer to formulas by their numbers
	shapes   shapes
	at       place // that is read

	// What the caller says:
	setGiven bool
	like     string // the formula of the training data
	several  bool   // and it is of several shapes
}

// New returns the header that a caller declares: what is empty is left to the files. With a formula the
// columns are those of a matrix.
func New(set string, columns []matrix.Column, formula string) *Header {
	h := &Header{Set: set, Columns: columns, setGiven: set != "", like: formula}
	if formula == "" {
		return h
	}
	h.Columns, h.formula = nil, []declaration{{text: formula}}
	for _, c := range columns {
		switch c.Kind {
		case matrix.Term:
			h.Columns = append(h.Columns, c)
		case matrix.Input:
			h.inputs = append(h.inputs, declaration{text: c.Name})
			h.several = h.several || c.Name == ShapeInput
		}
	}
	return h
}

// Read reads the header of a file by its lines, io.EOF after the last. name is what the file is called,
// folder where the files are that it names, base the number of the first column.
func Read(next func() ([]byte, error), name, folder string, base int) (*Header, error) {
	h := &Header{numbered: map[int]matrix.Column{}, lines: map[int]place{}, at: place{file: name}}
	for {
		h.at.line++
		line, err := next()
		if err == io.EOF {
			break
		}
		if err == nil {
			line = cut.Trim(line)
			if len(line) > 0 && line[0] != '#' {
				break
			}
			err = h.declare(string(line), folder, base)
		}
		if err != nil {
			return nil, h.at.fault(err)
		}
	}
	if at, err := h.finish(base); err != nil {
		return nil, at.fault(err)
	}
	return h, nil
}

// declare reads a comment line of the header. One that declares nothing is a
// comment.
func (h *Header) declare(line, folder string, base int) error {
	fields := strings.Fields(strings.TrimPrefix(line, "#"))
	switch {
	case len(fields) == 2 && fields[0] == "set":
		if h.Set != "" && h.Set != fields[1] {
			return fmt.Errorf("set %s: it was %s before", fields[1], h.Set)
		}
		h.Set = fields[1]
	case len(fields) == 2 && fields[0] == "columns":
		if !filepath.IsLocal(fields[1]) {
			return fmt.Errorf("columns %s: want a file in the same folder or below it", fields[1])
		}
		return h.include(folder, fields[1])
	case isDeclaration(fields):
		n, c, err := parseDeclaration(fields, base)
		if err != nil {
			return err
		}
		if old, ok := h.numbered[n]; ok && old != c {
			return fmt.Errorf("column %d is %s: it was %s before", n+base, describe(c), describe(old))
		}
		h.numbered[n], h.lines[n] = c, h.at
	default:
		return h.declareFormula(line, fields)
	}
	return nil
}

// include reads the file of a "# columns FILE", in the trace's folder or below it.
func (h *Header) include(folder, name string) error {
	file := filepath.Join(folder, name)
	f, err := disk.OpenIn(folder, name)
	if err != nil {
		return fmt.Errorf("%s: cannot open: %w", file, input.Pathless(err))
	}
	defer f.Close()
	text, err := input.OpenText(input.Stdin, f)
	if err != nil {
		return Renamed(err, file)
	}
	defer text.Close()
	if h.Columns != nil {
		return errors.New("columns are declared twice")
	}
	before := h.at
	defer func() { h.at = before }()
	h.Columns, h.listed, err = readColumns(file, text, func(line string, number int) error {
		h.at = place{file, number}
		return h.declareFormula(line, strings.Fields(strings.TrimPrefix(line, "#")))
	})
	return err
}

// Renamed names the file in an error as the caller did, and not its copy.
func Renamed(err error, name string) error {
	var e *datasets.LineError
	if errors.As(err, &e) {
		e.File = name
	}
	return err
}

// finish puts numbered columns in order.
func (h *Header) finish(base int) (at place, err error) {
	if len(h.numbered) == 0 {
		h.lines = h.listed
		return at, nil
	}
	if h.Columns != nil {
		first := slices.MinFunc(slices.Collect(maps.Values(h.lines)), func(a, b place) int { return a.line - b.line })
		return first, errors.New("columns are declared both here and in a file: one of them is enough")
	}
	for i, n := range slices.Sorted(maps.Keys(h.numbered)) {
		if i != n {
			return h.lines[n], fmt.Errorf("column %d is declared, but not column %d: declare all or none", n+base, i+base)
		}
		h.Columns = append(h.Columns, h.numbered[n])
	}
	return at, nil
}

// Agree adds the header of another file.
func (h *Header) Agree(other *Header, base int) error {
	if h.Columns == nil {
		h.Columns, h.lines = other.Columns, other.lines
	}
	if other.Columns != nil && !slices.Equal(other.Columns, h.Columns) {
		return fmt.Errorf("its columns are not those of the other files, or of Options.Columns: %s", firstDifference(other.Columns, h.Columns, base))
	}
	switch {
	case h.Set == "":
		h.Set = other.Set
	case other.Set != "" && other.Set != h.Set && !h.setGiven:
		return fmt.Errorf("its set is %s, that of the files before %s", other.Set, h.Set)
	}
	return h.agreeFormula(other)
}

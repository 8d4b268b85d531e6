package trace

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
	"example.org/centipawn/internal/formula"
	"example.org/centipawn/matrix"
)

// A header is what a file declares before its first row.
type header struct {
	set      string
	columns  []matrix.Column // nil: nothing declared
	numbered map[int]matrix.Column
	lines    map[int]place // where they are declared
	formula  []textAt      // its lines
	inputs   []textAt      // without a formula a comment
	shaped   bool          // rows refer to formulas by their numbers
	at       place         // that is read
}

// A place is a line of a file.
type place struct {
	file string
	line int
}

func (p place) fault(err error) *datasets.LineError {
	return &datasets.LineError{File: p.file, Line: p.line, Err: err}
}

// A textAt is a text and where it stands.
type textAt struct {
	text string
	place
}

// readHeader reads the header of a file; file is where it is, name what it is
// called, folder where the files are that it names.
func readHeader(file, name, folder string, base int) (*header, error) {
	text, err := input.OpenText(file, nil)
	if err != nil {
		return nil, renamed(err, name)
	}
	defer text.Close()
	h := &header{numbered: map[int]matrix.Column{}, lines: map[int]place{}, at: place{file: name}}
	lines := newLines(text)
	for {
		h.at.line++
		line, err := lines.next()
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
func (h *header) declare(line, folder string, base int) error {
	fields := strings.Fields(strings.TrimPrefix(line, "#"))
	switch {
	case len(fields) == 2 && fields[0] == "set":
		if h.set != "" && h.set != fields[1] {
			return fmt.Errorf("set %s: it was %s before", fields[1], h.set)
		}
		h.set = fields[1]
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

// declareFormula reads a line of the formula, an input, or that there are shapes.
func (h *header) declareFormula(line string, fields []string) error {
	switch {
	case isFormula(fields):
		if len(fields) == 1 {
			return errors.New("formula: want its text, as in # formula linear + square(max(0, white)) / 100")
		}
		h.formula = append(h.formula, textAt{afterWord(line, "formula"), h.at})
	case len(fields) == 2 && fields[0] == "input":
		if !slices.ContainsFunc(h.inputs, func(d textAt) bool { return d.text == fields[1] }) {
			h.inputs = append(h.inputs, textAt{fields[1], h.at})
		}
	case isShape(fields):
		h.shaped = true
	}
	return nil
}

// isFormula reports whether the fields after a # declare a line of the formula.
func isFormula(fields []string) bool { return len(fields) > 0 && fields[0] == "formula" }

// afterWord returns what follows a # and a word, and one blank.
func afterWord(line, word string) string {
	_, text, _ := strings.Cut(line, word)
	return strings.TrimRight(text[min(1, len(text)):], " \t\r\n")
}

// include reads the file of a "# columns FILE", in the trace's folder or below it.
func (h *header) include(folder, name string) error {
	file := filepath.Join(folder, name)
	f, err := disk.OpenIn(folder, name)
	if err != nil {
		return fmt.Errorf("%s: cannot open: %w", file, input.Pathless(err))
	}
	defer f.Close()
	text, err := input.OpenText(input.Stdin, f)
	if err != nil {
		return renamed(err, file)
	}
	defer text.Close()
	if h.columns != nil {
		return errors.New("columns are declared twice")
	}
	before := h.at
	defer func() { h.at = before }()
	h.columns, err = readColumns(file, text, func(line string, number int) error {
		h.at = place{file, number}
		return h.declareFormula(line, strings.Fields(strings.TrimPrefix(line, "#")))
	})
	return err
}

// finish puts numbered columns in order.
func (h *header) finish(base int) (at place, err error) {
	if len(h.numbered) == 0 {
		return at, nil
	}
	if h.columns != nil {
		first := slices.MinFunc(slices.Collect(maps.Values(h.lines)), func(a, b place) int { return a.line - b.line })
		return first, errors.New("columns are declared both here and in a file: one of them is enough")
	}
	for i, n := range slices.Sorted(maps.Keys(h.numbered)) {
		if i != n {
			return h.lines[n], fmt.Errorf("column %d is declared, but not column %d: declare all or none", n+base, i+base)
		}
		h.columns = append(h.columns, h.numbered[n])
	}
	return at, nil
}

// text returns the formula, "" if there is none or it is made of shapes.
func (h *header) text() string {
	var lines []string
	for _, l := range h.formula {
		lines = append(lines, l.text)
	}
	return strings.Join(lines, "\n")
}

// nonlinear reports whether the evaluation is a formula.
func (h *header) nonlinear() bool { return len(h.formula) > 0 || h.shaped }

// names returns the names of the inputs.
func (h *header) names() (list []string) {
	for _, d := range h.inputs {
		list = append(list, d.text)
	}
	return list
}

// check reports what is wrong with the formula and the inputs, and columns of sums without a formula.
func (h *header) check(base int) error {
	if !h.nonlinear() {
		for i, c := range h.columns {
			if c.Sum() != "" {
				return h.lines[i].fault(fmt.Errorf("column %d, %s, goes to the sum %s, but no formula reads it: declare one, # formula TEXT", i+base, c.Name, c.Sum()))
			}
		}
		return nil
	}
	for _, d := range h.inputs {
		c := matrix.Column{Name: d.text, Kind: matrix.Input}
		err := c.Validate()
		switch {
		case isKey(d.text):
			err = fmt.Errorf("input %s: keys (%s) cannot be names of inputs; the formula reads mg and eg as they are", d.text, keyNames)
		case h.shaped && d.text == shapeInput:
			err = fmt.Errorf("input %s: rows have it as the number of their formula", d.text)
		case slices.ContainsFunc(h.columns, func(c matrix.Column) bool { return c.Name == d.text }):
			err = fmt.Errorf("input %s: a column has this name", d.text)
		case slices.ContainsFunc(h.columns, func(c matrix.Column) bool { return sumOf(c) == d.text }):
			err = fmt.Errorf("input %s: a sum has this name", d.text)
		}
		if err != nil {
			return d.fault(err)
		}
	}
	if len(h.formula) == 0 {
		return nil
	}
	_, err := formula.Parse(h.text())
	return h.explain(err)
}

// explain says in which line of which file a formula's error is.
func (h *header) explain(err error) error {
	var e *formula.Error
	if !errors.As(err, &e) || e.Line > len(h.formula) || h.formula[e.Line-1].line == 0 {
		return err
	}
	return h.formula[e.Line-1].fault(e)
}

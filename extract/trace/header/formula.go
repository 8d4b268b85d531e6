package header

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"example.org/centipawn/internal/formula"
	"example.org/centipawn/matrix"
)

// declareFormula reads a line of the formula, an input, or that there are shapes.
func (h *Header) declareFormula(line string, fields []string) error {
	switch {
	case isFormula(fields):
		if len(fields) == 1 {
			return errors.New("formula: want its text, as in # formula linear + square(max(0, white)) / 100")
		}
		h.formula = append(h.formula, declaration{afterWord(line, "formula"), h.at})
	case len(fields) == 2 && fields[0] == "input":
		if !slices.ContainsFunc(h.inputs, func(t declaration) bool { return t.text == fields[1] }) {
			h.inputs = append(h.inputs, declaration{fields[1], h.at})
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

// Nonlinear reports whether the evaluation is a formula.
func (h *Header) Nonlinear() bool { return len(h.formula) > 0 || h.shaped }

// Formula returns the formula of all rows, "" if the evaluation is linear.
func (h *Header) Formula() (string, error) {
	if h.shaped {
		return h.shapes.choose(h.like)
	}
	return h.text(), nil
}

// text joins the lines of the formula.
func (h *Header) text() string {
	var lines []string
	for _, l := range h.formula {
		lines = append(lines, l.text)
	}
	return strings.Join(lines, "\n")
}

// names returns the names of the inputs.
func (h *Header) names() (list []string) {
	for _, t := range h.inputs {
		list = append(list, t.text)
	}
	return list
}

// Several reports whether rows have an input that says which of several formulas is theirs.
func (h *Header) Several() bool {
	if h.like != "" {
		return h.shaped && h.several
	}
	return len(h.shapes.forms) > 1
}

// AddShapes takes over what a chunk of a file declares, and checks that what its rows refer to is
// declared before them; used are the numbers, and the first line of each.
func (h *Header) AddShapes(index int, name string, declared []Numbered, used map[int]int) error {
	return h.shapes.add(index, name, declared, used)
}

// Shapes returns what the numbers of each file stand for, once Formula was called.
func (h *Header) Shapes() []map[int]Shape { return h.shapes.byFile }

// agreeFormula adds the formula of another file.
func (h *Header) agreeFormula(other *Header) error {
	switch {
	case !other.Nonlinear():
		return nil
	case other.shaped && len(other.formula) > 0:
		return errors.New("it declares a formula for all rows and formulas by number: want # formula TEXT or # shape N TEXT")
	case !h.Nonlinear():
		h.formula, h.inputs, h.shaped = other.formula, other.inputs, other.shaped
	case other.shaped && h.like != "" && !h.shaped:
		h.formula, h.shaped = nil, true
		h.inputs = slices.DeleteFunc(h.inputs, func(t declaration) bool { return t.text == ShapeInput })
	case other.shaped != h.shaped:
		return errors.New("it declares formulas otherwise than the files before: want # formula TEXT in all, or # shape N TEXT")
	case other.text() != h.text():
		return fmt.Errorf("its formula is not that of the other files, or of the training data: %q against %q", other.text(), h.text())
	}
	if have, want := other.names(), h.names(); !slices.Equal(have, want) {
		return fmt.Errorf("its inputs are %q, those of the other files, or of the training data, %q", have, want)
	}
	return nil
}

// Check reports what is wrong with the formula and the inputs, and columns of sums without a formula.
func (h *Header) Check(base int) error {
	if !h.Nonlinear() {
		for i, c := range h.Columns {
			if c.Sum() != "" {
				return h.lines[i].fault(fmt.Errorf("column %d, %s, goes to the sum %s, but no formula reads it: declare one before the first row, # formula TEXT or # shape N TEXT", i+base, c.Name, c.Sum()))
			}
		}
		return nil
	}
	for _, t := range h.inputs {
		if err := h.checkInput(t.text); err != nil {
			return t.fault(err)
		}
	}
	if len(h.formula) == 0 {
		return nil
	}
	_, err := formula.Parse(h.text())
	return h.Explain(err)
}

// checkInput reports what is wrong with the name of an input.
func (h *Header) checkInput(name string) error {
	of := func(taken func(matrix.Column) string) bool {
		return slices.ContainsFunc(h.Columns, func(c matrix.Column) bool { return taken(c) == name })
	}
	switch {
	case IsKey(name):
		return fmt.Errorf("input %s: keys (%s) cannot be names of inputs; the formula reads mg and eg as they are", name, KeyNames)
	case h.shaped && name == ShapeInput:
		return fmt.Errorf("input %s: rows have it as the number of their formula", name)
	case of(func(c matrix.Column) string { return c.Name }):
		return fmt.Errorf("input %s: a column has this name", name)
	case of(SumOf):
		return fmt.Errorf("input %s: a sum has this name", name)
	}
	return matrix.Column{Name: name, Kind: matrix.Input}.Validate()
}

// Explain says in which line of which file an error of the formula or of a column is.
func (h *Header) Explain(err error) error {
	var e *formula.Error
	var of *matrix.ColumnError
	switch {
	case errors.As(err, &of) && h.lines[of.Column].line > 0:
		return h.lines[of.Column].fault(of.Err)
	case !errors.As(err, &e):
		return err
	case h.shaped:
		return h.shapes.explain(e)
	case e.Line > len(h.formula) || h.formula[e.Line-1].line == 0:
		return err
	}
	return h.formula[e.Line-1].fault(e)
}

package trace

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"

	"example.org/centipawn/internal/formula"
	"example.org/centipawn/matrix"
)

// setHash is the identity of a set of columns: names, order, and which are
// tapered, and of the formula that reads them.
func setHash(columns []matrix.Column, text string) string {
	h := sha256.New()
	for _, c := range columns {
		fmt.Fprintf(h, "%q %t\n", c.Name, c.Tapered)
	}
	if text != "" {
		fmt.Fprintf(h, "formula %q\n", text)
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// A directory finds columns by number and name, and what else rows have for a formula.
type directory struct {
	base   int
	list   []matrix.Column // of terms; nil: not known yet
	byName map[string]int32

	// Of a formula:
	nonlinear bool
	formula   []textAt
	inputs    []string
	byInput   map[string]int32

	firstInput int32    // column of the first input
	shaped     bool     // rows have the number of a shape
	shape      int32    // its column; -1: all are of one shape
	sums       []string // in order of their first columns
	bySum      map[string]int32
}

// newDirectory makes the directory of the columns that a header declares; nil are not known yet.
func newDirectory(h *header, columns []matrix.Column, base int) *directory {
	d := &directory{base: base, list: columns, byName: make(map[string]int32, len(columns)), shape: -1}
	for i, c := range columns {
		d.byName[c.Name] = int32(i)
	}
	if h.nonlinear() {
		d.nonlinear, d.shaped, d.formula = true, h.shaped, h.formula
		d.findInputs(h.names())
		d.sums, d.bySum = sumsOf(columns)
	}
	return d
}

// findInputs numbers the columns of inputs: they follow the terms. While those are not known, they
// follow any.
func (d *directory) findInputs(inputs []string) {
	d.firstInput = int32(len(d.list))
	if d.list == nil {
		d.firstInput = matrix.MaxColumns
	}
	d.inputs, d.byInput = inputs, map[string]int32{}
	for i, name := range inputs {
		d.byInput[name] = int32(i)
	}
}

// columns returns all that rows have: terms, inputs and, if rows are of several shapes, their number.
func (d *directory) columns(several bool) []matrix.Column {
	columns := slices.Clone(d.list)
	for _, name := range d.inputs {
		columns = append(columns, matrix.Column{Name: name, Kind: matrix.Input})
	}
	if several {
		d.shape = int32(len(columns))
		columns = append(columns, matrix.Column{Name: shapeInput, Kind: matrix.Input})
	}
	return columns
}

// sumsOf returns the sums of terms, in the order of their first columns, and their numbers.
func sumsOf(columns []matrix.Column) (names []string, byName map[string]int32) {
	byName = map[string]int32{}
	for _, c := range columns {
		if name := sumOf(c); c.Kind == matrix.Term {
			if _, ok := byName[name]; !ok {
				byName[name] = int32(len(names))
				names = append(names, name)
			}
		}
	}
	return names, byName
}

// sumOf returns the name of the sum of a term.
func sumOf(c matrix.Column) string { return cmp.Or(c.Sum(), formula.Linear) }

// check compares a declaration among the rows, as where files were put one
// after the other, with what is known.
func (d *directory) check(line []byte) error {
	fields := strings.Fields(string(bytes.TrimPrefix(line, []byte("#"))))
	switch {
	case isFormula(fields):
		return d.checkFormula(afterWord(string(line), "formula"))
	case !isDeclaration(fields):
		return nil
	}
	n, c, err := parseDeclaration(fields, d.base)
	switch {
	case err != nil:
		return err
	case d.list == nil:
		return errors.New("column declared after the first row: declare all before it, and drop other output of the engine, such as a banner")
	case n >= len(d.list) || d.list[n] != c:
		return fmt.Errorf("column %d is declared as %s, which it is not at the beginning or in Options.Columns", n+d.base, describe(c))
	}
	return nil
}

// checkFormula reports a line of a formula that is not the one that is known.
func (d *directory) checkFormula(text string) error {
	switch {
	case slices.ContainsFunc(d.formula, func(l textAt) bool { return l.text == text }):
		return nil
	case d.nonlinear:
		return errors.New("a formula, which is not the one at the beginning of the first file: one formula goes with all rows; different ones are declared by number, # shape N TEXT")
	}
	return errors.New("formula declared after the first row: declare it before")
}

package header

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"example.org/centipawn/matrix"
)

// A Directory finds columns by number and name, and what else rows have for a formula.
type Directory struct {
	Base   int
	List   []matrix.Column // of terms; nil: not known yet
	ByName map[string]int32

	Nonlinear  bool
	Inputs     []string
	ByInput    map[string]int32
	FirstInput int32    // column of the first input
	Shaped     bool     // rows have the number of a shape
	Shape      int32    // its column; -1: all are of one shape
	Sums       []string // in order of their first columns
	BySum      map[string]int32

	formula []declaration
}

// Directory makes the directory of columns that the header declares; nil are not known yet.
func (h *Header) Directory(columns []matrix.Column, base int) *Directory {
	d := &Directory{Base: base, List: columns, ByName: make(map[string]int32, len(columns)), Shape: -1}
	for i, c := range columns {
		d.ByName[c.Name] = int32(i)
	}
	if h.Nonlinear() {
		d.Nonlinear, d.Shaped, d.formula = true, h.shaped, h.formula
		d.findInputs(h.names())
		d.Sums, d.BySum = SumsOf(columns)
	}
	return d
}

// findInputs numbers the columns of inputs: they follow the terms. While those are not known, they
// follow any.
func (d *Directory) findInputs(inputs []string) {
	d.FirstInput = int32(len(d.List))
	if d.List == nil {
		d.FirstInput = matrix.MaxColumns
	}
	d.Inputs, d.ByInput = inputs, map[string]int32{}
	for i, name := range inputs {
		d.ByInput[name] = int32(i)
	}
}

// Columns returns all that rows have: terms, inputs and, if rows are of several shapes, their number.
func (d *Directory) Columns(several bool) []matrix.Column {
	columns := slices.Clone(d.List)
	for _, name := range d.Inputs {
		columns = append(columns, matrix.Column{Name: name, Kind: matrix.Input})
	}
	if several {
		d.Shape = int32(len(columns))
		columns = append(columns, matrix.Column{Name: ShapeInput, Kind: matrix.Input})
	}
	return columns
}

// Check compares a declaration among the rows, as where files were put one
// after the other, with what is known.
func (d *Directory) Check(line []byte) error {
	fields := strings.Fields(string(bytes.TrimPrefix(line, []byte("#"))))
	switch {
	case isFormula(fields):
		return d.checkFormula(afterWord(string(line), "formula"))
	case !isDeclaration(fields):
		return nil
	}
	n, c, err := parseDeclaration(fields, d.Base)
	switch {
	case err != nil:
		return err
	case d.List == nil:
		return errors.New("column declared after the first row: declare all before it, and drop other output of the engine, such as a banner")
	case n >= len(d.List) || d.List[n] != c:
		return fmt.Errorf("column %d is declared as %s, which it is not at the beginning or in Options.Columns", n+d.Base, describe(c))
	}
	return nil
}

// checkFormula reports a line of a formula that is not the one that is known.
func (d *Directory) checkFormula(text string) error {
	switch {
	case slices.ContainsFunc(d.formula, func(l declaration) bool { return l.text == text }):
		return nil
	case d.Nonlinear:
		return errors.New("a formula, which is not the one at the beginning of the first file: one formula goes with all rows; different ones are declared by number, # shape N TEXT")
	}
	return errors.New("formula declared after the first row: declare it before")
}

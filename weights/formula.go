package weights

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"example.org/centipawn/internal/formula"
	"example.org/centipawn/matrix"
)

// Linear reports whether the term counts in the formula's sum linear, as all do in a file without one.
func (t Term) Linear() bool { return len(t.Sums) == 0 && !t.Parameter }

// columns are those of a term in a schema, one in each of its sums; a parameter has none that is counted.
func (t Term) columns() (list []matrix.Column) {
	switch {
	case t.Parameter:
		return nil
	case len(t.Sums) == 0:
		return []matrix.Column{{Name: t.Name, Tapered: t.Tapered}}
	}
	for _, sum := range t.Sums {
		c := matrix.Column{Name: sum + "/" + t.Name, Tapered: t.Tapered}
		if sum == formula.Linear {
			c.Name = t.Name
		}
		list = append(list, c)
	}
	return list
}

// Columns are those that a schema of which the file is needs: of its terms, in their order, of its inputs
// and of its parameters.
func (f *File) Columns() (list []matrix.Column) {
	var parameters []matrix.Column
	for _, t := range f.Terms {
		list = append(list, t.columns()...)
		if t.Parameter {
			parameters = append(parameters, matrix.Column{Name: t.Name, Kind: matrix.Parameter})
		}
	}
	for _, name := range f.Inputs {
		list = append(list, matrix.Column{Name: name, Kind: matrix.Input})
	}
	return append(list, parameters...)
}

// Program returns the compiled formula; nil of a linear file. The error is a *formula.Error.
func (f *File) Program() (*formula.Program, error) {
	return matrix.Schema{Columns: f.Columns(), Formula: f.Formula}.Program()
}

// Reads refuses rows of another formula than the file's. A file without one, such as published weights, goes with any:
// what it does not name is 0.
func (f *File) Reads(rows matrix.Schema) error {
	if f.Formula != "" && f.Formula != rows.Formula {
		return fmt.Errorf("the weights of set %s are for another formula than the rows: extract the rows again, or fit the weights again", f.Set)
	}
	return nil
}

// A formulaError is a fault in the formula.
type formulaError struct{ err error }

func (e *formulaError) Error() string { return e.err.Error() }
func (e *formulaError) Unwrap() error { return e.err }

// checkFormula reports the first fault in the formula, or what only a file with a formula may have.
func (f *File) checkFormula() error {
	if f.Formula == "" {
		return f.checkLinear()
	}
	if f.Kind == Policy {
		return errors.New("a policy with a formula: it is linear")
	}
	for i, name := range f.Inputs {
		if err := ValidName(name); err != nil {
			return fmt.Errorf("input %d: %w", i+1, err)
		}
	}
	parsed, err := formula.Parse(f.Formula)
	if err != nil {
		return &formulaError{err}
	}
	if _, err := f.Program(); err != nil {
		return &formulaError{err}
	}
	return f.checkRead(parsed)
}

// checkLinear refuses what only a formula reads.
func (f *File) checkLinear() error {
	if len(f.Inputs) > 0 {
		return errors.New("inputs without a formula that reads them")
	}
	for i, t := range f.Terms {
		if !t.Linear() {
			return &termError{i, fmt.Errorf("%s: a sum or a parameter without a formula that reads it", t.Name)}
		}
	}
	return nil
}

// checkRead compares the weights that the formula reads by name with those that the file has.
func (f *File) checkRead(parsed *formula.Formula) error {
	read, has := parsed.Weights(), map[string]bool{}
	for _, t := range f.Terms {
		has[t.Name] = has[t.Name] || t.Parameter
	}
	for _, name := range read {
		if !has[name] {
			return &formulaError{unknownWeight(f.Formula, name)}
		}
	}
	for i, t := range f.Terms {
		if t.Parameter && !slices.Contains(read, t.Name) {
			return &termError{i, fmt.Errorf("%s: a parameter that the formula does not read", t.Name)}
		}
	}
	return nil
}

// unknownWeight is the error of a weight that a formula reads by name and the file does not have.
func unknownWeight(text, name string) error {
	err := &formula.Error{Text: fmt.Sprintf("the weight %s: no parameter has this name: add a term of it with \"parameter\": true", name)}
	table, _ := Indices(name)
	quote := regexp.QuoteMeta
	place := regexp.MustCompile(`\bweight\s*\(\s*` + quote(name) + `\s*\)|\blookup\s*\([^;]*,\s*(` + quote(table) + `)\s*,\s*\d+\s*\)`)
	if at := place.FindStringSubmatchIndex(text); at != nil {
		before := text[:max(at[0], at[2])]
		err.Line, err.Column = 1+strings.Count(before, "\n"), len(before)-strings.LastIndexByte(before, '\n')
	}
	return err
}

// checkSums reports what the sums of a term may not be.
func (t Term) checkSums() error {
	switch {
	case t.Parameter && (t.Tapered || len(t.Sums) > 0):
		return fmt.Errorf("%s: a parameter has one value and no sums", t.Name)
	case (t.Parameter || len(t.Sums) > 0) && strings.Contains(t.Name, "/"):
		return fmt.Errorf("%s: a slash in the name: in a schema it stands between sum and weight", t.Name)
	}
	for i, sum := range t.Sums {
		if sum == "" || strings.Contains(sum, "/") {
			return fmt.Errorf("%s: sum %q: want a name of the formula", t.Name, sum)
		}
		if sum == formula.Linear && len(t.Sums) == 1 {
			return fmt.Errorf("%s: sum %s: its terms name no sum", t.Name, sum)
		}
		if slices.Contains(t.Sums[:i], sum) {
			return fmt.Errorf("%s: sum %s: named twice", t.Name, sum)
		}
	}
	return nil
}

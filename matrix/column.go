package matrix

import (
	"fmt"
	"strings"

	"example.org/centipawn/internal/formula"
)

// A Column is one column of the matrix: a term of an evaluation, or what its formula reads.
type Column struct {
	// Name is unique within the schema: WEIGHT, or SUM/WEIGHT of a column whose counts go to a sum of
	// the formula. Columns of several sums may share a weight.
	Name string `json:"name"`

	// Tapered says how many weights the column has: a plain column has
	// one (Name, factor 1), a tapered one two (Name.mg, factor MG; Name.eg, factor EG).
	Tapered bool `json:"tapered,omitempty"`

	// Kind says what the counts are, if they are not those of a term.
	Kind Kind `json:"kind,omitempty"`
}

// A Kind says what a column holds.
type Kind string

// The kinds of columns.
const (
	Term      Kind = ""          // counts of a term
	Input     Kind = "input"     // a number of the row that the formula reads by the column's name; it has no weight
	Parameter Kind = "parameter" // nothing: a weight that the formula reads by its name
)

// Sum returns the name of the sum to which a term's counts go; "" is the formula's sum linear.
func (c Column) Sum() string {
	sum, _ := c.split()
	return sum
}

// Term returns the name of a term without that of its sum; of other columns it is the name.
func (c Column) Term() string {
	_, term := c.split()
	return term
}

func (c Column) split() (sum, term string) {
	if sum, term, ok := strings.Cut(c.Name, "/"); ok && c.Kind == Term {
		return sum, term
	}
	return "", c.Name
}

// Weights returns the names of the column's weights.
func (c Column) Weights() []string {
	switch {
	case c.Kind == Input:
		return nil
	case c.Tapered:
		return []string{c.Term() + ".mg", c.Term() + ".eg"}
	}
	return []string{c.Term()}
}

// Validate reports what is wrong with the column alone.
func (c Column) Validate() error {
	if err := c.checkName(); err != nil {
		return err
	}
	if c.Kind != Term && c.Tapered {
		return fmt.Errorf("column %q is of kind %s and tapered: it has one value", c.Name, c.Kind)
	}
	return nil
}

// checkName reports a name that is not of the column's kind.
func (c Column) checkName() error {
	switch c.Kind {
	case Term:
	case Input, Parameter:
		if strings.Contains(c.Name, "/") {
			return fmt.Errorf("column %q is of kind %s: want a name without a slash", c.Name, c.Kind)
		}
		if c.Kind == Input && !formula.ValidName(c.Name) {
			return fmt.Errorf("input %q: %s", c.Name, names)
		}
		return nil
	default:
		return fmt.Errorf("column %q is of kind %q: want none, %s or %s", c.Name, c.Kind, Input, Parameter)
	}
	if !strings.Contains(c.Name, "/") {
		return nil
	}
	switch sum, term := c.split(); {
	case sum == "" || term == "" || strings.Contains(term, "/"):
		return fmt.Errorf("column %q: want WEIGHT, or SUM/WEIGHT of a sum of the formula", c.Name)
	case sum == formula.Linear:
		return fmt.Errorf("column %q: the sum %s is that of columns without a sum: call it %s", c.Name, sum, term)
	case !formula.ValidName(sum):
		return fmt.Errorf("column %q: the sum %q: %s", c.Name, sum, names)
	}
	return nil
}

// names says what formulas can read.
const names = "want a name that a formula can read: letters, digits and underscores, not a digit first, and not a word of formulas such as max"

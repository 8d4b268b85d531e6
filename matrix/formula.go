package matrix

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"example.org/centipawn/internal/formula"
)

// BlockFormula is the formula of sets with king danger by side: White's own danger squared, less
// Black's, a hundredth of it, in the middlegame.
const BlockFormula = formula.QuadraticBlock

// Nonlinear reports whether the evaluation is more than the sum of counts × weights.
func (s Schema) Nonlinear() bool { return s.Formula != "" }

// WithFormula returns the schema with a formula, and with a column for each weight that the formula
// reads by its name. The error is a *formula.Error.
func (s Schema) WithFormula(text string) (Schema, error) {
	f, err := formula.Parse(text)
	if err != nil {
		return s, err
	}
	s.Formula, s.Columns = text, slices.Clone(s.Counted())
	for _, name := range f.Weights() {
		s.Columns = append(s.Columns, Column{Name: name, Kind: Parameter})
	}
	return s, nil
}

// Counted returns the columns that rows may have counts of: all but the parameters, which come last.
func (s Schema) Counted() []Column {
	n := len(s.Columns)
	for n > 0 && s.Columns[n-1].Kind == Parameter {
		n--
	}
	return s.Columns[:n]
}

// Program returns the compiled formula; nil of a linear schema. The error is a *formula.Error.
func (s Schema) Program() (*formula.Program, error) {
	if s.Formula == "" {
		return nil, nil
	}
	f, err := formula.Parse(s.Formula)
	if err != nil {
		return nil, err
	}
	return s.compile(f)
}

// compile compiles the formula. The sum linear may be one without columns: it is 0.
func (s Schema) compile(f *formula.Formula) (*formula.Program, error) {
	scope := s.scope()
	p, err := f.Compile(scope)
	if err == nil {
		return p, nil
	}
	scope.Sums = append(scope.Sums, formula.Sum{Name: formula.Linear})
	if p, again := f.Compile(scope); again == nil {
		return p, nil
	}
	return nil, err
}

// scope says what the names of the formula mean.
func (s Schema) scope() (scope formula.Scope) {
	at, plain := map[string]int{}, map[int]bool{}
	for _, c := range s.Columns {
		switch c.Kind {
		case Input:
			scope.Inputs = append(scope.Inputs, c.Name)
		case Term:
			name := cmp.Or(c.Sum(), formula.Linear)
			i, ok := at[name]
			if !ok {
				i = len(scope.Sums)
				at[name] = i
				scope.Sums = append(scope.Sums, formula.Sum{Name: name})
			}
			scope.Sums[i].Tapered = scope.Sums[i].Tapered || c.Tapered
			plain[i] = plain[i] || !c.Tapered
		}
	}
	for i := range scope.Sums {
		scope.Sums[i].Mixed = scope.Sums[i].Tapered && plain[i]
	}
	return scope
}

func (s Schema) checkColumns() error {
	if len(s.Columns) == 0 {
		return errors.New("no columns")
	}
	if len(s.Columns) > MaxColumns {
		return fmt.Errorf("%d columns: at most %d can be indexed", len(s.Columns), MaxColumns)
	}
	o := owners{columns: s.Columns, name: map[string]int{}, weight: map[string]int{}, term: map[string]int{}}
	for i, c := range s.Columns {
		if c.Name == "" {
			return fmt.Errorf("column %d has no name", i)
		}
		if err := c.Validate(); err != nil {
			return &ColumnError{i, err}
		}
		if c.Tapered && !s.factors() {
			return &ColumnError{i, fmt.Errorf("column %q is tapered, but there is no table of factors", c.Name)}
		}
		if err := o.add(i); err != nil {
			return err
		}
	}
	return nil
}

// A ColumnError says what is wrong with a column, or with it and one before.
type ColumnError struct {
	Column int // of Schema.Columns; of a parameter and a term the term
	Err    error
}

func (e *ColumnError) Error() string { return e.Err.Error() }

func (e *ColumnError) Unwrap() error { return e.Err }

// factors reports whether there are tables of factors.
func (s Schema) factors() bool { return len(s.MG) > 0 && len(s.EG) > 0 }

// owners says which columns have which names and weights.
type owners struct {
	columns []Column
	name    map[string]int
	weight  map[string]int
	term    map[string]int // the first of several sums that share a term
}

// add reports what column i and those before it cannot both have.
func (o *owners) add(i int) error {
	c := o.columns[i]
	for _, w := range c.Weights() {
		if k, ok := o.weight[w]; ok && !o.share(k, i) {
			return o.clash(k, i, fmt.Errorf("columns %q and %q both have the weight %q", o.columns[k].Name, c.Name, w))
		}
		o.weight[w] = i
	}
	if k, ok := o.name[c.Name]; ok {
		return o.clash(k, i, fmt.Errorf("column %q is there twice", c.Name))
	}
	o.name[c.Name] = i
	if c.Kind != Term {
		return nil
	}
	if k, ok := o.term[c.Term()]; ok && o.columns[k].Tapered != c.Tapered {
		return &ColumnError{i, fmt.Errorf("columns %q and %q share the weight %q, but one of them is tapered and the other is not", o.columns[k].Name, c.Name, c.Term())}
	}
	o.term[c.Term()] = i
	return nil
}

// share reports whether two columns are of different sums, and may have a weight together.
func (o *owners) share(k, i int) bool {
	a, b := o.columns[k], o.columns[i]
	return a.Kind == Term && b.Kind == Term && a.Term() == b.Term() && a.Name != b.Name
}

// clash is the error of column i, which cannot be there beside column k. Of a weight that the formula reads by
// its name the fault is seen at the other column.
func (o *owners) clash(k, i int, err error) error {
	if a, b := o.columns[k], o.columns[i]; b.Kind == Parameter && a.Kind == Term {
		return &ColumnError{k, fmt.Errorf("column %q: the formula reads a weight of this name, %q, by weight or lookup: give one of them another name", a.Name, b.Name)}
	}
	return &ColumnError{i, err}
}

// checkFormula reports a formula that does not go with the columns.
func (s Schema) checkFormula() error {
	if s.Formula == "" {
		return s.checkLinear()
	}
	f, err := formula.Parse(s.Formula)
	if err != nil {
		return err
	}
	if err := s.checkParameters(f.Weights()); err != nil {
		return err
	}
	scope := s.scope()
	for _, sum := range scope.Sums {
		if slices.Contains(scope.Inputs, sum.Name) {
			return fmt.Errorf("%s is both an input and a sum", sum.Name)
		}
	}
	p, err := s.compile(f)
	if err != nil {
		return err
	}
	for _, leaf := range p.Leaves {
		if (leaf.Kind == formula.RowMG || leaf.Kind == formula.RowEG) && !s.factors() {
			return errors.New("the formula reads mg or eg, but there is no table of factors")
		}
	}
	return nil
}

// checkLinear reports a column that only a formula reads.
func (s Schema) checkLinear() error {
	for _, c := range s.Columns {
		switch {
		case c.Kind != Term:
			return fmt.Errorf("column %q is of kind %s, but there is no formula that reads it", c.Name, c.Kind)
		case c.Sum() != "":
			return fmt.Errorf("column %q goes to the sum %s, but there is no formula that reads it", c.Name, c.Sum())
		}
	}
	return nil
}

// checkParameters compares the parameters with the weights that the formula reads.
func (s Schema) checkParameters(want []string) error {
	var have []string
	for _, c := range s.Columns[len(s.Counted()):] {
		have = append(have, c.Name)
	}
	for _, c := range s.Counted() {
		if c.Kind == Parameter {
			return fmt.Errorf("column %q is a parameter and not one of the last columns", c.Name)
		}
	}
	if !slices.Equal(have, want) {
		return fmt.Errorf("the parameters are %q, the weights that the formula reads by name %q: want the same, in this order, after all other columns", have, want)
	}
	return nil
}

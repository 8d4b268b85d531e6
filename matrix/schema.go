package matrix

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"example.org/centipawn/internal/enum"
	"example.org/centipawn/internal/formula"
)

// MaxColumns is the largest number of columns: indices are stored as uint16.
const MaxColumns = 65535

// A Column is one column of the matrix: a term of an evaluation.
type Column struct {
	// Name is unique within the schema: WEIGHT, or SUM/WEIGHT of a column whose counts go to a sum of
	// the formula. Columns of several sums may share a weight.
	Name string `json:"name"`

	// Tapered says how many weights the column has: a plain column has
	// one (Name, factor 1), a tapered one two (Name.mg, factor MG; Name.eg, factor EG).
	Tapered bool `json:"tapered,omitempty"`

	// Side makes the column one side's own counts of a term of the block, of which
	// the evaluation is quadratic. Its name then ends in ".white" or ".black"; what
	// goes before names the one weight of both columns.
	Side Side `json:"side,omitempty"`

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
	sum, _, ok := strings.Cut(c.Name, "/")
	if !ok || c.Kind != Term {
		return ""
	}
	return sum
}

// weight returns the name without that of the sum.
func (c Column) weight() string {
	if _, weight, ok := strings.Cut(c.Name, "/"); ok && c.Kind == Term {
		return weight
	}
	return c.Name
}

// A Side says whose counts a column holds.
type Side string

// The sides.
const (
	Both  Side = "" // White's less Black's
	White Side = "white"
	Black Side = "black"
)

// Sided returns the column of a side's own counts of the term of that name.
func Sided(name string, side Side) Column { return Column{Name: name + "." + string(side), Side: side} }

// Weights returns the names of the column's weights.
func (c Column) Weights() []string {
	switch {
	case c.Kind == Input:
		return nil
	case c.Tapered:
		return []string{c.weight() + ".mg", c.weight() + ".eg"}
	case c.Side != Both:
		return []string{strings.TrimSuffix(c.Name, "."+string(c.Side))}
	}
	return []string{c.weight()}
}

// phased reports whether what the column is worth depends on the phase.
func (c Column) phased() bool { return c.Tapered || c.Side != Both }

// check reports what is wrong with the column alone.
func (c Column) check() error {
	switch c.Side {
	case Both:
		return nil
	case White, Black:
	default:
		return fmt.Errorf("column %q is of side %q: want white or black", c.Name, c.Side)
	}
	if c.Tapered {
		return fmt.Errorf("column %q is of one side and tapered", c.Name)
	}
	if w := c.Weights()[0]; w == c.Name || w == "" {
		return fmt.Errorf("column %q is of side %s: want a name that ends in .%s", c.Name, c.Side, c.Side)
	}
	return nil
}

// CountType is the type in which the counts of a whole matrix are stored.
type CountType uint8

// The types of counts.
const (
	Int8    CountType = iota // whole numbers, -128..127; 1 byte an entry
	Int16                    // whole numbers, -32768..32767; 2 bytes
	Float32                  // any finite number; 4 bytes
)

var countNames = []string{Int8: "int8", Int16: "int16", Float32: "float32"}

// String returns NumPy's name of the type: int8, int16 or float32.
func (t CountType) String() string { return enum.Name(countNames, t) }

// MarshalText writes NumPy's name of the type.
func (t CountType) MarshalText() ([]byte, error) {
	if int(t) >= len(countNames) {
		return nil, fmt.Errorf("unknown type of counts %d", uint8(t))
	}
	return []byte(countNames[t]), nil
}

// UnmarshalText reads NumPy's name of a type.
func (t *CountType) UnmarshalText(text []byte) error { return enum.Parse(t, countNames, text) }

// Optional is the set of those arrays of a block that most matrices lack. They
// are declared in the [Schema], because a writer that streams cannot know what
// is still to come.
type Optional uint8

// The optional arrays.
const (
	WithSource   Optional = 1 << iota // Block.Source; without it all rows are of source 0
	WithWeight                        // Block.Weight; without it every row weighs 1
	WithOffset                        // Block.Offset; without it all offsets are 0
	WithExpected                      // Block.Expected; without it no row has one
	WithTree                          // Block.Tree; without it no row is of a tree
	WithSide                          // Block.Side; without it all are SideWhite
)

var optionalNames = []string{"source", "weight", "offset", "expected", "tree", "side"}

// Has reports whether o holds every array of p.
func (o Optional) Has(p Optional) bool { return o&p == p }

// names lists the arrays of o in the order of the constants.
func (o Optional) names() []string {
	names := []string{}
	for i, name := range optionalNames {
		if o.Has(1 << i) {
			names = append(names, name)
		}
	}
	return names
}

// String lists the arrays, as in "source weight".
func (o Optional) String() string { return strings.Join(o.names(), " ") }

// parseOptional is the inverse of names.
func parseOptional(names []string) (Optional, error) {
	var o Optional
	for _, name := range names {
		i := slices.Index(optionalNames, name)
		if i < 0 {
			return 0, fmt.Errorf("unknown optional array %q", name)
		}
		o |= 1 << i
	}
	return o, nil
}

// A Schema is what a writer must know before the first row.
//
// A row costs, on disk, 28 bytes (row pointer 8, hash 8, game 4, score 2, ply 2,
// mg 1, eg 1, result 1, material 1) plus, for each entry, 2 bytes of index and
// the size of a count; each optional array adds 1 (source, side) or 4 bytes
// (weight, offset, expected, tree). A
// position with 14.4 non-zero int8 counts, the average of piece-square tables,
// thus takes 71.2 bytes.
type Schema struct {
	Set     string   // name of the set of terms
	SetHash string   // hash of the set: matrices of different sets never mix
	Phase   string   // name of the definition of the game phase that MG and EG are of
	Scale   string   // name of the scale in EG; "": none
	Columns []Column // at most MaxColumns; Block.Columns are indices into it

	// Formula makes an evaluation of the sums, see package formula; "": their sum is linear.
	Formula string

	Counts   CountType // how counts are stored
	Optional Optional  // which optional arrays the blocks may have

	// MG and EG turn the byte codes of Block.MG and Block.EG into factors: φ and
	// (1−φ)·scale. At most 256 entries, finite; they may be empty when no column is
	// tapered, and then every code is 0.
	MG, EG []float32
}

// Validate reports what is wrong with the schema.
func (s Schema) Validate() error {
	if int(s.Counts) >= len(countNames) {
		return fmt.Errorf("unknown type of counts %d", uint8(s.Counts))
	}
	if s.Optional >= 1<<len(optionalNames) {
		return fmt.Errorf("unknown optional arrays %#x", uint8(s.Optional))
	}
	if err := s.checkColumns(); err != nil {
		return err
	}
	if err := checkFactors("mg", s.MG); err != nil {
		return err
	}
	return checkFactors("eg", s.EG)
}

func (s Schema) checkColumns() error {
	if len(s.Columns) == 0 {
		return errors.New("no columns")
	}
	if len(s.Columns) > MaxColumns {
		return fmt.Errorf("%d columns: at most %d can be indexed", len(s.Columns), MaxColumns)
	}
	owner := make(map[string]string) // weight → column
	block := make(map[string]string) // weight of the block → the column whose other side was not met yet
	for i, c := range s.Columns {
		if c.Name == "" {
			return fmt.Errorf("column %d has no name", i)
		}
		if err := c.check(); err != nil {
			return err
		}
		if c.phased() && (len(s.MG) == 0 || len(s.EG) == 0) {
			return fmt.Errorf("column %q is tapered, but there is no table of factors", c.Name)
		}
		for _, w := range c.claims(block) {
			if other, ok := owner[w]; ok {
				return fmt.Errorf("columns %q and %q both have the weight %q", other, c.Name, w)
			}
			owner[w] = c.Name
		}
	}
	for _, name := range slices.Sorted(maps.Values(block)) {
		return fmt.Errorf("column %q has no column of the other side", name)
	}
	return nil
}

// claims returns the names that no other column may have: the column's weights, or,
// of one side, its own name, and with the second side the weight of both. It keeps
// account in block.
func (c Column) claims(block map[string]string) []string {
	if c.Side == Both {
		return c.Weights()
	}
	w := c.Weights()[0]
	if first, met := block[w]; !met || first == c.Name {
		block[w] = c.Name
		return []string{c.Name}
	}
	delete(block, w)
	return []string{c.Name, w}
}

func checkFactors(name string, table []float32) error {
	if len(table) > 256 {
		return fmt.Errorf("table of %s factors has %d entries: a code is one byte", name, len(table))
	}
	for code, f := range table {
		if !finite(f) {
			return fmt.Errorf("%s factor of code %d is %v", name, code, f)
		}
	}
	return nil
}

// finite reports whether f is neither infinite nor NaN.
func finite(f float32) bool { return f-f == 0 }

// HasBlock reports whether columns hold one side's counts.
func (s Schema) HasBlock() bool {
	return slices.ContainsFunc(s.Columns, func(c Column) bool { return c.Side != Both })
}

// differs says in which respect two schemas cannot be joined, "" if in none.
// Optional arrays may differ: what is absent has a defined value.
func (s Schema) differs(t Schema) string {
	switch {
	case s.SetHash != t.SetHash || s.Set != t.Set || s.Phase != t.Phase || s.Scale != t.Scale:
		return fmt.Sprintf("set %s (hash %s) against set %s (hash %s)", s.Set, s.SetHash, t.Set, t.SetHash)
	case !slices.Equal(s.Columns, t.Columns):
		return "their columns differ"
	case s.Counts != t.Counts:
		return fmt.Sprintf("counts are %v against %v", s.Counts, t.Counts)
	case !slices.Equal(s.MG, t.MG) || !slices.Equal(s.EG, t.EG):
		return "their tables of factors differ"
	}
	return ""
}

// clone returns a copy that shares nothing with s.
func (s Schema) clone() Schema {
	s.Columns, s.MG, s.EG = slices.Clone(s.Columns), slices.Clone(s.MG), slices.Clone(s.EG)
	return s
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
	return f.Compile(s.scope())
}

// scope says what the names of the formula mean.
func (s Schema) scope() (scope formula.Scope) {
	at := map[string]int{}
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
		}
	}
	return scope
}

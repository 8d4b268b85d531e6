package matrix

import (
	"fmt"
	"slices"
	"strings"

	"example.org/centipawn/internal/enum"
)

// MaxColumns is the largest number of columns: indices are stored as uint16.
const MaxColumns = 65535

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

	// Formula makes an evaluation of the sums, see package formula; "": it is linear. A row's
	// evaluation is its value and the row's offset.
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
	if err := s.checkFormula(); err != nil {
		return err
	}
	if err := checkFactors("mg", s.MG); err != nil {
		return err
	}
	return checkFactors("eg", s.EG)
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

// differs says in which respect two schemas cannot be joined, "" if in none.
// Optional arrays may differ: what is absent has a defined value.
func (s Schema) differs(t Schema) string {
	switch {
	case s.SetHash != t.SetHash || s.Set != t.Set || s.Phase != t.Phase || s.Scale != t.Scale:
		return fmt.Sprintf("set %s (hash %s) against set %s (hash %s)", s.Set, s.SetHash, t.Set, t.SetHash)
	case !slices.Equal(s.Columns, t.Columns):
		return "their columns differ"
	case s.Formula != t.Formula:
		return "their formulas differ"
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

// Package candidates lists what an evaluation may lack, and counts it by side: terms, tables and
// families of sets, terms where a condition is true, of the side to move, squared, and multiplied
// by one another. What a candidate is worth is for others to say: the package knows no weights.
package candidates

import (
	"context"
	"errors"

	"example.org/centipawn/board"
	"example.org/centipawn/features"
	"example.org/centipawn/features/catalog"
)

// A Column is what one term counts for White and for Black in the rows in which it counts. Rows
// ascend. The term's count is White less Black.
type Column struct {
	Name         string
	Rows         []uint32
	White, Black []float32
}

// A Base says what a base column is: a term that is counted as it stands.
type Base struct {
	features.Definition
	Family string

	// Net says that the sides are not known apart: White is max(0, c) and Black max(0, −c) of
	// White's count less Black's.
	Net bool

	// Even says that the count is of the position, the same for both colours: White has it, and
	// Black nothing.
	Even bool

	// Own says that the column is of a trace of the engine's own, not one of the sets.
	Own bool
}

// An Entry is what one base column counts in a position.
type Entry struct {
	Column       int32
	White, Black float32
}

// Facts are the conditions that are true of a position: bit i is [Conditions] i. The highest
// bit is set if Black is to move.
type Facts uint64

// A Condition is a fact of a position that stays when the colours are exchanged.
type Condition struct {
	Name     string // as in "threat.hanging where NAME": "kings on opposite wings"
	Sentence string // when it is true: one sentence
}

// A Kind says how a candidate is made of base columns.
type Kind string

// The kinds.
const (
	Family  Kind = "family"  // all terms of a family
	Table   Kind = "table"   // terms whose names differ in their last part alone
	Term    Kind = "term"    // one term
	Where   Kind = "where"   // a term or table where a condition is true
	Mover   Kind = "mover"   // a term or table, of the side to move alone
	Ahead   Kind = "ahead"   // a count of the position, of the side that is ahead in material
	Square  Kind = "square"  // a side's own count squared
	Product Kind = "product" // two own counts of a side multiplied
)

// A Candidate is one column or several that stand or fall together.
type Candidate struct {
	Name    string // unique and stable
	Kind    Kind
	Formula string // one sentence: what is counted for one side
	Unit    string
	Source  string

	Columns   []int // base columns; of a square and a product those that are added up to the first factor
	Times     []int // of a product: those that are added up to the second factor
	Condition int   // index of [Conditions]; -1: none
}

// A Counter counts the terms of sets by side.
type Counter struct{}

// New returns a counter of the families of sets, without terms that came before.
func New(sets ...*features.Set) (*Counter, error) { return nil, errors.ErrUnsupported }

// Base returns what the base columns are. The caller must not change them.
func (c *Counter) Base() []Base { return nil }

// A Tally counts one position after the other. It keeps buffers: a goroutine needs its own.
type Tally struct{}

// NewTally returns a tally of the counter.
func (c *Counter) NewTally() *Tally { return nil }

// Count returns what the base columns count in p, columns ascending, and what is true of it. The
// entries are valid until the next call.
func (t *Tally) Count(p *board.Position) ([]Entry, Facts) { return nil, 0 }

// Conditions returns the conditions. The caller must not change them.
func Conditions() []Condition { return nil }

// Columns are the counts of rows, by column, and what is true of each row.
type Columns struct{}

// Collect counts rows positions; at returns that of a row and is called from several goroutines.
// The result is the same at any number of threads.
func (c *Counter) Collect(ctx context.Context, rows int, at func(row int) *board.Position, threads int) (*Columns, error) {
	return nil, errors.ErrUnsupported
}

// NewColumns returns columns without base columns and facts, for those of a trace alone: see [Columns.AddOwn].
func NewColumns(rows int) *Columns { return nil }

// AddOwn adds columns of the engine's own, such as a trace's. Net says of each that its sides are
// not known apart. It reports an error for rows that do not ascend or lie outside.
func (d *Columns) AddOwn(list []Column, net []bool) error { return errors.ErrUnsupported }

// Base returns what the base columns are, own ones last.
func (d *Columns) Base() []Base { return nil }

// Rows returns the number of rows.
func (d *Columns) Rows() int { return 0 }

// Facts returns what is true of a row.
func (d *Columns) Facts(row int) Facts { return 0 }

// Column returns a base column.
func (d *Columns) Column(i int) Column { return Column{} }

// List returns the candidates, in an order of their own.
func (d *Columns) List() []Candidate { return nil }

// Build returns the columns of a candidate. It may be called from several goroutines.
func (d *Columns) Build(x *Candidate) []Column { return nil }

// Cost returns what it costs to count the families of a candidate in nanoseconds a position,
// beyond what the set standard computes for its own terms; 0 for own columns.
func (c *Counter) Cost(x *Candidate) float64 { return 0 }

// Example returns a position in which a candidate counts for White, for a picture, and false if
// there is none among [features.Probes].
func (c *Counter) Example(x *Candidate) (catalog.Example, bool) { return catalog.Example{}, false }

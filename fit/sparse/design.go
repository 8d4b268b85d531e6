package sparse

import (
	"context"
	"fmt"
	"math"
)

// A Column says which weights its count is multiplied with: indices, or −1.
// Weights may stand behind several columns.
type Column struct{ Plain, MG, EG int32 }

// used reports whether a weight stands behind the column.
func (c Column) used() bool { return c.Plain >= 0 || c.MG >= 0 || c.EG >= 0 }

func (c Column) weights() [3]int32 { return [...]int32{c.Plain, c.MG, c.EG} }

// Rows are some rows in compressed form: the entries of row r are Columns and
// Counts from Low[r] to High[r], columns ascending.
type Rows struct {
	Low, High []int64
	Columns   []uint16
	Counts    []float32

	MG, EG    []uint8   // codes of the factors
	Target    []float32 // t in [0,1]
	Weight    []float32 // more than 0; nil: all 1
	Offset    []float32 // centipawns; nil: all 0
	Intercept []uint16  // a column more, above those of Columns, with count 1; nil: none
	Cluster   []uint32  // rows that are not independent share it

	// Scratch is the source's own, kept from one block to the next.
	Scratch any
}

// Source gives the rows, block by block, the same whenever it is asked. Block is
// safe for concurrent use, with an into for each caller.
type Source interface {
	Blocks() int
	Block(b int, into *Rows) error
}

// Loss is the measure of a row's error.
type Loss uint8

// The losses, see the package comment.
const (
	Squared Loss = iota
	CrossEntropy
)

// Spec says what rows mean.
type Spec struct {
	Columns []Column
	Block   []Unit    // see the package comment; nil: none
	MG, EG  []float64 // factors by code
	Weights int       // number of weights
	Loss    Loss
	Threads int // fewer than one are one

	// Memory bounds the bytes of the working copy; a larger one is packed again,
	// a segment at a time, in every pass. Zero means no bound.
	Memory int64
}

// A Design is the packed rows. Its passes run on Threads goroutines, one pass at
// a time: its methods are not safe for concurrent use.
type Design struct {
	Spec
	Scale float64 // c, see the package comment; more than 0

	source   Source
	symbols  []symbol
	pairs    []pair // of factors that occur
	valued   bool   // entries are columns and have values of their own
	weighted bool
	offsets  bool

	slots     []int16 // by column, see slot; nil without a block
	firstUnit int     // the first of the columns that stand for units
	units     []bool  // those that have a count other than 0 in a row

	rows     int
	total    float64 // Σ weights of rows
	mean     float64 // target
	plans    []plan
	resident []*segment // by plan; nil: packed when it is needed
	buffer   segment    // for those
	unused   []*worker
}

// A symbol is a column with a count.
type symbol struct {
	column uint16
	count  float64
}

// A pair is the factors of a cell.
type pair struct{ mg, eg float64 }

// New packs the rows of a source.
func New(ctx context.Context, source Source, spec Spec) (*Design, error) {
	if n := len(spec.Columns) + len(spec.Block); n > math.MaxUint16 {
		return nil, fmt.Errorf("sparse: %d columns: at most %d", n, math.MaxUint16)
	}
	d := &Design{Spec: spec, Scale: 1, source: source}
	d.prepareBlock()
	c, err := d.take(ctx)
	if err != nil {
		return nil, err
	}
	d.plan(c)
	return d, d.keep(ctx)
}

// Rescaled returns the design with another scale, and the same rows.
func (d *Design) Rescaled(scale float64) *Design {
	out := *d
	out.Scale, out.unused = scale, nil
	return &out
}

// Rows returns the number of rows.
func (d *Design) Rows() int { return d.rows }

// TotalWeight returns the sum of the rows' weights.
func (d *Design) TotalWeight() float64 { return d.total }

// MeanTarget returns the weighted mean of the targets.
func (d *Design) MeanTarget() float64 { return d.mean }

// Active reports for each weight whether a column of it has a count other than 0
// in a row.
func (d *Design) Active() []bool {
	active := make([]bool, d.Weights)
	for _, s := range d.symbols {
		for _, w := range d.Columns[s.column].weights() {
			if w >= 0 && s.count != 0 {
				active[w] = true
			}
		}
	}
	for i, u := range d.Block {
		if u.Weight >= 0 && d.units[i] {
			active[u.Weight] = true
		}
	}
	return active
}

// Bytes returns the size of the working copy, were all of it in memory.
func (d *Design) Bytes() (n int64) {
	for i := range d.plans {
		n += d.plans[i].bytes(d)
	}
	return n
}

// InMemory reports whether all of it is.
func (d *Design) InMemory() bool {
	for _, s := range d.resident {
		if s == nil {
			return false
		}
	}
	return true
}

// keep packs the segments that the memory holds.
func (d *Design) keep(ctx context.Context) error {
	d.resident = make([]*segment, len(d.plans))
	left := d.Memory
	for i := range d.plans {
		if left -= d.plans[i].bytes(d); d.Memory > 0 && left < 0 {
			return nil
		}
		s := new(segment)
		if err := d.pack(ctx, i, s); err != nil {
			return err
		}
		d.resident[i] = s
	}
	return nil
}

// segment returns segment i, packed now if it is not kept.
func (d *Design) segment(ctx context.Context, i int) (*segment, error) {
	if s := d.resident[i]; s != nil {
		return s, nil
	}
	return &d.buffer, d.pack(ctx, i, &d.buffer)
}

// value returns what a count of 1 of a column is worth under factors.
func (c Column) value(w []float64, p pair) (v float64) {
	if c.Plain >= 0 {
		v += w[c.Plain]
	}
	if c.MG >= 0 {
		v += w[c.MG] * p.mg
	}
	if c.EG >= 0 {
		v += w[c.EG] * p.eg
	}
	return v
}

// spread adds the derivative by a column's value to those by its weights.
func (c Column) spread(g []float64, p pair, v float64) {
	if c.Plain >= 0 {
		g[c.Plain] += v
	}
	if c.MG >= 0 {
		g[c.MG] += v * p.mg
	}
	if c.EG >= 0 {
		g[c.EG] += v * p.eg
	}
}

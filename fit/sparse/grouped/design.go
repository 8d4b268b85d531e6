// Package grouped is the passes of fit/sparse over rows whose groups, such as games or search trees, have
// intercepts that are eliminated: in every evaluation of the loss the intercept of a group is the one
// that makes the loss of the group's rows smallest.
package grouped

import (
	"context"
	"errors"

	"example.org/centipawn/fit/sparse"
	"example.org/centipawn/fit/sparse/packed"
)

// A Design is packed rows by group. Its Batch is that of rows without intercepts, since a batch cuts
// groups apart.
type Design struct {
	*sparse.Design
	Groups  *Groups
	profile *profile // scratch
	total   float64  // weight of the rows that have a say
}

// New packs the rows of a source, which say of which group they are. The loss must have Slopes.
func New(ctx context.Context, source packed.Source, spec sparse.Spec) (*Design, error) {
	if spec.Exchange != nil {
		return nil, errors.New("sparse: rows with intercepts by group must all be in one process")
	}
	if spec.Loss == nil {
		spec.Loss = sparse.Sigmoid
	}
	g := &Groups{loss: spec.Loss, blocks: make([]blockGroups, source.Blocks())}
	spec.Places = g
	d, err := sparse.New(ctx, source, spec)
	if err != nil {
		return nil, err
	}
	if !d.InMemory() {
		return nil, errors.New("sparse: rows with intercepts by group must all be in memory: allow more of it (-memory), or fit a sample of the rows")
	}
	return &Design{Design: d, Groups: g, total: g.total()}, nil
}

// Rescaled returns the design with another scale, and the same rows.
func (d *Design) Rescaled(scale float64) *Design {
	return &Design{Design: d.Design.Rescaled(scale), Groups: d.Groups, total: d.total}
}

// TotalWeight returns the sum of the weights of the rows that have a say.
func (d *Design) TotalWeight() float64 { return d.total }

// A profile is the state of the rows by place at some weights: their intercepts eliminated.
type profile struct {
	value  []float64 // by place: logits, and then what a pass makes of them
	at     []float64 // by group: the intercept, as a logit
	anchor []float64 // by group: mean logit and intercept together, where searches for it begin; nil: at 0
}

// located returns where the row of each place is.
func (d *Design) located() []rowAt {
	g := d.Groups
	if g.order != nil {
		return g.order
	}
	g.order = make([]rowAt, len(g.target))
	for n, s := range d.Resident {
		for c := range s.Cells {
			for row := s.Cells[c].Low; row < s.Cells[c].Low+s.Cells[c].Rows; row++ {
				g.order[s.Place[row]] = rowAt{uint32(n), uint32(c), uint32(row)}
			}
		}
	}
	return g.order
}

package sparse

import (
	"context"

	"example.org/centipawn/internal/shards"
)

// An Order is what the process that leads asks of the others: a pass over packed rows.
type Order struct {
	Number int    // of the packed rows, [Spec].Number
	Pass   string // a name of passes
	Scale  float64
	Model  *OrderedModel // of the loss; nil: it is that of the options

	W      []float64
	Kind   Curvature
	Every  int // or the limit of points, or pools
	Flag   bool
	Wanted []bool
	Games  []uint32 // nil: all
}

// The passes that processes share.
const (
	passGradient  = "gradient"
	passCurvature = "curvature"
	passDiagonal  = "diagonal"
	passPoints    = "points"
	passScores    = "scores"
	passCounts    = "counts"
	passGames     = "games"
	passSingle    = "single"

	// PassPack asks to pack rows, in the mix of the weights where Flag says so; PassEnd to end.
	PassPack = "pack"
	PassEnd  = "end"
)

// orderStep is the step of an exchange in which an order is told.
const orderStep = "order"

// tell tells the other processes of a pass, if this is the one that leads.
func (d *Design) tell(ctx context.Context, o *Order) error {
	if d.Exchange == nil || !d.Exchange.Leads() {
		return nil
	}
	o.Number, o.Scale, o.Model = d.Number, d.Scale, d.Loss.Model
	return o.Tell(ctx, d.Exchange)
}

// Tell tells the other processes of an order.
func (o *Order) Tell(ctx context.Context, x shards.Exchange) error {
	text, err := o.MarshalBinary()
	if err == nil {
		_, err = x.Tell(ctx, orderStep, text)
	}
	return err
}

const orderKind = "order of a pass"

// MarshalBinary writes the order.
func (o *Order) MarshalBinary() ([]byte, error) { return shards.Marshal(orderKind, o.code) }

// UnmarshalBinary reads what MarshalBinary wrote.
func (o *Order) UnmarshalBinary(text []byte) error {
	*o = Order{}
	return shards.Unmarshal(orderKind, text, o.code)
}

func (o *Order) code(c *shards.Coder) {
	kind, modelled, some := int(o.Kind), o.Model != nil, o.Games != nil
	c.Int(&o.Number, &kind, &o.Every)
	c.Text(&o.Pass)
	c.Float(&o.Scale)
	c.Bool(&o.Flag, &modelled, &some)
	shards.Numbers(c, &o.W)
	shards.List(c, &o.Wanted, func(b *bool) { c.Bool(b) })
	shards.Numbers(c, &o.Games)
	o.Kind = Curvature(kind)
	if some && o.Games == nil {
		o.Games = []uint32{}
	}
	if modelled {
		if o.Model == nil {
			o.Model = new(OrderedModel)
		}
		m := o.Model
		c.Float(&m.Scale, &m.WDL.A[0], &m.WDL.A[1], &m.WDL.B[0], &m.WDL.B[1])
	}
}

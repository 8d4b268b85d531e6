package linear

import (
	"context"
	"fmt"

	"example.org/centipawn/fit/rows"
	"example.org/centipawn/internal/shards"
	"example.org/centipawn/matrix"
)

// A GramPart is the grams of some segments of the rows: what a pass of least squares adds up. Sums are made
// within segments, and over segments as [shards.Sums] does, so that it does not matter who made them.
type GramPart struct {
	order, sources int
	sums           shards.Sums
}

var _ shards.Partial[*GramPart] = (*GramPart)(nil)

// newGramPart returns the sums of no segment.
func newGramPart(order, sources int) *GramPart { return &GramPart{order: order, sources: sources} }

// Merge implements [shards.Partial].
func (p *GramPart) Merge(o *GramPart) error {
	if p.order != o.order || p.sources != o.sources {
		return fmt.Errorf("sums of products of %d weights and %d sources, and of %d and %d", p.order, p.sources, o.order, o.sources)
	}
	return p.sums.Merge(&o.sums)
}

const gramKind = "sums of products"

// MarshalBinary implements [shards.Partial].
func (p *GramPart) MarshalBinary() ([]byte, error) { return shards.Marshal(gramKind, p.code) }

// UnmarshalBinary implements [shards.Partial].
func (p *GramPart) UnmarshalBinary(text []byte) error {
	*p = GramPart{}
	return shards.Unmarshal(gramKind, text, p.code)
}

func (p *GramPart) code(c *shards.Coder) {
	c.Int(&p.order, &p.sources)
	shards.Part(c, &p.sums)
}

// length is that of a gram as a vector.
func (p *GramPart) length() int {
	return 3 + p.order + p.order*(p.order+1)/2 + p.order + p.sources*(3+p.order)
}

// add adds the gram of a segment.
func (p *GramPart) add(segment int, g *Gram) error {
	v := append(p.sums.Fresh(p.length())[:0], float64(g.rows), g.labels, g.yy) // numbers of rows are exact, too
	for _, n := range g.active {
		v = append(v, float64(n))
	}
	for i := range p.order {
		v = append(v, g.xx[i*p.order+i:(i+1)*p.order]...)
	}
	v = append(v, g.xy...)
	none := &margin{x: make([]float64, p.order)}
	for _, m := range g.margins[:p.sources] {
		if m == nil {
			m = none
		}
		v = append(append(v, float64(m.rows), m.w, m.y), m.x...)
	}
	return p.sums.Add(segment, v)
}

// whole returns the gram of all segments.
func (p *GramPart) whole(segments int) (*Gram, error) {
	g := NewGram(p.order)
	if segments == 0 {
		return g, nil
	}
	v, err := p.sums.Total(segments)
	if err != nil {
		return nil, err
	}
	if len(v) != p.length() {
		return nil, fmt.Errorf("sums of products: %d numbers, want %d", len(v), p.length())
	}
	take := func(n int) []float64 {
		low := v[:n:n]
		v = v[n:]
		return low
	}
	head := take(3)
	g.rows, g.labels, g.yy = int(head[0]), head[1], head[2]
	for j, n := range take(p.order) {
		g.active[j] = int(n)
	}
	for i := range p.order {
		copy(g.xx[i*p.order+i:(i+1)*p.order], take(p.order-i))
	}
	copy(g.xy, take(p.order))
	for s := range p.sources {
		n, x := take(3), take(p.order)
		if n[0] > 0 {
			g.margins[s] = &margin{rows: int(n[0]), w: n[1], y: n[2], x: x}
		}
	}
	return g, nil
}

// gramPart makes the sums of the segments low to high−1, rows reweighted by r.
func (e *Problem) gramPart(ctx context.Context, stage string, r *reweighing, low, high int) (*GramPart, error) {
	part, order := e.fresh(), len(e.Design.Names)
	fresh := func() *GramSum {
		return &GramSum{Gram: *NewGram(order), Rows: RowFeed{Design: e.Design, reweigh: r}}
	}
	pass, segment := e.Training(stage), NewGram(order)
	for i := low; i < high; i++ {
		segment.Reset()
		one := pass.Of(i*shards.SegmentBlocks, (i+1)*shards.SegmentBlocks)
		if err := rows.Sum(ctx, one, fresh, func(g *GramSum) { segment.Merge(&g.Gram) }); err != nil {
			return nil, err
		}
		if err := part.add(i, segment); err != nil {
			return nil, err
		}
	}
	return part, nil
}

// fresh returns sums of no segment of the problem's rows.
func (e *Problem) fresh() *GramPart {
	sources := 1
	if e.Data.Schema().Optional.Has(matrix.WithSource) {
		sources = len(Gram{}.margins)
	}
	return newGramPart(len(e.Design.Names), sources)
}

// segments is how many there are.
func (e *Problem) segments() int { return shards.Segments(e.Data.Blocks()) }

// gram makes a pass, or the process's share of it, and returns the sums over all rows.
func (e *Problem) gram(ctx context.Context, stage string, r *reweighing) (*Gram, error) {
	n := e.segments()
	low, high := 0, n
	if e.Exchange != nil {
		low, high = e.Exchange.Range(n)
	}
	mine := func() (*GramPart, error) { return e.gramPart(ctx, stage, r, low, high) }
	var all *GramPart
	var err error
	if e.Exchange == nil {
		all, err = mine()
	} else {
		all, err = shards.Gather(ctx, e.Exchange, "products", e.fresh, mine)
	}
	if err != nil {
		return nil, err
	}
	return all.whole(n)
}

package choice

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"example.org/centipawn/fit/rows"
	"example.org/centipawn/matrix"
)

// Counts say what became of the roots of a part.
type Counts struct {
	Roots  int `json:"roots"`            // of two moves or more: those that take part
	Moves  int `json:"moves"`            // of these
	Single int `json:"single,omitempty"` // roots of one move, which says nothing
}

// Collect packs the roots of a pass over data: those of each part, marked by it. Rows of a root follow
// one another. old is the evaluation that the new one is compared with, nil for none.
func Collect(ctx context.Context, p rows.Pass, d *rows.Design, c Config, old *rows.Scorer) (*Roots, *Collected, error) {
	if err := checkData(p.Data.Schema()); err != nil {
		return nil, nil, err
	}
	c.Columns, c.form = columnsOf(d)
	fresh := func() *collector { return &collector{design: d, old: old, roots: New(c)} }
	all := fresh()
	var failed error
	err := rows.Sum(ctx, p, fresh, func(part *collector) { failed = cmp.Or(failed, all.merge(part)) })
	if err = cmp.Or(err, failed, all.pack(&all.tail)); err != nil {
		return nil, nil, err
	}
	return all.roots, &all.Collected, all.scattered()
}

// checkData reports data that know no roots.
func checkData(s matrix.Schema) error {
	if !s.Optional.Has(matrix.WithTree | matrix.WithSide) {
		return errors.New("fit: the rows have no columns tree and side: pass a file that match choices wrote, or another -loss")
	}
	return nil
}

// Collected counts what was packed.
type Collected struct {
	Funnel rows.Funnel
	Parts  [rows.Sealed + 1]Counts
	NoRoot int // rows that are of no root
}

// A collector packs the roots of some blocks. The first and the last may go on in other blocks, so
// they are kept as they come.
type collector struct {
	Collected
	design *rows.Design
	old    *rows.Scorer
	roots  *Roots

	head, tail run
	headed     bool     // head is complete; the rows that come are the tail's
	keys       []uint64 // of the roots that were packed
}

// Reset implements rows.Summer.
func (c *collector) Reset() {
	c.Collected, c.keys, c.headed = Collected{}, c.keys[:0], false
	c.roots.clear()
	c.head.clear()
	c.tail.clear()
}

// Add implements rows.Summer.
func (c *collector) Add(b *matrix.Block, sel *rows.Selection) error {
	c.Funnel.Merge(&sel.Funnel)
	for k, i := range sel.Index {
		tree := b.Tree[i]
		if tree == 0 {
			c.NoRoot++
			continue
		}
		key := uint64(rows.Source(b, int(i)))<<32 | uint64(tree)
		if key != c.tail.key {
			if err := c.next(); err != nil {
				return err
			}
			c.tail.key = key
			c.tail.root = Root{Game: b.Game[i], Part: uint8(sel.Part[k]), Black: b.Side[i] == matrix.SideBlack}
		}
		if err := c.row(b, int(i), sel.Y[k], sel.W[k]); err != nil {
			return err
		}
	}
	return nil
}

// next ends the run that is open.
func (c *collector) next() error {
	switch {
	case c.tail.key == 0:
	case !c.headed:
		c.head, c.tail, c.headed = c.tail, c.head, true
		c.tail.clear()
	default:
		return c.pack(&c.tail)
	}
	return nil
}

// row appends a row to the run that is open.
func (c *collector) row(b *matrix.Block, i int, label, weight float64) error {
	r, d := &c.tail, c.design
	m := Move{MG: d.Factors.MG[b.MG[i]], EG: d.Factors.EG[b.EG[i]], Value: label}
	if b.Offset != nil {
		m.Offset = float64(b.Offset[i])
	}
	m.Old = m.Offset // of a move without counts, which is no position to evaluate
	columns, counts := b.Row(i)
	if d.FixedScore != nil && len(columns) > 0 {
		if m.Offset = d.FixedScore.Score(b, i); m.Offset-m.Offset != 0 {
			return fmt.Errorf("of fixed weights: %w", d.FixedScore.Fault(b, i))
		}
	}
	switch {
	case c.old == nil:
		m.Old = 0
	case len(columns) > 0:
		if m.Old = c.old.Score(b, i); m.Old-m.Old != 0 {
			return fmt.Errorf("at the start weights nothing can be fitted: %w: correct the row, or pass other start weights (-start)", c.old.Fault(b, i))
		}
	}
	r.column, r.count = append(r.column, columns...), append(r.count, counts...)
	r.ends, r.moves, r.weight = append(r.ends, len(r.column)), append(r.moves, m), r.weight+weight
	return nil
}

// pack adds a run to the roots, and clears it.
func (c *collector) pack(r *run) error {
	defer r.clear()
	if r.key == 0 {
		return nil
	}
	c.keys = append(c.keys, r.key)
	n := &c.Parts[r.root.Part]
	if len(r.moves) == 1 {
		n.Single++
		return nil
	}
	n.Roots++
	n.Moves += len(r.moves)
	r.finish()
	if err := c.roots.Add(r.root, r.moves); err != nil {
		return fmt.Errorf("fit: root %08x: %w", uint32(r.key), err)
	}
	return nil
}

// merge appends the roots of further blocks.
func (c *collector) merge(o *collector) error {
	first := &o.head
	if !o.headed {
		first = &o.tail
	}
	if first.key != 0 && c.tail.key == first.key {
		c.tail.join(first)
	} else if first.key != 0 {
		if err := c.pack(&c.tail); err != nil {
			return err
		}
		c.tail, *first = *first, c.tail
	}
	if !o.headed {
		c.count(o)
		return nil
	}
	err := c.pack(&c.tail)
	c.roots.merge(o.roots)
	c.count(o)
	c.tail, o.tail = o.tail, c.tail
	return err
}

// count adds the counts of o.
func (c *collector) count(o *collector) {
	c.Funnel.Merge(&o.Funnel)
	for i, n := range o.Parts {
		c.Parts[i].Roots += n.Roots
		c.Parts[i].Moves += n.Moves
		c.Parts[i].Single += n.Single
	}
	c.NoRoot += o.NoRoot
	c.keys = append(c.keys, o.keys...)
}

// mostAgain is the share of roots that may come twice: two of a great many may have one number.
const mostAgain = 0.01

// scattered reports roots whose moves do not follow one another.
func (c *collector) scattered() error {
	seen, again := make(map[uint64]bool, len(c.keys)), 0
	for _, key := range c.keys {
		if seen[key] {
			again++
		}
		seen[key] = true
	}
	if float64(again) <= 1+mostAgain*float64(len(c.keys)) {
		return nil
	}
	return fmt.Errorf("fit: the moves of %d roots do not follow one another: give the rows in the order in which they were written, not shuffled", again)
}

package inspect

import (
	"cmp"
	"slices"

	"example.org/centipawn/internal/shards"
	"example.org/centipawn/winprob"
)

var _ shards.Partial[*Watch] = (*Watch)(nil)

const watchKind = "watch of samples"

// MarshalBinary implements [shards.Partial].
func (w *Watch) MarshalBinary() ([]byte, error) { return shards.Marshal(watchKind, w.code) }

// UnmarshalBinary implements [shards.Partial].
func (w *Watch) UnmarshalBinary(text []byte) error {
	*w = Watch{}
	return shards.Unmarshal(watchKind, text, w.code)
}

func (w *Watch) code(c *shards.Coder) {
	c.Int(&w.rows, &w.unmarked, &w.black)
	codeCounts(c, w.scores[:])
	shards.Ints(c, w.finished[:])
	shards.Ints(c, w.results[:])
	for _, m := range []*rowSums{&w.order.first, &w.order.rest} {
		c.Int(&m.rows, &m.known, &m.points, &m.pieces)
	}
	w.distinct.code(c)
	g := &w.games
	shards.Ints(c, g.ends[:])
	c.Int(&g.judged, &g.upset)
	for _, all := range []*clusters{&g.clusters, &g.kept, &g.openings} {
		all.code(c)
	}
	w.stretches.code(c)
}

// A counted is a counter that is not 0.
type counted struct{ at, n int }

// codeCounts codes counters of which most are 0.
func codeCounts(c *shards.Coder, counts []int) {
	var list []counted
	for i, n := range counts {
		if n != 0 {
			list = append(list, counted{i, n})
		}
	}
	shards.List(c, &list, func(e *counted) {
		c.Int(&e.at, &e.n)
		if !c.Reading() {
			return
		}
		if e.at < 0 || e.at >= len(counts) {
			c.Fail(shards.ErrForeign)
			return
		}
		counts[e.at] = e.n
	})
}

// code codes the sample in the order of its keys: where they stand in the table depends on the
// order in which they came.
func (d *distinct) code(c *shards.Coder) {
	level := int(d.level)
	if c.Int(&level); level < 0 || level > 63 {
		c.Fail(shards.ErrForeign)
		return
	}
	d.level = uint(level)
	var list []position
	for i := range d.slots {
		if d.slots[i].rows > 0 {
			list = append(list, d.slots[i])
		}
	}
	slices.SortFunc(list, func(a, b position) int { return cmp.Compare(a.key, b.key) })
	shards.List(c, &list, func(p *position) {
		c.Uint(&p.key)
		numbers := []int64{int64(p.rows), int64(p.min), int64(p.max)}
		shards.Fixed(c, numbers)
		if c.Reading() {
			p.rows, p.min, p.max = uint32(numbers[0]), winprob.Score(numbers[1]), winprob.Score(numbers[2])
			if p.rows == 0 {
				c.Fail(shards.ErrForeign)
				return
			}
			d.put(p)
		}
	})
}

// A heldCell is one that holds rows.
type heldCell struct {
	at int
	cell
}

func (g *clusters) code(c *shards.Coder) {
	c.Int(&g.rows)
	g.sample.code(c)
	var list []heldCell
	for i := range g.cells {
		if g.cells[i].rows > 0 {
			list = append(list, heldCell{i, g.cells[i]})
		}
	}
	shards.List(c, &list, func(e *heldCell) {
		rows, line := int(e.rows), int(e.line)
		if c.Int(&e.at, &rows, &line); !c.Reading() {
			return
		}
		if e.at < 0 || e.at >= cellCount {
			c.Fail(shards.ErrForeign)
			return
		}
		if g.cells == nil {
			g.cells = make([]cell, cellCount)
		}
		g.cells[e.at] = cell{uint32(rows), uint32(line)}
	})
}

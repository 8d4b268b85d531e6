package sparse

import (
	"context"
	"errors"
	"slices"

	"centipawn/ordered"
)

// Groups are the rows by group, where each group has an intercept that is eliminated: in every
// evaluation of the loss it is the one that makes the loss of the group's rows smallest.
//
// A row has a place besides its row: rows of one group have places next to each other, groups in the
// order of their first rows. What is summed over a group is summed in the order of the places,
// whatever blocks the rows come from.
type Groups struct {
	start  []int      // by group: its first place; and the number of places
	first  [][]uint32 // by block and its groups: the place of the group's first row there
	chunks []int      // groups in parts for partial sums: the first of each, and their number
	target []float32  // by place
	weight []float32  // by place; nil: all 1
	order  []rowAt    // by place; nil before it was asked for

	// Silent is what was left out because it says nothing of weights, see [Design.Groups].
	Silent Silence
}

// A Silence counts groups without a say: of one row, or, for expected scores, with all targets 0 or
// all 1. Their intercept alone brings their loss to its minimum whatever the weights are.
type Silence struct {
	Groups, Rows int
	Single       int // groups of one row
}

// Len returns the number of groups that have a say.
func (g *Groups) Len() int { return len(g.start) - 1 }

// rowAt is where a place's row is.
type rowAt struct{ segment, cell, row uint32 }

// Groups returns the groups of the rows, nil without intercepts by group. Rows of groups that say
// nothing are not among the rows of the design.
func (d *Design) Groups() *Groups { return d.groups }

// errTooLarge refuses rows by group that the memory does not hold.
var errTooLarge = errors.New("sparse: rows with intercepts by group must all be in memory: allow more of it (-memory), or fit a sample of the rows")

// A tally is what is known of a group's rows.
type tally struct {
	rows      int
	low, high float32 // targets
}

// add adds rows.
func (t *tally) add(o tally) {
	if t.rows == 0 {
		t.low, t.high = o.low, o.high
	}
	t.rows, t.low, t.high = t.rows+o.rows, min(t.low, o.low), max(t.high, o.high)
}

// silent reports whether the group says nothing of weights.
func (t *tally) silent(l *Loss) bool {
	return t.rows == 1 || !l.Linear && (t.low == 1 || t.high == 0)
}

// A numbering numbers the groups of a block in the order of their first rows.
type numbering struct {
	index   map[uint64]int
	keys    []uint64
	tallies []tally
	last    [2]struct {
		key    uint64
		number int
	}
}

func (n *numbering) reset() {
	if n.index == nil {
		n.index = make(map[uint64]int)
	}
	clear(n.index)
	n.keys, n.tallies = n.keys[:0], n.tallies[:0]
}

// of returns the number of a group. Rows of one group stand together, or of two by turns, as those of
// a search tree with either side to move: a row looks at the last two before it looks into the map.
func (n *numbering) of(key uint64) int {
	for i := range n.last {
		if l := &n.last[i]; l.key == key && l.number < len(n.keys) && n.keys[l.number] == key {
			return l.number
		}
	}
	number, ok := n.index[key]
	if !ok {
		number = len(n.keys)
		n.index[key] = number
		n.keys, n.tallies = append(n.keys, key), append(n.tallies, tally{})
	}
	n.last[0], n.last[1] = n.last[1], n.last[0]
	n.last[0].key, n.last[0].number = key, number
	return number
}

// A groupCensus is the groups of some blocks.
type groupCensus struct {
	rows   Rows
	number numbering
	keys   []uint64
	of     []tally
}

// count looks at a block.
func (c *groupCensus) count(source Source, block int) error {
	if err := source.Block(block, &c.rows); err != nil {
		return err
	}
	c.number.reset()
	for r, key := range c.rows.Group {
		t := c.rows.Target[r]
		c.number.tallies[c.number.of(key)].add(tally{1, t, t})
	}
	c.keys, c.of = append(c.keys, c.number.keys...), append(c.of, c.number.tallies...)
	return nil
}

// talking is a source without the rows of groups that say nothing.
type talking struct {
	Source
	silent map[uint64]bool
	count  Silence
}

// heard returns the source without the rows of groups that say nothing.
func heard(ctx context.Context, source Source, of *coding) (*talking, error) {
	whole := make(map[uint64]tally)
	err := ordered.Sum(ctx, of.Threads, source.Blocks(), func() *groupCensus { return new(groupCensus) },
		func(c *groupCensus, block int) error { return c.count(source, block) },
		func(c *groupCensus) {
			for i, key := range c.keys {
				t := whole[key]
				t.add(c.of[i])
				whole[key] = t
			}
			c.keys, c.of = c.keys[:0], c.of[:0]
		})
	out := &talking{Source: source, silent: make(map[uint64]bool)}
	for key, t := range whole {
		if t.silent(of.Loss) {
			out.silent[key] = true
			out.count.Groups++
			out.count.Rows += t.rows
			if t.rows == 1 {
				out.count.Single++
			}
		}
	}
	return out, err
}

// Block implements Source.
func (s *talking) Block(b int, into *Rows) error {
	if err := s.Source.Block(b, into); err != nil {
		return err
	}
	n, last, skip := 0, uint64(0), false
	for r, key := range into.Group {
		if r == 0 || key != last {
			last, skip = key, s.silent[key]
		}
		if !skip {
			into.move(r, n)
			n++
		}
	}
	into.cut(n)
	return nil
}

// move makes row r the one at to.
func (rows *Rows) move(r, to int) {
	if r == to {
		return
	}
	rows.Low[to], rows.High[to] = rows.Low[r], rows.High[r]
	rows.MG[to], rows.EG[to] = rows.MG[r], rows.EG[r]
	rows.Target[to], rows.Cluster[to], rows.Group[to] = rows.Target[r], rows.Cluster[r], rows.Group[r]
	if rows.Weight != nil {
		rows.Weight[to] = rows.Weight[r]
	}
	if rows.Offset != nil {
		rows.Offset[to] = rows.Offset[r]
	}
	if rows.Intercept != nil {
		rows.Intercept[to] = rows.Intercept[r]
	}
}

// cut keeps the first n rows.
func (rows *Rows) cut(n int) {
	rows.Low, rows.High, rows.MG, rows.EG = rows.Low[:n], rows.High[:n], rows.MG[:n], rows.EG[:n]
	rows.Target, rows.Cluster, rows.Group = rows.Target[:n], rows.Cluster[:n], rows.Group[:n]
	if rows.Weight != nil {
		rows.Weight = rows.Weight[:n]
	}
	if rows.Offset != nil {
		rows.Offset = rows.Offset[:n]
	}
	if rows.Intercept != nil {
		rows.Intercept = rows.Intercept[:n]
	}
}

// blockGroups are the groups of a block with their rows there.
type blockGroups struct {
	keys []uint64
	rows []int
}

// count counts the rows of a block's groups.
func (n *numbering) count(groups []uint64) (b blockGroups) {
	n.reset()
	for _, key := range groups {
		n.tallies[n.of(key)].rows++
	}
	b.keys = slices.Clone(n.keys)
	for _, t := range n.tallies {
		b.rows = append(b.rows, t.rows)
	}
	return b
}

// newGroups gives every row of blocks its place.
func newGroups(blocks []blockGroups, weighted bool) *Groups {
	g, index, sizes := &Groups{}, make(map[uint64]int), []int(nil)
	numbers := make([][]int, len(blocks))
	for b, in := range blocks {
		for i, key := range in.keys {
			n, ok := index[key]
			if !ok {
				n = len(sizes)
				index[key], sizes = n, append(sizes, 0)
			}
			sizes[n] += in.rows[i]
			numbers[b] = append(numbers[b], n)
		}
	}
	places := 0
	for _, n := range sizes {
		g.start = append(g.start, places)
		places += n
	}
	next := slices.Clone(g.start)
	g.start = append(g.start, places)
	for b, in := range blocks {
		first := make([]uint32, len(in.rows))
		for i, n := range numbers[b] {
			first[i] = uint32(next[n])
			next[n] += in.rows[i]
		}
		g.first = append(g.first, first)
	}
	g.target, g.chunks = make([]float32, places), g.parts(groupRows)
	if weighted {
		g.weight = make([]float32, places)
	}
	return g
}

// parts cuts the groups into parts of so many rows and more.
func (g *Groups) parts(rows int) (list []int) {
	for n, from := 0, -rows; n < g.Len(); n++ {
		if g.start[n] >= from+rows {
			list, from = append(list, n), g.start[n]
		}
	}
	return append(list, g.Len())
}

// weights returns those of places, nil if all are 1.
func (g *Groups) weights(low, high int) []float32 {
	if g.weight == nil {
		return nil
	}
	return g.weight[low:high]
}

// located returns where the row of each place is.
func (p *packed) located() []rowAt {
	g := p.groups
	if g.order != nil {
		return g.order
	}
	g.order = make([]rowAt, len(g.target))
	for n, s := range p.resident {
		for c := range s.cells {
			for row := s.cells[c].low; row < s.cells[c].low+s.cells[c].rows; row++ {
				g.order[s.place[row]] = rowAt{uint32(n), uint32(c), uint32(row)}
			}
		}
	}
	return g.order
}

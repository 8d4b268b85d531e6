package grouped

import (
	"slices"
	"sync"

	"example.org/centipawn/fit/sparse"
	"example.org/centipawn/fit/sparse/packed"
)

// Groups are the rows by group.
//
// A row has a place, too: rows of one group have places next to each other, groups in the
// order of their first rows. What is summed over a group is summed in the order of the places,
// whatever blocks the rows come from.
type Groups struct {
	loss   *sparse.Loss
	blocks []blockGroups // that were counted
	start  []int         // by group: its first place; and the number of places
	first  [][]uint32    // by block and its groups: the place of the group's first row there
	chunks []int         // groups in parts for partial sums: the first of each, and their number
	target []float32     // by place
	weight []float32     // by place; nil: all 1
	order  []rowAt       // by place; nil before it was asked for

	Silent Silence
	silent []bool // by group: it says nothing, and its rows are passed over
	muted  []bool // by place: its group is; nil if none is
}

// A Silence counts groups without a say: of one row, or, for expected scores, with all targets 0 or
// all 1. Their intercept alone brings their loss to its minimum whatever the weights are.
type Silence struct {
	Groups, Rows int
	Single       int // groups of one row
}

// Len returns the number of groups.
func (g *Groups) Len() int { return len(g.start) - 1 }

// rowAt is where a place's row is.
type rowAt struct{ segment, cell, row uint32 }

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
func (t *tally) silent(l *sparse.Loss) bool {
	return t.rows == 1 || !l.Linear && (t.low == 1 || t.high == 0)
}

// A numbering numbers the groups of a block in the order of their first rows.
type numbering struct {
	index   map[uint64]int
	keys    []uint64
	tallies []tally
	next    []uint32 // by group: the place of its next row
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

// blockGroups are the groups of a block with their rows there.
type blockGroups struct {
	keys    []uint64
	tallies []tally
}

// count counts the rows of a block's groups.
func (n *numbering) count(rows *packed.Rows) blockGroups {
	n.reset()
	for r, key := range rows.Group {
		t := rows.Target[r]
		n.tallies[n.of(key)].add(tally{1, t, t})
	}
	return blockGroups{slices.Clone(n.keys), slices.Clone(n.tallies)}
}

// Count implements [packed.Placer].
func (g *Groups) Count(block int, rows *packed.Rows) {
	n := numberings.Get().(*numbering)
	defer numberings.Put(n)
	g.blocks[block] = n.count(rows)
}

// numberings are scratch.
var numberings = sync.Pool{New: func() any { return new(numbering) }}

// Place implements [packed.Placer].
func (g *Groups) Place(block int, rows *packed.Rows, places []uint32) []uint32 {
	n := numberings.Get().(*numbering)
	defer numberings.Put(n)
	n.reset()
	n.next = append(n.next[:0], g.first[block]...)
	places = slices.Grow(places[:0], len(rows.Group))[:len(rows.Group)]
	for r, key := range rows.Group {
		group := n.of(key)
		at := n.next[group]
		n.next[group]++
		places[r], g.target[at] = at, rows.Target[r]
		if g.weight != nil {
			g.weight[at] = float32(packed.WeightAt(rows.Weight, r))
		}
	}
	return places
}

// Counted implements [packed.Placer]: it gives every row of the blocks its place.
func (g *Groups) Counted(weighted bool) {
	index, all := make(map[uint64]int), []tally(nil)
	numbers := make([][]int, len(g.blocks))
	for b, in := range g.blocks {
		for i, key := range in.keys {
			n, ok := index[key]
			if !ok {
				n = len(all)
				index[key], all = n, append(all, tally{})
			}
			all[n].add(in.tallies[i])
			numbers[b] = append(numbers[b], n)
		}
	}
	places := 0
	for _, t := range all {
		g.start = append(g.start, places)
		places += t.rows
		g.silent = append(g.silent, g.Silent.add(t, g.loss))
	}
	next := slices.Clone(g.start)
	g.start = append(g.start, places)
	for b, in := range g.blocks {
		first := make([]uint32, len(in.keys))
		for i, n := range numbers[b] {
			first[i] = uint32(next[n])
			next[n] += in.tallies[i].rows
		}
		g.first = append(g.first, first)
	}
	g.target, g.chunks = make([]float32, places), g.parts(packed.GroupRows)
	if weighted {
		g.weight = make([]float32, places)
	}
	g.mute()
	g.blocks = nil
}

// mute marks the places of groups that say nothing.
func (g *Groups) mute() {
	if g.Silent.Rows == 0 {
		return
	}
	g.muted = make([]bool, len(g.target))
	for n, silent := range g.silent {
		for at := g.start[n]; at < g.start[n+1]; at++ {
			g.muted[at] = silent
		}
	}
}

// add counts a group, and reports whether it is silent.
func (s *Silence) add(t tally, l *sparse.Loss) bool {
	if !t.silent(l) {
		return false
	}
	s.Groups++
	s.Rows += t.rows
	if t.rows == 1 {
		s.Single++
	}
	return true
}

// total returns the weight of the rows whose groups have a say.
func (g *Groups) total() (sum float64) {
	for n, silent := range g.silent {
		for at := g.start[n]; at < g.start[n+1] && !silent; at++ {
			sum += packed.WeightAt(g.weight, at)
		}
	}
	return sum
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

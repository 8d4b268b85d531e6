package sparse

import (
	"errors"
	"slices"
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

// Groups returns the groups of the rows, nil without intercepts by group.
func (d *Design) Groups() *Groups { return d.groups }

// errTooLarge refuses rows by group that the memory does not hold.
var errTooLarge = errors.New("sparse: rows with intercepts by group must all be in memory: allow more of it (-memory), or fit a sample of the rows")

// check refuses rows that are not all in memory.
func (g *Groups) check(p *packed) error {
	if p.InMemory() {
		return nil
	}
	return errTooLarge
}

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

// blockGroups are the groups of a block with their rows there.
type blockGroups struct {
	keys    []uint64
	tallies []tally
}

// count counts the rows of a block's groups.
func (n *numbering) count(rows *Rows) blockGroups {
	n.reset()
	for r, key := range rows.Group {
		t := rows.Target[r]
		n.tallies[n.of(key)].add(tally{1, t, t})
	}
	return blockGroups{slices.Clone(n.keys), slices.Clone(n.tallies)}
}

// newGroups gives every row of blocks its place.
func newGroups(blocks []blockGroups, l *Loss, weighted bool) *Groups {
	g, index, all := &Groups{}, make(map[uint64]int), []tally(nil)
	numbers := make([][]int, len(blocks))
	for b, in := range blocks {
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
		g.silent = append(g.silent, g.Silent.add(t, l))
	}
	next := slices.Clone(g.start)
	g.start = append(g.start, places)
	for b, in := range blocks {
		first := make([]uint32, len(in.keys))
		for i, n := range numbers[b] {
			first[i] = uint32(next[n])
			next[n] += in.tallies[i].rows
		}
		g.first = append(g.first, first)
	}
	g.target, g.chunks = make([]float32, places), g.parts(groupRows)
	if weighted {
		g.weight = make([]float32, places)
	}
	g.mute()
	return g
}

// mutes reports whether a segment's row is of a group that says nothing.
func (g *Groups) mutes(s *segment, row int) bool {
	return g != nil && g.muted != nil && g.muted[s.place[row]]
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
func (s *Silence) add(t tally, l *Loss) bool {
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
			sum += weightAt(g.weight, at)
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

package formula

import (
	"strconv"

	"example.org/centipawn/internal/formula/kernel"
)

// An arm is a side of an If that a tape evaluates only in those rows that take it: with a tape of its
// own, for a program that consists of what that side alone needs. Shapes of which each row has one thus
// cost what the row's shape costs.
type arm struct {
	node, side int
	tape       *Tape
	boundary   []int   // by leaf of the program: the node of the outer one
	rows       []int32 // those that take it
	fitted     bool
}

// branchCost is what a side has to cost more than its rows' being gathered, in operations.
const branchCost = 8

// planBranches finds the sides that are worth a tape, outer ones first, and which nodes are theirs.
func (t *Tape) planBranches(least int) {
	p := t.p
	t.branches, t.inner = make(map[int]*[2]*arm), make([]bool, len(p.nodes))
	blocks := p.Blocks()
	uses := make([]int, len(p.nodes))
	for i := range p.nodes {
		p.nodes[i].reads(func(j int) { uses[j]++ })
	}
	for i := len(p.nodes) - 1; i >= 0; i-- {
		n := &p.nodes[i]
		if n.Op != kernel.If || t.inner[i] || !p.facts[n.Args[0]].varies {
			continue
		}
		for side, block := range blocks.Sides[i] {
			value := n.Args[side+1]
			if p.nodes[value].Op == kernel.If && uses[value] == 1 && side == 1 {
				continue // else if: its own sides may have tapes
			}
			if own := t.own(&blocks, block); len(own) > 0 && own[len(own)-1] == value {
				t.planBranch(i, side, own, least)
			}
		}
	}
}

// own returns the nodes that a block alone needs, other than leaves and constants.
func (t *Tape) own(b *Blocks, block int) (list []int) {
	for i := range t.p.nodes {
		if op := t.p.nodes[i].Op; op != kernel.Const && op != kernel.Read && b.Inside(b.Home[i], block) {
			list = append(list, i)
		}
	}
	return list
}

// planBranch gives a side a tape if it is worth it.
func (t *Tape) planBranch(i, side int, own []int, least int) {
	sub := &arm{node: i, side: side, rows: make([]int32, 0, t.size)}
	q := t.p.part(own, sub)
	cost := 0
	for _, j := range own {
		cost += t.p.nodes[j].Op.Cost()
	}
	if cost < least+2*len(sub.boundary) {
		return
	}
	for _, j := range own {
		t.inner[j] = true
	}
	sub.fitted = q.facts[len(q.nodes)-1].fitted
	sub.tape = q.newTape(t.size, least)
	if t.branches[i] == nil {
		t.branches[i] = new([2]*arm)
	}
	t.branches[i][side] = sub
}

// part returns the program that some nodes are, the last of which is its value; what they read of others
// are its leaves.
func (p *Program) part(own []int, sub *arm) *Program {
	c := cutter{from: p, to: &Program{text: p.text}, sub: sub, ids: make(map[int]int)}
	for _, j := range own {
		c.copy(j)
	}
	c.to.study()
	return c.to
}

// A cutter copies a part of a program.
type cutter struct {
	from, to *Program
	sub      *arm
	ids      map[int]int
}

// copy appends a node.
func (c *cutter) copy(j int) {
	n := c.from.nodes[j]
	for k := range n.Op.Arity() {
		n.Args[k] = c.id(n.Args[k])
	}
	table := make([]int, len(n.Table))
	for k := range table {
		table[k] = c.id(n.Table[k])
	}
	n.Table = table
	c.append(j, n)
}

func (c *cutter) append(j int, n Node) {
	c.ids[j] = len(c.to.nodes)
	c.to.nodes = append(c.to.nodes, n)
}

// id returns a node that the part reads: one of its own, a constant, a leaf, or a comparison, of which it
// makes another one.
func (c *cutter) id(j int) int {
	n := c.from.nodes[j]
	_, known := c.ids[j]
	switch {
	case known:
	case n.Op == kernel.Const:
		c.append(j, n)
	case n.Op.Truth():
		c.copy(j)
	default:
		c.append(j, Node{Op: kernel.Read, Leaf: len(c.to.Leaves), at: n.at})
		c.to.Leaves = append(c.to.Leaves, c.from.boundaryLeaf(j))
		c.to.given = append(c.to.given, c.from.facts[j])
		c.sub.boundary = append(c.sub.boundary, j)
	}
	return c.ids[j]
}

// boundaryLeaf is what a node is to a part that reads it.
func (p *Program) boundaryLeaf(j int) Leaf {
	n, name := &p.nodes[j], strconv.Itoa(j)
	switch {
	case n.Op == kernel.Read && p.Leaves[n.Leaf].Kind == Weight:
		return Leaf{Weight, name}
	case p.facts[j].fitted:
		return Leaf{SumMG, name}
	}
	return Leaf{Input, name}
}

// runBranches evaluates an If of which a side has a tape.
func (t *Tape) runBranches(i, n int, pair *[2]*arm) {
	node := &t.p.nodes[i]
	yes, z := t.truth[node.Args[0]][:n], t.v[i][:n]
	for side, sub := range pair {
		if sub == nil {
			copy(z, t.v[node.Args[side+1]][:n])
		}
	}
	for side, sub := range pair {
		if sub == nil {
			continue
		}
		sub.choose(yes, kernel.Mask(side == 1))
		if k := len(sub.rows); k > 0 {
			t.gather(sub)
			for at, x := range sub.tape.Values(k) {
				z[sub.rows[at]] = x
			}
			t.suspect = t.suspect || sub.tape.suspect
		}
	}
}

// choose finds the rows that take the side.
func (b *arm) choose(yes []uint64, flip uint64) {
	rows := b.rows[:len(yes)]
	k := 0
	for r, m := range yes {
		rows[k] = int32(r)
		k += int((m ^ flip) & 1)
	}
	b.rows = rows[:k]
}

// gather copies what the side's rows read.
func (t *Tape) gather(b *arm) {
	for l, j := range b.boundary {
		to, from := b.tape.Leaf(l), t.v[j]
		if b.tape.p.Leaves[l].Kind == Weight {
			to[0] = from[0]
			continue
		}
		for at, r := range b.rows {
			to[at] = from[r]
		}
	}
}

// passBranch passes the derivatives of an If to what one of its sides reads.
func (t *Tape) passBranch(b *arm) {
	k := len(b.rows)
	if k == 0 {
		return
	}
	d := t.d[b.node]
	seed := b.tape.d[len(b.tape.d)-1]
	for at, r := range b.rows {
		seed[at] = d[r]
	}
	b.tape.Slopes(k)
	t.suspect = t.suspect || b.tape.suspect
	for l, j := range b.boundary {
		if !t.p.facts[j].fitted {
			continue
		}
		to, from := t.d[j], b.tape.Slope(l)
		for at, r := range b.rows {
			to[r] += from[at]
		}
	}
}

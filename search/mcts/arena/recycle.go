package arena

import "fmt"

// Compact drops the blocks that were used before oldest, with all that hangs on them, and those
// whose owner is gone, and moves the others together; the root's block stays. No iteration may be
// under way.
//
// Owners stand before their blocks, so that they are where they will stay when their blocks are
// moved; a block is used whenever one that hangs on it is.
func (t *Tree) Compact(oldest uint32) {
	t.allocates.Lock() // full may be asked meanwhile
	defer t.allocates.Unlock()
	used, blocked := uint32(firstFree), uint32(1)
	for i := uint32(1); i < t.blocked; i++ {
		b := &t.Blocks[i]
		if b.owner == 0 || b.owner != Root && b.used.Load() < oldest {
			t.drop(b)
			continue
		}
		copy(t.Nodes[used:], t.Of(b))
		b.First = used
		t.Nodes[b.owner].Children.Store(blocked)
		for j := range uint32(b.Size) {
			t.adopt(used + j)
		}
		used += uint32(b.Size)
		copy(t.Blocks[blocked:blocked+1], t.Blocks[i:i+1])
		blocked++
	}
	t.used, t.blocked = used, blocked
}

// adopt tells the block of a node where that node is.
func (t *Tree) adopt(index uint32) {
	if c := t.Nodes[index].Children.Load(); c != 0 {
		t.Blocks[c].owner = index
	}
}

// drop takes a block from its owner, and the blocks of its nodes from them.
func (t *Tree) drop(b *Block) {
	if b.owner != 0 {
		t.Nodes[b.owner].Children.Store(0)
	}
	for i := range t.Of(b) {
		if c := t.Of(b)[i].Children.Load(); c != 0 {
			t.Blocks[c].owner = 0
		}
	}
}

// Reroot makes a node the root, keeps what hangs on it and drops the rest. Draws are
// forgotten: a position that has stood in the tree before counts as one, and the tree was another.
// One without moves starts from scratch, for its values were draws. Forgotten is also a proof of the root
// that its children do not show, for it names no move.
func (t *Tree) Reroot(index uint32) {
	if index != Root {
		t.Noisy = false
		if c := t.Nodes[Root].Children.Load(); c != 0 {
			t.Blocks[c].owner = 0
		}
		copy(t.Nodes[Root:Root+1], t.Nodes[index:index+1])
		t.Nodes[index].Children.Store(0)
		t.adopt(Root)
		t.Compact(0)
	}
	for i := range t.Nodes[:t.used] {
		n := &t.Nodes[i]
		n.SetBounds(0, HalfPoints) // they may be those of draws
		if n.Proved() == Drawn {
			n.Forget()
			if n.Children.Load() == 0 {
				n.Visits.Store(0)
				n.sum.Store(0)
				n.squares.Store(0)
			}
		}
	}
	if nodes, _ := t.ChildrenOf(Root); len(nodes) > 0 {
		if p, _ := Verdict(nodes); p != t.Nodes[Root].Proved() {
			t.Nodes[Root].Forget()
		}
	}
}

// Recycle drops about the older half of the tree. It reports whether that has made room.
func (t *Tree) Recycle() bool {
	before := t.used
	t.Compact(t.median())
	return before-t.used > before/16
}

// ages is into how many parts median cuts the time that a tree has been used.
const ages = 256

// median returns a time, such that about half of the nodes were used before it.
func (t *Tree) median() uint32 {
	oldest, span := t.Clock.Load(), uint64(1)
	for i := uint32(1); i < t.blocked; i++ {
		oldest = min(oldest, t.Blocks[i].used.Load())
	}
	span += uint64(t.Clock.Load() - oldest)
	var sizes [ages]uint64
	for i := uint32(1); i < t.blocked; i++ {
		b := &t.Blocks[i]
		sizes[uint64(b.used.Load()-oldest)*ages/span] += uint64(b.Size)
	}
	age, sum := 0, uint64(0)
	for ; age < ages-1 && sum < uint64(t.used)/2; age++ {
		sum += sizes[age]
	}
	return oldest + uint32((uint64(age)*span+ages-1)/ages)
}

// Check returns an error if a compacted tree breaks its law: a block is that of its owner, and the owner stands
// before it. It is for tests.
func (t *Tree) Check() error {
	for i := uint32(1); i < t.blocked; i++ {
		if b := &t.Blocks[i]; b.owner == 0 || b.owner >= b.First || t.Nodes[b.owner].Children.Load() != i {
			return fmt.Errorf("block %d: owner %d, whose block is %d", i, b.owner, t.Nodes[b.owner].Children.Load())
		}
	}
	return nil
}

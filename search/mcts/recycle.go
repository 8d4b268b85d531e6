package mcts

// compact drops the blocks that were used before oldest, with all that hangs on them, and those
// whose owner is gone, and moves the others together; the root's block stays. No iteration may be
// under way.
//
// Owners stand before their blocks, so that they are where they will stay when their blocks are
// moved; a block is used whenever one that hangs on it is.
func (t *tree) compact(oldest uint32) {
	t.allocates.Lock() // full may be asked meanwhile
	defer t.allocates.Unlock()
	used, blocked := uint32(firstFree), uint32(1)
	for i := uint32(1); i < t.blocked; i++ {
		b := &t.blocks[i]
		if b.owner == 0 || b.owner != root && b.used.Load() < oldest {
			t.drop(b)
			continue
		}
		copy(t.nodes[used:], t.of(b))
		b.first = used
		t.nodes[b.owner].children.Store(blocked)
		for j := range uint32(b.size) {
			t.adopt(used + j)
		}
		used += uint32(b.size)
		copy(t.blocks[blocked:blocked+1], t.blocks[i:i+1])
		blocked++
	}
	t.used, t.blocked = used, blocked
}

// adopt tells the block of a node where that node is.
func (t *tree) adopt(index uint32) {
	if c := t.nodes[index].children.Load(); c != 0 {
		t.blocks[c].owner = index
	}
}

// drop takes a block from its owner, and the blocks of its nodes from them.
func (t *tree) drop(b *block) {
	if b.owner != 0 {
		t.nodes[b.owner].children.Store(0)
	}
	for i := range t.of(b) {
		if c := t.of(b)[i].children.Load(); c != 0 {
			t.blocks[c].owner = 0
		}
	}
}

// reroot makes a node the root, keeps what hangs on it and drops the rest. Draws are
// forgotten: a position that has stood in the tree before counts as one, and the tree was another.
// One without moves starts from scratch, for its values were draws. Forgotten is also a proof of the root
// that its children do not show, for it names no move.
func (t *tree) reroot(index uint32) {
	if index != root {
		t.noisy = false
		if c := t.nodes[root].children.Load(); c != 0 {
			t.blocks[c].owner = 0
		}
		copy(t.nodes[root:root+1], t.nodes[index:index+1])
		t.nodes[index].children.Store(0)
		t.adopt(root)
		t.compact(0)
	}
	for i := range t.nodes[:t.used] {
		if n := &t.nodes[i]; n.proved() == drawn {
			n.forget()
			if n.children.Load() == 0 {
				n.visits.Store(0)
				n.sum.Store(0)
				n.squares.Store(0)
			}
		}
	}
	if nodes, _ := t.childrenOf(root); len(nodes) > 0 {
		if p, _ := verdict(nodes); p != t.nodes[root].proved() {
			t.nodes[root].forget()
		}
	}
}

// recycle drops about the older half of the tree. It reports whether that has made room.
func (t *tree) recycle() bool {
	before := t.used
	t.compact(t.median())
	return before-t.used > before/16
}

// ages is into how many parts median cuts the time that a tree has been used.
const ages = 256

// median returns a time, such that about half of the nodes were used before it.
func (t *tree) median() uint32 {
	oldest, span := t.clock.Load(), uint64(1)
	for i := uint32(1); i < t.blocked; i++ {
		oldest = min(oldest, t.blocks[i].used.Load())
	}
	span += uint64(t.clock.Load() - oldest)
	var sizes [ages]uint64
	for i := uint32(1); i < t.blocked; i++ {
		b := &t.blocks[i]
		sizes[uint64(b.used.Load()-oldest)*ages/span] += uint64(b.size)
	}
	age, sum := 0, uint64(0)
	for ; age < ages-1 && sum < uint64(t.used)/2; age++ {
		sum += sizes[age]
	}
	return oldest + uint32((uint64(age)*span+ages-1)/ages)
}

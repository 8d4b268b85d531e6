package mcts

import (
	"math/rand/v2"
	"testing"
	"unsafe"

	"example.org/centipawn/board"
	"example.org/centipawn/internal/memory"
)

// TestMemory: a tree takes what it may, within 1 %, and no pointer is in it for the collector.
func TestMemory(t *testing.T) {
	if unsafe.Sizeof(node{}) != nodeBytes || unsafe.Sizeof(block{}) != blockBytes {
		t.Fatalf("a node has %d bytes, a block %d, want %d and %d", unsafe.Sizeof(node{}), unsafe.Sizeof(block{}), nodeBytes, blockBytes)
	}
	for _, mib := range []int{1, 8, 64} {
		tree := newTree(mib)
		got, want := cap(tree.nodes)*nodeBytes+cap(tree.blocks)*blockBytes, mib<<20
		if got > want || float64(got) < 0.99*float64(want) {
			t.Errorf("%d MiB: %d bytes of %d", mib, got, want)
		}
	}
}

// TestMemoryThatCannotBeHad: a tree for which there is no memory is refused, not tried.
func TestMemoryThatCannotBeHad(t *testing.T) {
	if _, err := allocateTree(1 << 30); err == nil {
		t.Error("a tree of a pebibyte is allocated")
	}
}

// grown returns a tree in which random leaves of random lines were expanded, each iteration
// using the blocks on its way, until there is no room.
func grown(seed uint64, mib int) *tree {
	rng := rand.New(rand.NewPCG(seed, 1))
	t := newTree(mib)
	for {
		at, stamp := uint32(root), t.clock.Add(1)
		for {
			n := &t.nodes[at]
			n.visits.Add(1)
			c := n.children.Load()
			if c == 0 {
				break
			}
			t.blocks[c].used.Store(stamp)
			at = t.blocks[c].first + rng.Uint32N(uint32(t.blocks[c].size))
		}
		index := t.allocate(at, 1+rng.IntN(40))
		if index == 0 {
			return t
		}
		for i := range t.of(&t.blocks[index]) {
			t.of(&t.blocks[index])[i].move = board.Move(rng.Uint32N(1 << 16))
		}
		t.nodes[at].children.Store(index)
	}
}

// copied is a node of a tree with pointers.
type copied struct {
	move     board.Move
	visits   uint32
	used     uint32
	children []copied
}

// copyOf copies what hangs on a node, without blocks used before oldest.
func copyOf(t *tree, index, oldest uint32) copied {
	n := &t.nodes[index]
	out := copied{move: n.move, visits: n.visits.Load()}
	nodes, first := t.childrenOf(index)
	if len(nodes) == 0 || t.blocks[n.children.Load()].used.Load() < oldest {
		return out
	}
	out.used = t.blocks[n.children.Load()].used.Load()
	for i := range nodes {
		out.children = append(out.children, copyOf(t, first+uint32(i), oldest))
	}
	return out
}

func (c *copied) same(d *copied) bool {
	if c.move != d.move || c.visits != d.visits || c.used != d.used || len(c.children) != len(d.children) {
		return false
	}
	for i := range c.children {
		if !c.children[i].same(&d.children[i]) {
			return false
		}
	}
	return true
}

// untimed forgets when blocks were used.
func (c *copied) untimed() {
	c.used = 0
	for i := range c.children {
		c.children[i].untimed()
	}
}

// size returns the number of nodes of a copy.
func (c *copied) size() (n int) {
	for i := range c.children {
		n += c.children[i].size()
	}
	return n + 1
}

// checkBlocks looks at a compacted tree: each block is that of its owner, and the owner stands
// before it.
func checkBlocks(tb testing.TB, t *tree) {
	tb.Helper()
	for i := uint32(1); i < t.blocked; i++ {
		if b := &t.blocks[i]; b.owner == 0 || b.owner >= b.first || t.nodes[b.owner].children.Load() != i {
			tb.Fatalf("block %d: owner %d, whose block is %d", i, b.owner, t.nodes[b.owner].children.Load())
		}
	}
}

// TestUsed: an iteration that began earlier and comes later does not make a block older, and
// whatever its age the root's block stays.
func TestUsed(t *testing.T) {
	tree := grown(1, 1)
	b := &tree.blocks[1]
	b.use(8)
	b.use(1<<30 + 1)
	b.use(1 << 30)
	if got := b.used.Load(); got != 1<<30+1 {
		t.Errorf("used at %d", got)
	}
	tree.compact(1 << 31)
	if nodes, _ := tree.childrenOf(root); len(nodes) == 0 || int(tree.blocked) != 2 {
		t.Errorf("%d moves of the root, %d blocks", len(nodes), tree.blocked-1)
	}
}

// TestReroot: what hangs on the new root stays as it was, and nothing else.
func TestReroot(t *testing.T) {
	for seed := range uint64(6) {
		tree := grown(seed, 1)
		nodes, first := tree.childrenOf(root)
		index := first + uint32(seed)%uint32(len(nodes))
		if below, at := tree.childrenOf(index); len(below) > 0 && seed%2 == 0 {
			index = at
		}
		want := copyOf(tree, index, 0)
		tree.reroot(index)
		checkBlocks(t, tree)
		if got := copyOf(tree, root, 0); !got.same(&want) || int(tree.used) != want.size()+root {
			t.Errorf("seed %d: the tree has changed: %d nodes, want %d", seed, tree.used-root, want.size())
		}
	}
}

// TestRecycle: about half is dropped, the older one, and the rest is as it was.
func TestRecycle(t *testing.T) {
	for seed := range uint64(6) {
		tree := grown(seed, 1)
		before, oldest := tree.used, tree.median()
		want := copyOf(tree, root, oldest)
		if !tree.recycle() {
			t.Fatalf("seed %d: no room was made", seed)
		}
		checkBlocks(t, tree)
		if got := copyOf(tree, root, 0); !got.same(&want) {
			t.Errorf("seed %d: the tree has changed", seed)
		}
		if share := float64(tree.used) / float64(before); share < 0.3 || share > 0.7 {
			t.Errorf("seed %d: a share of %.2f stays", seed, share)
		}
		if index := tree.allocate(root, 40); index == 0 {
			t.Errorf("seed %d: no room after recycling", seed)
		}
	}
}

// TestForgottenDraws: a draw that was forgotten starts from scratch, as if it had never been visited.
func TestForgottenDraws(t *testing.T) {
	tree := grown(1, 1)
	nodes, _ := tree.childrenOf(root)
	leaf := &tree.nodes[tree.used-1] // of the last block, without moves
	for _, n := range []*node{leaf, &nodes[0]} {
		n.visits.Store(3)
		n.add(1.5, true)
		n.prove(drawn, 0)
	}
	tree.reroot(root)
	if leaf.proved() != open || leaf.visits.Load() != 0 || leaf.sum.Load() != 0 || leaf.squares.Load() != 0 {
		t.Errorf("proof %v, %d visits", leaf.proved(), leaf.visits.Load())
	}
	if nodes[0].proved() != open || nodes[0].visits.Load() != 3 {
		t.Errorf("with moves: proof %v, %d visits", nodes[0].proved(), nodes[0].visits.Load())
	}
}

// TestFree: a tree that was given back holds no memory, and none at all has none.
func TestFree(t *testing.T) {
	tree := newTree(1)
	held := tree.memory[0]
	tree.free()
	if memory.Slice[node](held) != nil {
		t.Error("the nodes are held")
	}
	tree = nil
	tree.free()
}

package arena

import (
	"math/rand/v2"
	"testing"
	"unsafe"

	"example.org/centipawn/board"
	"example.org/centipawn/internal/memory"
)

// TestMemory: a tree takes what it may, within 1 %, and no pointer is in it for the collector.
func TestMemory(t *testing.T) {
	if unsafe.Sizeof(Node{}) != nodeBytes || unsafe.Sizeof(Block{}) != blockBytes {
		t.Fatalf("a node has %d bytes, a block %d, want %d and %d", unsafe.Sizeof(Node{}), unsafe.Sizeof(Block{}), nodeBytes, blockBytes)
	}
	for _, mib := range []int{1, 8, 64} {
		tree := NewTree(mib)
		got, want := cap(tree.Nodes)*nodeBytes+cap(tree.Blocks)*blockBytes, mib<<20
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
func grown(seed uint64, mib int) *Tree {
	rng := rand.New(rand.NewPCG(seed, 1))
	t := NewTree(mib)
	for {
		at, stamp := uint32(Root), t.Clock.Add(1)
		for {
			n := &t.Nodes[at]
			n.Visits.Add(1)
			c := n.Children.Load()
			if c == 0 {
				break
			}
			t.Blocks[c].used.Store(stamp)
			at = t.Blocks[c].First + rng.Uint32N(uint32(t.Blocks[c].Size))
		}
		index := t.Allocate(at, 1+rng.IntN(40))
		if index == 0 {
			return t
		}
		for i := range t.Of(&t.Blocks[index]) {
			t.Of(&t.Blocks[index])[i].Move = board.Move(rng.Uint32N(1 << 16))
		}
		t.Nodes[at].Children.Store(index)
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
func copyOf(t *Tree, index, oldest uint32) copied {
	n := &t.Nodes[index]
	out := copied{move: n.Move, visits: n.Visits.Load()}
	nodes, first := t.ChildrenOf(index)
	if len(nodes) == 0 || t.Blocks[n.Children.Load()].used.Load() < oldest {
		return out
	}
	out.used = t.Blocks[n.Children.Load()].used.Load()
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

// Size returns the number of nodes of a copy.
func (c *copied) size() (n int) {
	for i := range c.children {
		n += c.children[i].size()
	}
	return n + 1
}

// TestUsed: an iteration that began earlier and comes later does not make a block older, and
// whatever its age the root's block stays.
func TestUsed(t *testing.T) {
	tree := grown(1, 1)
	b := &tree.Blocks[1]
	b.Use(8)
	b.Use(1<<30 + 1)
	b.Use(1 << 30)
	if got := b.used.Load(); got != 1<<30+1 {
		t.Errorf("used at %d", got)
	}
	tree.Compact(1 << 31)
	if nodes, _ := tree.ChildrenOf(Root); len(nodes) == 0 || int(tree.blocked) != 2 {
		t.Errorf("%d moves of the root, %d blocks", len(nodes), tree.blocked-1)
	}
}

// TestReroot: what hangs on the new root stays as it was, and nothing else.
func TestReroot(t *testing.T) {
	for seed := range uint64(6) {
		tree := grown(seed, 1)
		nodes, first := tree.ChildrenOf(Root)
		index := first + uint32(seed)%uint32(len(nodes))
		if below, at := tree.ChildrenOf(index); len(below) > 0 && seed%2 == 0 {
			index = at
		}
		want := copyOf(tree, index, 0)
		tree.Reroot(index)
		if err := tree.Check(); err != nil {
			t.Fatal(err)
		}
		if got := copyOf(tree, Root, 0); !got.same(&want) || int(tree.used) != want.size()+Root {
			t.Errorf("seed %d: the tree has changed: %d nodes, want %d", seed, tree.used-Root, want.size())
		}
	}
}

// TestRecycle: about half is dropped, the older one, and the rest is as it was.
func TestRecycle(t *testing.T) {
	for seed := range uint64(6) {
		tree := grown(seed, 1)
		before, oldest := tree.used, tree.median()
		want := copyOf(tree, Root, oldest)
		if !tree.Recycle() {
			t.Fatalf("seed %d: no room was made", seed)
		}
		if err := tree.Check(); err != nil {
			t.Fatal(err)
		}
		if got := copyOf(tree, Root, 0); !got.same(&want) {
			t.Errorf("seed %d: the tree has changed", seed)
		}
		if share := float64(tree.used) / float64(before); share < 0.3 || share > 0.7 {
			t.Errorf("seed %d: a share of %.2f stays", seed, share)
		}
		if index := tree.Allocate(Root, 40); index == 0 {
			t.Errorf("seed %d: no room after recycling", seed)
		}
	}
}

// TestForgottenDraws: a draw that was forgotten starts from scratch, as if it had never been visited.
func TestForgottenDraws(t *testing.T) {
	tree := grown(1, 1)
	nodes, _ := tree.ChildrenOf(Root)
	leaf := &tree.Nodes[tree.used-1] // of the last block, without moves
	for _, n := range []*Node{leaf, &nodes[0]} {
		n.Visits.Store(3)
		n.Add(1.5, true)
		n.Prove(Drawn, 0)
	}
	tree.Reroot(Root)
	if leaf.Proved() != Open || leaf.Visits.Load() != 0 || leaf.sum.Load() != 0 || leaf.squares.Load() != 0 {
		t.Errorf("proof %v, %d visits", leaf.Proved(), leaf.Visits.Load())
	}
	if nodes[0].Proved() != Open || nodes[0].Visits.Load() != 3 {
		t.Errorf("with moves: proof %v, %d visits", nodes[0].Proved(), nodes[0].Visits.Load())
	}
}

// TestFree: a tree that was given back holds no memory, and none at all has none.
func TestFree(t *testing.T) {
	tree := NewTree(1)
	held := tree.memory[0]
	tree.Free()
	if memory.Slice[Node](held) != nil {
		t.Error("the nodes are held")
	}
	tree = nil
	tree.Free()
}

package mcts

import (
	"math"
	"sync"
	"sync/atomic"

	"example.org/centipawn/board"
	"example.org/centipawn/internal/memory"
)

// A node is a position, and the move that has led to it. It holds no pointer: indices of a tree
// stand for nodes and blocks. Several threads use it at once.
type node struct {
	sum      atomic.Int64  // of its values, in the view of the side that moved here, in units of 1/one
	squares  atomic.Int64  // of the same values squared
	visits   atomic.Uint32 // those under way included
	children atomic.Uint32 // the block of its moves; 0: not expanded
	guess    atomic.Uint32 // bits of a float32: an evaluation in the view of the side that moved here
	state    atomic.Uint32 // see proof
	prior    float32       // share of the parent's policy
	move     board.Move
}

// A block is the moves of an expanded node: nodes that stand side by side.
type block struct {
	first  uint32 // of its nodes
	owner  uint32 // the node whose moves these are; 0: no node's any more
	used   atomic.Uint32
	opened atomic.Uint32 // how many, from the first, may be selected
	size   uint16
}

// use notes that an iteration has come by. One that began later may have been here before.
func (b *block) use(stamp uint32) {
	for old := b.used.Load(); old < stamp && !b.used.CompareAndSwap(old, stamp); {
		old = b.used.Load()
	}
}

// of returns the nodes of a block.
func (t *tree) of(b *block) []node { return t.nodes[b.first : b.first+uint32(b.size)] }

const (
	one = 1 << 30 // a value of 1

	root      = 1 // index of the root; index 0 is none
	firstFree = 2

	nodeBytes, blockBytes = 40, 20
	// nodesPerBlock is how many nodes there are for one block. Few positions have less moves.
	nodesPerBlock = 8
)

// tree is an arena: children stand after their parents, blocks in the order of their nodes.
type tree struct {
	memory    [2]*memory.Block // of nodes and of blocks
	nodes     []node
	blocks    []block
	allocates sync.Mutex
	used      uint32 // of nodes
	blocked   uint32 // of blocks
	clock     atomic.Uint32
	noisy     bool // the priors of the root's children have noise
}

// newTree returns a tree of that many MiB, with a root that was never visited. Without the memory
// for it the tree has half of that, or a quarter: better than none.
func newTree(mib int) *tree {
	t, err := allocateTree(mib)
	for err != nil {
		mib = max(mib/2, 1)
		t, err = allocateTree(mib)
	}
	t.clear()
	return t
}

// allocateTree returns the memory of a tree. It fails if there is not enough.
func allocateTree(mib int) (*tree, error) {
	blocks := (mib << 20) / (nodesPerBlock*nodeBytes + blockBytes)
	nodes := min(blocks*nodesPerBlock, math.MaxUint32)
	forNodes, err := memory.New(int64(nodes) * nodeBytes)
	if err != nil {
		return nil, err
	}
	forBlocks, err := memory.New(int64(blocks) * blockBytes)
	if err != nil {
		forNodes.Free()
		return nil, err
	}
	return &tree{
		memory: [2]*memory.Block{forNodes, forBlocks},
		nodes:  memory.Slice[node](forNodes), blocks: memory.Slice[block](forBlocks),
	}, nil
}

// free returns the memory; the tree must not be used after that. A nil tree has none.
func (t *tree) free() {
	if t == nil {
		return
	}
	for _, m := range t.memory {
		m.Free()
	}
}

// clear leaves a root that was never visited.
func (t *tree) clear() {
	t.used, t.blocked, t.noisy = firstFree, 1, false
	clear(t.nodes[:firstFree])
	t.clock.Store(0)
}

// end returns the index after the last node that is used.
func (t *tree) end() uint32 { return t.used }

// full returns how much of the tree is used, in permille.
func (t *tree) full() int {
	t.allocates.Lock()
	defer t.allocates.Unlock()
	nodes := uint64(t.used) * 1000 / uint64(len(t.nodes))
	return int(max(nodes, uint64(t.blocked)*1000/uint64(len(t.blocks))))
}

// allocate returns a block of n new nodes for an owner, and 0 if there is no room.
func (t *tree) allocate(owner uint32, n int) (index uint32) {
	t.allocates.Lock()
	defer t.allocates.Unlock()
	if int(t.used)+n > len(t.nodes) || int(t.blocked) == len(t.blocks) {
		return 0
	}
	index = t.blocked
	b := &t.blocks[index]
	b.first, b.owner, b.size = t.used, owner, uint16(n)
	b.opened.Store(0)
	b.used.Store(t.clock.Load())
	t.blocked++
	t.used += uint32(n)
	clear(t.of(b))
	return index
}

// childrenOf returns the children of a node and the index of the first; none if it has none.
func (t *tree) childrenOf(index uint32) (nodes []node, first uint32) {
	c := t.nodes[index].children.Load()
	if c == 0 {
		return nil, 0
	}
	b := &t.blocks[c]
	return t.of(b), b.first
}

// find returns the child of a node by a move, 0 if there is none.
func (t *tree) find(index uint32, m board.Move) uint32 {
	c := t.nodes[index].children.Load()
	if c == 0 {
		return 0
	}
	b := &t.blocks[c]
	for i := range t.of(b) {
		if t.of(b)[i].move == m {
			return b.first + uint32(i)
		}
	}
	return 0
}

// add adds a value in the view of the side that moved to the node.
func (n *node) add(value float64, squares bool) {
	n.sum.Add(int64(value * one))
	if squares {
		n.squares.Add(int64(value * value * one))
	}
}

// mean returns the mean of the values of a number of visits.
func (n *node) mean(visits uint32) float64 {
	return float64(n.sum.Load()) / (one * float64(visits))
}

// variance returns that of the values of a number of visits, for nodes whose squares were added.
func (n *node) variance(visits uint32) float64 {
	mean := n.mean(visits)
	return float64(n.squares.Load())/(one*float64(visits)) - mean*mean
}

// setGuess keeps an evaluation, in the view of the side that moved to the node.
func (n *node) setGuess(value float64) { n.guess.Store(math.Float32bits(float32(value))) }

// guessed returns what setGuess has kept.
func (n *node) guessed() float64 { return float64(math.Float32frombits(n.guess.Load())) }

// swap exchanges two children that no other thread knows yet: move, guess and prior are all that
// they have.
func swap(children []node, i, j int) {
	a, b := &children[i], &children[j]
	a.move, b.move = b.move, a.move
	a.prior, b.prior = b.prior, a.prior
	guess := a.guess.Load()
	a.guess.Store(b.guess.Load())
	b.guess.Store(guess)
}

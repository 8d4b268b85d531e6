// Package arena holds a tree of positions in memory of its own: nodes in one slice without pointers, visits and values that
// several threads add to at once, proofs of wins, losses and draws. A full tree drops what was not used for longest
// ([Tree.Recycle]); the position that was played becomes the root ([Tree.Reroot]). How a tree grows is package mcts'.
package arena

import (
	"math"
	"sync"
	"sync/atomic"

	"example.org/centipawn/board"
	"example.org/centipawn/internal/memory"
)

// A Node is a position, and the move that has led to it. It holds no pointer: indices of a tree
// stand for nodes and blocks. Several threads use it at once.
type Node struct {
	sum      atomic.Int64  // of its values, in the view of the side that moved here, in units of 1/one
	squares  atomic.Int64  // of the same values squared, or what EXP3 has gained
	Visits   atomic.Uint32 // those under way included
	Children atomic.Uint32 // the block of its moves; 0: not expanded
	guess    atomic.Uint32 // bits of a float32: an evaluation in the view of the side that moved here
	state    atomic.Uint32 // see [Proof]
	Prior    float32       // share of the parent's policy
	Move     board.Move
}

// A Block is the moves of an expanded node: nodes that stand side by side.
type Block struct {
	First  uint32 // of its nodes
	owner  uint32 // the node whose moves these are; 0: no node's any more
	used   atomic.Uint32
	Opened atomic.Uint32 // how many, from the first, may be selected
	Size   uint16
}

// Use notes that an iteration has come by. One that began later may have been here before.
func (b *Block) Use(stamp uint32) {
	for old := b.used.Load(); old < stamp && !b.used.CompareAndSwap(old, stamp); {
		old = b.used.Load()
	}
}

// Of returns the nodes of a block.
func (t *Tree) Of(b *Block) []Node { return t.Nodes[b.First : b.First+uint32(b.Size)] }

const (
	one = 1 << 30 // a value of 1

	Root      = 1 // index of the root; index 0 is none
	firstFree = 2

	nodeBytes, blockBytes = 40, 20
	// nodesPerBlock is how many nodes there are for one block. Few positions have less moves.
	nodesPerBlock = 8
)

// Tree is an arena: children stand after their parents, blocks in the order of their nodes.
type Tree struct {
	memory    [2]*memory.Block // of nodes and of blocks
	Nodes     []Node
	Blocks    []Block
	allocates sync.Mutex
	used      uint32 // of nodes
	blocked   uint32 // of blocks
	Clock     atomic.Uint32
	Noisy     bool // the priors of the root's children have noise
}

// NewTree returns a tree of that many MiB, with a root that was never visited. Without the memory
// for it the tree has half of that, or a quarter: better than none.
func NewTree(mib int) *Tree {
	t, err := allocateTree(mib)
	for err != nil {
		mib = max(mib/2, 1)
		t, err = allocateTree(mib)
	}
	t.Clear()
	return t
}

// allocateTree returns the memory of a tree. It fails if there is not enough.
func allocateTree(mib int) (*Tree, error) {
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
	return &Tree{
		memory: [2]*memory.Block{forNodes, forBlocks},
		Nodes:  memory.Slice[Node](forNodes), Blocks: memory.Slice[Block](forBlocks),
	}, nil
}

// Free returns the memory; the tree must not be used after that. A nil tree has none.
func (t *Tree) Free() {
	if t == nil {
		return
	}
	for _, m := range t.memory {
		m.Free()
	}
}

// Clear leaves a root that was never visited.
func (t *Tree) Clear() {
	t.used, t.blocked, t.Noisy = firstFree, 1, false
	clear(t.Nodes[:firstFree])
	t.Clock.Store(0)
}

// End returns the index after the last node that is used.
func (t *Tree) End() uint32 { return t.used }

// Full returns how much of the tree is used, in permille.
func (t *Tree) Full() int {
	t.allocates.Lock()
	defer t.allocates.Unlock()
	nodes := uint64(t.used) * 1000 / uint64(len(t.Nodes))
	return int(max(nodes, uint64(t.blocked)*1000/uint64(len(t.Blocks))))
}

// Allocate returns a block of n new nodes for an owner, and 0 if there is no room.
func (t *Tree) Allocate(owner uint32, n int) (index uint32) {
	t.allocates.Lock()
	defer t.allocates.Unlock()
	if int(t.used)+n > len(t.Nodes) || int(t.blocked) == len(t.Blocks) {
		return 0
	}
	index = t.blocked
	b := &t.Blocks[index]
	b.First, b.owner, b.Size = t.used, owner, uint16(n)
	b.Opened.Store(0)
	b.used.Store(t.Clock.Load())
	t.blocked++
	t.used += uint32(n)
	clear(t.Of(b))
	return index
}

// ChildrenOf returns the children of a node and the index of the first; none if it has none.
func (t *Tree) ChildrenOf(index uint32) (nodes []Node, first uint32) {
	c := t.Nodes[index].Children.Load()
	if c == 0 {
		return nil, 0
	}
	b := &t.Blocks[c]
	return t.Of(b), b.First
}

// Find returns the child of a node by a move, 0 if there is none.
func (t *Tree) Find(index uint32, m board.Move) uint32 {
	c := t.Nodes[index].Children.Load()
	if c == 0 {
		return 0
	}
	b := &t.Blocks[c]
	for i := range t.Of(b) {
		if t.Of(b)[i].Move == m {
			return b.First + uint32(i)
		}
	}
	return 0
}

// Add adds a value in the view of the side that moved to the node.
func (n *Node) Add(value float64, squares bool) {
	n.sum.Add(int64(value * one))
	if squares {
		n.squares.Add(int64(value * value * one))
	}
}

// Blend is Add where later values weigh more: of the visits of the node, this one included, the n-th weighs about as n to
// the power of growth, as 1, 2, 3 with a growth of 1. The mean of all moves towards the value by (1 + growth) / (n + growth).
//
// Source: F. Xie, Z. Liu, "Backpropagation Modification in Monte-Carlo Game Tree Search" (IITA 2009), where weights grow
// in steps; O. Shamir, T. Zhang, "Stochastic Gradient Descent for Non-smooth Optimization" (ICML 2013), for this rate.
func (n *Node) Blend(value, growth float64, squares bool) {
	visits := float64(max(n.Visits.Load(), 1))
	blend(&n.sum, value, visits, (1+growth)/(visits+growth))
	if squares {
		blend(&n.squares, value*value, visits, (1+growth)/(visits+growth))
	}
}

// blend moves the mean of a sum's visits towards a value; the sum remains that mean times the visits.
func blend(sum *atomic.Int64, value, visits, rate float64) {
	for {
		old, mean := sum.Load(), 0.0
		if visits > 1 {
			mean = float64(old) / (one * (visits - 1))
		}
		mean += rate * (value - mean)
		if sum.CompareAndSwap(old, int64(mean*visits*one)) {
			return
		}
	}
}

// AddGain adds to what EXP3 has gained by a node, whose squares are not kept then.
func (n *Node) AddGain(value float64) { n.squares.Add(int64(value * one)) }

// Gain returns the sum of what AddGain was given.
func (n *Node) Gain() float64 { return float64(n.squares.Load()) / one }

// Mean returns the mean of the values of a number of visits.
func (n *Node) Mean(visits uint32) float64 {
	return float64(n.sum.Load()) / (one * float64(visits))
}

// Variance returns that of the values of a number of visits, for nodes whose squares were added.
func (n *Node) Variance(visits uint32) float64 {
	mean := n.Mean(visits)
	return float64(n.squares.Load())/(one*float64(visits)) - mean*mean
}

// SetGuess keeps an evaluation, in the view of the side that moved to the node.
func (n *Node) SetGuess(value float64) { n.guess.Store(math.Float32bits(float32(value))) }

// Guessed returns what SetGuess has kept.
func (n *Node) Guessed() float64 { return float64(math.Float32frombits(n.guess.Load())) }

// Swap exchanges two children that no other thread knows yet: move, guess and prior are all that
// they have.
func Swap(children []Node, i, j int) {
	a, b := &children[i], &children[j]
	a.Move, b.Move = b.Move, a.Move
	a.Prior, b.Prior = b.Prior, a.Prior
	guess := a.guess.Load()
	a.guess.Store(b.guess.Load())
	b.guess.Store(guess)
}

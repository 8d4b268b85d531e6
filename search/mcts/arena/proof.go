package arena

import "example.org/centipawn/board"

// A Proof says how a position ends with best play. It is that of the side to move there.
type Proof uint32

const (
	Open  Proof = iota
	Won         // the side to move mates
	Lost        // the side to move is mated
	Drawn       // neither can do better, counting a repetition in the tree as a draw
)

// A node's state: two bits of a proof, one that says that a thread expands it, four of bounds, and half-moves.
const (
	proofBits     = 3
	expanding     = 1 << 2
	distanceShift = 8
	maxDistance   = 1 << 16
)

// Proved returns the proof of a node's position.
func (n *Node) Proved() Proof { return Proof(n.state.Load() & proofBits) }

// Distance returns in how many half-moves at most the mate comes that was proved.
func (n *Node) Distance() int { return int(n.state.Load() >> distanceShift) }

// Prove notes a proof, with the half-moves to the mate.
func (n *Node) Prove(p Proof, distance int) {
	n.state.Store(uint32(p) | uint32(min(distance, maxDistance))<<distanceShift)
}

// Forget takes a proof back, and bounds.
func (n *Node) Forget() { n.state.Store(uint32(Open)) }

// TryExpand reports whether the caller may expand the node: no other thread does.
func (n *Node) TryExpand() bool {
	for {
		old := n.state.Load()
		if old&^boundsMask != uint32(Open) {
			return false
		}
		if n.state.CompareAndSwap(old, old|expanding) {
			return true
		}
	}
}

// Expanded ends an expansion that TryExpand allowed. A proof that it has found stays.
func (n *Node) Expanded() { n.state.And(^uint32(expanding)) }

// Value returns the value of a proved position to the side to move there.
func (p Proof) Value() float64 {
	switch p {
	case Won:
		return 1
	case Lost:
		return 0
	}
	return 0.5
}

// Other returns the proof in the view of the other side.
func (p Proof) Other() Proof {
	switch p {
	case Won:
		return Lost
	case Lost:
		return Won
	}
	return p
}

// Verdict returns what children prove of their parent, and in how many half-moves the mate comes:
// the winner takes the shortest way that was found, the loser the longest.
func Verdict(children []Node) (p Proof, distance int) {
	shortest, longest := maxDistance, 0
	draws, unknown := 0, 0
	for i := range children {
		switch c := &children[i]; c.Proved() {
		case Lost:
			shortest = min(shortest, c.Distance())
		case Won:
			longest = max(longest, c.Distance())
		case Drawn:
			draws++
		default:
			unknown++
		}
	}
	switch {
	case shortest < maxDistance:
		return Won, shortest + 1
	case unknown > 0:
		return Open, 0
	case draws > 0:
		return Drawn, 0
	}
	return Lost, longest + 1
}

// ProveLost proves that the side to move after a move of a node loses, if the node has its moves.
func (t *Tree) ProveLost(n *Node, m board.Move, distance int) {
	children := n.Children.Load()
	if children == 0 {
		return
	}
	nodes := t.Of(&t.Blocks[children])
	for i := range nodes {
		if c := &nodes[i]; c.Move == m && c.Proved() == Open {
			c.Prove(Lost, distance)
		}
	}
}

package mcts

// A proof says how a position ends with best play. It is that of the side to move there.
type proof uint32

const (
	open  proof = iota
	won         // the side to move mates
	lost        // the side to move is mated
	drawn       // neither can do better, counting a repetition in the tree as a draw
)

// A node's state: two bits of a proof, one that says that a thread expands it, and half-moves.
const (
	proofBits     = 3
	expanding     = 1 << 2
	distanceShift = 8
	maxDistance   = 1 << 16
)

// proved returns the proof of a node's position.
func (n *node) proved() proof { return proof(n.state.Load() & proofBits) }

// distance returns in how many half-moves at most the mate comes that was proved.
func (n *node) distance() int { return int(n.state.Load() >> distanceShift) }

// prove notes a proof, with the half-moves to the mate.
func (n *node) prove(p proof, distance int) {
	n.state.Store(uint32(p) | uint32(min(distance, maxDistance))<<distanceShift)
}

// forget takes a proof back.
func (n *node) forget() { n.state.Store(uint32(open)) }

// tryExpand reports whether the caller may expand the node: no other thread does.
func (n *node) tryExpand() bool { return n.state.CompareAndSwap(uint32(open), expanding) }

// expanded ends an expansion that tryExpand allowed. A proof that it has found stays.
func (n *node) expanded() { n.state.CompareAndSwap(expanding, uint32(open)) }

// value returns the value of a proved position to the side to move there.
func (p proof) value() float64 {
	switch p {
	case won:
		return 1
	case lost:
		return 0
	}
	return 0.5
}

// other returns the proof in the view of the other side.
func (p proof) other() proof {
	switch p {
	case won:
		return lost
	case lost:
		return won
	}
	return p
}

// verdict returns what children prove of their parent, and in how many half-moves the mate comes:
// the winner takes the shortest way that was found, the loser the longest.
func verdict(children []node) (p proof, distance int) {
	shortest, longest := maxDistance, 0
	draws, unknown := 0, 0
	for i := range children {
		switch c := &children[i]; c.proved() {
		case lost:
			shortest = min(shortest, c.distance())
		case won:
			longest = max(longest, c.distance())
		case drawn:
			draws++
		default:
			unknown++
		}
	}
	switch {
	case shortest < maxDistance:
		return won, shortest + 1
	case unknown > 0:
		return open, 0
	case draws > 0:
		return drawn, 0
	}
	return lost, longest + 1
}

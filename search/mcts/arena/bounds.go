package arena

// A node's bounds stand in its state, in half points to the side to move there: two bits of the lower one, and two of
// how far the upper one is below a win, so that 0 is no bound.
const (
	lowShift   = 3
	highShift  = 5
	boundsMask = 3<<lowShift | 3<<highShift

	// HalfPoints are those of a win.
	HalfPoints = 2
)

// Bounds returns the bounds of a node in half points to the side to move there, from 0 to [HalfPoints]: those of its
// proof if it is proved.
func (n *Node) Bounds() (low, high int) {
	state := n.state.Load()
	if p := Proof(state & proofBits); p != Open {
		exact := int(HalfPoints * p.Value())
		return exact, exact
	}
	return int(state >> lowShift & 3), HalfPoints - int(state>>highShift&3)
}

// SetBounds keeps bounds of a node that is not proved.
func (n *Node) SetBounds(low, high int) {
	for {
		old := n.state.Load()
		if Proof(old&proofBits) != Open {
			return
		}
		state := old&^boundsMask | uint32(low)<<lowShift | uint32(HalfPoints-high)<<highShift
		if state == old || n.state.CompareAndSwap(old, state) {
			return
		}
	}
}

// Bound bounds a node by its children, and reports whether it is proved by that: a draw that both sides can have. Of
// wins and losses [Verdict] knows.
//
// Source: T. Cazenave, A. Saffidine, "Score Bounded Monte-Carlo Tree Search" (CG 2010).
func (n *Node) Bound(children []Node) bool {
	if n.Proved() != Open {
		return false
	}
	low, high := n.Bounds() // they hold even if the children that gave them were recycled
	most := 0
	for i := range children {
		l, h := children[i].Bounds()
		low, most = max(low, HalfPoints-h), max(most, HalfPoints-l)
	}
	if high = min(high, most); low == 1 && high == 1 {
		n.Prove(Drawn, 0)
		return true
	}
	n.SetBounds(low, high)
	return false
}

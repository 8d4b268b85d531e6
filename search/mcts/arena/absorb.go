package arena

// Absorb adds what another tree knows of the same root and of its moves.
func (t *Tree) Absorb(other *Tree) {
	nodes, _ := other.ChildrenOf(Root)
	for i := range nodes {
		if child := t.Find(Root, nodes[i].Move); child != 0 {
			t.Nodes[child].absorb(&nodes[i])
		}
	}
	t.Nodes[Root].absorb(&other.Nodes[Root])
}

// absorb adds the visits and values of a node of another tree, and takes its proof over.
func (n *Node) absorb(other *Node) {
	n.Visits.Add(other.Visits.Load())
	n.sum.Add(other.sum.Load())
	n.squares.Add(other.squares.Load())
	if p := other.Proved(); p != Open && n.Proved() == Open {
		n.Prove(p, other.Distance())
	}
}

package arena

import "testing"

// TestBoundsAreForgotten: with another root bounds go as draws do, and a node with bounds can be expanded.
func TestBoundsAreForgotten(t *testing.T) {
	tree := NewTree(1)
	n := &tree.Nodes[Root]
	n.SetBounds(1, 2)
	if !n.TryExpand() || n.TryExpand() {
		t.Error("a node with bounds is not expanded once")
	}
	n.Expanded()
	if low, high := n.Bounds(); low != 1 || high != 2 {
		t.Errorf("bounds %d to %d after an expansion", low, high)
	}
	tree.Reroot(Root)
	if low, high := n.Bounds(); low != 0 || high != 2 {
		t.Errorf("bounds %d to %d of another root", low, high)
	}
	n.Prove(Won, 3)
	if n.SetBounds(0, 1); n.Proved() != Won || n.Distance() != 3 {
		t.Error("bounds take a proof away")
	}
}

package source

import (
	"example.org/centipawn/internal/formula"
	"example.org/centipawn/internal/formula/kernel"
)

// A plan says where the nodes of a program are written: those that are read once inside of what reads
// them, others as locals, in the innermost branch in which all that read them stand.
type plan struct {
	formula.Blocks
	nodes []formula.Node
	uses  []int // by node
}

func newPlan(p *formula.Program) *plan {
	l := &plan{Blocks: p.Blocks(), nodes: p.Nodes(), uses: make([]int, len(p.Nodes()))}
	for _, n := range l.nodes {
		for k := range n.Op.Arity() {
			if l.uses[n.Args[k]]++; n.Op == kernel.Square {
				l.uses[n.Args[k]]++
			}
		}
	}
	return l
}

// trivial reports whether a node is a constant or a leaf.
func trivial(n *formula.Node) bool { return n.Op == kernel.Const || n.Op == kernel.Read }

// isLocal reports whether a node is a local variable; the evaluation itself is the result.
func (l *plan) isLocal(i int) bool {
	n := &l.nodes[i]
	return !trivial(n) && (l.uses[i] > 1 || n.Op == kernel.If || n.Name != "" && i < len(l.nodes)-1)
}

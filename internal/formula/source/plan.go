package source

import "example.org/centipawn/internal/formula"

// A plan says where the nodes of a program are written: those that are read once inside of what reads
// them, others as locals, in the innermost block in which all that read them stand.
type plan struct {
	nodes  []formula.Node
	uses   []int // by node
	home   []int // by node: its block
	blocks []block
	sides  [][2]int // by If: the blocks of its branches
}

// A block is the function's body, 0, or a branch.
type block struct{ outer, depth int }

func newPlan(p *formula.Program) *plan {
	nodes := p.Nodes()
	l := &plan{nodes: nodes, uses: make([]int, len(nodes)), home: make([]int, len(nodes)), blocks: []block{{outer: -1}}, sides: make([][2]int, len(nodes))}
	for i := range l.home {
		l.home[i] = -1
	}
	l.home[len(nodes)-1] = 0
	for i := len(nodes) - 1; i >= 0; i-- {
		l.place(i)
	}
	return l
}

// place says where the arguments of a node are read.
func (l *plan) place(i int) {
	n, home := &l.nodes[i], l.home[i]
	if n.Op == formula.If {
		for side := range l.sides[i] {
			l.sides[i][side] = len(l.blocks)
			l.blocks = append(l.blocks, block{home, l.blocks[home].depth + 1})
		}
	}
	for k := range n.Op.Arity() {
		at := home
		if n.Op == formula.If && k > 0 {
			at = l.sides[i][k-1]
		}
		j := n.Args[k]
		if l.uses[j]++; n.Op == formula.Square {
			l.uses[j]++
		}
		l.home[j] = l.common(l.home[j], at)
	}
	for _, j := range n.Table {
		l.home[j] = l.common(l.home[j], home)
	}
}

// common returns the innermost block that contains two.
func (l *plan) common(a, b int) int {
	if a < 0 {
		return b
	}
	for a != b {
		if l.blocks[a].depth >= l.blocks[b].depth {
			a = l.blocks[a].outer
		} else {
			b = l.blocks[b].outer
		}
	}
	return a
}

// trivial reports whether a node is a constant or a leaf.
func trivial(n *formula.Node) bool { return n.Op == formula.Const || n.Op == formula.Read }

// isLocal reports whether a node is a local variable; the evaluation itself is the result.
func (l *plan) isLocal(i int) bool {
	n := &l.nodes[i]
	return !trivial(n) && (l.uses[i] > 1 || n.Op == formula.If || n.Name != "" && i < len(l.nodes)-1)
}

package formula

import "example.org/centipawn/internal/formula/kernel"

// Curved reports whether the second derivative of the program by two leaves may differ from 0 somewhere:
// by the structure, so that it may say yes where the numbers cancel. Only fitted leaves count.
func (p *Program) Curved(a, b int) bool { return p.curves()[a*len(p.Leaves)+b] }

// curves finds which pairs of leaves have second derivatives: those that meet in a product, or in a curve.
func (p *Program) curves() []bool {
	p.curveOnce.Do(func() {
		n := len(p.Leaves)
		p.curved = make([]bool, n*n)
		on := p.dependences()
		for i := range p.nodes {
			if !p.facts[i].flows {
				continue
			}
			for _, pair := range p.nodes[i].meetings() {
				p.meet(on[pair[0]], on[pair[1]])
			}
		}
	})
	return p.curved
}

// meet marks the pairs of two sets of leaves.
func (p *Program) meet(a, b []bool) {
	n := len(p.Leaves)
	for i, inA := range a {
		if !inA {
			continue
		}
		for j, inB := range b {
			if inB {
				p.curved[i*n+j], p.curved[j*n+i] = true, true
			}
		}
	}
}

// meetings returns the pairs of a node's arguments by which it has a second derivative.
func (n *Node) meetings() [][2]int {
	x, y := n.Args[0], n.Args[1]
	switch n.Op {
	case kernel.Mul:
		return [][2]int{{x, y}}
	case kernel.Div:
		return [][2]int{{x, y}, {y, y}}
	case kernel.Square, kernel.Sqrt, kernel.Sigmoid, kernel.Exp, kernel.Log:
		return [][2]int{{x, x}}
	case kernel.Lookup:
		var list [][2]int
		for _, w := range n.Table {
			list = append(list, [2]int{x, w})
		}
		return list
	}
	return nil
}

// dependences returns by node the fitted leaves by which it has a derivative; nil if there are none.
func (p *Program) dependences() [][]bool {
	on := make([][]bool, len(p.nodes))
	for i := range p.nodes {
		if !p.facts[i].fitted {
			continue
		}
		on[i] = make([]bool, len(p.Leaves))
		n := &p.nodes[i]
		if n.Op == kernel.Read {
			on[i][n.Leaf] = true
		}
		n.differentiable(func(j int) {
			for l, yes := range on[j] {
				on[i][l] = on[i][l] || yes
			}
		})
	}
	return on
}

// A bender finds second derivatives of one row. With the derivatives d of the evaluation by node, and the
// gradients of the nodes by leaf, the Hessian is
//
//	Σ node i  d(i) · Σ what it reads j, k  ∂²i/∂j∂k · gradient(j) · gradient(k)ᵀ
//
// Source: A. Griewank, A. Walther, "Evaluating Derivatives" (2008), section 5.1 and chapter 7.
type bender struct {
	*scalar
	leaves   [][]int     // by node: the leaves in its gradient
	gradient [][]float64 // by node and leaf
	local    []local     // by node
	d        []float64   // by node
	live     []bool      // by node: the row's evaluation has a derivative by it
}

// A local is what a node's derivatives are in a row.
type local struct {
	n     int // of to and slope
	to    [3]int
	slope [3]float64
	bends int
	pair  [2][2]int // of to and slope
	bend  [2]float64
}

func newBender(p *Program) *bender {
	b := &bender{
		scalar:   newScalar(p),
		leaves:   make([][]int, len(p.nodes)),
		gradient: make([][]float64, len(p.nodes)),
		local:    make([]local, len(p.nodes)),
		d:        make([]float64, len(p.nodes)),
		live:     make([]bool, len(p.nodes)),
	}
	for i, on := range p.dependences() {
		if on == nil || !p.facts[i].flows {
			continue
		}
		b.gradient[i] = make([]float64, len(p.Leaves))
		for l, yes := range on {
			if yes {
				b.leaves[i] = append(b.leaves[i], l)
			}
		}
		if n := p.nodes[i]; n.Op == kernel.Read {
			b.gradient[i][n.Leaf] = 1
		}
	}
	return b
}

// Bend stores in to, leaves × leaves, the second derivatives of a row that Values evaluated last; those
// by leaves that are not fitted are 0.
func (t *Tape) Bend(row int, to []float64) {
	clear(to)
	b := t.bender()
	b.row(t, row)
	b.slopes()
	for i := range b.local {
		if b.live[i] && t.p.facts[i].fitted {
			b.forward(i)
		}
	}
	for i := range b.local {
		if b.live[i] && b.d[i] != 0 {
			b.curve(i, len(t.p.Leaves), to)
		}
	}
}

// bender returns the tape's own.
func (t *Tape) bender() *bender {
	if t.bend == nil {
		t.bend = newBender(t.p)
	}
	return t.bend
}

// slopes finds the derivatives of the row's evaluation by node.
func (b *bender) slopes() {
	clear(b.d)
	clear(b.live)
	last := len(b.d) - 1
	b.d[last], b.live[last] = 1, b.p.facts[last].fitted
	for i := last; i >= 0; i-- {
		if !b.live[i] {
			continue
		}
		l := &b.local[i]
		b.localOf(i, l)
		for k, j := range l.to[:l.n] {
			if b.p.facts[j].fitted {
				b.live[j] = true
				b.d[j] += kernel.Flowing(b.d[i]*l.slope[k], b.d[i])
			}
		}
	}
}

// forward finds the gradient of a node from those of what it reads.
func (b *bender) forward(i int) {
	l := &b.local[i]
	if l.n == 0 {
		return
	}
	g := b.gradient[i]
	clear(g)
	for k, j := range l.to[:l.n] {
		for _, leaf := range b.leaves[j] {
			g[leaf] += kernel.Flowing(l.slope[k]*b.gradient[j][leaf], b.gradient[j][leaf])
		}
	}
}

// curve adds a node's part of the Hessian.
func (b *bender) curve(i, leaves int, to []float64) {
	l := &b.local[i]
	for k, pair := range l.pair[:l.bends] {
		x, y := l.to[pair[0]], l.to[pair[1]]
		f := b.d[i] * l.bend[k]
		if f == 0 {
			continue
		}
		for _, p := range b.leaves[x] {
			for _, q := range b.leaves[y] {
				g, h := b.gradient[x][p], b.gradient[y][q]
				if g == 0 || h == 0 {
					continue
				}
				h *= f * g
				to[p*leaves+q] += float64(h)
				if pair[0] != pair[1] {
					to[q*leaves+p] += float64(h)
				}
			}
		}
	}
}

// one says that the node has one derivative in the row.
func (l *local) one(x int, slope float64) { l.n, l.to[0], l.slope[0] = 1, x, slope }

func (l *local) two(x, y int, slopeX, slopeY float64) {
	l.n, l.to[0], l.to[1], l.slope[0], l.slope[1] = 2, x, y, slopeX, slopeY
}

// meet says what the second derivative by two of the arguments is.
func (l *local) meet(i, j int, bend float64) {
	l.pair[l.bends], l.bend[l.bends] = [2]int{i, j}, bend
	l.bends++
}

// localOf finds a node's derivatives in a row.
func (b *bender) localOf(i int, l *local) {
	n := &b.p.nodes[i]
	x, y := n.Args[0], n.Args[1]
	l.n, l.bends = 0, 0
	switch n.Op {
	case kernel.Const, kernel.Read:
	case kernel.Add:
		l.two(x, y, 1, 1)
	case kernel.Sub:
		l.two(x, y, 1, -1)
	case kernel.Mul:
		l.two(x, y, b.eval(y), b.eval(x))
		l.meet(0, 1, 1)
	case kernel.Div:
		z, v := b.value[i], b.value[y]
		l.two(x, y, 1/v, -z/v)
		l.meet(0, 1, -1/(v*v))
		l.meet(1, 1, 2*z/(v*v))
	case kernel.Neg:
		l.one(x, -1)
	case kernel.Trunc, kernel.Round:
		l.one(x, 1)
	case kernel.Min:
		l.one(pick(b.eval(y) >= b.eval(x), x, y), 1)
	case kernel.Max:
		l.one(pick(b.eval(x) >= b.eval(y), x, y), 1)
	case kernel.Abs:
		l.one(x, 1-2*truth(b.eval(x) < 0))
	case kernel.If:
		l.one(pick(b.eval(x) != 0, y, n.Args[2]), 1)
	case kernel.Lookup:
		b.localTable(n, l)
	default:
		l.one(x, n.Op.Slope(b.eval(x), b.value[i]))
		l.meet(0, 0, n.Op.Bend(b.eval(x), b.value[i]))
	}
}

// localTable finds the derivatives of a Lookup: by its argument and by two weights.
func (b *bender) localTable(n *Node, l *local) {
	x, low, high := b.eval(n.Args[0]), b.eval(n.Args[1]), b.eval(n.Args[2])
	i, f := kernel.Place(x, low, high, len(n.Table))
	steps := float64(len(n.Table)-1) / (high - low)
	if x < low || x > high {
		steps = 0
	}
	before, after := n.Table[i], n.Table[i+1]
	l.n, l.to = 3, [3]int{n.Args[0], before, after}
	l.slope = [3]float64{(b.eval(after) - b.eval(before)) * steps, 1 - f, f}
	l.meet(0, 1, -steps)
	l.meet(0, 2, steps)
}

package formula

import "example.org/centipawn/internal/formula/kernel"

// A Tape evaluates a program for several rows at a time. It is for one goroutine. Values, Slopes, Bend
// and Fault allocate nothing.
//
// It works node by node: an operation goes over all rows of the batch before the next one does. Of a
// short branch both sides are evaluated and one is selected, in values and in derivatives, so that what
// is not taken may be infinite or NaN; a long side is evaluated in the rows that take it.
type Tape struct {
	p       *Program
	size    int
	n       int         // rows that were evaluated last
	v       [][]float64 // values by node and row; of truth values nil
	truth   [][]uint64  // truth values by node and row: all bits or none
	d       [][]float64 // derivatives of the evaluation by node and row; several nodes may share theirs
	leaf    []int       // nodes by leaf
	back    []step
	clear   [][]float64 // derivatives by weights of tables
	guarded []int       // nodes whose values have to be finite where they are read: that may go unnoticed
	none    []float64
	suspect bool // some value or derivative may be not finite

	branches map[int]*[2]*arm // by node: of an If the sides with a tape of their own
	inner    []bool           // by node: it is in one of those
	sloped   bool             // Slopes came after Values
	bend     *bender
}

// A step passes derivatives from a node to one that it reads.
type step struct {
	node, to int
	arg      int  // of the node
	first    bool // nothing was passed there before
	sub      *arm // of an If: the side
	mask     bool // the derivative where nothing flows may be infinite or NaN
}

// NewTape returns a tape for up to n rows at a time. Some hundreds of rows suit the caches: it takes up to
// 16 bytes per row and node.
func (p *Program) NewTape(n int) *Tape { return p.newTape(n, branchCost) }

func (p *Program) newTape(n, least int) *Tape {
	t := &Tape{p: p, size: n, none: make([]float64, n)}
	t.planBranches(least)
	t.v, t.truth = make([][]float64, len(p.nodes)), make([][]uint64, len(p.nodes))
	t.leaf = make([]int, len(p.Leaves))
	for i, node := range p.nodes {
		if t.inner[i] {
			continue
		}
		if node.Op.Truth() {
			t.truth[i] = make([]uint64, n)
			continue
		}
		t.v[i] = make([]float64, n)
		switch node.Op {
		case kernel.Const:
			kernel.Fill(t.v[i], node.Value)
		case kernel.Read:
			t.leaf[node.Leaf] = i
		}
	}
	t.planBack()
	t.planGuards()
	return t
}

// Leaf returns where the values of a leaf go, by row: to be filled before Values. Of a leaf of the kind
// Weight only the first is read: it is that of all rows.
func (t *Tape) Leaf(leaf int) []float64 { return t.v[t.leaf[leaf]] }

// planBack finds the order in which derivatives are passed.
func (t *Tape) planBack() {
	p := t.p
	t.d = make([][]float64, len(p.nodes))
	passes := t.passes()
	last := len(p.nodes) - 1
	t.d[last] = make([]float64, t.size)
	kernel.Fill(t.d[last], 1)
	for i := last; i >= 0; i-- {
		n := &p.nodes[i]
		if t.inner[i] || !p.facts[i].flows || !p.facts[i].fitted {
			continue
		}
		if n.Op == kernel.Lookup {
			t.planTable(i)
			continue
		}
		arg := -1
		n.differentiable(func(j int) {
			if arg++; n.Op == kernel.If && arg == 0 {
				arg = 1
			}
			if n.Op == kernel.If && t.planSide(i, arg-1) || !p.facts[j].fitted {
				return
			}
			first := t.d[j] == nil
			if first && passes[j] == 1 && n.unchanged(arg) {
				t.d[j] = t.d[i]
				return
			}
			t.pass(step{node: i, to: j, arg: arg, first: first, mask: p.facts[i].wild})
		})
	}
}

// planSide passes the derivatives of a side that has a tape, in one step.
func (t *Tape) planSide(i, side int) bool {
	pair := t.branches[i]
	if pair == nil || pair[side] == nil {
		return false
	}
	for _, j := range pair[side].boundary {
		if t.p.facts[j].fitted {
			t.cleared(j)
		}
	}
	if pair[side].fitted {
		t.back = append(t.back, step{node: i, sub: pair[side]})
	}
	return true
}

// cleared gives a node derivatives that begin at 0, unless something sets them before.
func (t *Tape) cleared(j int) {
	if t.d[j] == nil {
		t.d[j] = make([]float64, t.size)
		t.clear = append(t.clear, t.d[j])
	}
}

// pass appends a step.
func (t *Tape) pass(s step) {
	if s.first {
		t.d[s.to] = make([]float64, t.size)
	}
	t.back = append(t.back, s)
}

// planTable passes the derivatives of a Lookup: by its argument, and in one step by its weights.
func (t *Tape) planTable(i int) {
	n, f := &t.p.nodes[i], t.p.facts
	if x := n.Args[0]; f[x].fitted {
		t.pass(step{node: i, to: x, first: t.d[x] == nil, mask: f[i].wild})
	}
	for _, w := range n.Table {
		t.cleared(w)
	}
	t.back = append(t.back, step{node: i, arg: 1, mask: f[i].wild})
}

// passes counts by node how often derivatives are passed to it.
func (t *Tape) passes() []int {
	count := make([]int, len(t.p.nodes))
	for i := range t.p.nodes {
		if f := t.p.facts[i]; f.flows && f.fitted && !t.inner[i] {
			t.p.nodes[i].differentiable(func(j int) { count[j]++ })
		}
	}
	for _, pair := range t.branches {
		for _, sub := range pair {
			if sub != nil {
				for _, j := range sub.boundary {
					count[j] += 2 // never those of another node
				}
			}
		}
	}
	return count
}

// unchanged reports whether the derivative by an argument is 1.
func (n *Node) unchanged(arg int) bool {
	return n.Op == kernel.Add || n.Op == kernel.Sub && arg == 0 || n.Op == kernel.Trunc || n.Op == kernel.Round
}

// planGuards finds the nodes whose infinite values or NaN may be lost on the way.
func (t *Tape) planGuards() {
	seen := make([]bool, len(t.p.nodes))
	guard := func(i int) {
		if t.p.facts[i].large && !seen[i] {
			seen[i] = true
			t.guarded = append(t.guarded, i)
		}
	}
	for i := range t.p.nodes {
		if t.inner[i] {
			continue
		}
		switch n := &t.p.nodes[i]; n.Op {
		case kernel.Min, kernel.Max, kernel.Less, kernel.AtMost, kernel.Equal, kernel.Differ:
			guard(n.Args[0])
			guard(n.Args[1])
		case kernel.Sigmoid, kernel.Exp, kernel.Lookup:
			guard(n.Args[0])
		case kernel.Div:
			guard(n.Args[1])
		}
	}
	seen[len(seen)-1] = true
	t.guarded = append(t.guarded, len(seen)-1)
}

// Values evaluates the first n rows. The slice is the tape's.
func (t *Tape) Values(n int) []float64 {
	t.n, t.suspect, t.sloped = n, false, false
	for i := range t.p.nodes {
		switch f := t.p.facts[i]; {
		case t.p.nodes[i].Op == kernel.Const || t.inner[i]:
		case f.varies:
			t.run(i, n)
		case t.p.nodes[i].Op.Truth():
			t.run(i, 1)
			kernel.Fill(t.truth[i][:n], t.truth[i][0])
		default:
			t.run(i, 1)
			kernel.Fill(t.v[i][:n], t.v[i][0])
		}
	}
	for _, i := range t.guarded {
		t.suspect = t.suspect || !kernel.AllFinite(t.v[i][:n])
	}
	return t.v[len(t.v)-1][:n]
}

// run evaluates a node in the first n rows.
func (t *Tape) run(i, n int) {
	node := &t.p.nodes[i]
	if node.Op == kernel.Read {
		return
	}
	a, b, c := node.Args[0], node.Args[1], node.Args[2]
	switch node.Op {
	case kernel.Less, kernel.AtMost, kernel.Equal, kernel.Differ:
		kernel.Compared(node.Op, t.truth[i][:n], t.v[a][:n], t.v[b][:n])
	case kernel.And, kernel.Or:
		kernel.Joined(node.Op, t.truth[i][:n], t.truth[a][:n], t.truth[b][:n])
	case kernel.If:
		if pair := t.branches[i]; pair != nil {
			t.runBranches(i, n, pair)
			return
		}
		kernel.Choose(t.v[i][:n], t.truth[a][:n], t.v[b][:n], t.v[c][:n])
	case kernel.Lookup:
		t.look(node, t.v[i][:n])
	case kernel.Add, kernel.Sub, kernel.Mul, kernel.Div, kernel.Min, kernel.Max:
		kernel.Binary(node.Op, t.v[i][:n], t.v[a][:n], t.v[b][:n])
	default:
		kernel.Unary(node.Op, t.v[i][:n], t.v[a][:n])
	}
}

// look evaluates a table.
func (t *Tape) look(n *Node, z []float64) {
	low, high := t.v[n.Args[1]][0], t.v[n.Args[2]][0]
	x := t.v[n.Args[0]][:len(z)]
	for r := range z {
		i, f := kernel.Place(x[r], low, high, len(n.Table))
		z[r] = float64((1-f)*t.v[n.Table[i]][r]) + float64(f*t.v[n.Table[i+1]][r])
	}
}

// Slopes finds the derivatives of the n rows that Values evaluated last, by all fitted leaves: see Slope.
// At a kink it is the derivative of the side that the row is on: of max(a, b) and min(a, b) that by a
// where a = b; of abs(0) it is 1; of a table that of the step after, at its end that of the step before.
func (t *Tape) Slopes(n int) {
	t.sloped = true
	for _, d := range t.clear {
		clear(d[:n])
	}
	for i := range t.back {
		t.passBack(&t.back[i], n)
	}
	for l, leaf := range t.p.Leaves {
		if d := t.d[t.leaf[l]]; leaf.Fitted() && d != nil {
			t.suspect = t.suspect || !kernel.AllFinite(d[:n])
		}
	}
}

// Slope returns the derivatives by a leaf, by row: 0 by a leaf that is not fitted. The slice is the tape's.
func (t *Tape) Slope(leaf int) []float64 {
	if d := t.d[t.leaf[leaf]]; d != nil && t.p.Leaves[leaf].Fitted() {
		return d[:t.n]
	}
	return t.none[:t.n]
}

// passBack runs one step.
func (t *Tape) passBack(s *step, n int) {
	if s.sub != nil {
		t.passBranch(s.sub)
		return
	}
	node := &t.p.nodes[s.node]
	d := t.d[s.node][:n]
	if node.Op == kernel.Lookup && s.arg == 1 {
		t.passTable(node, d, s.mask)
		return
	}
	to := t.d[s.to][:n]
	z := t.v[s.node][:n]
	other := func(k int) []float64 { return t.v[node.Args[k]][:n] }
	switch node.Op {
	case kernel.Add, kernel.Trunc, kernel.Round:
		kernel.PassOn(to, d, s.first)
	case kernel.Sub:
		if s.arg == 0 {
			kernel.PassOn(to, d, s.first)
			return
		}
		kernel.PassNegative(to, d, s.first)
	case kernel.Neg:
		kernel.PassNegative(to, d, s.first)
	case kernel.Mul:
		kernel.PassTimes(to, d, other(1-s.arg), s.first, s.mask)
	case kernel.Div:
		if s.arg == 0 {
			kernel.PassOver(to, d, other(1), s.first, s.mask)
			return
		}
		kernel.PassDivisor(to, d, z, other(1), s.first)
	case kernel.Min:
		kernel.PassWinner(to, d, other(1), other(0), s.arg == 0, s.first)
	case kernel.Max:
		kernel.PassWinner(to, d, other(0), other(1), s.arg == 0, s.first)
	case kernel.Abs:
		kernel.PassSign(to, d, other(0), s.first)
	case kernel.If:
		kernel.PassChosen(to, d, t.truth[node.Args[0]][:n], s.arg == 1, s.first)
	case kernel.Lookup:
		t.passArgument(node, to, d, s.first, s.mask)
	default:
		kernel.PassCurve(node.Op, to, d, other(0), z, s.first, s.mask)
	}
}

// passTable adds the derivatives by the weights of a table, two in each row.
func (t *Tape) passTable(n *Node, d []float64, mask bool) {
	low, high := t.v[n.Args[1]][0], t.v[n.Args[2]][0]
	x := t.v[n.Args[0]][:len(d)]
	for r, dr := range d {
		if mask && dr == 0 {
			continue
		}
		i, f := kernel.Place(x[r], low, high, len(n.Table))
		t.d[n.Table[i]][r] += float64(dr * (1 - f))
		t.d[n.Table[i+1]][r] += float64(dr * f)
	}
}

// passArgument passes the derivatives by the argument of a table.
func (t *Tape) passArgument(n *Node, to, d []float64, first, mask bool) {
	low, high := t.v[n.Args[1]][0], t.v[n.Args[2]][0]
	steps := float64(len(n.Table)-1) / (high - low)
	x := t.v[n.Args[0]][:len(d)]
	for r, dr := range d {
		var e float64
		if x[r] >= low && x[r] <= high && !(mask && dr == 0) {
			i, _ := kernel.Place(x[r], low, high, len(n.Table))
			e = dr * float64((t.v[n.Table[i+1]][r]-t.v[n.Table[i]][r])*steps)
		}
		kernel.Store(&to[r], e, first)
	}
}

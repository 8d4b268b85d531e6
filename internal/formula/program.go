package formula

import (
	"slices"
	"sync"

	"example.org/centipawn/internal/formula/kernel"
)

// A Program is a formula of which every name is known, compiled. It is safe for concurrent use.
type Program struct {
	Leaves []Leaf // without duplicates, in the order in which they are first read

	text  source
	nodes []Node // the last is the evaluation
	scope Scope
	facts []fact // by node
	given []fact // of a part of a program: by leaf; else nil

	curveOnce sync.Once
	curved    []bool // leaves × leaves
}

// A fact is what is known of a node before any row is.
type fact struct {
	varies bool // by row
	fitted bool // its derivative by some fitted leaf is not 0 everywhere
	flows  bool // the evaluation has a derivative by it
	wild   bool // it or its derivative may be infinite or NaN in a row whose leaves are moderate
	large  bool // it is wild, or a product that may overflow
}

// Nodes returns the operations of the program; the last is the evaluation. They are the program's own.
func (p *Program) Nodes() []Node { return p.nodes }

// Scope returns what the names of the formula meant; of a rest, see Split, without the sum linear.
func (p *Program) Scope() Scope { return p.scope }

// Tapered reports whether a sum has tapered columns: then its leaves are called NAME.mg and NAME.eg, and
// otherwise there is SumMG alone, its value.
func (p *Program) Tapered(sum string) bool {
	s := p.sum(sum)
	return s != nil && s.Tapered
}

// sum returns a sum of the scope, nil if there is none of that name.
func (p *Program) sum(name string) *Sum {
	for i := range p.scope.Sums {
		if p.scope.Sums[i].Name == name {
			return &p.scope.Sums[i]
		}
	}
	return nil
}

// LeafName returns the leaf as the formula reads it: linear.mg, danger, scale, mg, weight(NAME). The
// plain part of a mixed sum, which formulas cannot read alone, is NAME.plain.
func (p *Program) LeafName(leaf int) string {
	switch l := p.Leaves[leaf]; {
	case l.Kind == RowMG:
		return MG
	case l.Kind == RowEG:
		return EG
	case l.Kind == Weight:
		return "weight(" + l.Name + ")"
	case l.Kind == SumPlain:
		return l.Name + ".plain"
	case l.Kind == SumMG && p.Tapered(l.Name):
		return l.Name + ".mg"
	case l.Kind == SumEG:
		return l.Name + ".eg"
	default:
		return l.Name
	}
}

// Position returns line and column of a node in the formula, from 1.
func (p *Program) Position(node int) (line, column int) {
	e := p.text.wrong(p.nodes[node].at, "")
	return e.Line, e.Column
}

// program returns what the last node needs.
func (b *builder) program(root int) *Program {
	p := &Program{text: b.text}
	needed := b.needed(root)
	ids := make([]int, len(b.nodes))
	leaves := make(map[int]int)
	for i, n := range b.nodes[:root+1] {
		if !needed[i] {
			continue
		}
		for k := range n.Op.Arity() {
			n.Args[k] = ids[n.Args[k]]
		}
		n.Table = slices.Clone(n.Table)
		for k := range n.Table {
			n.Table[k] = ids[n.Table[k]]
		}
		if n.Op == kernel.Read {
			if _, ok := leaves[n.Leaf]; !ok {
				leaves[n.Leaf] = len(p.Leaves)
				p.Leaves = append(p.Leaves, b.leaves[n.Leaf])
			}
			n.Leaf = leaves[n.Leaf]
		}
		ids[i] = len(p.nodes)
		p.nodes = append(p.nodes, n)
	}
	p.study()
	return p
}

// reads calls f with the nodes that a node reads.
func (n *Node) reads(f func(node int)) {
	for k := range n.Op.Arity() {
		f(n.Args[k])
	}
	for _, i := range n.Table {
		f(i)
	}
}

// differentiable calls f with those nodes of which a node has a derivative.
func (n *Node) differentiable(f func(node int)) {
	switch {
	case n.Op.Truth():
	case n.Op == kernel.If:
		f(n.Args[1])
		f(n.Args[2])
	default:
		n.reads(f)
	}
}

// needed reports by node whether the root reads it.
func (b *builder) needed(root int) []bool {
	needed := make([]bool, len(b.nodes))
	needed[root] = true
	for i := root; i >= 0; i-- {
		if needed[i] {
			b.nodes[i].reads(func(j int) { needed[j] = true })
		}
	}
	return needed
}

// study finds the facts.
func (p *Program) study() {
	p.facts = make([]fact, len(p.nodes))
	for i := range p.nodes {
		n, f := &p.nodes[i], &p.facts[i]
		if n.Op == kernel.Read {
			l := p.Leaves[n.Leaf]
			f.varies, f.fitted = l.Kind != Weight, l.Fitted()
			if p.given != nil {
				f.wild, f.large = p.given[n.Leaf].wild, p.given[n.Leaf].large
			}
		}
		n.differentiable(func(j int) { f.fitted = f.fitted || p.facts[j].fitted })
		n.reads(func(j int) {
			f.varies = f.varies || p.facts[j].varies
			f.wild = f.wild || p.facts[j].wild
			f.large = f.large || p.facts[j].large
		})
		if p.unbounded(n) {
			f.wild = true
		}
		if f.wild || n.Op == kernel.Square || n.Op == kernel.Mul && p.nodes[n.Args[0]].Op != kernel.Const && p.nodes[n.Args[1]].Op != kernel.Const {
			f.large = true
		}
	}
	p.facts[len(p.nodes)-1].flows = true
	for i := len(p.nodes) - 1; i >= 0; i-- {
		if p.facts[i].flows {
			p.nodes[i].differentiable(func(j int) { p.facts[j].flows = true })
		}
	}
}

// unbounded reports whether an operation has a pole or overflows fast.
func (p *Program) unbounded(n *Node) bool {
	switch n.Op {
	case kernel.Div:
		return p.nodes[n.Args[1]].Op != kernel.Const
	case kernel.Sqrt, kernel.Log, kernel.Exp:
		return true
	}
	return false
}

// copyNodes appends the nodes of a program to a builder; edit may put another node in the place of one.
func (p *Program) copyNodes(b *builder, edit func(n Node, ids []int) (int, bool)) []int {
	ids := make([]int, len(p.nodes))
	for i, n := range p.nodes {
		var ok bool
		if ids[i], ok = edit(n, ids); ok {
			continue
		}
		switch n.Op {
		case kernel.Const:
			ids[i] = b.constant(n.Value, n.at)
		case kernel.Read:
			ids[i] = b.read(p.Leaves[n.Leaf], n.at)
		case kernel.Lookup:
			ids[i] = b.table(n, ids)
		default:
			args := []int{ids[n.Args[0]], ids[n.Args[1]], ids[n.Args[2]]}[:n.Op.Arity()]
			ids[i] = b.must(b.op(n.Op, n.at, args...))
		}
		if made := &b.nodes[ids[i]]; made.Name == "" && made.Op == n.Op {
			made.Name = n.Name
		}
	}
	return ids
}

// table copies a Lookup.
func (b *builder) table(n Node, ids []int) int {
	for k := range n.Args {
		n.Args[k] = ids[n.Args[k]]
	}
	n.Table = slices.Clone(n.Table)
	for k, j := range n.Table {
		n.Table[k] = ids[j]
	}
	first := b.leaves[b.nodes[n.Table[0]].Leaf]
	return b.add(key{op: kernel.Lookup, args: n.Args, leaf: first, n: len(n.Table)}, n)
}

// must returns a node whose operation was in a program before and thus has no error.
func (b *builder) must(node int, err *Error) int {
	if err != nil {
		panic("formula: " + err.Text)
	}
	return node
}

// rebuilder returns a builder for nodes of programs.
func (p *Program) rebuilder() *builder {
	b := newBuilder(p.text)
	b.most = 1 << 30
	return b
}

// Smooth returns the program without rounding: trunc(x) and round(x) are x, as their derivatives have it.
func (p *Program) Smooth() *Program {
	if !slices.ContainsFunc(p.nodes, func(n Node) bool { return n.Op == kernel.Trunc || n.Op == kernel.Round }) {
		return p
	}
	b := p.rebuilder()
	ids := p.copyNodes(b, func(n Node, ids []int) (int, bool) {
		return ids[n.Args[0]], n.Op == kernel.Trunc || n.Op == kernel.Round
	})
	smooth := b.program(ids[len(ids)-1])
	smooth.scope = p.scope
	return smooth
}

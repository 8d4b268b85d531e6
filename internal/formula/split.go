package formula

import (
	"slices"

	"example.org/centipawn/internal/formula/kernel"
)

// Split returns the rest g of a formula that is linear + g, where g does not read the sum linear; nil if
// the formula is linear alone. ok is false for another formula, and where a sum cancels: then linear's parts are
// leaves as those of any sum. A formula of a scope without the sum linear is all rest.
//
// linear counts as a term of the formula's sums and differences, through definitions, with the factor 1,
// and once; of a branch both sides may be linear + g. Of a tapered sum linear.mg * mg + linear.eg * eg
// is the same, unless the sum is mixed.
func (p *Program) Split() (rest *Program, ok bool) {
	linear := p.sum(Linear)
	if linear == nil {
		return p, true
	}
	b := p.rebuilder()
	ids := p.copyNodes(b, func(Node, []int) (int, bool) { return 0, false })
	s := splitter{builder: b, reads: b.readers(Linear)}
	s.terms = b.linearTerms(*linear)
	root, ok := s.rest(ids[len(ids)-1])
	if !ok {
		return nil, false
	}
	rest = &Program{}
	if root != nothing {
		rest = b.program(root)
	}
	rest.scope = Scope{slices.DeleteFunc(slices.Clone(p.scope.Sums), func(s Sum) bool { return s.Name == Linear }), p.scope.Inputs}
	for _, s := range rest.scope.Sums {
		if p.readsSum(s.Name) && !rest.readsSum(s.Name) {
			return nil, false
		}
	}
	if root == nothing {
		return nil, true
	}
	return rest, true
}

// readsSum reports whether a leaf is a part of a sum.
func (p *Program) readsSum(name string) bool {
	return slices.ContainsFunc(p.Leaves, func(l Leaf) bool { return l.sum() && l.Name == name })
}

// nothing stands for a rest of 0.
const nothing = -1

type splitter struct {
	*builder
	reads []bool // by node: it reads linear
	terms []int  // those that linear consists of
}

// readers reports by node whether it reads a sum.
func (b *builder) readers(sum string) []bool {
	reads := make([]bool, len(b.nodes))
	for i := range b.nodes {
		n := &b.nodes[i]
		reads[i] = n.Op == kernel.Read && b.leaves[n.Leaf].sum() && b.leaves[n.Leaf].Name == sum
		n.reads(func(j int) { reads[i] = reads[i] || reads[j] })
	}
	return reads
}

// linearTerms returns the terms that the sum linear consists of.
func (b *builder) linearTerms(s Sum) []int {
	part := func(k LeafKind) int { return b.read(Leaf{k, Linear}, 0) }
	factor := func(k LeafKind) int { return b.read(Leaf{Kind: k}, 0) }
	if !s.Tapered {
		return []int{part(SumMG)}
	}
	terms := []int{
		b.must(b.op(kernel.Mul, 0, part(SumMG), factor(RowMG))),
		b.must(b.op(kernel.Mul, 0, part(SumEG), factor(RowEG))),
	}
	if s.Mixed {
		terms = append(terms, b.must(b.op(kernel.Mul, 0, part(SumPlain), b.must(b.remainder(0)))))
	}
	return terms
}

// rest returns what a node is besides linear.
func (s *splitter) rest(root int) (int, bool) {
	factors := s.factors(root)
	found, other := 0, nothing
	for _, t := range s.terms {
		if t < len(factors) && factors[t] == 1 {
			factors[t] = 0
			found++
		}
	}
	for i, f := range factors {
		if f == 0 || !s.reads[i] {
			continue
		}
		if found > 0 || other != nothing || f != 1 || s.nodes[i].Op != kernel.If {
			return 0, false
		}
		other = i
	}
	switch {
	case found == len(s.terms):
		return s.total(factors, nothing), true
	case other == nothing:
		return 0, false
	}
	factors[other] = 0
	branch, ok := s.branch(other)
	if !ok {
		return 0, false
	}
	return s.total(factors, branch), true
}

// factors returns the factors of the terms of which a node is a sum, by node.
func (s *splitter) factors(root int) []float64 {
	f := make([]float64, root+1)
	f[root] = 1
	for i := root; i >= 0; i-- {
		n := s.nodes[i]
		switch {
		case f[i] == 0:
			continue
		case n.Op == kernel.Add:
			f[n.Args[0]] += f[i]
			f[n.Args[1]] += f[i]
		case n.Op == kernel.Sub:
			f[n.Args[0]] += f[i]
			f[n.Args[1]] -= f[i]
		case n.Op == kernel.Neg:
			f[n.Args[0]] -= f[i]
		default:
			continue
		}
		f[i] = 0
	}
	return f
}

// branch returns the rest of a branch of which both sides are linear + g.
func (s *splitter) branch(node int) (int, bool) {
	n := s.nodes[node]
	if s.reads[n.Args[0]] {
		return 0, false
	}
	var sides [2]int
	for k := range sides {
		var ok bool
		if sides[k], ok = s.rest(n.Args[k+1]); !ok {
			return 0, false
		}
	}
	if sides[0] == nothing && sides[1] == nothing {
		return nothing, true
	}
	for k := range sides {
		if sides[k] == nothing {
			sides[k] = s.constant(0, n.at)
		}
	}
	return s.must(s.op(kernel.If, n.at, n.Args[0], sides[0], sides[1])), true
}

// total returns the sum of factor × node, and of one node more.
func (s *splitter) total(factors []float64, total int) int {
	for i, f := range factors {
		if f == 0 {
			continue
		}
		at, term := s.nodes[i].at, i
		if f != 1 && f != -1 {
			term = s.must(s.op(kernel.Mul, at, s.constant(max(f, -f), at), i))
		}
		switch {
		case total == nothing && f > 0:
			total = term
		case total == nothing:
			total = s.must(s.op(kernel.Neg, at, term))
		case f > 0:
			total = s.must(s.op(kernel.Add, at, total, term))
		default:
			total = s.must(s.op(kernel.Sub, at, total, term))
		}
	}
	return total
}

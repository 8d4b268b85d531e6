package formula

import (
	"slices"
	"strings"

	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/formula/kernel"
)

// A compiler gives names a meaning.
type compiler struct {
	*builder
	scope *Scope // nil: any name may be a sum
	ids   []int  // nodes by raw node
}

// compile returns the nodes of a formula and the last of them.
func (f *Formula) compile(s *Scope) (*builder, int, *Error) {
	c := compiler{newBuilder(f.text), s, make([]int, len(f.raws))}
	for i, r := range f.raws {
		var err *Error
		if c.ids[i], err = c.lower(r); err != nil {
			return nil, 0, err
		}
	}
	for _, d := range f.defs {
		if n := &c.nodes[c.ids[d.raw]]; n.Name == "" && n.Op != kernel.Const && n.Op != kernel.Read {
			n.Name = d.name
		}
	}
	return c.builder, c.ids[f.root], nil
}

func (c *compiler) lower(r raw) (int, *Error) {
	x, y, z := c.ids[r.args[0]], c.ids[r.args[1]], c.ids[r.args[2]]
	switch r.op {
	case kernel.Const:
		return c.constant(r.value, r.at), nil
	case alias:
		return x, nil
	case byName:
		return c.read(Leaf{Weight, r.name}, r.at), nil
	case clamped:
		return c.clamp(r.at, x, y, z)
	case kernel.Lookup:
		return c.lookup(r, x, y, z)
	case named, partMG, partEG:
		return c.name(r)
	}
	return c.op(r.op, r.at, []int{x, y, z}[:r.op.Arity()]...)
}

// name returns the node of a sum, a part of one, an input or a factor.
func (c *compiler) name(r raw) (int, *Error) {
	switch {
	case r.op == named && r.name == MG:
		return c.read(Leaf{Kind: RowMG}, r.at), nil
	case r.op == named && r.name == EG:
		return c.read(Leaf{Kind: RowEG}, r.at), nil
	case c.scope == nil:
		return c.read(Leaf{SumMG + LeafKind(pick(r.op == partEG, 1, 0)), r.name}, r.at), nil
	}
	i := slices.IndexFunc(c.scope.Sums, func(s Sum) bool { return s.Name == r.name })
	switch input := slices.Contains(c.scope.Inputs, r.name); {
	case i >= 0:
		return c.sum(r, c.scope.Sums[i])
	case input && r.op == named:
		return c.read(Leaf{Input, r.name}, r.at), nil
	case input:
		return 0, c.text.wrong(r.at, "%q is an input: only sums have parts .mg and .eg", r.name)
	}
	return 0, c.text.wrong(r.at, "unknown name %q: %s", r.name, c.scope.known(r.name))
}

// sum returns the node of a sum or of a part of it.
func (c *compiler) sum(r raw, s Sum) (int, *Error) {
	part := func(k LeafKind) int { return c.read(Leaf{k, s.Name}, r.at) }
	switch {
	case r.op == partMG || !s.Tapered:
		return part(SumMG), nil
	case r.op == partEG:
		return part(SumEG), nil
	}
	x, err := c.whole(r.at, part(SumMG), c.read(Leaf{Kind: RowMG}, r.at), part(SumEG), c.read(Leaf{Kind: RowEG}, r.at))
	if err != nil || !s.Mixed {
		return x, err
	}
	rest, err := c.remainder(r.at)
	if err != nil {
		return 0, err
	}
	plain, err := c.op(kernel.Mul, r.at, part(SumPlain), rest)
	if err != nil {
		return 0, err
	}
	return c.op(kernel.Add, r.at, x, plain)
}

// whole returns x·mg + y·eg.
func (b *builder) whole(at, x, mg, y, eg int) (int, *Error) {
	first, err := b.op(kernel.Mul, at, x, mg)
	if err != nil {
		return 0, err
	}
	second, err := b.op(kernel.Mul, at, y, eg)
	if err != nil {
		return 0, err
	}
	return b.op(kernel.Add, at, first, second)
}

// remainder returns 1 − mg − eg.
func (b *builder) remainder(at int) (int, *Error) {
	x, err := b.op(kernel.Sub, at, b.constant(1, at), b.read(Leaf{Kind: RowMG}, at))
	if err != nil {
		return 0, err
	}
	return b.op(kernel.Sub, at, x, b.read(Leaf{Kind: RowEG}, at))
}

// known lists the names that there are, the nearest to a name first.
func (s *Scope) known(name string) string {
	var names []string
	for _, sum := range s.Sums {
		names = append(names, sum.Name)
	}
	sums := len(names)
	names = append(names, s.Inputs...)
	nearest := cli.Nearest(name, append(append(slices.Clone(names), MG, EG), functions()...))
	var b strings.Builder
	if nearest != "" {
		b.WriteString("did you mean " + nearest + "? ")
	}
	b.WriteString("the sums are " + listed(names[:sums], nearest))
	if len(s.Inputs) > 0 {
		b.WriteString("; the inputs " + listed(names[sums:], nearest))
	} else {
		b.WriteString("; there are no inputs")
	}
	b.WriteString("; a weight is read by weight(NAME), and a definition stands before it is read")
	return b.String()
}

// listed joins some names, the first of all in front.
func listed(names []string, first string) string {
	const most = 12
	names = slices.Clone(names)
	if i := slices.Index(names, first); i > 0 {
		names = append([]string{first}, slices.Delete(names, i, i+1)...)
	}
	more := ""
	if len(names) > most {
		names, more = names[:most], ", ..."
	}
	return strings.Join(names, ", ") + more
}

// check reports names of the scope that formulas cannot have, and definitions that hide one of them.
func (f *Formula) check(s *Scope) *Error {
	seen := map[string]bool{}
	names := slices.Clone(s.Inputs)
	for _, sum := range s.Sums {
		names = append(names, sum.Name)
	}
	for _, name := range names {
		switch {
		case !ValidName(name):
			return f.text.wrong(0, "a sum or an input has the name %q: names of formulas have letters, digits and underscores, and are not words of the language", name)
		case seen[name]:
			return f.text.wrong(0, "two sums or inputs have the name %q", name)
		}
		seen[name] = true
	}
	for _, d := range f.defs {
		if seen[d.name] {
			return f.text.wrong(d.at, "%q is a sum or an input: give the definition another name", d.name)
		}
	}
	return nil
}

// unread reports a sum that the program does not read.
func (f *Formula) unread(s *Scope, p *Program) *Error {
	for _, sum := range s.Sums {
		if !p.readsSum(sum.Name) {
			return f.text.wrong(f.raws[f.root].start, "the formula does not read the sum %q: its weights would count nothing; add it, or remove its columns", sum.Name)
		}
	}
	return nil
}

package formula

import "example.org/centipawn/internal/formula/kernel"

// PlainPart is the name of the sum of a mixed sum's plain columns in an [Program.Unmixed] program. No sum of a
// scope has such a name.
func PlainPart(sum string) string { return sum + "/plain" }

// Unmixed returns the program with the plain columns of mixed sums, where it reads these whole, as sums of their
// own, see [PlainPart]: then every column moves the leaves of one sum alone, and no leaf is a SumPlain.
func (p *Program) Unmixed() *Program {
	mixed := map[string]bool{}
	for _, l := range p.Leaves {
		if l.Kind == SumPlain {
			mixed[l.Name] = true
		}
	}
	if len(mixed) == 0 {
		return p
	}
	b := p.rebuilder()
	ids := p.copyNodes(b, func(n Node, ids []int) (int, bool) {
		if n.Op != kernel.Read {
			return 0, false
		}
		l := p.Leaves[n.Leaf]
		if !l.sum() || !mixed[l.Name] {
			return 0, false
		}
		plain := b.read(Leaf{SumMG, PlainPart(l.Name)}, n.at)
		if l.Kind == SumPlain {
			return plain, true
		}
		return b.must(b.op(kernel.Add, n.at, b.read(l, n.at), plain)), true
	})
	unmixed := b.program(ids[len(ids)-1])
	unmixed.scope = p.scope
	return unmixed
}

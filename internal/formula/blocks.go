package formula

import "example.org/centipawn/internal/formula/kernel"

// Blocks are the branches of a program: block 0 is all of it, and each side of an If is a block inside
// the one in which the If is needed.
type Blocks struct {
	Home  []int    // by node: the innermost block in which all that read it are
	Outer []int    // by block: the one around it; of block 0 -1
	Sides [][2]int // by node: of an If the blocks of its sides
}

// Blocks returns the blocks of the program.
func (p *Program) Blocks() Blocks {
	last := len(p.nodes) - 1
	b := Blocks{Home: make([]int, len(p.nodes)), Outer: []int{-1}, Sides: make([][2]int, len(p.nodes))}
	for i := range b.Home {
		b.Home[i] = -1
	}
	b.Home[last] = 0
	depth := []int{0}
	for i := last; i >= 0; i-- {
		n, home := &p.nodes[i], b.Home[i]
		if n.Op != kernel.If {
			n.reads(func(j int) { b.Home[j] = b.common(depth, b.Home[j], home) })
			continue
		}
		for side := range b.Sides[i] {
			b.Sides[i][side] = len(b.Outer)
			b.Outer = append(b.Outer, home)
			depth = append(depth, depth[home]+1)
		}
		for k, at := range []int{home, b.Sides[i][0], b.Sides[i][1]} {
			j := n.Args[k]
			b.Home[j] = b.common(depth, b.Home[j], at)
		}
	}
	return b
}

// common returns the innermost block that contains two.
func (b *Blocks) common(depth []int, x, y int) int {
	if x < 0 {
		return y
	}
	for x != y {
		if depth[x] >= depth[y] {
			x = b.Outer[x]
		} else {
			y = b.Outer[y]
		}
	}
	return x
}

// Inside reports whether a block is another one or inside it.
func (b *Blocks) Inside(x, outer int) bool {
	for x >= 0 && x != outer {
		x = b.Outer[x]
	}
	return x == outer
}

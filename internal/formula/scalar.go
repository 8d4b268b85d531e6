package formula

import "example.org/centipawn/internal/formula/kernel"

// A scalar evaluates a program for one row, by recursion: only what the row needs, of a branch the side
// that is taken, and the second of two conditions where the first does not decide.
type scalar struct {
	p      *Program
	value  []float64 // by node: a number, or a truth value as 0 or 1
	needed []bool    // by node
	leaf   []float64
}

func newScalar(p *Program) *scalar {
	return &scalar{p: p, value: make([]float64, len(p.nodes)), needed: make([]bool, len(p.nodes)), leaf: make([]float64, len(p.Leaves))}
}

// row evaluates a row of a tape.
func (s *scalar) row(t *Tape, row int) {
	for l := range s.leaf {
		at := row
		if s.p.Leaves[l].Kind == Weight {
			at = 0
		}
		s.leaf[l] = t.Leaf(l)[at]
	}
	clear(s.needed)
	s.eval(len(s.value) - 1)
}

// eval returns the value of a node.
func (s *scalar) eval(i int) float64 {
	if s.needed[i] {
		return s.value[i]
	}
	s.needed[i] = true
	n := &s.p.nodes[i]
	x, y, z := n.Args[0], n.Args[1], n.Args[2]
	v := &s.value[i]
	switch n.Op {
	case kernel.Const:
		*v = n.Value
	case kernel.Read:
		*v = s.leaf[n.Leaf]
	case kernel.If:
		*v = s.eval(pick(s.eval(x) != 0, y, z))
	case kernel.And:
		*v = truth(s.eval(x) != 0 && s.eval(y) != 0)
	case kernel.Or:
		*v = truth(s.eval(x) != 0 || s.eval(y) != 0)
	case kernel.Less, kernel.AtMost, kernel.Equal, kernel.Differ:
		*v = truth(n.Op.Compare(s.eval(x), s.eval(y)))
	case kernel.Lookup:
		at, f := kernel.Place(s.eval(x), s.eval(y), s.eval(z), len(n.Table))
		*v = float64((1-f)*s.eval(n.Table[at])) + float64(f*s.eval(n.Table[at+1]))
	default:
		a := s.eval(x)
		if n.Op.Arity() > 1 {
			*v = n.Op.Number(a, s.eval(y))
		} else {
			*v = n.Op.Number(a, 0)
		}
	}
	return *v
}

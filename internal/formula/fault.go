package formula

import (
	"fmt"

	"example.org/centipawn/internal/formula/kernel"
)

// A Fault is a row of which the evaluation or a derivative is no finite number, and where in the formula
// that began.
type Fault struct {
	Row int // of the tape
	Error
}

// Fault returns the first of the n rows in which something that the evaluation needs is not finite, nil
// if there is none: a value on the way that Values evaluated, also where the evaluation itself came out
// finite, or, after Slopes, a derivative. It costs nothing where all is finite.
func (t *Tape) Fault(n int) *Fault {
	if !t.suspect {
		return nil
	}
	b := t.bender()
	for row := range n {
		b.row(t, row)
		e := b.fault()
		if e == nil && t.sloped {
			b.slopes()
			e = b.slopeFault()
		}
		if e != nil {
			return &Fault{row, *e}
		}
	}
	return nil
}

// fault returns where the row's value is first not finite.
func (s *scalar) fault() *Error {
	for i := range s.p.nodes {
		if s.needed[i] && !kernel.Finite(s.value[i]) {
			return s.p.text.wrong(s.p.nodes[i].at, "%s", s.why(&s.p.nodes[i]))
		}
	}
	return nil
}

// slopeFault returns where its derivative is.
func (b *bender) slopeFault() *Error {
	for i := len(b.d) - 1; i >= 0; i-- {
		if !b.live[i] {
			continue
		}
		n, l := &b.p.nodes[i], &b.local[i]
		if !kernel.Finite(b.d[i]) {
			return b.p.text.wrong(n.at, "the derivative by this overflows")
		}
		for k, j := range l.to[:l.n] {
			if b.live[j] && !kernel.Finite(kernel.Flowing(b.d[i]*l.slope[k], b.d[i])) {
				return b.p.text.wrong(n.at, "the derivative of %s is not finite here: %s", n.Op, b.arguments(n))
			}
		}
	}
	return nil
}

// why says why the value of a node is not finite.
func (s *scalar) why(n *Node) string {
	switch n.Op {
	case kernel.Read:
		return fmt.Sprintf("%s is not a finite number", s.p.LeafName(n.Leaf))
	case kernel.Lookup:
		return fmt.Sprintf("lookup at %.6g overflows", s.value[n.Args[0]])
	}
	return unfit(n.Op, s.value[n.Args[0]], s.value[n.Args[1]])
}

// arguments shows what a node reads.
func (s *scalar) arguments(n *Node) string {
	text := fmt.Sprintf("x = %.6g", s.value[n.Args[0]])
	if n.Op.Arity() > 1 {
		text += fmt.Sprintf(", y = %.6g", s.value[n.Args[1]])
	}
	return text
}

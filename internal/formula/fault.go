package formula

import "fmt"

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
	needed := make([]bool, len(t.p.nodes))
	for row := range n {
		t.needed(row, needed)
		if e := t.fault(row, needed); e != nil {
			return &Fault{row, *e}
		}
	}
	return nil
}

// needed marks the nodes that the evaluation of a row reads: of a branch the side that is
// taken, and the second of two conditions where the first does not decide.
func (t *Tape) needed(row int, needed []bool) {
	clear(needed)
	needed[len(needed)-1] = true
	for i := len(needed) - 1; i >= 0; i-- {
		n := &t.p.nodes[i]
		if !needed[i] {
			continue
		}
		switch n.Op {
		case If:
			needed[n.Args[0]] = true
			needed[n.Args[pick(t.truth[n.Args[0]][row] != 0, 1, 2)]] = true
		case And, Or:
			needed[n.Args[0]] = true
			if decided := (t.truth[n.Args[0]][row] != 0) == (n.Op == Or); !decided {
				needed[n.Args[1]] = true
			}
		default:
			n.reads(func(j int) { needed[j] = true })
		}
	}
}

// fault returns where a row's value or derivative is first not finite.
func (t *Tape) fault(row int, needed []bool) *Error {
	for i := range t.p.nodes {
		if n := &t.p.nodes[i]; needed[i] && !n.Op.Truth() && !finite(t.v[i][row]) {
			return t.p.text.wrong(n.at, "%s", t.why(n, row))
		}
	}
	if !t.sloped {
		return nil
	}
	for i := len(t.p.nodes) - 1; i >= 0; i-- {
		if t.d[i] == nil || !needed[i] {
			continue
		}
		n, origin := &t.p.nodes[i], false
		n.differentiable(func(j int) {
			origin = origin || needed[j] && t.d[j] != nil && !finite(t.d[j][row])
		})
		if origin && finite(t.d[i][row]) {
			return t.p.text.wrong(n.at, "the derivative of %s is not finite here: %s", n.Op, t.arguments(n, row))
		}
	}
	return nil
}

// why says why the value of a node is not finite.
func (t *Tape) why(n *Node, row int) string {
	switch n.Op {
	case Read:
		return fmt.Sprintf("%s is not a finite number", t.p.LeafName(n.Leaf))
	case Lookup:
		return fmt.Sprintf("lookup at %.6g overflows", t.v[n.Args[0]][row])
	}
	return unfit(n.Op, t.v[n.Args[0]][row], t.v[n.Args[1]][row])
}

// arguments shows what a node reads.
func (t *Tape) arguments(n *Node, row int) string {
	text := fmt.Sprintf("x = %.6g", t.v[n.Args[0]][row])
	if n.Op.Arity() > 1 {
		text += fmt.Sprintf(", y = %.6g", t.v[n.Args[1]][row])
	}
	return text
}

package formula

import (
	"fmt"
	"math"
	"strconv"

	"example.org/centipawn/internal/formula/kernel"
)

// A Node is one operation of a program: all that it reads comes before it.
type Node struct {
	Op    kernel.Op
	Args  [3]int  // nodes; the first Op.Arity() of them count
	Table []int   // of Lookup: the nodes of its weights
	Leaf  int     // of Read
	Value float64 // of Const
	Name  string  // under which the formula defines the node; "" if it has no name

	at int // offset in the text
}

// key is what equal nodes have in common.
type key struct {
	op    kernel.Op
	args  [3]int
	leaf  Leaf
	value uint64
	n     int
}

// A builder makes the nodes of a program: equal ones once, constant ones as what they are.
type builder struct {
	text   source
	nodes  []Node
	leaves []Leaf
	index  map[key]int
	most   int // nodes
}

func newBuilder(text source) *builder {
	return &builder{text: text, index: map[key]int{}, most: maxNodes}
}

// add returns the node of that key, n if there is none yet.
func (b *builder) add(k key, n Node) int {
	if i, ok := b.index[k]; ok {
		return i
	}
	b.nodes = append(b.nodes, n)
	b.index[k] = len(b.nodes) - 1
	return len(b.nodes) - 1
}

func (b *builder) constant(value float64, at int) int {
	return b.add(key{op: kernel.Const, value: math.Float64bits(value)}, Node{Op: kernel.Const, Value: value, at: at})
}

// read returns the node of a leaf.
func (b *builder) read(l Leaf, at int) int {
	before := len(b.nodes)
	i := b.add(key{op: kernel.Read, leaf: l}, Node{Op: kernel.Read, Leaf: len(b.leaves), at: at})
	if i == before {
		b.leaves = append(b.leaves, l)
	}
	return i
}

// isConst reports whether all of some nodes are constant.
func (b *builder) isConst(nodes ...int) bool {
	for _, i := range nodes {
		if b.nodes[i].Op != kernel.Const {
			return false
		}
	}
	return true
}

// op returns the node of an operation, other than Const, Read and Lookup.
func (b *builder) op(op kernel.Op, at int, args ...int) (int, *Error) {
	if i, ok := b.chosen(op, args); ok {
		return i, nil
	}
	var x, y float64
	x = b.nodes[args[0]].Value
	if len(args) > 1 {
		y = b.nodes[args[1]].Value
	}
	constant := b.isConst(args...)
	if op == kernel.Div && b.isConst(args[1]) && y == 0 {
		return 0, b.text.wrong(at, "division by 0: the divisor is constant")
	}
	switch {
	case constant && op.Truth():
		return b.constant(truth(op.Compare(x, y)), at), nil
	case constant:
		value := op.Number(x, y)
		if !kernel.Finite(value) {
			return 0, b.text.wrong(at, "%s, and all of it is constant", unfit(op, x, y))
		}
		return b.constant(value, at), nil
	}
	n := Node{Op: op, at: at}
	copy(n.Args[:], args)
	k := key{op: op, args: n.Args}
	if (op == kernel.Add || op == kernel.Mul) && k.args[0] > k.args[1] {
		k.args[0], k.args[1] = k.args[1], k.args[0]
	}
	return b.bounded(at, k, n)
}

// bounded adds a node, unless there are too many.
func (b *builder) bounded(at int, k key, n Node) (int, *Error) {
	if len(b.nodes) >= b.most {
		return 0, b.text.wrong(at, "the formula has more than %d operations", b.most)
	}
	return b.add(k, n), nil
}

// chosen returns the operand that an operation with a constant truth value is.
func (b *builder) chosen(op kernel.Op, args []int) (int, bool) {
	yes := func(i int) bool { return b.nodes[args[i]].Value != 0 }
	switch {
	case op == kernel.If && b.isConst(args[0]) && yes(0):
		return args[1], true
	case op == kernel.If && b.isConst(args[0]):
		return args[2], true
	case op != kernel.And && op != kernel.Or:
	case args[0] == args[1]:
		return args[0], true
	case b.isConst(args[0]):
		return args[pick(yes(0) == (op == kernel.And), 1, 0)], true
	case b.isConst(args[1]):
		return args[pick(yes(1) == (op == kernel.And), 0, 1)], true
	}
	return 0, false
}

func pick(first bool, a, b int) int {
	if first {
		return a
	}
	return b
}

// truth is how constants hold a truth value.
func truth(yes bool) float64 { return float64(pick(yes, 1, 0)) }

// lookup returns the node of a table.
func (b *builder) lookup(r raw, x, low, high int) (int, *Error) {
	from, to := b.nodes[low], b.nodes[high]
	switch {
	case !b.isConst(low, high):
		return 0, b.text.wrong(r.at, "LOW and HIGH of a lookup have to be constant: write %s", lookupUsage)
	case from.Value >= to.Value:
		return 0, b.text.wrong(r.at, "lookup from %v to %v: want LOW below HIGH in %s", from.Value, to.Value, lookupUsage)
	case !kernel.Finite(to.Value-from.Value) || (to.Value-from.Value)/float64(r.n) == 0:
		return 0, b.text.wrong(r.at, "lookup from %v to %v: the steps are not numbers", from.Value, to.Value)
	}
	n := Node{Op: kernel.Lookup, Args: [3]int{x, low, high}, at: r.at}
	for i := range r.n {
		n.Table = append(n.Table, b.read(Leaf{Weight, tableWeight(r.name, i)}, r.at))
	}
	return b.bounded(r.at, key{op: kernel.Lookup, args: n.Args, leaf: Leaf{Name: r.name}, n: r.n}, n)
}

// clamp returns min(max(x, low), high).
func (b *builder) clamp(at, x, low, high int) (int, *Error) {
	if from, to := b.nodes[low].Value, b.nodes[high].Value; b.isConst(low, high) && from > to {
		return 0, b.text.wrong(at, "clamp from %v to %v: want LOW at most HIGH", from, to)
	}
	x, err := b.op(kernel.Max, at, x, low)
	if err != nil {
		return 0, err
	}
	return b.op(kernel.Min, at, x, high)
}

// unfit says why an operation gives no finite number.
func unfit(op kernel.Op, x, y float64) string {
	show := func(v float64) string { return strconv.FormatFloat(v, 'g', 6, 64) }
	switch {
	case op == kernel.Div && y == 0:
		return fmt.Sprintf("division by 0: %s / 0", show(x))
	case (op == kernel.Log || op == kernel.Sqrt) && x < 0:
		return fmt.Sprintf("%s(%s): the argument is negative", op, show(x))
	case op == kernel.Log:
		return "log(0) is not finite"
	case op == kernel.Square || op == kernel.Exp:
		return fmt.Sprintf("%s(%s) overflows", op, show(x))
	}
	return fmt.Sprintf("%s %s %s overflows", show(x), op, show(y))
}

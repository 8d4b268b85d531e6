package formula

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
)

// A tree is the slow twin: a formula as a tree, evaluated by recursion, row by row.
type tree struct {
	op    string // as in the text; "number", or the name of a leaf
	args  []*tree
	value float64
}

// twinScope is what the trees of the tests read.
var twinScope = Scope{
	Sums:   []Sum{{Name: "linear", Tapered: true}, {Name: "a"}, {Name: "b"}, {Name: "t", Tapered: true}},
	Inputs: []string{"in"},
}

// twinLeaves are the numbers of a row by name; those of linear and t alone follow.
var twinLeaves = []string{"linear.mg", "linear.eg", "a", "b", "t.mg", "t.eg", "in", "mg", "eg", "weight(w.1)", "weight(tab.0)", "weight(tab.1)", "weight(tab.2)", "weight(tab.3)"}

type row map[string]float64

func (l Leaf) twin() string {
	switch l.Kind {
	case SumMG, SumEG:
		if l.Name == "a" || l.Name == "b" {
			return l.Name
		}
		return l.Name + [...]string{".mg", ".eg"}[l.Kind]
	case Weight:
		return "weight(" + l.Name + ")"
	case RowMG:
		return "mg"
	case RowEG:
		return "eg"
	}
	return l.Name
}

func (t *tree) text() string {
	list := make([]string, len(t.args))
	for i, a := range t.args {
		list[i] = a.text()
	}
	switch t.op {
	case "number":
		return fmt.Sprint(t.value)
	case "+", "-", "*", "/", "<", ">", "<=", ">=", "==", "!=", "and", "or":
		return "(" + list[0] + " " + t.op + " " + list[1] + ")"
	case "neg":
		return "(-" + list[0] + ")"
	case "if":
		return "(if " + list[0] + " then " + list[1] + " else " + list[2] + ")"
	case "lookup":
		return "lookup(" + list[0] + ", -2, 4, tab, 4)"
	}
	if len(t.args) == 0 {
		return t.op
	}
	return t.op + "(" + strings.Join(list, ", ") + ")"
}

func (t *tree) yes(r row) bool {
	if t.op == "and" {
		return t.args[0].yes(r) && t.args[1].yes(r)
	}
	if t.op == "or" {
		return t.args[0].yes(r) || t.args[1].yes(r)
	}
	x, y := t.args[0].eval(r), t.args[1].eval(r)
	switch t.op {
	case "<":
		return x < y
	case ">":
		return x > y
	case "<=":
		return x <= y
	case ">=":
		return x >= y
	case "==":
		return x == y
	}
	return x != y
}

// eval evaluates a tree; r["fault"] becomes 1 where something on the way is not finite.
func (t *tree) eval(r row) float64 {
	v := t.once(r)
	if math.IsNaN(v) || math.IsInf(v, 0) {
		r["fault"] = 1
	}
	return v
}

func (t *tree) once(r row) float64 {
	if t.op == "if" {
		if t.args[0].yes(r) {
			return t.args[1].eval(r)
		}
		return t.args[2].eval(r)
	}
	v := make([]float64, 3)
	for i, a := range t.args {
		v[i] = a.eval(r)
	}
	switch t.op {
	case "number":
		return t.value
	case "+":
		return v[0] + v[1]
	case "-":
		return v[0] - v[1]
	case "*":
		return v[0] * v[1]
	case "/":
		return v[0] / v[1]
	case "neg":
		return -v[0]
	case "min":
		return min(v[0], v[1])
	case "max":
		return max(v[0], v[1])
	case "clamp":
		return min(max(v[0], v[1]), v[2])
	case "abs":
		return math.Abs(v[0])
	case "square":
		return v[0] * v[0]
	case "sqrt":
		return math.Sqrt(v[0])
	case "sigmoid":
		return 1 / (1 + math.Exp(-v[0]))
	case "exp":
		return math.Exp(v[0])
	case "log":
		return math.Log(v[0])
	case "trunc":
		return math.Trunc(v[0])
	case "round":
		return math.Round(v[0])
	case "lookup":
		return twinTable(v[0], r)
	case "linear", "t":
		return float64(r[t.op+".mg"]*r["mg"]) + float64(r[t.op+".eg"]*r["eg"])
	}
	return r[t.op]
}

// twinTable is lookup(x, -2, 4, tab, 4).
func twinTable(x float64, r row) float64 {
	w := func(i int) float64 { return r[fmt.Sprintf("weight(tab.%d)", i)] }
	u := (min(max(x, -2), 4) + 2) * 3 / 6
	for i := range 3 {
		if f := u - float64(i); f < 1 || i == 2 {
			return float64((1-f)*w(i)) + float64(f*w(i+1))
		}
	}
	return math.NaN()
}

// grow returns a random tree. Of smooth ones the derivatives exist wherever the value does.
func grow(rng *rand.Rand, depth int) *tree {
	if depth == 0 || rng.IntN(9) == 0 {
		switch rng.IntN(10) {
		case 0, 1:
			return &tree{op: "number", value: float64(rng.IntN(40)+1) / 8}
		case 2:
			return &tree{op: []string{"linear", "t"}[rng.IntN(2)]}
		}
		return &tree{op: twinLeaves[rng.IntN(10)]}
	}
	x := func() *tree { return grow(rng, depth-1) }
	switch op := rng.IntN(22); {
	case op < 8:
		return &tree{op: []string{"+", "-", "*", "/"}[op%4], args: []*tree{x(), x()}}
	case op == 8:
		return &tree{op: "neg", args: []*tree{x()}}
	case op < 11:
		return &tree{op: []string{"min", "max"}[op%2], args: []*tree{x(), x()}}
	case op < 18:
		return &tree{op: []string{"abs", "square", "sqrt", "sigmoid", "exp", "log", "trunc", "round"}[rng.IntN(8)], args: []*tree{x()}}
	case op == 18:
		low := float64(rng.IntN(5) - 4)
		return &tree{op: "clamp", args: []*tree{x(), {op: "number", value: low}, {op: "number", value: low + 3}}}
	case op == 19:
		return &tree{op: "lookup", args: []*tree{x()}}
	}
	return &tree{op: "if", args: []*tree{growTruth(rng, depth-1), x(), x()}}
}

func growTruth(rng *rand.Rand, depth int) *tree {
	if depth > 0 && rng.IntN(4) == 0 {
		return &tree{op: []string{"and", "or"}[rng.IntN(2)], args: []*tree{growTruth(rng, depth-1), growTruth(rng, depth-1)}}
	}
	return &tree{op: []string{"<", ">", "<=", ">=", "==", "!="}[rng.IntN(6)], args: []*tree{
		{op: "+", args: []*tree{{op: twinLeaves[rng.IntN(10)]}, grow(rng, min(depth, 1))}}, grow(rng, min(depth, 1))}} // never constant
}

// randomRow fills in all leaves.
func randomRow(rng *rand.Rand) row {
	r := row{}
	for _, name := range twinLeaves {
		r[name] = rng.NormFloat64() * 2
	}
	r["mg"] = rng.Float64()
	r["eg"] = (1 - r["mg"]) * rng.Float64()
	if rng.IntN(8) == 0 {
		r["a"] = r["b"]
	}
	return r
}

// fillRow stores a row in a tape.
func fillRow(p *Program, t *Tape, at int, r row) {
	for l, leaf := range p.Leaves {
		t.Leaf(l)[at] = r[leaf.twin()]
	}
}

package source

import (
	"fmt"
	"math"
	"strings"

	"example.org/centipawn/internal/formula"
	"example.org/centipawn/internal/formula/kernel"
)

// longest is the length of an expression above which it becomes a local variable.
const longest = 90

// How strongly expressions bind.
const (
	orLevel = iota + 1
	andLevel
	compareLevel
	sumLevel
	productLevel
	unaryLevel
	atomLevel
)

// A writer writes one function.
type writer struct {
	*language
	*plan
	dialect  Dialect
	program  *formula.Program
	options  Options
	names    *naming
	tables   []table
	weights  map[string]int // by name: their places in the last parameter
	tableIDs map[string]string
	ids      []string // by node: of locals that were written
	lines    []string
	whole    bool // long expressions stay in one piece: no line can stand before this one
	depth    int
}

func newWriter(d Dialect, p *formula.Program, o Options) *writer {
	w := &writer{language: languages[d], plan: newPlan(p), dialect: d, program: p, options: o, names: newNames(d, p), tables: tables(p), depth: 1}
	w.names.taken[o.name()] = true
	w.weights, w.tableIDs = map[string]int{}, map[string]string{}
	for i, name := range WeightOrder(p) {
		w.weights[name] = i
	}
	w.ids = make([]string, len(w.nodes))
	return w
}

// text returns the function, after its tables and helpers.
func (w *writer) text() string {
	w.block(0)
	root := len(w.nodes) - 1
	w.line(w.result, w.value(root, 0))
	body := strings.Join(w.lines, "\n") + "\n"
	var b strings.Builder
	for _, h := range w.helpers {
		if name := w.own(h.name); strings.Contains(body, name+"(") {
			b.WriteString(w.own(h.text) + w.blank())
		}
	}
	b.WriteString(w.constants())
	for line := range strings.Lines(w.options.About) {
		b.WriteString(strings.TrimRight(w.comment+line, " \n") + "\n")
	}
	fmt.Fprintf(&b, w.begin+"\n", w.options.name(), w.parameters())
	b.WriteString(body)
	if w.end != "" {
		b.WriteString(w.end + "\n")
	}
	return b.String()
}

// blank is what separates declarations.
func (w *writer) blank() string {
	if w.dialect == Python {
		return "\n\n"
	}
	return "\n"
}

func indented(text, indent string) string {
	if indent == "" {
		return text
	}
	lines := strings.SplitAfter(text, "\n")
	for i, line := range lines {
		if strings.TrimSpace(line) != "" {
			lines[i] = indent + line
		}
	}
	return strings.Join(lines, "")
}

// own puts the function's name into that of a helper.
func (w *writer) own(text string) string { return strings.ReplaceAll(text, "$", w.options.name()) }

func (w *writer) parameters() string {
	var list []string
	for _, p := range w.names.parameters {
		list = append(list, fmt.Sprintf(w.parameter, p.Name))
	}
	if w.options.Weight == nil && len(w.weights) > 0 {
		list = append(list, w.language.weights)
	}
	return strings.Join(list, ", ")
}

// constants writes the tables whose weights are given.
func (w *writer) constants() string {
	if w.options.Weight == nil || len(w.tables) == 0 {
		return ""
	}
	var b strings.Builder
	for _, t := range w.tables {
		if w.given(t.name) != "" {
			continue
		}
		list := make([]string, len(t.weights))
		for i, name := range t.weights {
			list[i] = w.options.Weight(name)
		}
		fmt.Fprintf(&b, w.table+"\n", w.tableID(t.name), len(list), wrapped(strings.Join(list, ", "), w.language.indent))
	}
	if b.Len() == 0 {
		return ""
	}
	return b.String() + w.blank()
}

// given returns the name of a table's array that the caller has.
func (w *writer) given(table string) string {
	if w.options.Weight == nil || w.options.Table == nil {
		return ""
	}
	return w.options.Table(table)
}

// wrapped breaks a long list into lines.
func wrapped(list, indent string) string {
	if len(list) <= longest {
		return list
	}
	var b strings.Builder
	width := 0
	for i, item := range strings.Split(list, ", ") {
		if i == 0 || width+len(item) > longest {
			b.WriteString("\n" + indent)
			width = 0
		} else {
			b.WriteString(" ")
		}
		b.WriteString(item + ",")
		width += len(item) + 2
	}
	return b.String() + "\n"
}

// tableID returns the identifier of a table.
func (w *writer) tableID(name string) string {
	if id := w.given(name); id != "" {
		return id
	}
	if id, ok := w.tableIDs[name]; ok {
		return id
	}
	id := w.options.name() + "_" + strings.Trim(identifier(name), "_")
	switch w.dialect {
	case Go:
		id = w.options.name() + title(identifier(name))
	case Rust:
		id = strings.ToUpper(id)
	}
	w.tableIDs[name] = w.names.unique(id)
	return w.tableIDs[name]
}

// line appends a line to the body.
func (w *writer) line(format string, args ...any) {
	w.lines = append(w.lines, strings.Repeat(w.language.indent, w.depth)+fmt.Sprintf(format, args...))
}

// block writes the locals of a block.
func (w *writer) block(b int) {
	for i := range w.nodes {
		if w.Home[i] != b || w.ids[i] != "" || !w.isLocal(i) {
			continue
		}
		if w.nodes[i].Op == kernel.If {
			w.branch(i)
			continue
		}
		value := w.expression(i, 0)
		w.variable(i, value)
	}
}

// variable writes a local variable.
func (w *writer) variable(i int, value string) {
	format := w.local
	if w.nodes[i].Op.Truth() {
		format = w.answer
	}
	w.ids[i] = w.id(i)
	w.line(format, w.ids[i], value)
}

// id returns a name for a local.
func (w *writer) id(i int) string {
	if name := w.nodes[i].Name; name != "" {
		return w.names.name(name)
	}
	return w.names.name(fmt.Sprintf("t%d", i))
}

// branch writes an If as a variable that both sides set.
func (w *writer) branch(i int) {
	id := w.id(i)
	cond := w.value(w.nodes[i].Args[0], 0)
	if w.later != "" {
		w.line(w.later, id)
	}
	w.line(w.cond, cond)
	w.sidesOf(i, id)
	if w.done != "" {
		w.line("%s", w.done)
	}
	w.ids[i] = id
}

// sidesOf writes the branches of an If, of which another one may be the second.
func (w *writer) sidesOf(i int, id string) {
	n := &w.nodes[i]
	w.side(w.Sides[i][0], n.Args[1], id)
	next := n.Args[2]
	if cond, ok := w.chained(i, next); ok {
		w.line(w.orCond, cond)
		w.sidesOf(next, id)
		return
	}
	w.line("%s", w.otherwise)
	w.side(w.Sides[i][1], next, id)
}

// side writes a branch.
func (w *writer) side(b, value int, id string) {
	w.depth++
	w.block(b)
	w.line(w.assign, id, w.value(value, 0))
	w.depth--
}

// chained returns the condition of an If that is all of another one's second branch.
func (w *writer) chained(i, next int) (string, bool) {
	if n := &w.nodes[next]; n.Op != kernel.If || n.Name != "" || w.uses[next] > 1 {
		return "", false
	}
	for j := range w.nodes {
		if j != next && w.Home[j] == w.Sides[i][1] && w.isLocal(j) {
			return "", false
		}
	}
	w.whole = true
	cond := w.value(w.nodes[next].Args[0], 0)
	w.whole = false
	return cond, true
}

// value returns the expression of a node where expressions have to bind at least that strongly.
func (w *writer) value(i, level int) string {
	n := &w.nodes[i]
	switch {
	case w.ids[i] != "":
		return w.ids[i]
	case n.Op == kernel.Const:
		text := w.constant(n.Value)
		return w.paren(text, unaryOf(text), level)
	case n.Op == kernel.Read:
		text := w.leaf(n.Leaf)
		return w.paren(text, unaryOf(text), level)
	}
	return w.expression(i, level)
}

// unaryOf returns how strongly a number or a name binds.
func unaryOf(text string) int {
	if strings.HasPrefix(text, "-") {
		return unaryLevel
	}
	return atomLevel
}

// leaf returns the expression of a leaf.
func (w *writer) leaf(l int) string {
	leaf := w.program.Leaves[l]
	switch {
	case leaf.Kind != formula.Weight:
		return w.names.leaves[l]
	case w.options.Weight != nil:
		return w.options.Weight(leaf.Name)
	}
	return fmt.Sprintf("weights[%d]", w.weights[leaf.Name])
}

func (w *writer) paren(text string, binds, level int) string {
	if binds < level {
		return "(" + text + ")"
	}
	return text
}

// operators are those between two expressions.
var operators = map[kernel.Op]struct {
	sign  string
	level int
}{
	kernel.Add: {" + ", sumLevel}, kernel.Sub: {" - ", sumLevel}, kernel.Mul: {" * ", productLevel}, kernel.Div: {" / ", productLevel},
	kernel.Less: {" < ", compareLevel}, kernel.AtMost: {" <= ", compareLevel}, kernel.Equal: {" == ", compareLevel}, kernel.Differ: {" != ", compareLevel},
}

// expression returns a node's own expression.
func (w *writer) expression(i, level int) string {
	n := &w.nodes[i]
	format, call := w.ops[n.Op]
	switch {
	case n.Op == kernel.Lookup:
		return w.lookupOf(n)
	case n.Op == kernel.Div && w.nodes[n.Args[1]].Op == kernel.Const:
		call = false
	}
	if call {
		return w.call(n, w.own(format), level)
	}
	switch n.Op {
	case kernel.Neg:
		return w.paren("-"+w.inner(n.Args[0], atomLevel), unaryLevel, level)
	case kernel.Square:
		return w.product(n.Args[0], n.Args[0], level)
	case kernel.Mul:
		return w.product(n.Args[0], n.Args[1], level)
	case kernel.And:
		return w.paren(w.value(n.Args[0], andLevel)+w.and+w.value(n.Args[1], andLevel), andLevel, level)
	case kernel.Or:
		return w.paren(w.value(n.Args[0], compareLevel)+w.or+w.value(n.Args[1], compareLevel), orLevel, level)
	}
	x, y, sign := n.Args[0], n.Args[1], operators[n.Op].sign
	if flipped := flips[n.Op]; flipped != "" && w.nodes[x].Op == kernel.Const {
		x, y, sign = y, x, flipped // x > 0 was 0 < x
	}
	binds := operators[n.Op].level
	if n.Op == kernel.Div && w.dialect == Go && w.powerOfTwo(y) {
		return "float64(" + w.inner(x, binds) + sign + w.inner(y, binds+1) + ")" // compiled as a product
	}
	return w.paren(w.inner(x, binds)+sign+w.inner(y, binds+1), binds, level)
}

func (w *writer) powerOfTwo(i int) bool {
	fraction, _ := math.Frexp(w.nodes[i].Value)
	return w.nodes[i].Op == kernel.Const && math.Abs(fraction) == 0.5
}

// flips are the comparisons with their sides exchanged.
var flips = map[kernel.Op]string{kernel.Less: " > ", kernel.AtMost: " >= "}

// call returns an operation that is a function.
func (w *writer) call(n *formula.Node, format string, level int) string {
	if strings.Contains(format, "(-%s)") {
		text := fmt.Sprintf(format, w.inner(n.Args[0], atomLevel)) // the sigmoid
		return w.paren(text, productLevel, level)
	}
	args := []any{w.inner(n.Args[0], 0)}
	if n.Op.Arity() > 1 {
		args = append(args, w.inner(n.Args[1], 0))
	}
	return fmt.Sprintf(format, args...)
}

// product returns x·y. Go's cannot be fused with a sum: a conversion rounds it.
func (w *writer) product(x, y, level int) string {
	text := w.inner(x, productLevel) + " * " + w.inner(y, productLevel+1)
	if w.dialect == Go {
		return "float64(" + text + ")"
	}
	return w.paren(text, productLevel, level)
}

// inner is value for the operands of numbers: a long one becomes a local before.
func (w *writer) inner(i, level int) string {
	text := w.value(i, level)
	if !w.whole && len(text) > longest && w.ids[i] == "" && !trivial(&w.nodes[i]) {
		w.variable(i, w.value(i, 0))
		return w.ids[i]
	}
	return text
}

// lookupOf returns the expression of a table.
func (w *writer) lookupOf(n *formula.Node) string {
	name, from := tableName(w.program, *n), 0
	id := w.tableID(name)
	if w.options.Weight == nil {
		id, from = "weights", w.weights[w.program.Leaves[w.nodes[n.Table[0]].Leaf].Name]
	}
	size := len(n.Table)
	if w.sliced {
		size += from
	}
	text := fmt.Sprintf(w.own(w.lookup), w.inner(n.Args[0], 0), w.value(n.Args[1], 0), w.value(n.Args[2], 0), id, from, size)
	return strings.Replace(text, id+" + 0,", id+",", 1)
}

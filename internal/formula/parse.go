package formula

import (
	"slices"
	"strings"

	"example.org/centipawn/internal/formula/kernel"
)

// The bounds of a formula.
const (
	maxText  = 1 << 20 // bytes
	maxDepth = 1000    // of parentheses, calls, branches and signs within each other
	maxNodes = 20000   // operations
	maxTable = 1000    // weights of a lookup table
)

// What a raw node may be besides an Op.
const (
	named   = kernel.Count + iota // raw.name: a sum, an input, mg or eg
	partMG                        // the sum raw.name, its middlegame part
	partEG                        // and endgame part
	byName                        // the weight raw.name
	clamped                       // clamp(x, low, high)
	alias                         // args[0], read by the name of its definition
)

// A raw is a node of the text, of which names are not known yet. What it reads comes before it.
type raw struct {
	op    kernel.Op
	args  [3]int
	name  string
	value float64
	n     int // weights of a table
	at    int // offset of the operator or the name
	start int // offset of the first letter
	truth bool
}

// A definition is NAME = EXPRESSION.
type definition struct {
	name string
	at   int
	raw  int
	used bool
}

// A Formula is a text that was read; what its names mean is not known yet.
type Formula struct {
	text source
	raws []raw
	defs []definition
	root int
	body int // offset of what follows the definitions
}

// ValidName reports whether a name may be that of a sum, an input or a definition: letters, digits and
// underscores, not a digit first, and not a word of the language.
func ValidName(name string) bool {
	return name != "" && letter(name[0]) && word(name) == name && !reserved(name)
}

// A parser reads a text from left to right.
type parser struct {
	Formula
	tok   token
	err   *Error // of the word tok, which could not be read
	depth int
}

func (p *parser) wrong(format string, args ...any) *Error {
	if p.err != nil {
		return p.err
	}
	return p.text.wrong(p.tok.at, format, args...)
}

// advance reads the word from an offset on.
func (p *parser) advance(at int) { p.tok, p.err = next(p.text, at) }

// pass goes to the next word.
func (p *parser) pass() { p.advance(p.tok.at + len(p.tok.text)) }

func (p *parser) is(text string) bool { return p.err == nil && p.tok.is(text) }

// accept passes a keyword or sign if it is there.
func (p *parser) accept(text string) bool {
	if !p.is(text) {
		return false
	}
	p.pass()
	return true
}

// add appends a node.
func (p *parser) add(r raw) int {
	r.truth = r.op.Truth() || r.op == alias && p.raws[r.args[0]].truth
	p.raws = append(p.raws, r)
	return len(p.raws) - 1
}

// formula reads everything.
func (p *parser) formula() *Error {
	p.advance(0)
	if p.err == nil && p.tok.kind == end {
		return p.wrong("the formula is empty: write linear for an evaluation that is a sum of counts × weights")
	}
	for p.defines() {
		if err := p.define(); err != nil {
			return err
		}
	}
	p.body = p.tok.at
	if p.err == nil && p.tok.kind == end {
		return p.wrong("the formula ends after a definition: write the evaluation after it")
	}
	root, err := p.number("the formula")
	if err != nil {
		return err
	}
	p.root = root
	closed := p.accept(";")
	switch {
	case p.err != nil:
		return p.err
	case p.tok.kind == end:
		return p.unused()
	case closed:
		return p.wrong("%s after the end: the formula ends with the evaluation; definitions NAME = ...; stand before it", p.tok.shown())
	}
	return p.wrong("%s cannot stand here: want an operator, or the end of the formula", p.tok.shown())
}

// defines reports whether NAME = comes next.
func (p *parser) defines() bool {
	if p.err != nil || p.tok.kind != name {
		return false
	}
	after, err := next(p.text, p.tok.at+len(p.tok.text))
	return err == nil && after.is("=")
}

// define reads NAME = EXPRESSION;
func (p *parser) define() *Error {
	d := definition{name: p.tok.text, at: p.tok.at}
	switch {
	case reserved(d.name):
		return p.wrong("%q is a word of formulas: give the definition another name", d.name)
	case d.name == Linear:
		return p.wrong("%q is the sum of the columns without a sum: give the definition another name", d.name)
	case slices.ContainsFunc(p.defs, func(o definition) bool { return o.name == d.name }):
		return p.wrong("%q is defined twice", d.name)
	}
	p.pass()
	p.pass() // the =
	var err *Error
	if d.raw, err = p.expression(); err != nil {
		return err
	}
	if !p.accept(";") {
		return p.wrong("%s cannot stand here: want an operator, or ; after the definition of %s", p.tok.shown(), d.name)
	}
	p.defs = append(p.defs, d)
	return nil
}

// unused refuses definitions that nothing reads, and names that are defined only after they are read.
func (p *parser) unused() *Error {
	for _, r := range p.raws {
		for _, d := range p.defs {
			if (r.op == named || r.op == partMG || r.op == partEG) && r.name == d.name {
				return p.text.wrong(r.at, "%q is defined only after this: move its definition up", r.name)
			}
		}
	}
	for _, d := range p.defs {
		if !d.used {
			return p.text.wrong(d.at, "%q is defined and never read: remove the definition", d.name)
		}
	}
	return nil
}

// number reads an expression that has to be a number.
func (p *parser) number(what string) (int, *Error) {
	x, err := p.expression()
	if err == nil {
		err = p.err
	}
	if err != nil {
		return 0, err
	}
	return x, p.wantNumber(what, x)
}

func (p *parser) wantNumber(what string, nodes ...int) *Error {
	for _, x := range nodes {
		if r := p.raws[x]; r.truth {
			return p.text.wrong(r.start, "%s needs a number, and this is true or false: write if ... then 1 else 0", what)
		}
	}
	return nil
}

func (p *parser) wantTruth(what string, x int) *Error {
	if r := p.raws[x]; !r.truth {
		return p.text.wrong(r.start, "%s needs a comparison, and this is a number: write one as in x > 0", what)
	}
	return nil
}

// expression reads an expression: conditions joined by or.
func (p *parser) expression() (int, *Error) { return p.joined("or", kernel.Or, p.conjunction) }

func (p *parser) conjunction() (int, *Error) { return p.joined("and", kernel.And, p.comparison) }

func (p *parser) joined(word string, op kernel.Op, part func() (int, *Error)) (int, *Error) {
	x, err := part()
	for err == nil && p.is(word) {
		at := p.tok.at
		p.pass()
		var y int
		if err = p.wantTruth(word, x); err != nil {
			return 0, err
		}
		if y, err = part(); err != nil {
			return 0, err
		}
		if err = p.wantTruth(word, y); err != nil {
			return 0, err
		}
		x = p.add(raw{op: op, args: [3]int{x, y}, at: at, start: p.raws[x].start})
	}
	return x, err
}

// comparison reads a sum, or two with a comparison between them.
func (p *parser) comparison() (int, *Error) {
	x, err := p.sum()
	if err != nil || p.err != nil || p.tok.kind != sign {
		return x, err
	}
	i := slices.Index([]string{"<", "<=", "==", "!=", ">", ">="}, p.tok.text)
	if i < 0 {
		if p.is("=") {
			return 0, p.wrong("= defines a name, at the beginning of the formula or after ; alone: write == to compare")
		}
		return x, nil
	}
	comparison := p.tok
	p.pass()
	y, err := p.sum()
	if err != nil {
		return 0, err
	}
	if err := p.wantNumber(comparison.text, x, y); err != nil {
		return 0, err
	}
	r := raw{op: []kernel.Op{kernel.Less, kernel.AtMost, kernel.Equal, kernel.Differ, kernel.Less, kernel.AtMost}[i], args: [3]int{x, y}, at: comparison.at, start: p.raws[x].start}
	if i > 3 {
		r.args = [3]int{y, x}
	}
	if p.tok.kind == sign && strings.ContainsAny(p.tok.text, "<>!") || p.is("==") {
		return 0, p.wrong("a comparison has two sides: join two of them by and")
	}
	return p.add(r), nil
}

func (p *parser) sum() (int, *Error) {
	return p.chain(map[string]kernel.Op{"+": kernel.Add, "-": kernel.Sub}, p.product)
}

func (p *parser) product() (int, *Error) {
	return p.chain(map[string]kernel.Op{"*": kernel.Mul, "/": kernel.Div}, p.unary)
}

// chain reads parts with operators of the same rank between them.
func (p *parser) chain(ops map[string]kernel.Op, part func() (int, *Error)) (int, *Error) {
	x, err := part()
	for err == nil && p.err == nil && p.tok.kind == sign {
		op, ok := ops[p.tok.text]
		if !ok {
			break
		}
		operator := p.tok
		p.pass()
		var y int
		if y, err = part(); err != nil {
			return 0, err
		}
		if err := p.wantNumber(operator.text, x, y); err != nil {
			return 0, err
		}
		x = p.add(raw{op: op, args: [3]int{x, y}, at: operator.at, start: p.raws[x].start})
	}
	return x, err
}

// unary reads a part of a product. All nesting comes through here.
func (p *parser) unary() (int, *Error) {
	if p.depth++; p.depth > maxDepth {
		return 0, p.wrong("more than %d parentheses, calls, branches or signs within each other: define parts of it by names", maxDepth)
	}
	defer func() { p.depth-- }()
	if p.err != nil {
		return 0, p.err
	}
	switch at := p.tok.at; {
	case p.accept("-"):
		x, err := p.unary()
		if err == nil {
			err = p.wantNumber("-", x)
		}
		if err != nil {
			return 0, err
		}
		return p.add(raw{op: kernel.Neg, args: [3]int{x}, at: at, start: at}), nil
	case p.accept("("):
		x, err := p.expression()
		if err == nil && !p.accept(")") {
			err = p.wrong("%s cannot stand here: want an operator, or ) for a ( before", p.tok.shown())
		}
		return x, err
	case p.tok.kind == number:
		x := p.add(raw{op: kernel.Const, value: p.tok.value, at: at, start: at})
		p.pass()
		return x, nil
	case p.accept("if"):
		return p.branch(at)
	case p.tok.kind == name:
		return p.called()
	}
	return 0, p.wrong("%s cannot stand here: want a number, a name, a function, if or (", p.tok.shown())
}

// branch reads what follows if.
func (p *parser) branch(at int) (int, *Error) {
	var parts [3]int
	for i, word := range []string{"then", "else", ""} {
		x, err := p.expression()
		switch {
		case err != nil:
			return 0, err
		case i == 0:
			err = p.wantTruth("if", x)
		default:
			err = p.wantNumber([]string{"then", "else"}[i-1], x)
		}
		if err != nil {
			return 0, err
		}
		if word != "" && !p.accept(word) {
			return 0, p.wrong("%s cannot stand here: want %s, as in if x > y then a else b", p.tok.shown(), word)
		}
		parts[i] = x
	}
	return p.add(raw{op: kernel.If, args: parts, at: at, start: at}), nil
}

// called reads a name and what belongs to it.
func (p *parser) called() (int, *Error) {
	first := p.tok
	if slices.Contains([]string{"then", "else", "and", "or"}, first.text) {
		return 0, p.wrong("%q cannot stand here: want a number, a name, a function, if or (", first.text)
	}
	p.pass()
	switch _, call := calls[first.text]; {
	case first.text == "weight":
		return p.weight(first)
	case first.text == "lookup":
		return p.lookup(first)
	case call:
		return p.call(first)
	case p.is("("):
		return 0, p.text.wrong(first.at, "%q is not a function: the functions are %s", first.text, strings.Join(functions(), ", "))
	}
	for i := range p.defs {
		if d := &p.defs[i]; d.name == first.text {
			d.used = true
			if p.is(".") {
				return 0, p.wrong("%q is a definition: only sums have parts .mg and .eg", first.text)
			}
			return p.add(raw{op: alias, args: [3]int{d.raw}, at: first.at, start: first.at}), nil
		}
	}
	r := raw{op: named, name: first.text, at: first.at, start: first.at}
	if p.accept(".") {
		switch {
		case p.accept(MG):
			r.op = partMG
		case p.accept(EG):
			r.op = partEG
		default:
			return 0, p.wrong("a sum has the parts %s.mg and %s.eg", first.text, first.text)
		}
	}
	return p.add(r), nil
}

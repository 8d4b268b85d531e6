package formula

import (
	"maps"
	"slices"
	"strconv"

	"example.org/centipawn/internal/formula/kernel"
)

// calls are the functions of numbers: how many arguments, and what they do.
var calls = map[string]struct {
	op          kernel.Op
	least, most int
	usage       string
}{
	"min":     {kernel.Min, 2, 1 << 20, "min(x, y), or more than two"},
	"max":     {kernel.Max, 2, 1 << 20, "max(x, y), or more than two"},
	"abs":     {kernel.Abs, 1, 1, "abs(x)"},
	"clamp":   {clamped, 3, 3, "clamp(x, LOW, HIGH)"},
	"square":  {kernel.Square, 1, 1, "square(x)"},
	"sqrt":    {kernel.Sqrt, 1, 1, "sqrt(x)"},
	"sigmoid": {kernel.Sigmoid, 1, 1, "sigmoid(x)"},
	"exp":     {kernel.Exp, 1, 1, "exp(x)"},
	"log":     {kernel.Log, 1, 1, "log(x)"},
	"trunc":   {kernel.Trunc, 1, 1, "trunc(x)"},
	"round":   {kernel.Round, 1, 1, "round(x)"},
}

const (
	weightUsage = "weight(NAME)"
	lookupUsage = "lookup(x, LOW, HIGH, NAME, N)"
)

var keywords = []string{"if", "then", "else", "and", "or", MG, EG, "weight", "lookup"}

func reserved(name string) bool {
	_, call := calls[name]
	return call || slices.Contains(keywords, name)
}

func functions() []string {
	return slices.Sorted(slices.Values(slices.AppendSeq([]string{"weight", "lookup"}, maps.Keys(calls))))
}

// call reads the arguments of a function of numbers.
func (p *parser) call(first token) (int, *Error) {
	f := calls[first.text]
	if !p.accept("(") {
		return 0, p.wrong("%s is a function: write %s", first.text, f.usage)
	}
	var args []int
	for more := !p.is(")"); more; more = p.accept(",") {
		x, err := p.number(first.text)
		if err != nil {
			return 0, err
		}
		args = append(args, x)
	}
	if p.err != nil || !p.is(")") {
		return 0, p.wrong("%s cannot stand here: want an operator, a comma, or ) after the arguments of %s", p.tok.shown(), first.text)
	}
	if len(args) < f.least || len(args) > f.most {
		return 0, p.text.wrong(first.at, "%s has %d arguments here: write %s", first.text, len(args), f.usage)
	}
	p.pass()
	r := raw{op: f.op, at: first.at, start: first.at}
	copy(r.args[:], args)
	x := p.add(r)
	for i := 2; i < len(args) && f.op != clamped; i++ { // min, max
		r.args = [3]int{x, args[i]}
		x = p.add(r)
	}
	return x, nil
}

// weight reads (NAME).
func (p *parser) weight(first token) (int, *Error) {
	if !p.accept("(") {
		return 0, p.wrong("weight is a function: write %s", weightUsage)
	}
	name, err := p.weightName()
	if err != nil {
		return 0, err
	}
	if !p.accept(")") {
		return 0, p.wrong("%s cannot stand here: want ) as in %s", p.tok.shown(), weightUsage)
	}
	return p.add(raw{op: byName, name: name, at: first.at, start: first.at}), nil
}

// weightName reads the name of a weight: its letters are not those of other names.
func (p *parser) weightName() (string, *Error) {
	name := weightName(string(p.text[p.tok.at:]))
	if name == "" {
		p.err = nil
		return "", p.wrong("want the name of a weight: letters, digits, _ . [ ] and -")
	}
	p.advance(p.tok.at + len(name))
	return name, nil
}

// lookup reads (x, LOW, HIGH, NAME, N).
func (p *parser) lookup(first token) (int, *Error) {
	if !p.accept("(") {
		return 0, p.wrong("lookup is a function: write %s", lookupUsage)
	}
	r := raw{op: kernel.Lookup, at: first.at, start: first.at}
	for i := range r.args {
		x, err := p.number("lookup")
		if err != nil {
			return 0, err
		}
		if !p.accept(",") {
			return 0, p.wrong("%s cannot stand here: want a comma as in %s", p.tok.shown(), lookupUsage)
		}
		r.args[i] = x
	}
	var err *Error
	if r.name, err = p.weightName(); err != nil {
		return 0, err
	}
	if !p.accept(",") {
		return 0, p.wrong("%s cannot stand here: want a comma and how many weights the table has, as in %s", p.tok.shown(), lookupUsage)
	}
	if n := p.tok; p.err != nil || n.kind != number || n.value < 2 || n.value > maxTable || n.value != float64(int(n.value)) {
		return 0, p.wrong("a table has 2 to %d weights: write how many as a whole number, as in %s", maxTable, lookupUsage)
	}
	r.n = int(p.tok.value)
	p.pass()
	if !p.accept(")") {
		return 0, p.wrong("%s cannot stand here: want ) as in %s", p.tok.shown(), lookupUsage)
	}
	return p.add(r), nil
}

// tableWeight is the name of a weight of a lookup table.
func tableWeight(name string, i int) string { return name + "." + strconv.Itoa(i) }

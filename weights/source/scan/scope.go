package scan

import (
	"slices"
	"strings"
)

// follow takes notice of the regions that token i opens or closes.
func (p *arrayParser) follow(i int) {
	switch {
	case p.tokens[i].kind == conditionToken:
		p.conditional(i)
	case p.is(i, "("):
		if name, ok := p.fields[i]; ok {
			p.enter(region{kind: tableRegion, name: name, round: true, braces: true})
			return
		}
		p.parens++
	case p.is(i, ")") && p.region != nil && p.region.round && p.parens == 0:
		p.leave()
	case p.is(i, ")"):
		p.parens = max(0, p.parens-1)
	case p.is(i, "{"):
		r := p.opened(i)
		r.first, r.body = p.statement(i), i
		p.enter(r)
	case p.is(i, "}") && p.region != nil && (p.region.braces || !p.python):
		p.leave()
	case p.python:
		p.indented(i)
	case p.lang.Words && p.isName(i):
		p.worded(i)
	}
}

// worded follows the blocks of Lua.
func (p *arrayParser) worded(i int) {
	switch p.text(i) {
	case "function":
		p.enter(region{kind: codeRegion, first: i})
	case "if", "do", "repeat":
		p.enter(region{})
	case "end", "until":
		if p.region != nil {
			p.leave()
		}
	}
}

// enter goes into a region.
func (p *arrayParser) enter(r region) {
	r.parens, r.braces = p.parens, true
	p.region, p.parens = r.within(p.region), 0
}

// within puts a region into another.
func (r region) within(around *region) *region {
	r.around = around
	if around != nil {
		if r.named, r.code = around.named, around.code; around.name != "" {
			r.named = around
		}
	}
	if r.code == nil && r.kind == codeRegion {
		r.code = &r
	}
	return &r
}

// leave goes out of the innermost region.
func (p *arrayParser) leave() { p.region, p.parens = p.region.around, p.region.parens }

// conditional lets each branch of a condition begin in the regions around it.
func (p *arrayParser) conditional(i int) {
	word, _ := directive(p.src[p.tokens[i].pos:])
	switch last := len(p.branches) - 1; {
	case strings.HasPrefix(word, "if"):
		p.branches = append(p.branches, p.region)
	case last < 0:
	case word == "endif":
		p.branches = p.branches[:last]
	case strings.HasPrefix(word, "el"):
		p.region = p.branches[last]
	}
}

// indented follows def and class of Python.
func (p *arrayParser) indented(i int) {
	tok := p.tokens[i]
	if tok.kind == endToken || p.parens > 0 || i > 0 && p.tokens[i-1].line == tok.line || p.region != nil && p.region.braces {
		return
	}
	column := p.column(tok.pos)
	for p.region != nil && p.region.indent >= column {
		p.region = p.region.around
	}
	switch p.text(i) {
	case "class":
		p.region = region{name: p.text(i + 1), indent: column}.within(p.region)
	case "def", "async", "proc", "func", "method", "iterator", "template", "macro", "converter":
		p.region = region{kind: codeRegion, indent: column, first: i}.within(p.region)
	}
}

// column is how many bytes stand before a place on its line.
func (l *listing) column(pos int32) int {
	return int(pos) - 1 - strings.LastIndexByte(l.src[:pos], '\n')
}

// types are the words in front of the name of a class or a namespace.
var types = []string{"namespace", "class", "struct", "union", "enum", "interface", "trait", "impl", "mod", "record", "object", "extension", "protocol"}

// opened says what the brace at i opens, from the statement that it stands in.
func (p *arrayParser) opened(i int) region {
	first := min(p.statement(i), i)
	word, equals, call := -1, -1, p.is(i-1, ")")
	depth := 0
	for at := first; at < i; at++ {
		switch text := p.text(at); {
		case p.is(at, "("):
			depth++
			call = call || equals < 0
		case p.is(at, ")"):
			depth--
		case p.is(at, "=") && depth == 0:
			equals = at
		case !p.isName(at) || word >= 0:
		case text == "fn" || text == "func":
			return region{kind: codeRegion}
		case slices.Contains(types, text):
			word = at
		}
	}
	switch {
	case p.isOneOf(i-1, "=>", "->"), p.isLanguage("Zig") && p.text(first) == "test":
		return region{kind: codeRegion}
	case word >= 0 && equals < 0 && (!p.is(i-1, ")") || p.lang.Headers && p.text(word) != "object"):
		return p.typed(word, i)
	case word >= 0 && word > equals && p.isLanguage("Zig") && !p.within(tableRegion): // const Eval = struct {
		r := p.typed(word, i)
		if name := p.nameBefore(equals); name >= 0 {
			r.name = p.text(name)
		}
		return r
	case i == 0, p.text(i-1) == "default" && p.text(i-2) == "export", p.isLanguage("JSON") && p.region == nil:
		return region{kind: tableRegion}
	case p.within(tableRegion) && !p.isOneOf(i-1, ")", "="):
		return region{kind: tableRegion, name: p.keyOf(first, i)}
	case p.isLanguage("Rust") && p.structure(i-1): // Self { tempo: 12 }
		return region{kind: tableRegion}
	case p.is(i-1, "(") && makers[p.text(i-2)]: // = Object.freeze({
		at := i - 2
		for p.isOneOf(at-1, ".", "::") && p.isName(at-2) {
			at -= 2
		}
		r := region{kind: tableRegion}
		if name := p.nameBefore(at - 1); p.is(at-1, "=") && name >= 0 {
			r.name = p.text(name)
		}
		return r
	case call:
		return region{kind: codeRegion}
	case equals >= 0:
		r := region{kind: tableRegion}
		if name := p.nameBefore(equals); name >= 0 {
			r.name = p.text(name)
		}
		return r
	case p.parens > 0 && p.lang.Lines && !p.golang: // an argument
		return region{kind: codeRegion}
	}
	return region{}
}

// typed is the region of a namespace or a class, whose kind is named at word.
func (p *arrayParser) typed(word, end int) region {
	kind := p.text(word)
	r := region{}
	if kind == "enum" {
		r.kind = enumRegion
	}
	var names []string
	for at := word + 1; at < end && !p.isOneOf(at, ":", "(", "<"); at++ {
		if p.is(at, "[") { // [[nodiscard]]
			for depth := 0; at < end; at++ {
				if p.is(at, "[") {
					depth++
				} else if p.is(at, "]") {
					depth--
				}
				if depth == 0 {
					break
				}
			}
			continue
		}
		if text := p.text(at); p.isName(at) && !slices.Contains(types, text) && text != "final" && text != "extends" && text != "implements" {
			names = append(names, text)
		}
	}
	switch {
	case len(names) == 0:
	case kind == "namespace":
		r.name = strings.Join(names, "::")
	case kind == "impl": // impl Trait for Type
		r.name = names[len(names)-1]
	default:
		r.name = names[0]
	}
	return r
}

// keyOf returns the last key name: between two tokens, "" without one.
func (p *arrayParser) keyOf(first, end int) string {
	for at := end - 1; at > first; at-- {
		switch {
		case !p.is(at, ":"):
		case p.is(at-1, "]") && p.isName(at-2):
			return p.text(at - 2)
		case p.isName(at - 1), p.tokens[at-1].kind == stringToken, p.tokens[at-1].kind == numberToken:
			return p.text(at - 1)
		}
	}
	return ""
}

// deepest is how many names of regions a place may need.
const deepest = 8

// scope returns the names of the regions around a name, and what stands before it: eval::Table
// of void f() { eval::Table.x = 1; }.
func (p *arrayParser) scope(name int) (names []string) {
	for at := name; (p.is(at-1, "::") || p.is(at-1, ".")) && p.isName(at-2) && len(names) < deepest; at -= 2 {
		names = append(names, p.text(at-2))
	}
	for r := p.region; r != nil && len(names) < deepest; r = r.named {
		if r.name != "" {
			names = append(names, r.name)
		}
	}
	slices.Reverse(names)
	return names
}

// A Standing is what kind of name a number is given to.
type Standing uint8

const (
	Declared   Standing = iota // a table or number that may be a weight
	Enumerated                 // a member of an enum
	Macro                      // a #define
	Local                      // a variable of a function, or an argument
	Element                    // an element with a key, of a table that is read as a whole
)

// lasting are the words that make a variable of a function last.
var lasting = []string{"static", "const", "constexpr", "constinit", "final", "readonly"}

// structure reports whether the name that ends at a token, in front of a brace, is that of a type whose
// fields are given values: Rust writes types with a capital.
func (p *arrayParser) structure(name int) bool {
	before := name - 1
	for p.is(before, "::") && p.isName(before-1) {
		before -= 2
	}
	if !p.isName(name) {
		return false
	}
	first := p.text(name)[0]
	return first >= 'A' && first <= 'Z' && (p.isOneOf(before, "{", "}", ";", ",", "(", "=>", "|") || p.text(before) == "return")
}

// isDefault reports whether a name stands among the fields of fn default() of Rust, which are those
// of all.
func (p *arrayParser) isDefault(code *region) bool {
	return p.isLanguage("Rust") && p.within(tableRegion) && p.text(code.first) == "fn" && p.text(code.first+1) == "default"
}

// isField reports whether a name with a value stands in the header of a class: class Score(val mg: Int = 3).
func (p *arrayParser) isField(name int) bool {
	if !p.lang.Headers || p.parens != 1 {
		return false
	}
	depth := 0
	for at := name; at > max(0, name-most); at-- {
		switch {
		case p.isOneOf(at, ")"):
			depth++
		case p.isOneOf(at, ";", "}", "{"):
			return false
		case p.is(at, "(") && depth == 0:
			return slices.Contains(types, p.text(at-2)) || p.text(at-3) == "record" || p.text(at-3) == "class"
		case p.is(at, "("):
			depth--
		}
	}
	return false
}

// declares reports whether the statement of a name in an enum is a declaration, as of Java and
// Swift: static let King = [..].
func (p *arrayParser) declares(name int) bool {
	for at := p.statement(name); at < name; at++ {
		if text := p.text(at); p.isName(at) && (slices.Contains(lasting, text) || text == "let" || text == "var" || text == "val") {
			return true
		}
	}
	return false
}

// standing returns that of a name, of which the value begins at a token.
func (p *arrayParser) standing(name, value int) Standing {
	switch {
	case p.isMacro(value - 1):
		return Macro
	case p.within(enumRegion) && !p.declares(name):
		return Enumerated
	case p.parens > 0 && !p.golang && !p.isField(name):
		return Local
	}
	if p.region == nil || p.region.code == nil || p.isDefault(p.region.code) {
		return Declared
	}
	for at := p.statement(name); at < name; at++ {
		if p.isName(at) && slices.Contains(lasting, p.text(at)) {
			return Declared
		}
	}
	return Local
}

// Package scan reads source code as text, in C, C++, Rust, Go, Python, C#, Java or JSON: its
// literals of numbers, where each stands, and how another number is written in its place.
package scan

import (
	"io"
	"strings"

	"example.org/centipawn/internal/atomicfile"
)

// ReadArrays reads the literals of numbers in a source file, in the order of the file:
// {..}, [..], (..) and S(a, b) or any other name in front of a list, nested as deep as
// sixteen; and single numbers. Comments, strings and other code are passed over.
// A pair may have keys (.mg = 1, eg: 2), and so may an array ([0] = 1, 0: 1) whose keys
// count from 0. Of a list with other keys each is a name of its own, as is [PAWN] = 1.
// Expressions are not evaluated: what holds one is an Array with an Err, as it is with a
// name for a value.
//
// What stands between #if 0 and its #endif is not code, nor is the #else of #if 1. Of
// any other condition all branches are read: this program cannot know which counts. A
// condition inside a literal is an Err.
func ReadArrays(name string, r io.Reader) ([]Array, error) {
	data, err := atomicfile.ReadAll(name, r, atomicfile.SmallLimit)
	if err != nil {
		return nil, err
	}
	p := &arrayParser{listing: &listing{file: name, src: string(data), python: strings.HasSuffix(name, ".py")}, failed: map[string]bool{}}
	if p.tokens, err = tokenize(p.listing); err != nil {
		return nil, err
	}
	p.golang = p.text(0) == "package" && !p.is(2, ";") && !p.is(2, ".") // package x; is Java
	for p.at = 0; p.at < len(p.tokens); p.at++ {
		if p.otherwise(p.at) {
			p.branch++
		}
		if before := p.at; !p.assignment() {
			p.follow(before)
		}
	}
	return p.arrays, nil
}

// An arrayParser finds assignments of literals among tokens.
type arrayParser struct {
	*listing
	at     int
	arrays []Array
	failed map[string]bool // names of arrays with an Err: the first tells enough
	branch int             // how many #else and #elif were before p.at

	region   *region   // around p.at, nil: the file
	branches []*region // around the conditions that have not ended
	parens   int       // round brackets that are open in the region
}

// assignment reads the literal after name = or "name":, or of Type name{..}, if the token
// at p.at is the sign, and moves p.at to its end. It reports whether there was one.
func (p *arrayParser) assignment() bool {
	key := p.at > 0 && p.tokens[p.at-1].kind == stringToken && p.is(p.at, ":")
	switch {
	case key, p.is(p.at, ":") && p.isKey(p.at-1):
		return p.read(p.at-1, p.at+1, true)
	case p.is(p.at, "="), p.is(p.at, ":="):
		return p.read(p.nameBefore(p.at), p.at+1, false)
	case p.is(p.at, "{"):
		return p.read(p.initialized(p.at), p.at, true)
	}
	return false
}

// isKey reports whether a token is the name of a field in a list: Weights{tempo: 12}.
func (p *arrayParser) isKey(i int) bool {
	return p.within(tableRegion) && p.isName(i) && (p.is(i-1, "{") || p.is(i-1, ","))
}

// read reads the literal at a token and gives it to a name. Of what is likely no literal
// at all, quiet leaves no trace. It reports whether it is one.
func (p *arrayParser) read(name, at int, quiet bool) bool {
	if name < 0 || p.text(name) == "" {
		return false
	}
	array := Array{File: p.file, Line: int(p.tokens[name].line), Name: p.text(name), Branch: p.branch}
	read, end, err := readLiteral(p.listing, at, array)
	if err == nil && p.together(name) {
		err = &Fault{p.listing, array.Name, nil, name, "one of several names assigned at once", false}
	}
	switch {
	case err == nil:
		read.kind, read.Stands, read.Scope = p.kind(name, at), p.standing(name, at), p.scope(name)
		p.arrays = append(p.arrays, read)
		p.at = end - 1
		return true
	case !quiet && !p.failed[array.Name]:
		array.Err, array.Stands, array.Scope = err, p.standing(name, at), p.scope(name)
		p.arrays = append(p.arrays, array)
		p.failed[array.Name] = true
	}
	return false
}

// together reports whether the name is one of several in front of one sign, as Go and
// Python have them.
func (p *arrayParser) together(name int) bool {
	first := name
	for p.is(first-1, ",") && p.isName(first-2) {
		first -= 2
	}
	if first == name || !p.golang && !p.python {
		return false
	}
	before := p.tokens[max(first-1, 0)]
	return first == 0 || before.line < p.tokens[first].line || p.text(first-1) == "var" || p.text(first-1) == "const"
}

// initialized returns the name that C++ gives the list at i to without a sign: Type
// name{..} or Type name[64]{..}; -1 where there is none.
func (p *arrayParser) initialized(i int) int {
	name := p.back(i - 1)
	if p.golang || !p.isName(name) || p.is(i-1, ">") || !p.isName(p.back(name-1)) {
		return -1
	}
	switch p.text(name - 1) {
	case "return", "new", "case", "struct", "class", "enum", "union", "namespace":
		return -1
	}
	return name
}

// nameBefore returns the token that the sign at i assigns to, -1 without one: in C the
// name before it, with the sizes of an array between; where a type stands after the
// name, the name before the type.
func (p *arrayParser) nameBefore(i int) int {
	if p.is(i-1, "]") && p.isName(i-2) && p.is(i-3, "[") && (p.is(i-4, "{") || p.is(i-4, ",")) {
		return i - 2 // [PAWN] =
	}
	last := p.back(i - 1)
	if p.is(last, "&") {
		last--
	}
	if p.is(last, ":") && p.isName(last-1) {
		return last - 1 // name: [T; 64] =
	}
	if !p.isName(last) || p.is(last-1, "->") {
		return -1
	}
	first := last
	for (p.is(first-1, ".") || p.is(first-1, "::")) && p.isName(first-2) {
		first -= 2
	}
	if p.is(first-1, ":") && p.isName(first-2) && (!p.python || p.tokens[first-1].line == p.tokens[first].line) {
		return first - 2 // name: T =
	}
	if before := p.back(first - 1); p.golang && p.isName(before) && p.tokens[before].line == p.tokens[last].line &&
		p.text(before) != "var" && p.text(before) != "const" {
		return before // name [64]T =
	}
	return last
}

// back steps from i back over [..] and <..>, which are types or sizes and short.
func (p *arrayParser) back(i int) int {
	for p.is(i, "]") || p.is(i, ">") {
		depth := 0
		for stop := max(0, i-farthest); i > stop; i-- {
			if p.is(i, "]") || p.is(i, ">") {
				depth++
			} else if p.is(i, "[") || p.is(i, "<") {
				depth--
			}
			if depth == 0 {
				break
			}
		}
		i--
	}
	return i
}

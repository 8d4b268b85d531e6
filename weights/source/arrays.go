// Package source reads the tables of numbers in the source code of an engine, in C, C++,
// Rust, Go, Python or JSON: it compares them with a weights file, or makes one of them.
package source

import (
	"fmt"
	"io"

	"centipawn/atomicfile"
)

// An Array is numbers in source code, and the name that they are given to: an
// array, a nested one, a pair or a single number.
type Array struct {
	File  string // as it was named to ReadArrays
	Line  int    // of the name
	Name  string
	Pairs bool // the innermost lists are pairs, such as S(82, 94) or {82, 94}

	// Values are all numbers in the order of the source. Without any, Err says
	// why: the value is no literal of numbers.
	Values []float64
	Err    error

	places []place // of the values
}

// A place is a number's line, and how precisely it is written.
type place struct{ line, decimals int32 }

// where returns file:line of value i.
func (a *Array) where(i int) string { return fmt.Sprintf("%s:%d", a.File, a.places[i].line) }

// ReadArrays reads the literals of numbers in a source file of C, C++, Rust, Go,
// Python or JSON, in the order of the file: {..}, [..], (..) and S(a, b) or any
// other name in front of a list, nested as deep as sixteen; and single numbers.
// Comments, strings and other code are passed over. Expressions are not
// evaluated: what holds one is an Array with an Err, as it is with a name for a
// value, or with keys (0: S(1, 2), .mg = 1).
//
// What stands between #if 0 and its #endif is no code, nor is the #else of #if 1. Of
// any other condition all branches are read: this program cannot know which counts.
func ReadArrays(name string, r io.Reader) ([]Array, error) {
	data, err := atomicfile.ReadAll(name, r, atomicfile.SmallLimit)
	if err != nil {
		return nil, err
	}
	p := &arrayParser{file: name, src: string(data), failed: map[string]bool{}}
	if p.tokens, err = tokenize(name, p.src); err != nil {
		return nil, err
	}
	p.golang = p.text(0) == "package"
	for p.at = 0; p.at < len(p.tokens); p.at++ {
		p.assignment()
	}
	return p.arrays, nil
}

// An arrayParser finds assignments of literals among tokens.
type arrayParser struct {
	file   string
	src    string
	tokens []lexeme
	golang bool // in Go the name stands before the type, and a type before the list
	at     int
	arrays []Array
	failed map[string]bool // names of arrays with an Err: the first tells enough
}

// assignment reads the literal behind name = or "name":, if the token at p.at is
// the sign, and moves p.at to its end.
func (p *arrayParser) assignment() {
	key := p.at > 0 && p.tokens[p.at-1].kind == stringToken && p.is(p.at, ":")
	if !key && !p.is(p.at, "=") && !p.is(p.at, ":=") {
		return
	}
	name := p.nameBefore(p.at)
	if key {
		name = p.at - 1
	}
	if name < 0 || p.text(name) == "" {
		return
	}
	array := Array{File: p.file, Line: int(p.tokens[name].line), Name: p.text(name)}
	l := &literal{arrayParser: p, at: p.at + 1, array: array}
	err := l.whole()
	switch {
	case err == nil:
		l.array.Pairs = l.pairs && len(l.array.Values) > 0
		p.arrays = append(p.arrays, l.array)
		p.at = l.at - 1
	case !key && !p.failed[array.Name]: // a key of an object may well have another object for its value
		array.Err = err
		p.arrays = append(p.arrays, array)
		p.failed[array.Name] = true
	}
}

// text returns a token as it stands in the source.
func (p *arrayParser) text(i int) string {
	tok := p.tokens[i]
	if tok.kind == endToken {
		return "the end of the file"
	}
	return p.src[tok.pos:tok.end]
}

func (p *arrayParser) is(i int, text string) bool {
	return i >= 0 && i < len(p.tokens) && p.tokens[i].kind == punctuation && p.tokens[i].sign == signOf(text)
}

func (p *arrayParser) isName(i int) bool {
	return i >= 0 && i < len(p.tokens) && p.tokens[i].kind == nameToken
}

// nameBefore returns the token that the sign at i assigns to, -1 without one: in C the
// name before it, with the sizes of an array between; where a type stands behind the
// name, the name before the type.
func (p *arrayParser) nameBefore(i int) int {
	last := p.back(i - 1)
	if p.is(last, "&") {
		last--
	}
	if p.is(last, ":") && p.isName(last-1) {
		return last - 1 // name: [T; 64] =
	}
	if !p.isName(last) {
		return -1
	}
	first := last
	for (p.is(first-1, ".") || p.is(first-1, "::")) && p.isName(first-2) {
		first -= 2
	}
	if p.is(first-1, ":") && p.isName(first-2) {
		return first - 2 // name: T =
	}
	if before := p.back(first - 1); p.golang && p.isName(before) && p.tokens[before].line == p.tokens[last].line &&
		p.text(before) != "var" && p.text(before) != "const" {
		return before // name [64]T =
	}
	return last
}

// farthest is how many tokens a size or a type may have.
const farthest = 100

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

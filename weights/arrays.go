package weights

import (
	"fmt"
	"io"
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
type place struct{ line, decimals int }

// where returns file:line of value i.
func (a *Array) where(i int) string { return fmt.Sprintf("%s:%d", a.File, a.places[i].line) }

// ReadArrays reads the literals of numbers in a source file of C, C++, Rust, Go,
// Python or JSON, in the order of the file: {..}, [..], (..) and S(a, b) or any
// other name in front of a list, nested as deep as sixteen; and single numbers.
// Comments, strings and other code are passed over. Expressions are not
// evaluated: what holds one is an Array with an Err, as it is with a name for a
// value, or with keys (0: S(1, 2), .mg = 1).
func ReadArrays(name string, r io.Reader) ([]Array, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	p := &arrayParser{file: name, tokens: tokenize(string(data))}
	p.golang = p.tokens[0].text == "package"
	for p.at = 0; p.at < len(p.tokens); p.at++ {
		p.assignment()
	}
	return p.arrays, nil
}

// An arrayParser finds assignments of literals among tokens.
type arrayParser struct {
	file   string
	tokens []lexeme
	golang bool // in Go the name stands before the type, and a type before the list
	at     int
	arrays []Array
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
		name = p.tokens[p.at-1]
	}
	if name.text == "" {
		return
	}
	l := &literal{arrayParser: p, at: p.at + 1, array: Array{File: p.file, Line: name.line, Name: name.text}}
	err := l.whole()
	switch {
	case err == nil:
		l.array.Pairs = l.pairs && len(l.array.Values) > 0
		p.arrays = append(p.arrays, l.array)
		p.at = l.at - 1
	case !key: // a key of an object may well have another object for its value
		p.arrays = append(p.arrays, Array{File: p.file, Line: name.line, Name: name.text, Err: err})
	}
}

func (p *arrayParser) is(i int, text string) bool {
	return i >= 0 && i < len(p.tokens) && p.tokens[i].kind == punctuation && p.tokens[i].text == text
}

func (p *arrayParser) isName(i int) bool {
	return i >= 0 && i < len(p.tokens) && p.tokens[i].kind == nameToken
}

// nameBefore returns what the sign at i assigns to: in C the name before it,
// with the sizes of an array between; where a type stands behind the name, the
// name before the type.
func (p *arrayParser) nameBefore(i int) lexeme {
	last := p.back(i - 1)
	if p.is(last, "&") {
		last--
	}
	if p.is(last, ":") && p.isName(last-1) {
		return p.tokens[last-1] // name: [T; 64] =
	}
	if !p.isName(last) {
		return lexeme{}
	}
	first := last
	for (p.is(first-1, ".") || p.is(first-1, "::")) && p.isName(first-2) {
		first -= 2
	}
	if p.is(first-1, ":") && p.isName(first-2) {
		return p.tokens[first-2] // name: T =
	}
	if before := p.back(first - 1); p.golang && p.isName(before) && p.tokens[before].line == p.tokens[last].line &&
		p.tokens[before].text != "var" && p.tokens[before].text != "const" {
		return p.tokens[before] // name [64]T =
	}
	return p.tokens[last]
}

// back steps from i back over [..] and <..>, which are types or sizes and short.
func (p *arrayParser) back(i int) int {
	for p.is(i, "]") || p.is(i, ">") {
		depth := 0
		for stop := max(0, i-100); i > stop; i-- {
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

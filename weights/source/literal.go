package source

import (
	"fmt"
	"slices"

	"centipawn/weights"
)

// A literal is an [Array] in the making.
type literal struct {
	*listing
	at    int // of the next token
	array Array
	pairs bool  // all innermost lists so far are pairs
	bare  []int // values beside lists
	list  int32 // around the next value; -1: none
	count int32 // of what the list holds so far
}

// readLiteral reads the literal of an array from a token on, and returns the token behind
// it. Nothing may follow that would make it a part of an expression.
func readLiteral(src *listing, at int, array Array) (Array, int, error) {
	array.src = src.src
	l := &literal{listing: src, at: at, array: array, pairs: true, list: -1}
	if number, err := l.value(0); err != nil {
		return array, at, err
	} else if number {
		l.pairs = false
	}
	end := l.next()
	same := end.line <= l.tokens[l.at-1].line || l.isOneOf(l.at, operators...) && !l.endsWithLine(at)
	if end.kind != endToken && same && !l.isOneOf(l.at, ";", ",", "}", ")", "]") {
		return array, at, l.unexpected("an expression")
	}
	l.finish()
	return l.array, l.at, nil
}

// operators continue a value on the next line.
var operators = []string{"+", "-", "*", "/", "%", "<", ">", "&", "|", "^", "?", "."}

// endsWithLine reports whether a value that begins at a token ends with its line, as in Go and
// Python and behind #define, whose sign has no length.
func (l *listing) endsWithLine(at int) bool {
	sign := l.token(max(0, at-1))
	return l.golang || l.python || sign.pos == sign.end
}

// maxNesting is how deep lists may stand in lists.
const maxNesting = 16

// closing brackets by their opening ones.
var closing = map[sign]string{'{': "}", '[': "]", '(': ")"}

// finish decides whether the array is one of pairs. A 0 among pairs stands for both halves
// of one.
func (l *literal) finish() {
	l.array.wrap = l.array.wrapped()
	number := func(i int) bool { return l.array.Values[i] != 0 }
	l.array.Pairs = l.pairs && len(l.array.Values) > len(l.bare) && !slices.ContainsFunc(l.bare, number)
	slices.Sort(l.bare)
	if !l.array.Pairs || len(l.bare) == 0 {
		return
	}
	var values []float64
	var places []place
	for i, v := range l.array.Values {
		values, places = append(values, v), append(places, l.array.places[i])
		if _, bare := slices.BinarySearch(l.bare, i); bare {
			values, places = append(values, v), append(places, l.array.places[i])
		}
	}
	l.array.Values, l.array.places = values, places
}

func (l *literal) next() lexeme { return l.token(l.at) }

// unexpected says what stands where a number or a list should.
func (l *literal) unexpected(what string) error {
	tok := l.next()
	if tok.kind == conditionToken {
		what = "a condition"
	}
	return &literalError{&l.file, l.array.Name, what, l.text(l.at), tok.line}
}

// A literalError says why a value is no literal. Most are never printed.
type literalError struct {
	file           *string
	name, what, at string
	line           int32
}

func (e *literalError) Error() string {
	return fmt.Sprintf("%s:%d: %s: %s at %q: want plain numbers", *e.file, e.line, e.name, e.what, e.at)
}

// value reads a number or a list, and says which.
func (l *literal) value(depth int) (number bool, err error) {
	if depth > maxNesting {
		return false, l.unexpected("too deep a nesting")
	}
	l.skipFront()
	begin := l.next().pos
	negative := l.is(l.at, "-")
	if negative || l.is(l.at, "+") {
		l.at++
	}
	if l.number(begin, negative) {
		return true, nil
	}
	if negative {
		return false, l.unexpected("an expression")
	}
	return false, l.nested(depth)
}

// skipFront skips what may stand in front of a value: a reference, a type of Go.
func (l *literal) skipFront() {
	if l.is(l.at, "&") {
		l.at++
	}
	if l.golang && l.is(l.at, "[") {
		l.skipType()
	}
}

// nested reads a list with the name in front of it.
func (l *literal) nested(depth int) error {
	first := l.at
	l.skipName()
	if l.at > first && l.is(l.at, "(") && slices.Contains(computing, l.text(l.at-1)) {
		return l.unexpected("an expression")
	}
	index := l.is(l.at, "[") && l.isName(l.at-1) && l.at > first // Table[12] is an element
	if tok := l.next(); index || tok.kind != punctuation || closing[tok.sign] == "" {
		l.at = first
		return l.unexpected("no literal")
	}
	return l.elements(depth)
}

// number reads a number, if one is next. It begins with its sign.
func (l *literal) number(begin int32, negative bool) bool {
	tok := l.next()
	if tok.kind != numberToken {
		return false
	}
	value, ok := parseNumber(l.text(l.at))
	if !ok {
		return false
	}
	if negative {
		value = -value
	}
	l.array.Values = append(l.array.Values, weights.PlusZero(value))
	l.array.places = append(l.array.places, place{begin, tok.end, tok.line, l.list, l.count})
	l.at++
	return true
}

// skipType skips the type of a Go literal: [64]Score in front of a brace.
func (l *literal) skipType() {
	for l.is(l.at, "[") && l.skipUpTo("]") {
	}
}

// computing are functions of the languages and their libraries that would read as a list with a
// name, as S(5, 6) is.
var computing = []string{"sizeof", "max", "min", "clamp", "abs", "round", "floor", "ceil", "sqrt", "pow", "exp", "log", "len"}

// skipName skips the name in front of a list: S(..), weights::s(..), vec![..],
// std::array<int, 2>{..}, new int[2]{..}.
func (l *literal) skipName() {
	first := l.at
	for l.isName(l.at) || l.is(l.at, ".") || l.is(l.at, "::") || l.is(l.at, "!") {
		l.at++
	}
	if l.is(l.at, "<") {
		l.skipUpTo(">")
	}
	if l.at > first+1 && l.text(first) == "new" {
		l.skipType()
	}
}

// farthest is how many tokens a size or a type may have.
const farthest = 100

// skipUpTo goes behind the end of a size or type, which holds no list and no
// assignment, and reports whether it has found it.
func (l *literal) skipUpTo(end string) bool {
	for stop := l.at + farthest; l.at < stop && l.next().kind != endToken && !l.isOneOf(l.at, end, "{", "="); {
		l.at++
	}
	l.at++
	return l.is(l.at-1, end)
}

// elements reads a list from its opening bracket to behind its closing one.
func (l *literal) elements(depth int) error {
	list, count := l.list, l.count
	end := l.enter()
	numbers, lists := 0, 0
	var bare []int
	for !l.is(l.at, end) {
		number, err := l.element(depth, end)
		if err != nil {
			return err
		}
		if number {
			numbers++
			bare = append(bare, len(l.array.Values)-1)
		} else {
			lists++
		}
	}
	l.at++
	l.list, l.count = list, count
	l.classify(numbers, lists, bare)
	return nil
}

// enter goes into a list, and returns its closing bracket.
func (l *literal) enter() (end string) {
	open := l.next()
	l.array.lists = append(l.array.lists, place{open.pos, open.end, open.line, l.list, l.count})
	l.list, l.count = int32(len(l.array.lists)-1), 0
	l.at++
	return closing[open.sign]
}

// classify takes note of whether a list can be one of pairs, or a pair.
func (l *literal) classify(numbers, lists int, bare []int) {
	switch {
	case lists > 0:
		l.bare = append(l.bare, bare...)
	case numbers != 2:
		l.pairs = false
	}
}

// element reads an element of a list and the comma behind it.
func (l *literal) element(depth int, end string) (number bool, err error) {
	if number, err = l.value(depth + 1); err != nil {
		return false, err
	}
	l.count++
	if l.is(l.at, ",") {
		l.at++
	} else if !l.is(l.at, end) {
		return false, l.unexpected("an expression")
	}
	return number, nil
}

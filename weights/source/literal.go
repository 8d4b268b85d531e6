package source

import (
	"fmt"
	"slices"

	"centipawn/weights"
)

// A literal is an [Array] in the making.
type literal struct {
	*arrayParser
	at    int // of the next token
	array Array
	pairs bool // all innermost lists so far are pairs
}

// maxNesting is how deep lists may stand in lists.
const maxNesting = 16

// closing brackets by their opening ones.
var closing = map[sign]string{'{': "}", '[': "]", '(': ")"}

// whole reads the literal. Behind it nothing may follow on its line that would
// make it a part of an expression.
func (l *literal) whole() error {
	l.pairs = true
	if number, err := l.value(0); err != nil {
		return err
	} else if number {
		l.pairs = false
	}
	end := l.token()
	if end.kind == endToken || end.line > l.tokens[l.at-1].line || l.isOneOf(";", ",", "}", ")", "]") {
		return nil
	}
	return l.unexpected("an expression")
}

// isOneOf reports whether the next token is one of these signs.
func (l *literal) isOneOf(signs ...string) bool {
	return slices.ContainsFunc(signs, func(s string) bool { return l.is(l.at, s) })
}

func (l *literal) token() lexeme { return l.tokens[min(l.at, len(l.tokens)-1)] }

// unexpected says what stands where a number or a list should.
func (l *literal) unexpected(what string) error {
	at := min(l.at, len(l.tokens)-1)
	return &literalError{&l.file, l.array.Name, what, l.text(at), l.tokens[at].line}
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
	if l.is(l.at, "&") {
		l.at++
	}
	if l.golang && l.is(l.at, "[") {
		l.skipType()
	}
	negative := l.is(l.at, "-")
	if negative || l.is(l.at, "+") {
		l.at++
	}
	if l.number(negative) {
		return true, nil
	}
	if negative {
		return false, l.unexpected("an expression")
	}
	first := l.at
	l.skipName()
	if tok := l.token(); tok.kind != punctuation || closing[tok.sign] == "" {
		l.at = first
		return false, l.unexpected("no literal")
	}
	return false, l.list(depth)
}

// number reads a number, if one is next.
func (l *literal) number(negative bool) bool {
	tok := l.token()
	if tok.kind != numberToken {
		return false
	}
	value, places, ok := parseNumber(l.text(l.at))
	if !ok {
		return false
	}
	if negative {
		value = -value
	}
	l.array.Values = append(l.array.Values, weights.PlusZero(value))
	l.array.places = append(l.array.places, place{tok.line, int32(places)})
	l.at++
	return true
}

// skipType skips the type of a Go literal: [64]Score in front of a brace.
func (l *literal) skipType() {
	for l.is(l.at, "[") && l.skipUpTo("]") {
	}
}

// skipName skips the name in front of a list: S(..), weights::s(..), vec![..],
// std::array<int, 2>{..}.
func (l *literal) skipName() {
	for l.isName(l.at) || l.is(l.at, ".") || l.is(l.at, "::") || l.is(l.at, "!") {
		l.at++
	}
	if l.is(l.at, "<") {
		l.skipUpTo(">")
	}
}

// skipUpTo goes behind the end of a size or type, which holds no list and no
// assignment, and reports whether it has found it.
func (l *literal) skipUpTo(end string) bool {
	for stop := l.at + farthest; l.at < stop && l.token().kind != endToken && !l.isOneOf(end, "{", "="); {
		l.at++
	}
	l.at++
	return l.is(l.at-1, end)
}

// list reads a list from its opening bracket to behind its closing one.
func (l *literal) list(depth int) error {
	end := closing[l.token().sign]
	l.at++
	numbers, lists := 0, 0
	for !l.is(l.at, end) {
		number, err := l.value(depth + 1)
		if err != nil {
			return err
		}
		if number {
			numbers++
		} else {
			lists++
		}
		if l.is(l.at, ",") {
			l.at++
		} else if !l.is(l.at, end) {
			return l.unexpected("an expression")
		}
	}
	l.at++
	if numbers+lists == 0 || numbers > 0 && (numbers != 2 || lists > 0) {
		l.pairs = false
	}
	return nil
}

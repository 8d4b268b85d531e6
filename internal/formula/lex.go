package formula

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

type kind uint8

const (
	end kind = iota
	number
	name // also keywords
	sign // one of signs
)

// A token is a word of the text.
type token struct {
	kind  kind
	text  string
	at    int // offset
	value float64
}

// is reports whether the token is this keyword or sign.
func (t token) is(text string) bool { return t.kind != number && t.kind != end && t.text == text }

// shown is the token as messages name it.
func (t token) shown() string {
	if t.kind == end {
		return "the end of the formula"
	}
	return strconv.Quote(t.text)
}

// signs, longer ones first.
var signs = []string{"<=", ">=", "==", "!=", "+", "-", "*", "/", "(", ")", "<", ">", "=", ",", ";", "."}

// foreign are signs of other languages, longer ones first, and what to write instead.
var foreign = []struct{ sign, instead string }{
	{"**", "write square(x), or exp(y * log(x))"},
	{"^", "write square(x), or exp(y * log(x))"},
	{"//", "a formula has no comments"},
	{"/*", "a formula has no comments"},
	{"#", "a formula has no comments"},
	{"&&", "write and"},
	{"&", "write and"},
	{"||", "write or"},
	{"|", "write or, or abs(x)"},
	{"!", "write != for different; there is no not: turn the comparison round"},
	{"?", "write if x > y then a else b"},
	{":", "write if x > y then a else b"},
	{"%", "write x - y * trunc(x / y)"},
	{"[", "write lookup(x, LOW, HIGH, NAME, N) for a table"},
	{"{", "write parentheses"},
	{"}", "write parentheses"},
}

// next returns the word at an offset or after the blanks there.
func next(text source, at int) (token, *Error) {
	for at < len(text) && strings.IndexByte(" \t\r\n", text[at]) >= 0 {
		at++
	}
	if at == len(text) {
		return token{kind: end, at: at}, nil
	}
	return lexWord(text, at)
}

// lexWord reads the word that begins at an offset.
func lexWord(text source, at int) (token, *Error) {
	rest := string(text[at:])
	switch c := rest[0]; {
	case letter(c):
		return token{kind: name, text: word(rest), at: at}, nil
	case digit(c) || c == '.' && len(rest) > 1 && digit(rest[1]):
		return lexNumber(text, at)
	}
	for _, f := range foreign {
		if strings.HasPrefix(rest, f.sign) && !strings.HasPrefix(rest, "!=") {
			return token{}, text.wrong(at, "%q is not a sign of formulas: %s", f.sign, f.instead)
		}
	}
	for _, s := range signs {
		if strings.HasPrefix(rest, s) {
			return token{kind: sign, text: s, at: at}, nil
		}
	}
	r, _ := utf8.DecodeRuneInString(rest)
	return token{}, text.wrong(at, "%q is not a sign of formulas: they have + - * / ( ) , ; = and the comparisons > < >= <= == !=", r)
}

// lexNumber reads digits, a point and an exponent.
func lexNumber(text source, at int) (token, *Error) {
	rest := string(text[at:])
	n := digits(rest, 0)
	if n < len(rest) && rest[n] == '.' {
		n = digits(rest, n+1)
	}
	if n < len(rest) && (rest[n] == 'e' || rest[n] == 'E') {
		exponent := n + 1
		if exponent < len(rest) && (rest[exponent] == '-' || rest[exponent] == '+') {
			exponent++
		}
		if all := digits(rest, exponent); all > exponent {
			n = all
		}
	}
	if n < len(rest) && (letter(rest[n]) || rest[n] == '.') {
		return token{}, text.wrong(at, "%q is not a number: write 1, 0.5 or 1e-3, and * between a number and a name", rest[:n]+numberRest(rest[n:]))
	}
	value, err := strconv.ParseFloat(rest[:n], 64)
	if err != nil {
		return token{}, text.wrong(at, "the number %.40s is too large", rest[:n])
	}
	return token{kind: number, text: rest[:n], at: at, value: value}, nil
}

func digits(s string, from int) int {
	for from < len(s) && digit(s[from]) {
		from++
	}
	return from
}

// numberRest is what stands at a number without a blank.
func numberRest(s string) string {
	rest := leading(s, ".")
	return rest[:min(20, len(rest))]
}

// word returns the letters, digits and underscores at the beginning.
func word(s string) string { return leading(s, "") }

// weightName returns the name of a weight at the beginning.
func weightName(s string) string { return leading(s, ".[]-") }

// leading returns the letters, digits, underscores and some signs at the beginning.
func leading(s, signs string) string {
	n := 0
	for n < len(s) && (letter(s[n]) || digit(s[n]) || strings.IndexByte(signs, s[n]) >= 0) {
		n++
	}
	return s[:n]
}

func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' }
func digit(c byte) bool  { return c >= '0' && c <= '9' }

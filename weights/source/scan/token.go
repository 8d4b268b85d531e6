package scan

import (
	"slices"
	"strings"

	"example.org/centipawn/weights/source/language"
)

// A lexeme is a word of source code of any language. There is one for
// every few bytes of a source, so it holds places in the text and no text.
type lexeme struct {
	kind     tokenKind
	sign     sign  // of punctuation
	pos, end int32 // in the source; of a string without its quotes
	line     int32
}

type tokenKind uint8

const (
	endToken tokenKind = iota
	nameToken
	numberToken
	stringToken
	punctuation
	conditionToken // a directive: what follows may not count
)

// A sign is punctuation of one or two characters.
type sign uint16

func signOf(text string) sign {
	s := sign(text[0])
	if len(text) > 1 {
		s |= sign(text[1]) << 8
	}
	return s
}

// farthest is how many tokens a size or a type may have.
const farthest = 100

// A listing is a source file and its tokens, the last of which is an endToken.
type listing struct {
	file   string
	src    string
	tokens []lexeme
	lang   language.Language
	golang bool // in Go the name stands before the type, and a type before the list
	python bool // and Nim
}

// text returns a token as it stands in the source: nothing before the first.
func (l *listing) text(i int) string {
	if i < 0 {
		return ""
	}
	tok := l.token(i)
	if tok.kind == endToken {
		return "the end of the file"
	}
	return l.src[tok.pos:tok.end]
}

// token returns token i, or the last after it.
func (l *listing) token(i int) lexeme { return l.tokens[min(i, len(l.tokens)-1)] }

func (l *listing) is(i int, text string) bool {
	return i >= 0 && i < len(l.tokens) && l.tokens[i].kind == punctuation && l.tokens[i].sign == signOf(text)
}

// isOneOf reports whether token i is one of these signs.
func (l *listing) isOneOf(i int, signs ...string) bool {
	return slices.ContainsFunc(signs, func(s string) bool { return l.is(i, s) })
}

func (l *listing) isName(i int) bool {
	return i >= 0 && i < len(l.tokens) && l.tokens[i].kind == nameToken
}

// numberLength returns how far a number goes with all that belongs to it.
func numberLength(s string) int {
	i := 0
	for i < len(s) {
		c := s[i]
		switch {
		case isName(c) || isDigit(rune(c)):
		case c == '.' && !strings.HasPrefix(s[i:], ".."):
		case c == '\'' && i+1 < len(s) && isDigit(rune(s[i+1])):
		case (c == '+' || c == '-') && i > 0 && (s[i-1] == 'e' || s[i-1] == 'E') && !strings.HasPrefix(s, "0x"):
		default:
			return i
		}
		i++
	}
	return i
}

func isLetter(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' }
func isDigit(r rune) bool  { return r >= '0' && r <= '9' }

func isName(c byte) bool { return isLetter(rune(c)) || c == '_' || c >= 0x80 }

func nameLength(s string) int {
	i := 0
	for i < len(s) && (isName(s[i]) || i > 0 && isDigit(rune(s[i]))) {
		i++
	}
	return i
}

// operatorLength is 2 for operators of two characters, so that "=" alone is an
// assignment.
func operatorLength(s string) int {
	if len(s) < 2 {
		return 1
	}
	switch s[:2] {
	case "==", "!=", "<=", ">=", "=>", ":=", "::", "->", "+=", "-=", "*=", "/=", "|=", "&=", "^=", "%=":
		return 2
	}
	return 1
}

// operators continue a value on the next line.
var operators = []string{"+", "-", "*", "/", "%", "<", ">", "&", "|", "^", "?", "."}

// breaks reports whether a statement ends with the line before token i, in languages whose lines
// end statements: after a value, and unless the next line goes on with it.
func (l *listing) breaks(i int) bool {
	if !l.lang.Lines || i <= 0 || i >= len(l.tokens) || l.tokens[i-1].line >= l.tokens[i].line {
		return false
	}
	if l.tokens[i-1].kind == punctuation && !l.isOneOf(i-1, ")", "]", "}") {
		return false
	}
	return l.golang || !l.isOneOf(i, operators...) && !l.isOneOf(i, "{", "=", ":", ",", ")", "]", "}")
}

// isLanguage reports whether the file is of a language.
func (l *listing) isLanguage(name string) bool { return l.lang.Name == name }

// isMacro reports whether token i is the sign, of no length, between the name and the value of
// a #define.
func (l *listing) isMacro(i int) bool { return l.is(i, "=") && l.tokens[i].pos == l.tokens[i].end }

package source

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// A lexeme is a word of source code in C, C++, Rust, Go, Python or JSON. There is one for
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

// A tokenizer cuts source code of any of the languages into tokens. It knows
// just enough of each to find arrays of numbers: comments, strings and
// preprocessor lines are no numbers. What it takes for the wrong language's
// comment or string is lost, and no error.
type tokenizer struct {
	src    string
	pos    int
	line   int
	begun  bool     // a token or directive stands on this line
	python bool     // # begins a comment and nothing else
	open   []branch // of the conditions around pos, the outermost first
	err    error
	out    []lexeme
}

// tokenize returns the tokens of src, and an endToken.
func tokenize(name, src string) ([]lexeme, error) {
	t := &tokenizer{src: src, line: 1, python: strings.HasSuffix(name, ".py"), out: make([]lexeme, 0, len(src)/8)}
	for t.pos < len(src) {
		t.next()
	}
	if t.err != nil {
		return nil, fmt.Errorf("%s:%w", name, t.err)
	}
	return append(t.out, lexeme{kind: endToken, line: int32(t.line)}), nil
}

func (t *tokenizer) next() {
	rest := t.src[t.pos:]
	c := rest[0]
	switch {
	case c == '\n':
		t.line++
		t.pos++
		t.begun = false
		return
	case c <= ' ' || c == '\\':
		t.pos++
		return
	case c == '/' && strings.HasPrefix(rest, "//"):
		t.skipTo("\n", false)
	case c == '/' && strings.HasPrefix(rest, "/*"):
		t.skipTo("*/", true)
		return
	case c == '#':
		t.hash()
		return
	case c == '"' && strings.HasPrefix(rest, `"""`):
		t.pos += 3
		t.skipTo(`"""`, true)
	case c == '`':
		t.pos++
		t.skipTo("`", true)
	case c == '"':
		t.quoted(rest)
	case c == '\'':
		t.character(rest)
	case isDigit(rune(c)), c == '.' && len(rest) > 1 && isDigit(rune(rest[1])):
		t.add(numberToken, numberLength(rest))
	case isName(c):
		t.add(nameToken, nameLength(rest))
	default:
		n := operatorLength(rest)
		t.add(punctuation, n)
		t.out[len(t.out)-1].sign = signOf(rest[:n])
	}
	t.begun = true
}

// add appends a token of n bytes and goes behind it.
func (t *tokenizer) add(kind tokenKind, n int) {
	t.out = append(t.out, t.lexeme(kind, t.pos, t.pos+n))
	t.pos += n
}

func (t *tokenizer) lexeme(kind tokenKind, pos, end int) lexeme {
	return lexeme{kind: kind, pos: int32(pos), end: int32(end), line: int32(t.line)}
}

// skipTo goes to the next end, or behind it, or to the end of the file.
func (t *tokenizer) skipTo(end string, behind bool) {
	skipped, _, found := strings.Cut(t.src[t.pos:], end)
	t.pos += len(skipped)
	if found && behind {
		t.pos += len(end)
	}
	t.line += strings.Count(skipped, "\n")
}

// quoted reads a string up to its closing quote. Without one on its line, the rest
// of the line is skipped.
func (t *tokenizer) quoted(rest string) {
	for i := 1; i < len(rest) && rest[i] != '\n'; i++ {
		switch rest[i] {
		case '\\':
			i++
		case '"':
			t.out = append(t.out, t.lexeme(stringToken, t.pos+1, t.pos+i))
			t.pos += i + 1
			return
		}
	}
	t.skipTo("\n", false)
}

// character reads a quoted word of letters, as a key of Python is or a character
// of C. Another single quote begins a lifetime of Rust, which is skipped.
func (t *tokenizer) character(rest string) {
	end := 1
	for end < len(rest) && (isName(rest[end]) || isDigit(rune(rest[end])) || rest[end] == '.' || rest[end] == '\\') {
		end++
	}
	if end == len(rest) || rest[end] != '\'' {
		t.pos += end
		return
	}
	t.out = append(t.out, t.lexeme(stringToken, t.pos+1, t.pos+end))
	t.pos += end + 1
}

// parseNumber returns the value of a number with its separators and suffix, and the
// digits behind the point that it is written with, less its exponent.
func parseNumber(text string) (value float64, places int, ok bool) {
	if strings.ContainsAny(text, "_'") {
		text = strings.ReplaceAll(strings.ReplaceAll(text, "_", ""), "'", "")
	}
	text = strings.ToLower(text)
	if digits, hex := strings.CutPrefix(text, "0x"); hex {
		v, err := strconv.ParseUint(strings.TrimRight(digits, "ul"), 16, 53)
		return float64(v), 0, err == nil
	}
	body := text[:decimalLength(text)]
	v, err := strconv.ParseFloat(body, 64)
	return v, decimals(body), err == nil && !math.IsInf(v, 0) && suffixes[text[len(body):]]
}

// suffixes are those of numbers in C, C++ and Rust.
var suffixes = map[string]bool{
	"": true, "f": true, "l": true, "u": true, "ul": true, "lu": true, "ll": true, "ull": true,
	"i8": true, "i16": true, "i32": true, "i64": true, "isize": true,
	"u8": true, "u16": true, "u32": true, "u64": true, "usize": true, "f32": true, "f64": true,
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

// decimalLength returns the length of a decimal number without a suffix.
func decimalLength(s string) int {
	digits := func(i int) int {
		for i < len(s) && isDigit(rune(s[i])) {
			i++
		}
		return i
	}
	i := digits(0)
	if i < len(s) && s[i] == '.' {
		i = digits(i + 1)
	}
	if i < len(s) && s[i] == 'e' {
		j := i + 1
		if j < len(s) && (s[j] == '+' || s[j] == '-') {
			j++
		}
		if end := digits(j); end > j {
			return end
		}
	}
	return i
}

// decimals returns how many digits behind the point a number's text gives.
func decimals(text string) int {
	mantissa, exponent, _ := strings.Cut(text, "e")
	_, fraction, _ := strings.Cut(mantissa, ".")
	e, _ := strconv.Atoi(exponent)
	return len(fraction) - e
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

package weights

import (
	"math"
	"strconv"
	"strings"
)

// A lexeme is a word of source code in C, C++, Rust, Go, Python or JSON.
type lexeme struct {
	kind     tokenKind
	text     string // of a string without its quotes
	value    float64
	decimals int // digits behind the point of a number, less its exponent
	line     int
}

type tokenKind uint8

const (
	endToken tokenKind = iota
	nameToken
	numberToken
	stringToken
	punctuation
)

// A tokenizer cuts source code of any of the languages into tokens. It knows
// just enough of each to find arrays of numbers: comments, strings and
// preprocessor lines are no numbers. What it takes for the wrong language's
// comment or string is lost, and no error.
type tokenizer struct {
	src  string
	pos  int
	line int
	out  []lexeme
}

// tokenize returns the tokens of src, and an endToken.
func tokenize(src string) []lexeme {
	t := &tokenizer{src: src, line: 1}
	for t.pos < len(src) {
		t.next()
	}
	return append(t.out, lexeme{kind: endToken, text: "the end of the file", line: t.line})
}

func (t *tokenizer) next() {
	rest := t.src[t.pos:]
	c := rest[0]
	switch {
	case c == '\n':
		t.line++
		t.pos++
	case c <= ' ' || c == '\\':
		t.pos++
	case strings.HasPrefix(rest, "//"):
		t.skipTo("\n", false)
	case strings.HasPrefix(rest, "/*"):
		t.skipTo("*/", true)
	case c == '#':
		t.directive(rest)
	case strings.HasPrefix(rest, `"""`):
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
		t.number(rest)
	case isName(c):
		t.add(nameToken, rest[:nameLength(rest)])
	default:
		t.add(punctuation, rest[:operatorLength(rest)])
	}
}

func (t *tokenizer) add(kind tokenKind, text string) {
	t.out = append(t.out, lexeme{kind: kind, text: text, line: t.line})
	t.pos += len(text)
}

// skipTo goes to the next end, or behind it, or to the end of the file.
func (t *tokenizer) skipTo(end string, behind bool) {
	skipped, _, found := strings.Cut(t.src[t.pos:], end)
	t.pos += len(skipped)
	if found && behind {
		skipped += end
		t.pos += len(end)
	}
	t.line += strings.Count(skipped, "\n")
}

// directive handles what follows a #: "#define NAME value" is the same as "NAME =
// value"; another directive, an attribute or a comment is skipped up to the end
// of the line, and of a line that it is continued on.
func (t *tokenizer) directive(rest string) {
	line, _, _ := strings.Cut(rest, "\n")
	words := strings.TrimLeft(line[1:], " \t")
	if definition, ok := strings.CutPrefix(words, "define"); ok {
		name := strings.TrimLeft(definition, " \t")
		n := nameLength(name)
		if n > 0 && n < len(name) && name[n] <= ' ' {
			t.out = append(t.out,
				lexeme{kind: nameToken, text: name[:n], line: t.line}, lexeme{kind: punctuation, text: "=", line: t.line})
			t.pos += len(line) - len(name) + n
			return
		}
		for strings.HasSuffix(strings.TrimRight(line, "\r"), `\`) && t.pos+len(line) < len(t.src) {
			t.pos += len(line) + 1
			t.line++
			line, _, _ = strings.Cut(t.src[t.pos:], "\n")
		}
	}
	t.pos += len(line)
}

// quoted reads a string up to its closing quote on the same line.
func (t *tokenizer) quoted(rest string) {
	for i := 1; i < len(rest) && rest[i] != '\n'; i++ {
		switch rest[i] {
		case '\\':
			i++
		case '"':
			t.out = append(t.out, lexeme{kind: stringToken, text: rest[1:i], line: t.line})
			t.pos += i + 1
			return
		}
	}
	t.pos++
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
	t.out = append(t.out, lexeme{kind: stringToken, text: rest[1:end], line: t.line})
	t.pos += end + 1
}

// number reads a number with its separators and suffix. What is none is a name.
func (t *tokenizer) number(rest string) {
	n := numberLength(rest)
	text := strings.ToLower(strings.NewReplacer("_", "", "'", "").Replace(rest[:n]))
	tok := lexeme{kind: numberToken, text: rest[:n], line: t.line}
	t.pos += n
	if digits, hex := strings.CutPrefix(text, "0x"); hex {
		v, err := strconv.ParseUint(strings.TrimRight(digits, "ul"), 16, 53)
		if err != nil {
			tok.kind = nameToken
		}
		tok.value = float64(v)
		t.out = append(t.out, tok)
		return
	}
	body := text[:decimalLength(text)]
	v, err := strconv.ParseFloat(body, 64)
	if err != nil || math.IsInf(v, 0) || !suffixes[text[len(body):]] {
		tok.kind = nameToken
	}
	tok.value, tok.decimals = v, decimals(body)
	t.out = append(t.out, tok)
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

func isName(c byte) bool { return isLetter(rune(c)) || c == '_' || c >= 0x80 }

func nameLength(s string) int {
	i := 0
	for i < len(s) && (isName(s[i]) || i > 0 && isDigit(rune(s[i]))) {
		i++
	}
	return i
}

// operators of two characters, so that "=" alone is an assignment.
var operators = []string{"==", "!=", "<=", ">=", "=>", ":=", "::", "->", "+=", "-=", "*=", "/=", "|=", "&=", "^=", "%="}

func operatorLength(s string) int {
	for _, op := range operators {
		if strings.HasPrefix(s, op) {
			return len(op)
		}
	}
	return 1
}

package scan

import (
	"cmp"
	"fmt"
	"strings"

	"example.org/centipawn/weights/source/language"
)

// A tokenizer cuts source code of any of the languages into tokens. It knows
// just enough of each to find arrays of numbers: comments, strings and
// preprocessor lines are not numbers. What it takes for the wrong language's
// comment or string is lost, and no error.
type tokenizer struct {
	src   string
	pos   int
	line  int
	begun bool // a token or directive stands on this line
	lang  language.Language
	open  conditions
	err   error
	out   []lexeme
}

// tokenize returns the tokens of a listing's text, and an endToken.
func tokenize(l *listing) ([]lexeme, error) {
	t := &tokenizer{src: l.src, line: 1, lang: l.lang, out: make([]lexeme, 0, len(l.src)/8)}
	if strings.HasPrefix(t.src, byteOrderMark) {
		t.pos = len(byteOrderMark)
	}
	for t.pos < len(t.src) {
		t.next()
	}
	if t.err != nil {
		return nil, fmt.Errorf("%s:%w", l.file, t.err)
	}
	return append(t.out, t.lexeme(endToken, t.pos, t.pos)), nil
}

// next reads a token, or what stands between tokens.
func (t *tokenizer) next() {
	rest := t.src[t.pos:]
	switch c := rest[0]; {
	case c == '\n':
		t.line++
		t.pos++
		t.begun = false
	case c <= ' ' || c == '\\' && t.lang.Raw != '\\':
		t.pos++
	case t.comment(rest):
	case c == '#' && t.lang.Raw == '#' && strings.HasPrefix(strings.TrimLeft(rest, "#"), `"`):
		t.word(rest)
	case c == '#':
		t.hash()
	default:
		t.word(rest)
		t.begun = true
	}
}

// comment skips a comment, if there is one.
func (t *tokenizer) comment(rest string) bool {
	line, block := cmp.Or(t.lang.Line, "//"), cmp.Or(t.lang.Block, "/*")
	switch {
	case block != "-" && strings.HasPrefix(rest, block):
		t.skipBlock(block, reversed(block))
	case t.lang.Name == "D" && strings.HasPrefix(rest, "/+"):
		t.skipBlock("/+", "+/")
	case strings.HasPrefix(rest, line), t.lang.Raw == '\\' && strings.HasPrefix(rest, `\\`):
		t.skipTo("\n", false)
	default:
		return false
	}
	return true
}

// reversed is what ends a comment that begins so.
func reversed(block string) string {
	switch block {
	case "#[":
		return "]#"
	case "--[[":
		return "]]"
	}
	return "*/"
}

// skipBlock goes after a comment and those in it.
func (t *tokenizer) skipBlock(begin, end string) {
	t.pos += len(begin)
	if !t.lang.Nested || begin == "/*" && t.lang.Name == "D" {
		t.skipTo(end, true)
		return
	}
	for depth := 1; depth > 0 && t.pos < len(t.src); t.pos++ {
		switch rest := t.src[t.pos:]; {
		case strings.HasPrefix(rest, begin):
			depth++
			t.pos++
		case strings.HasPrefix(rest, end):
			depth--
			t.pos++
		case rest[0] == '\n':
			t.line++
		}
	}
	t.pos = min(t.pos, len(t.src))
}

// word reads a string, a number, a name or a sign.
func (t *tokenizer) word(rest string) {
	if q, ok := t.lang.Quotation(rest); ok {
		t.quoted(q)
		return
	}
	switch c := rest[0]; {
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
}

// add appends a token of n bytes and goes after it.
func (t *tokenizer) add(kind tokenKind, n int) {
	t.out = append(t.out, t.lexeme(kind, t.pos, t.pos+n))
	t.pos += n
}

func (t *tokenizer) lexeme(kind tokenKind, pos, end int) lexeme {
	return lexeme{kind: kind, pos: int32(pos), end: int32(end), line: int32(t.line)}
}

// skipTo goes to the next end, or after it, or to the end of the file.
func (t *tokenizer) skipTo(end string, after bool) {
	skipped, _, found := strings.Cut(t.src[t.pos:], end)
	t.pos += len(skipped)
	if found && after {
		t.pos += len(end)
	}
	t.line += strings.Count(skipped, "\n")
}

// hash handles what follows a #: a directive of C, an attribute of Rust, or a comment.
func (t *tokenizer) hash() {
	rest := t.src[t.pos:]
	word, value := directive(rest)
	switch {
	case strings.HasPrefix(rest, "#!/"):
		t.skipTo("\n", false)
	case t.lang.Hash == '-':
		t.pos++ // a field of JavaScript
	case strings.HasPrefix(rest, "#["), strings.HasPrefix(rest, "#!["):
		t.attribute()
	case word == "define":
		t.define(value)
		t.begun = true
	case !t.begun:
		t.condition(t.open.follow(t.line, word, value))
	default:
		t.skipTo("\n", false)
	}
}

// attribute skips an attribute of Rust. One that begins with cfg is a condition.
func (t *tokenizer) attribute() {
	if strings.HasPrefix(t.src[t.pos:], "#[cfg") {
		t.add(conditionToken, len("#[cfg"))
	}
	if line, _, _ := strings.Cut(t.src[t.pos:], "\n"); strings.Contains(line, "]") {
		t.pos += strings.IndexByte(line, ']') + 1
	} else {
		t.pos += len(line)
	}
}

// condition skips what surely is not code, and marks what may not be code.
func (t *tokenizer) condition(e effect) {
	if e == doubtful {
		t.add(conditionToken, 1)
	}
	if e == noCode {
		t.skipGroup()
		return
	}
	t.skipTo("\n", false)
}

// define takes "#define NAME value" for "NAME = value". A macro with arguments is
// skipped, with the lines that it is continued on.
func (t *tokenizer) define(rest string) {
	name := strings.TrimLeft(rest, " \t")
	at := len(t.src) - len(name)
	n := nameLength(name)
	value := strings.TrimLeft(name[n:], " \t")
	if n > 0 && len(value) < len(name)-n && value != "" && value[0] != '\n' && value[0] != '\r' {
		sign := t.lexeme(punctuation, at+n, at+n)
		sign.sign = '='
		t.out = append(t.out, t.lexeme(nameToken, at, at+n), sign)
		t.pos = at + n
		return
	}
	for {
		line, _, more := strings.Cut(t.src[t.pos:], "\n")
		t.pos += len(line)
		if !more || !strings.HasSuffix(strings.TrimRight(line, "\r"), `\`) {
			return
		}
		t.pos++
		t.line++
	}
}

// skipGroup goes to the line that ends a group of lines that are not code: the #elif,
// #else or #endif of its own condition.
func (t *tokenizer) skipGroup() {
	depth := 0
	for {
		t.skipTo("\n", true)
		if t.pos == len(t.src) {
			t.err = fmt.Errorf("%d: #if without #endif: add it", t.open[len(t.open)-1].line)
			return
		}
		t.line++
		t.begun = false
		line := strings.TrimLeft(t.src[t.pos:], " \t")
		if !strings.HasPrefix(line, "#") {
			continue
		}
		if word, _ := directive(line); endsGroup(word, &depth) {
			t.pos = len(t.src) - len(line)
			return
		}
	}
}

// endsGroup reports whether a directive ends a group that is not code, and follows the depth
// of conditions in it.
func endsGroup(word string, depth *int) bool {
	switch {
	case strings.HasPrefix(word, "if"):
		*depth++
	case word == "endif" && *depth > 0:
		*depth--
	default:
		return *depth == 0 && (word == "endif" || strings.HasPrefix(word, "el"))
	}
	return false
}

// quoted reads a string up to what ends it. Without an end, the rest of the line is
// skipped, or of the file where a string may have several lines.
func (t *tokenizer) quoted(q language.Quotation) {
	rest := t.src[t.pos:]
	n := q.Length(rest, 0)
	switch {
	case n > 0:
		t.out = append(t.out, t.lexeme(stringToken, t.pos+q.Open, t.pos+n-len(q.End)))
		t.line += strings.Count(rest[:n], "\n")
		t.pos += n
	case q.Lines:
		t.skipTo("\x00", false)
		t.pos = len(t.src)
	default:
		t.skipTo("\n", false)
	}
}

// character reads a character of C, or a word in single quotes. Another single quote begins a
// lifetime of Rust, which is skipped.
func (t *tokenizer) character(rest string) {
	end := 1
	for end < len(rest) && (isName(rest[end]) || isDigit(rune(rest[end])) || rest[end] == '.' || rest[end] == '\\') {
		if rest[end] == '\\' {
			end++
		}
		end++
	}
	if end == 1 && len(rest) > 2 && rest[1] != '\n' && rest[2] == '\'' && rest[1] != '\'' {
		end = 2 // '=' or '"'
	}
	if end >= len(rest) || rest[end] != '\'' || end == 1 {
		t.pos += min(end, len(rest))
		return
	}
	t.out = append(t.out, t.lexeme(stringToken, t.pos+1, t.pos+end))
	t.pos += end + 1
}

// byteOrderMark begins files of some editors.
const byteOrderMark = "\ufeff"

package language

import "strings"

// A Quotation is how a string begins and ends.
type Quotation struct {
	Open    int    // bytes before its text
	End     string // what ends it
	escapes bool   // a backslash takes away the meaning of the next byte
	doubled bool   // the end twice is a part of the text
	Lines   bool   // it may go over lines
	nested  bool   // ${ and } hold code, which may hold strings
}

// Quotation returns how the string that begins here does, false if none does.
func (l *Language) Quotation(rest string) (Quotation, bool) {
	if q, ok := l.asItStands(rest); ok {
		return q, true
	}
	if q, ok := l.tripled(rest); ok {
		return q, true
	}
	switch rest[0] {
	case '"':
		return Quotation{Open: 1, End: `"`, escapes: true, Lines: l.Long}, true
	case '\'':
		return Quotation{Open: 1, End: "'", escapes: true}, l.Single
	case '`':
		return Quotation{Open: 1, End: "`", escapes: l.Backtick == 't', nested: l.Backtick == 't', Lines: l.Backtick != 'n'}, true
	}
	return Quotation{}, false
}

// tripled is a string in three Quotation marks, or of C# in more.
func (l *Language) tripled(rest string) (Quotation, bool) {
	mark := rest[:1]
	if !l.Triple || mark != `"` && (mark != "'" || !l.Single) || !strings.HasPrefix(rest, mark+mark+mark) {
		return Quotation{}, false
	}
	n := 3
	if l.Raw == '@' {
		n = len(rest) - len(strings.TrimLeft(rest, mark))
	}
	escapes := l.Raw != '@' && l.Backtick != 'n'
	return Quotation{Open: n, End: rest[:n], escapes: escapes || l.Raw == '#', Lines: true}, true
}

// asItStands is a string in which a backslash has no meaning.
func (l *Language) asItStands(rest string) (Quotation, bool) {
	switch l.Raw {
	case 'R':
		return rawOfC(rest)
	case 'r', '#':
		return rawOfRust(rest, l.Raw == 'r')
	case '[':
		return Quotation{Open: 2, End: "]]", Lines: true}, strings.HasPrefix(rest, "[[")
	case '@':
		for _, mark := range []string{`@"`, `$@"`, `@$"`} {
			if strings.HasPrefix(rest, mark) {
				return Quotation{Open: len(mark), End: `"`, doubled: true, Lines: true}, true
			}
		}
	}
	return Quotation{}, false
}

// rawOfC is R"x( … )x", also behind u8, u, U or L.
func rawOfC(rest string) (Quotation, bool) {
	front := len(rest[:min(4, len(rest))]) - len(strings.TrimLeft(rest[:min(4, len(rest))], "u8UL"))
	if !strings.HasPrefix(rest[front:], `R"`) {
		return Quotation{}, false
	}
	const most = 16
	inside := rest[front+2:]
	n := strings.IndexByte(inside[:min(most+1, len(inside))], '(')
	if n < 0 {
		return Quotation{}, false
	}
	return Quotation{Open: front + 2 + n + 1, End: ")" + inside[:n] + `"`, Lines: true}, true
}

// rawOfRust is r"…", r#"…"#, or of Swift #"…"#.
func rawOfRust(rest string, letter bool) (Quotation, bool) {
	at := 0
	if letter {
		at = len(rest[:min(2, len(rest))]) - len(strings.TrimLeft(rest[:min(2, len(rest))], "bc"))
		if !strings.HasPrefix(rest[at:], "r") {
			return Quotation{}, false
		}
		at++
	}
	marks := len(rest[at:]) - len(strings.TrimLeft(rest[at:], "#"))
	if open := at + marks; strings.HasPrefix(rest[open:], `"`) && (letter || marks > 0) {
		n := 1
		if !letter && strings.HasPrefix(rest[open:], `"""`) {
			n = 3
		}
		return Quotation{Open: open + n, End: strings.Repeat(`"`, n) + strings.Repeat("#", marks), Lines: letter || n == 3}, true
	}
	return Quotation{}, false
}

// deepestCode is how deep strings may stand in the code of strings.
const deepestCode = 20

// Length returns how long a string in a source that goes on so is, with its marks; 0 if nothing ends it.
func (q Quotation) Length(rest string, depth int) int {
	for i := q.Open; i < len(rest); i++ {
		switch {
		case q.escapes && rest[i] == '\\':
			i++
			if strings.HasPrefix(rest[i:], "\r\n") {
				i++
			}
		case rest[i] == '\n' && !q.Lines:
			return 0
		case q.nested && strings.HasPrefix(rest[i:], "${") && depth < deepestCode:
			i += q.code(rest[i:], depth)
		case rest[i] != q.End[0] || !strings.HasPrefix(rest[i:], q.End):
		case q.doubled && strings.HasPrefix(rest[i+1:], q.End):
			i++
		default:
			return i + len(q.End)
		}
	}
	return 0
}

// code returns how long ${…} is without its last brace.
func (q Quotation) code(rest string, depth int) int {
	braces := 0
	for i := 1; i < len(rest); i++ {
		switch rest[i] {
		case '{':
			braces++
		case '}':
			if braces--; braces == 0 {
				return i
			}
		case '`':
			n := q.Length(rest[i:], depth+1)
			if n == 0 {
				return len(rest)
			}
			i += n - 1
		}
	}
	return len(rest)
}

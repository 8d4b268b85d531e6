package scan

import "strings"

// A quotation is how a string begins and ends.
type quotation struct {
	open    int    // bytes before its text
	end     string // what ends it
	escapes bool   // a backslash takes away the meaning of the next byte
	doubled bool   // the end twice is a part of the text
	lines   bool   // it may go over lines
	nested  bool   // ${ and } hold code, which may hold strings
}

// quotation returns how the string that begins here does, false if none does.
func (l *language) quotation(rest string) (quotation, bool) {
	if q, ok := l.asItStands(rest); ok {
		return q, true
	}
	if q, ok := l.tripled(rest); ok {
		return q, true
	}
	switch rest[0] {
	case '"':
		return quotation{open: 1, end: `"`, escapes: true, lines: l.long}, true
	case '\'':
		return quotation{open: 1, end: "'", escapes: true}, l.single
	case '`':
		return quotation{open: 1, end: "`", escapes: l.backtick == 't', nested: l.backtick == 't', lines: l.backtick != 'n'}, true
	}
	return quotation{}, false
}

// tripled is a string in three quotation marks, or of C# in more.
func (l *language) tripled(rest string) (quotation, bool) {
	mark := rest[:1]
	if !l.triple || mark != `"` && (mark != "'" || !l.single) || !strings.HasPrefix(rest, mark+mark+mark) {
		return quotation{}, false
	}
	n := 3
	if l.raw == '@' {
		n = len(rest) - len(strings.TrimLeft(rest, mark))
	}
	escapes := l.raw != '@' && l.backtick != 'n'
	return quotation{open: n, end: rest[:n], escapes: escapes || l.raw == '#', lines: true}, true
}

// asItStands is a string in which a backslash has no meaning.
func (l *language) asItStands(rest string) (quotation, bool) {
	switch l.raw {
	case 'R':
		return rawOfC(rest)
	case 'r', '#':
		return rawOfRust(rest, l.raw == 'r')
	case '[':
		return quotation{open: 2, end: "]]", lines: true}, strings.HasPrefix(rest, "[[")
	case '@':
		for _, mark := range []string{`@"`, `$@"`, `@$"`} {
			if strings.HasPrefix(rest, mark) {
				return quotation{open: len(mark), end: `"`, doubled: true, lines: true}, true
			}
		}
	}
	return quotation{}, false
}

// rawOfC is R"x( … )x", also behind u8, u, U or L.
func rawOfC(rest string) (quotation, bool) {
	front := len(rest[:min(4, len(rest))]) - len(strings.TrimLeft(rest[:min(4, len(rest))], "u8UL"))
	if !strings.HasPrefix(rest[front:], `R"`) {
		return quotation{}, false
	}
	const most = 16
	inside := rest[front+2:]
	n := strings.IndexByte(inside[:min(most+1, len(inside))], '(')
	if n < 0 {
		return quotation{}, false
	}
	return quotation{open: front + 2 + n + 1, end: ")" + inside[:n] + `"`, lines: true}, true
}

// rawOfRust is r"…", r#"…"#, or of Swift #"…"#.
func rawOfRust(rest string, letter bool) (quotation, bool) {
	at := 0
	if letter {
		at = len(rest[:min(2, len(rest))]) - len(strings.TrimLeft(rest[:min(2, len(rest))], "bc"))
		if !strings.HasPrefix(rest[at:], "r") {
			return quotation{}, false
		}
		at++
	}
	marks := len(rest[at:]) - len(strings.TrimLeft(rest[at:], "#"))
	if open := at + marks; strings.HasPrefix(rest[open:], `"`) && (letter || marks > 0) {
		n := 1
		if !letter && strings.HasPrefix(rest[open:], `"""`) {
			n = 3
		}
		return quotation{open: open + n, end: strings.Repeat(`"`, n) + strings.Repeat("#", marks), lines: letter || n == 3}, true
	}
	return quotation{}, false
}

// deepestCode is how deep strings may stand in the code of strings.
const deepestCode = 20

// length returns how long a string is, with its marks; 0 if nothing ends it.
func (q quotation) length(rest string, depth int) int {
	for i := q.open; i < len(rest); i++ {
		switch {
		case q.escapes && rest[i] == '\\':
			i++
			if strings.HasPrefix(rest[i:], "\r\n") {
				i++
			}
		case rest[i] == '\n' && !q.lines:
			return 0
		case q.nested && strings.HasPrefix(rest[i:], "${") && depth < deepestCode:
			i += q.code(rest[i:], depth)
		case rest[i] != q.end[0] || !strings.HasPrefix(rest[i:], q.end):
		case q.doubled && strings.HasPrefix(rest[i+1:], q.end):
			i++
		default:
			return i + len(q.end)
		}
	}
	return 0
}

// code returns how long ${…} is without its last brace.
func (q quotation) code(rest string, depth int) int {
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
			n := q.length(rest[i:], depth+1)
			if n == 0 {
				return len(rest)
			}
			i += n - 1
		}
	}
	return len(rest)
}

// byteOrderMark begins files of some editors.
const byteOrderMark = "\ufeff"

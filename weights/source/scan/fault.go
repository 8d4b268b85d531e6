package scan

import (
	"fmt"
	"slices"
	"strings"
)

// What an element may be in place of a number.
const (
	expression = "an expression"
	keyed      = "a key"
	several    = "one of several names assigned at once"
)

// A Fault says why a value is not a literal of numbers. Most are never printed, so the text is
// made when it is.
type Fault struct {
	listing *listing
	name    string
	path    []int32 // of the element
	at      int     // the token that it begins with
	what    string
	table   bool // it stands in a list of numbers
	open    int  // the bracket of the list around it

	Lone  bool // it is a number or a pair, which other code changes, or whose name is one of several
	Names bool // it is one of constants, and the table has no number
}

// unexpected says what stands where a number or a list should.
func (l *literal) unexpected(what string) error {
	if l.next().kind == conditionToken {
		l.first, what = l.at, "a condition"
	}
	if l.next().kind == endToken {
		l.first, what = l.at, "no end"
	}
	return &Fault{listing: l.listing, name: l.array.Name, path: l.path(), at: l.first, what: what, table: l.inTable(), open: l.open,
		Names: what == "no number" && l.ofNames()}
}

// makers are functions of the languages that make an array or a list of their arguments, so that
// these are elements as those in brackets are.
var makers = map[string]bool{
	"arrayOf": true, "intArrayOf": true, "shortArrayOf": true, "byteArrayOf": true, "longArrayOf": true, "floatArrayOf": true,
	"doubleArrayOf": true, "listOf": true, "mutableListOf": true, "mapOf": true, "mutableMapOf": true, "hashMapOf": true,
	"Array": true, "IArray": true, "List": true, "Vector": true, "Seq": true, "Map": true, "array": true, "of": true, "ofEntries": true,
	"asList": true, "freeze": true, "tuple": true, "list": true, "dict": true, "vec": true, "to_array": true, "from": true,
	"Int8Array": true, "Int16Array": true, "Int32Array": true, "Float32Array": true, "Float64Array": true, "Uint8Array": true, "Uint16Array": true,
}

// inTable reports whether the element stands in a list with numbers, and not in the arguments of
// a call.
func (l *literal) inTable() bool {
	if !l.inList(l.outer) || l.is(l.at, ";") {
		return l.is(l.at, ";") && l.is(l.open, "[") // [0; 64] of Rust
	}
	numbers, commas := l.count100(l.outer)
	if len(l.array.Values) > 0 {
		return commas > 0
	}
	return numbers > 1 && l.inList(l.open) && l.next().kind != stringToken
}

// ofNames reports whether the first element is a name, and no number stands in the list.
func (l *literal) ofNames() bool {
	numbers, commas := l.count100(l.outer)
	return l.inList(l.outer) && l.outer == l.open && l.isName(l.at) && numbers == 0 && commas > 1
}

// inList reports whether a bracket is that of a list, and not of the arguments of a call.
func (l *literal) inList(open int) bool {
	return len(l.array.lists) > 0 && !(l.is(open, "(") && l.isName(open-1) && !makers[l.text(open-1)])
}

// count100 returns how many elements among the next tokens are numbers, and how many commas there are.
func (l *literal) count100(from int) (numbers, commas int) {
	for at := from; at < from+farthest && !l.is(at, ";"); at++ {
		if l.is(at, ",") {
			commas++
		}
		if l.token(at).kind == numberToken && (l.is(at+1, ",") || l.is(at-1, ",")) {
			numbers++
		}
	}
	return numbers, commas
}

// path returns the indices of the element that is read.
func (l *literal) path() (path []int32) {
	at := l.index
	for list := l.list; list >= 0; list = l.array.lists[list].list {
		path = append(path, at)
		at = l.array.lists[list].at
	}
	slices.Reverse(path)
	return path
}

// Error says where the element stands, which one it is and why it is not a number.
func (e *Fault) Error() string {
	return fmt.Sprintf("%s: %s: want plain numbers: write them there, or leave this table out", e.Where(), e.Reason())
}

// Fault is why an array could not be read, what Err holds; nil of others.
func (a *Array) Fault() *Fault {
	f, _ := a.Err.(*Fault)
	return f
}

// Table reports whether it is in braces after numbers, so that a table is lost: not at a key,
// whose list is read under the key's name.
func (e *Fault) Table() bool { return e.table && e.what != keyed }

// Where returns file:line:column of the element.
func (e *Fault) Where() string {
	l := e.listing
	begin, _ := l.span(e.at)
	return fmt.Sprintf("%s:%d:%d", l.file, l.token(e.at).line, l.column(begin)+1)
}

// Reason says which element it is, and what it has in place of a number.
func (e *Fault) Reason() string {
	name := e.name
	for _, i := range e.path {
		name += fmt.Sprintf("[%d]", i)
	}
	return fmt.Sprintf("%s: %s, %q", name, e.what, e.listing.element(e.at))
}

// span returns where a token begins and ends, a string with its quotes.
func (l *listing) span(i int) (begin, end int32) {
	tok := l.token(i)
	if tok.kind == stringToken {
		return tok.pos - 1, tok.end + 1
	}
	return tok.pos, tok.end
}

// element returns the text of an element that begins at a token, shortened.
func (l *listing) element(first int) string {
	const most = 40
	tok := l.token(first)
	if tok.kind == endToken {
		return "the end of the file"
	}
	if tok.kind == conditionToken {
		line, _, _ := strings.Cut(l.src[tok.pos:], "\n")
		return strings.TrimSpace(line)
	}
	depth, last := 0, first
	for at := first; at < first+farthest && l.token(at).kind != endToken; at++ {
		if l.token(at).line > tok.line && l.endsWithLine(first) {
			break
		}
		switch {
		case l.isOneOf(at, "{", "(", "["):
			depth++
		case l.isOneOf(at, "}", ")", "]"):
			depth--
		}
		if depth < 0 || depth == 0 && l.isOneOf(at, ",", ";") {
			break
		}
		last = at
	}
	begin, _ := l.span(first)
	_, end := l.span(last)
	text := strings.Join(strings.Fields(l.src[begin:end]), " ")
	if runes := []rune(text); len(runes) > most {
		text = string(runes[:most]) + "…"
	}
	return text
}

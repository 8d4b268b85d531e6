package scan

import (
	"cmp"
	"slices"
	"strings"

	"example.org/centipawn/weights"
	"example.org/centipawn/weights/source/numeral"
)

// readLiteral reads the literal of an array from a token on, and returns its outermost elements
// with keys, and the token after it. Nothing may follow that would make it a part of an
// expression.
func readLiteral(src *listing, at int, array Array) (Array, []keyedElement, int, error) {
	array.src = src.src
	l := &literal{listing: src, at: at, first: at, array: array, pairs: true, list: -1, open: at, outer: at}
	if number, err := l.value(0); err != nil {
		return array, nil, at, err
	} else if number {
		l.pairs = false
	}
	l.skipAssertion()
	end := l.next()
	same := end.line <= l.tokens[l.at-1].line && !l.breaks(l.at) || l.isOneOf(l.at, operators...) && !l.endsWithLine(at)
	l.first = at
	if end.kind != endToken && same && !l.isOneOf(l.at, ";", ",", "}", ")", "]") {
		return array, nil, at, l.whole()
	}
	if err := l.finish(); err != nil {
		return array, nil, at, err
	}
	return l.array, l.found, l.at, nil
}

// whole is the fault of a list in an expression: [0] * 64.
func (l *literal) whole() error {
	err := l.unexpected(expression)
	if fault, ok := err.(*Fault); ok && l.isOneOf(l.outer, "[", "{") && len(l.array.Values) > 0 {
		fault.table = true
	}
	return err
}

// skipAssertion skips what TypeScript says of a value behind it: as const, satisfies Table.
func (l *literal) skipAssertion() {
	for l.isLanguage("TypeScript") && (l.text(l.at) == "as" || l.text(l.at) == "satisfies") && !l.breaks(l.at) {
		for l.at++; !l.isOneOf(l.at, ";", ",", "}", ")") && l.next().kind != endToken && !l.breaks(l.at) && l.text(l.at) != "satisfies"; {
			l.at++
		}
	}
}

// endsWithLine reports whether a value that begins at a token ends with its line, as in Go and
// Python and after #define, whose sign has no length.
func (l *listing) endsWithLine(at int) bool {
	return l.golang || l.python || l.isMacro(at-1)
}

// maxNesting is how deep lists may stand in lists.
const maxNesting = 16

// value reads a number or a list, and says which.
func (l *literal) value(depth int) (number bool, err error) {
	if depth > maxNesting {
		return false, l.unexpected("lists in lists, deeper than 16")
	}
	l.skipFront()
	if l.inBrackets() {
		l.at++
		number, err = l.value(depth + 1)
		l.at++
		return number, err
	}
	begin := l.next().pos
	negative := l.is(l.at, "-")
	if negative || l.is(l.at, "+") {
		l.at++
	}
	if l.number(begin, negative) {
		return true, nil
	}
	if begin < l.next().pos { // a sign
		return false, l.unexpected(l.unsigned(begin))
	}
	return false, l.nested(depth)
}

// inBrackets reports whether a number in round brackets is next: (-5). Python's (5,) is a list.
func (l *literal) inBrackets() bool {
	at := l.at + 1
	if l.isOneOf(at, "-", "+") {
		at++
	}
	return l.is(l.at, "(") && l.token(at).kind == numberToken && l.is(at+1, ")")
}

// skipFront skips what may stand in front of a value: a reference, a type of Go.
func (l *literal) skipFront() {
	if l.is(l.at, "&") {
		l.at++
	}
	l.levels = max(0, l.levels-1)
	if first := l.at; l.golang && (l.is(l.at, "[") || l.text(l.at) == "map" && l.is(l.at+1, "[")) || l.isLanguage("Zig") && l.is(l.at, "[") {
		l.levels = l.skipType()
		if l.levels > 0 && !l.isName(l.at) && !l.is(l.at, "*") {
			l.at = first
		}
		for l.is(l.at, "*") {
			l.at++
		}
	}
}

// nested reads a list with the name in front of it.
func (l *literal) nested(depth int) error {
	first := l.at
	if l.golang && l.isName(first) {
		l.levels = max(0, l.levels) // of [2]Pair the elements are Pair{..}
	}
	l.skipName()
	if l.at > first && l.is(l.at, "{") && slices.Contains(types, l.text(l.at-1)) {
		l.at = first
		return l.unexpected("no number") // a type
	}
	if l.at > first && l.is(l.at, "(") && computes(l.text(l.at-1)) {
		return l.unexpected(expression)
	}
	index := l.is(l.at, "[") && l.isName(l.at-1) && l.at > first // Table[12] is an element
	if tok := l.next(); index || tok.kind != punctuation || closing[tok.sign] == "" {
		l.at = first
		return l.unexpected("no number")
	}
	return l.elements(depth, first)
}

// unsigned says why a sign, which begins at a place, has no number.
func (l *literal) unsigned(begin int32) string {
	if tok := l.next(); tok.kind == numberToken && strings.ContainsAny(l.src[begin:tok.pos], "/#") {
		return "a comment between the sign and its number, which must stand together"
	}
	return expression
}

// number reads a number, if one is next. It begins with its sign.
func (l *literal) number(begin int32, negative bool) bool {
	tok := l.next()
	if tok.kind != numberToken || strings.Trim(l.src[begin:tok.pos], "+- \t\r\n") != "" {
		return false
	}
	value, ok := numeral.Parse(l.text(l.at))
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

// skipType skips the sizes of a Go literal, [64]Score or map[Piece]Score in front of a brace, and
// returns how many there are.
func (l *literal) skipType() (levels int) {
	for {
		if l.golang && l.text(l.at) == "map" && l.is(l.at+1, "[") {
			l.at++
		}
		if l.golang && l.is(l.at, "*") && l.is(l.at+1, "[") {
			l.at++
		}
		if !l.is(l.at, "[") || !l.skipUpTo("]") {
			return levels
		}
		levels++
	}
}

// computing are functions of the languages and their libraries that would read as a list with a
// name, as S(5, 6) is.
var computing = []string{"sizeof", "max", "min", "clamp", "abs", "round", "floor", "ceil", "sqrt", "pow", "exp", "log", "len"}

// turning are parts of the names of functions that put a table into another order, or change it.
var turning = []string{"flip", "mirror", "revers", "rotat", "rot90", "transpos", "negat", "invert", "sorted", "shuffle"}

// computes reports whether a function of a name makes other numbers of its arguments, or another order.
func computes(name string) bool {
	turns := func(part string) bool { return strings.Contains(strings.ToLower(name), part) }
	return slices.Contains(computing, name) || slices.ContainsFunc(turning, turns)
}

// skipName skips the name in front of a list: S(..), weights::s(..), vec![..],
// std::array<int, 2>{..}, new int[2]{..}.
func (l *literal) skipName() {
	first := l.at
	for l.isName(l.at) || l.is(l.at, ".") || l.is(l.at, "::") || l.is(l.at, "!") || l.is(l.at, "@") {
		l.at++
	}
	if l.is(l.at, "<") {
		l.skipUpTo(">")
	}
	isNew := l.at > first && (l.text(first) == "new" || l.text(first) == "stackalloc")
	if isNew && l.is(l.at, "(") && l.is(l.at+1, ")") && l.is(l.at+2, "{") {
		l.at += 2 // new() { Mg = 1, Eg = 2 }
	} else if isNew || l.isLanguage("Nim") && l.at == first && l.is(l.at, "@") {
		l.skipType() // new[] { 1, 2 }
	}
}

// skipUpTo goes after the end of a size or type, which holds no list and no
// assignment, and reports whether it has found it.
func (l *literal) skipUpTo(end string) bool {
	for stop := l.at + farthest; l.at < stop && l.next().kind != endToken && !l.isOneOf(l.at, end, "{", "="); {
		l.at++
	}
	l.at++
	return l.is(l.at-1, end)
}

// elements reads a list, whose name begins at token name, from its opening bracket to after
// its closing one.
func (l *literal) elements(depth, name int) error {
	row := listRow{depth: depth, call: name < l.at || l.is(l.at, "("), first: len(l.array.Values), levels: l.levels}
	row.alternate = l.array.mapping && l.is(l.at, "(") && l.text(l.at-1) == "of"
	list, count, open, found := l.list, l.count, l.open, len(l.found)
	end := l.enter(name)
	self := l.list
	for !l.is(l.at, end) {
		l.levels = row.levels
		if err := l.element(&row, end); err != nil {
			return err
		}
	}
	if err := l.halfPair(&row); err != nil {
		return err
	}
	l.array.lists[self].end = l.next().end
	l.at++
	l.list, l.count, l.open = list, count, open
	if (row.call || l.array.doubled) && row.lists == 1 && len(row.numbers)+row.constants == 0 && list >= 0 {
		l.unwrap(self)
	}
	if !l.labelled(self, row.labels) {
		l.found = l.found[:min(found, len(l.found))]
	}
	return l.classify(row)
}

// unwrap makes array([1, 2]) the list [1, 2] of those around it.
func (l *literal) unwrap(call int32) {
	outer := &l.array.lists[call]
	for i := range l.array.lists[call+1:] {
		if inner := &l.array.lists[int(call)+1+i]; inner.list == call {
			inner.list, inner.at, outer.list = outer.list, outer.at, nowhere
			return
		}
	}
}

// enter goes into a list, whose name begins at a token, and returns its closing bracket.
func (l *literal) enter(name int) (end string) {
	open, begin := l.next(), l.token(name).pos
	l.array.lists = append(l.array.lists, place{begin, open.end, open.line, l.list, l.count})
	l.list, l.count = int32(len(l.array.lists)-1), 0
	if l.open = l.at; len(l.array.lists) == 1 {
		l.outer = l.at
	}
	l.at++
	return closing[open.sign]
}

// element reads an element of a list and the comma after it.
func (l *literal) element(row *listRow, end string) error {
	first, index := l.at, l.count
	if row.labels != nil {
		index = int32(row.next)
	}
	l.first, l.index = first, index
	entry := ""
	if l.python && l.text(first) == "dtype" && l.is(first+1, "=") { // array([1, 2], dtype=int)
		for !l.isOneOf(l.at, ",", end) && l.next().kind != endToken {
			l.at++
		}
		if l.is(l.at, ",") {
			l.at++
		}
		return nil
	}
	row.counts = true
	if row.pairs = row.alternate; l.keyDepth == 0 && !row.alternate {
		if _, keyed := l.keyAt(row); !keyed {
			entry = l.entry(row)
		}
	}
	if err := l.key(row); err != nil {
		return err
	}
	if after := l.leftOut(cmp.Or(entry, end)); after > 0 {
		l.leave(row, after)
	} else if err := l.content(row); err != nil {
		return err
	}
	if l.is(l.at, ",") && entry != "" {
		l.at++
	}
	l.first, l.index = first, index
	if entry != "" && !l.is(l.at, entry) {
		return l.unexpected(expression)
	} else if entry != "" {
		l.at++
	}
	if !l.is(l.at, ",") && !l.is(l.at, end) {
		return l.unexpected(expression)
	}
	if l.is(l.at, ",") {
		l.at++
	}
	if row.counts {
		l.count++
	}
	return nil
}

// content reads the value of an element.
func (l *literal) content(row *listRow) error {
	before, first := len(l.array.Values), l.first
	if row.labels != nil {
		l.keyDepth++
		defer func() { l.keyDepth-- }()
	}
	lists := len(l.array.lists)
	number, err := l.value(row.depth + 1)
	if err != nil {
		return err
	}
	l.first = first
	switch {
	case number:
		row.numbers = append(row.numbers, before)
	case len(l.array.Values) == before: // a list without numbers is not an element
		row.lists++
		l.array.lists[lists].list = nowhere
		l.omit(row)
	default:
		row.lists++
	}
	return nil
}

// isEntry reports whether a list, of which the first element is next, is a key and a value
// outside of dictionaries, too: two elements, the first of them a string or a name with those
// around it, chess.PAWN. A bare name may be a constant of a pair.
func (l *literal) isEntry() bool {
	last := l.at
	for l.isName(last) && l.isOneOf(last+1, ".", "::") && last < l.at+farthest {
		last += 2
	}
	if l.next().kind == stringToken && !isWord(l.text(l.at)) || l.next().kind != stringToken && (last == l.at || nothings[strings.ToLower(l.text(last))]) {
		return false
	}
	depth, commas := 0, 0
	for at := l.at; at < l.at+farthest*farthest && l.token(at).kind != endToken; at++ {
		switch {
		case l.isOneOf(at, "{", "(", "["):
			depth++
		case l.isOneOf(at, "}", ")", "]"):
			if depth--; depth < 0 {
				return commas == 1
			}
		case depth == 0 && l.is(at, ",") && !l.isOneOf(at+1, "}", ")", "]"):
			commas++
		}
	}
	return false
}

// isWord reports whether a text can be a name.
func isWord(text string) bool { return text != "" && nameLength(text) == len(text) }

// entry reports whether the next element of a dictionary is a list of a key and a value, and goes
// into it: {PAWN, 100}, (PAWN, 100), entry(PAWN, 100), new KeyValuePair(PAWN, 100).
func (l *literal) entry(row *listRow) (end string) {
	first := l.at
	l.skipName()
	tok := l.next()
	if tok.kind != punctuation || closing[tok.sign] == "" || l.text(l.at-1) == "of" && l.at > first {
		l.at = first
		return ""
	}
	l.at++
	if _, ok := l.pairedKey(); !ok || !l.array.mapping && !l.isEntry() {
		l.at = first
		return ""
	}
	row.pairs = true
	return closing[tok.sign]
}

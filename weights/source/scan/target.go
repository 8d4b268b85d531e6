package scan

import "slices"

// A target is what a value is assigned to.
type target struct {
	name int      // the token
	keys []string // of Table[PAWN][WHITE] = …, the last of which is the name
}

// nameBefore returns the token that the sign at i assigns to, -1 without one: in C the
// name before it, with the sizes of an array between; where a type stands after the
// name, the name before the type.
func (p *arrayParser) nameBefore(i int) int {
	if p.is(i-1, "]") && p.isName(i-2) && p.is(i-3, "[") && (p.is(i-4, "{") || p.is(i-4, ",")) {
		return i - 2 // [PAWN] =
	}
	if p.is(i-1, "}") {
		return p.property(i - 1)
	}
	if name := p.beforeType(i - 1); name >= 0 {
		return name
	}
	last := p.back(i - 1)
	if p.is(last, "&") || p.is(last, "*") && p.isLanguage("Nim") {
		last--
	}
	if p.is(last, ":") && p.isName(last-1) {
		return last - 1 // name: [T; 64] =
	}
	if !p.isName(last) || p.is(last-1, "->") {
		return -1
	}
	first := last
	for (p.is(first-1, ".") || p.is(first-1, "::")) && p.isName(first-2) {
		first -= 2
	}
	if p.is(first-1, ":") && p.isName(first-2) && !p.python {
		return first - 2 // name: T =
	}
	if before := p.back(first - 1); p.golang && p.isName(before) && p.tokens[before].line == p.tokens[last].line &&
		p.text(before) != "var" && p.text(before) != "const" {
		return before // name [64]T =
	}
	return last
}

// property returns the name in front of { get; set; } of C#, which ends at i; -1 without one.
func (p *arrayParser) property(i int) int {
	const most = 20
	access := false
	for stop := max(0, i-most); i > stop && !p.is(i, "{"); i-- {
		text := p.text(i)
		access = access || p.isName(i) && (text == "get" || text == "set" || text == "init")
	}
	if access && p.is(i, "{") && p.isName(i-1) {
		return i - 1
	}
	return -1
}

// expressed returns the name that C# gives an expression to: int[] Table => new[] {..}; -1
// where => stands in a lambda or a switch.
func (p *arrayParser) expressed(i int) int {
	if p.isName(i-1) && (p.isName(i-2) || p.isOneOf(i-2, "]", ">", "?")) {
		return i - 1
	}
	return -1
}

// beforeType returns the name whose type ends at i, in languages that write name: T =; -1
// where there is none.
func (p *arrayParser) beforeType(i int) int {
	if !p.lang.Colon && !p.python {
		return -1
	}
	for stop := max(0, i-farthest); i > stop; {
		switch {
		case p.is(i, ":"):
			return p.annotated(i)
		case p.isOneOf(i, "]", ")", ">"):
			i = p.opening(i) - 1
		case p.isName(i), p.isOneOf(i, ".", "::", "&", "*", "?", "!", "|"), p.tokens[i].kind == numberToken, p.tokens[i].kind == stringToken:
			i--
		default:
			return -1
		}
		if p.breaks(i + 1) {
			return -1
		}
	}
	return -1
}

// colons are words of Python before a colon that is not that of a type.
var colons = []string{"else", "try", "finally"}

// annotated returns the name in front of the colon at i. In Python it begins its line.
func (p *arrayParser) annotated(i int) int {
	name := i - 1
	if p.is(name, "*") {
		name-- // exported, in Nim
	}
	first := name
	for p.is(first-1, ".") && p.isName(first-2) {
		first -= 2
	}
	if !p.isName(name) {
		return -1
	}
	if p.isLanguage("Python") && (first > 0 && p.tokens[first-1].line == p.tokens[first].line || slices.Contains(colons, p.text(name))) {
		return -1
	}
	return name
}

// opening returns the bracket that the one at i closes, or one that is far enough before it.
func (p *arrayParser) opening(i int) int {
	depth := 0
	for stop := max(0, i-farthest); i > stop; i-- {
		switch {
		case p.isOneOf(i, "]", ")", ">"):
			depth++
		case p.isOneOf(i, "[", "(", "<"):
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return i
}

// indexed returns what Table[PAWN] = assigns to, whose last bracket is at i: not of a
// declaration, whose brackets hold sizes.
func (p *arrayParser) indexed(i int) (to target, ok bool) {
	for p.is(i, "]") {
		open := p.opening(i)
		key := p.keyText(open+1, i)
		if key == "" || !p.is(open, "[") {
			return to, false
		}
		to.keys = append([]string{key}, to.keys...)
		i = open - 1
	}
	if to.keys == nil || !p.isName(i) {
		return to, false
	}
	to.name = i
	for (p.is(i-1, ".") || p.is(i-1, "::") || p.is(i-1, "->")) && p.isName(i-2) {
		i -= 2
	}
	starts := i == 0 || p.breaks(i) || p.isOneOf(i-1, ";", "{", "}", ")") || p.python && p.is(i-1, ":")
	return to, starts
}

// adding are the methods of dictionaries that take a key and a value.
var adding = map[string]bool{"put": true, "insert": true, "set": true, "add": true, "Add": true}

// added reads Table.put(PAWN, {..}), whose bracket is at p.at.
func (p *arrayParser) added() bool {
	comma := p.at + 1
	for stop := p.at + farthest/4; comma < stop && !p.isOneOf(comma, ",", "(", ")", "[", "{", ";"); {
		comma++
	}
	key := p.keyText(p.at+1, comma)
	if !p.is(comma, ",") || key == "" || !p.isName(p.at-3) || !p.first(p.at-3) {
		return false
	}
	before, n := p.at, len(p.arrays)
	if !p.read(target{name: p.at - 3, keys: []string{key}}, comma+1, true) {
		return false
	}
	if p.at++; !p.is(p.at, ")") { // more arguments
		p.last[key] = p.last[key][:len(p.last[key])-1]
		p.arrays, p.at = p.arrays[:n], before
		return false
	}
	return true
}

// casts are words around a key that are not its name.
var casts = map[string]bool{
	"as": true, "usize": true, "index": true, "ordinal": true, "rawValue": true, "value": true, "int": true, "ord": true, "idx": true,
	"hashValue": true, "intFromEnum": true, "enumToInt": true, "from": true, "u8": true, "i32": true, "int32": true, "byte": true,
}

// keyText returns the key that stands between two tokens: a number, the last word of a name
// such as Piece.PAWN, or what a string holds; "" of an expression.
func (l *listing) keyText(first, end int) (key string) {
	for at := first; at < end; at++ {
		switch tok := l.token(at); {
		case l.isOneOf(at, ".", "::", "(", ")", "@"):
		case tok.kind == numberToken && first == end-1, tok.kind == stringToken:
			key = l.text(at)
		case tok.kind != nameToken, key != "" && !casts[l.text(at)] && !l.isOneOf(at-1, ".", "::", ")", "("):
			return ""
		case !casts[l.text(at)] || key == "" && at == end-1:
			key = l.text(at)
		}
	}
	return key
}

// back steps from i back over [..] and <..>, which are types or sizes and short.
func (p *arrayParser) back(i int) int {
	for p.is(i, "]") || p.is(i, ">") {
		depth := 0
		for stop := max(0, i-farthest); i > stop; i-- {
			if p.is(i, "]") || p.is(i, ">") {
				depth++
			} else if p.is(i, "[") || p.is(i, "<") {
				depth--
			}
			if depth == 0 {
				break
			}
		}
		i--
	}
	return i
}

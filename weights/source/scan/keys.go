package scan

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// An elementKey is what stands in front of an element to say which one it is.
type elementKey struct {
	text     string
	single   bool // it is one word, and may be that of a half
	constant bool // it is a constant or a number, and not the name of a field
	number   bool
	end      int // the token after its sign
}

// The keys of the halves of a pair, in any spelling.
var halfKeys = map[string]int{
	"mg": 0, "middlegame": 0, "midgame": 0, "middle": 0, "mid": 0, "opening": 0, "m": 0,
	"eg": 1, "endgame": 1, "ending": 1, "end": 1, "e": 1,
}

// key reads the key of an element, if it has one: that of a half; or a number or a constant,
// which label it.
func (l *literal) key(row *listRow) error {
	k, ok := l.keyAt(row)
	if !ok {
		return l.unkeyed(row)
	}
	half, known := halfKeys[strings.ToLower(k.text)]
	switch {
	case k.single && known && row.keys[half] == 0 && row.labels == nil:
		row.keys[half]++
		l.count = int32(half)
	case !k.constant:
		return l.unexpected(keyed)
	case row.keys != [2]int{}:
		return l.unexpected("keys that are not one mg and one eg, lists in this order")
	default:
		return l.label(row, k)
	}
	l.at = k.end
	return nil
}

// unkeyed takes an element without a key among those with one: it has the next number.
func (l *literal) unkeyed(row *listRow) error {
	if row.labels == nil {
		return nil
	}
	if row.named {
		return l.unexpected("an element without a key, among those with one")
	}
	row.labels = append(row.labels, strconv.Itoa(row.next))
	row.next++
	return nil
}

// label notes the key of an element.
func (l *literal) label(row *listRow, k elementKey) error {
	if row.labels == nil {
		l.begin(row)
	}
	at, err := strconv.Atoi(k.text)
	if k.number && err == nil {
		l.index = int32(min(at, math.MaxInt32))
	}
	switch {
	case slices.Contains(row.labels[max(0, len(row.labels)-farthest):], k.text):
		return l.unexpected("a key that stands there twice")
	case k.number && err != nil:
		return l.unexpected("a key that is not a whole number")
	case k.number:
		row.next = at + 1
	case !row.named && len(row.labels) > 0:
		return l.unexpected("a key, after elements without one")
	default:
		row.named = true
	}
	l.at = k.end
	row.labels = append(row.labels, k.text)
	if l.keyDepth == 0 && len(l.found) < mostKeys {
		l.found = append(l.found, keyedElement{k.text, l.at})
	}
	return nil
}

// mostKeys is how many elements of a table have a name of their own.
const mostKeys = 4096

// begin gives the elements so far the numbers that they have.
func (l *literal) begin(row *listRow) {
	row.labels = []string{}
	for i := range int(l.count) {
		row.labels = append(row.labels, strconv.Itoa(i))
	}
	row.next = int(l.count)
}

// labelled notes the labels of a list that is read, unless they count from 0, and reports whether it has.
func (l *literal) labelled(list int32, labels []string) bool {
	for i, text := range labels {
		if text != strconv.Itoa(i) {
			if l.array.labels == nil {
				l.array.labels = map[int32][]string{}
			}
			l.array.labels[list] = labels
			return true
		}
	}
	return labels == nil
}

// keyAt looks for a key at the next token: .name =, name:, "name":, [Piece.PAWN] =, chess.PAWN:,
// Piece::Pawn =>, PAWN to, or, of a dictionary, {PAWN, value}.
func (l *literal) keyAt(row *listRow) (k elementKey, ok bool) {
	if row.pairs {
		return l.pairedKey()
	}
	at, dot := l.at, l.is(l.at, ".")
	switch {
	case l.is(at, "["):
		return l.bracketed(at)
	case l.is(at, "("), l.isName(at) && l.is(at+1, "("):
		return l.computedKey(at)
	}
	if dot {
		at++
	}
	first := at
	for l.isName(at) && l.isOneOf(at+1, ".", "::") && l.isName(at+2) && at < first+farthest {
		at += 2
	}
	tok := l.token(at)
	if tok.kind != nameToken && tok.kind != numberToken && tok.kind != stringToken {
		return k, false
	}
	k = elementKey{text: l.text(at), single: at == first, number: tok.kind == numberToken, end: at + 2}
	switch {
	case l.text(at+1) == "to" && l.isName(at+1) && k.number && !l.array.mapping: // a pair of Kotlin
		return k, false
	case l.isOneOf(at+1, "=>"), l.text(at+1) == "to" && l.isName(at+1), l.isLanguage("Scala") && l.is(at+1, "->"):
		k.constant = true
	case !l.isOneOf(at+1, "=", ":"), k.number && dot:
		return k, false
	default:
		k.constant = k.number || at > first || l.constantKeys(row, dot, tok.kind == stringToken)
	}
	return k, true
}

// constantKeys reports whether a bare word in front of a colon is a constant, and not the name of a field.
func (l *literal) constantKeys(row *listRow, dot, text bool) bool {
	switch {
	case text:
		return false
	case l.golang:
		return row.levels > 0
	case l.isLanguage("Swift"):
		return dot || l.is(l.open, "[")
	}
	return l.python && l.is(l.open, "{") || l.isLanguage("Dart") && l.is(l.open, "{") || l.isLanguage("D") && l.is(l.open, "[")
}

// computedKey is the key ord('P'): or (PAWN, WHITE):, the words of which are joined.
func (l *literal) computedKey(first int) (k elementKey, ok bool) {
	end := first
	if l.isName(end) {
		end++
	}
	var parts []string
	part := end + 1
	for stop := end + farthest/4; end < stop && !l.is(end, ")") && !l.isOneOf(end+1, "[", "{", ";") && l.token(end).kind != endToken; {
		if end++; l.isOneOf(end, ",", ")") {
			parts = append(parts, l.keyText(part, end))
			part = end + 1
		}
	}
	if !l.is(end, ")") || !l.isOneOf(end+1, ":", "=>") || slices.Contains(parts, "") {
		return k, false
	}
	return elementKey{text: strings.Join(parts, "_"), constant: true, end: end + 2}, true
}

// bracketed is the key [Piece.PAWN] =, [PAWN]: or ["P"] =.
func (l *literal) bracketed(open int) (k elementKey, ok bool) {
	end := open + 1
	for stop := open + farthest/4; end < stop && !l.isOneOf(end, "]", ",", "[", "{", ";") && l.token(end).kind != endToken; {
		end++
	}
	if !l.is(end, "]") || !l.isOneOf(end+1, "=", ":") {
		return k, false
	}
	k = elementKey{text: l.keyText(open+1, end), single: end == open+2, constant: true, number: l.token(end-1).kind == numberToken, end: end + 2}
	return k, k.text != ""
}

// pairedKey is the key of {PAWN, value}, at its first token, in a dictionary.
func (l *literal) pairedKey() (k elementKey, ok bool) {
	end, depth := l.at, 0
	for stop := l.at + farthest/4; end < stop && !l.isOneOf(end, ",", "]", "[", "{", "}", ";") && l.token(end).kind != endToken; {
		if l.is(end, "(") {
			depth++
		} else if l.is(end, ")") {
			depth--
		}
		end++
	}
	if depth != 0 {
		return k, false
	}
	k = elementKey{text: l.keyText(l.at, end), constant: true, number: l.token(end-1).kind == numberToken && end == l.at+1, end: end + 1}
	return k, l.is(end, ",") && k.text != ""
}

// dictionaries are words of types whose elements are keys and values.
var dictionaries = map[string]bool{
	"dictionary": true, "idictionary": true, "ireadonlydictionary": true, "readonlydictionary": true, "sorteddictionary": true,
	"frozendictionary": true, "immutabledictionary": true, "map": true, "unordered_map": true, "flat_map": true, "hashmap": true,
	"btreemap": true, "treemap": true, "enummap": true, "linkedhashmap": true, "mapof": true, "hashmapof": true,
	"linkedmapof": true, "mutablemapof": true, "sortedmapof": true, "dict": true, "ordereddict": true, "ofentries": true,
}

// mapping reports whether a name is declared as a dictionary: the type stands before the name, or
// between it and the value's list.
func (l *listing) mapping(name, at int) bool {
	line := l.token(name).line
	first := name
	for first > max(0, name-farthest/2) && !l.isOneOf(first-1, ";", "{", "}", "=") && l.tokens[first-1].line >= line-2 {
		first--
	}
	for i := first; i < at+farthest/4 && !(i >= at && l.isOneOf(i, "{", ";")) && i < len(l.tokens); i++ {
		if i != name && l.isName(i) && dictionaries[strings.ToLower(l.text(i))] {
			return true
		}
		if i >= at && (l.is(i, "(") && !l.is(i+1, "[") && !l.isOneOf(i+1, ")") || l.token(i).kind == numberToken) {
			return false
		}
	}
	return false
}

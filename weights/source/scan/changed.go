package scan

import (
	"slices"
	"strconv"
)

// A change is what makes another number of a definition, after it.
const change = "changed after its definition"

// changes are the signs that change what stands before them. Those of three characters, such as
// <<= and **=, end in one of these.
var changes = []string{"+=", "-=", "*=", "/=", "%=", "|=", "&=", "^="}

// methods are those that change the list that they are called of.
var methods = map[string]bool{
	"append": true, "extend": true, "insert": true, "pop": true, "remove": true, "clear": true, "reverse": true, "sort": true, "update": true,
	"push": true, "unshift": true, "shift": true, "splice": true, "fill": true, "push_back": true, "set": true, "put": true, "swap": true,
}

// change takes notice of what changes a name, Tempo += 5, Tempo++, Table[i] = 3, Table.reverse():
// the number of the definition before is not the one that counts.
func (p *arrayParser) change() {
	last := -1 // the token that ends what is changed
	set := p.is(p.at, "=") && !p.isMacro(p.at) && !p.within(enumRegion) && !p.within(tableRegion)
	switch at := p.at; {
	case p.isOneOf(at, changes...):
		last = at - 1
		if p.isOneOf(last, "*", "/") && p.adjacent(last) { // **=
			last--
		}
	case p.is(at, "<=") && p.is(at-1, "<") || p.is(at, ">=") && p.is(at-1, ">"):
		last = at - 2
	case p.doubled(at) && (p.isName(at-1) || p.is(at-1, "]")) && p.token(at-1).line == p.token(at).line:
		last = at - 1
	case p.doubled(at) && p.isName(at+2):
		last = at + 2
	case set && p.is(at-1, "]"):
		last = at - 1
	case set:
		if last = p.nameBefore(at); last < 0 || !p.sets(last) {
			return
		}
	case p.is(at, "(") && p.is(at-2, ".") && methods[p.text(at-1)]:
		last = at - 3
	}
	name, key := last, ""
	for p.is(name, "]") {
		open := p.opening(name)
		key = p.keyText(open+1, name)
		name = open - 1
	}
	if name >= 0 && (name == last || !set || p.first(name)) { // not int Table[64] =
		p.changed(name, key)
	}
}

// doubled reports whether ++ or -- stands at a token.
func (p *arrayParser) doubled(at int) bool {
	return p.isOneOf(at, "+", "-") && p.token(at).sign == p.token(at+1).sign && p.adjacent(at)
}

// adjacent reports whether no blank stands after a token.
func (p *arrayParser) adjacent(at int) bool { return p.token(at).end == p.token(at+1).pos }

// first reports whether a name, with those in front of it, begins its statement.
func (p *arrayParser) first(name int) bool {
	for p.isOneOf(name-1, ".", "::", "->") && p.isName(name-2) {
		name -= 2
	}
	return name == 0 || p.breaks(name) || p.isOneOf(name-1, ";", "{", "}", ")") || p.python && p.is(name-1, ":")
}

// sets reports whether the statement of a name in front of = sets it, and does not declare it: not
// a field of new Params { Tempo = 3 }, either.
func (p *arrayParser) sets(name int) bool {
	return p.first(name) && !(p.isLanguage("C#") && p.is(name-1, "{") && p.isName(name-2))
}

// changed takes notice of a change of a name, or of the element of a key. A new element of a
// dictionary changes none.
func (p *arrayParser) changed(name int, key string) {
	if p.isName(name) && (!p.isOneOf(name-1, ".", "->", "::") || p.text(name-2) == "self" || p.text(name-2) == "this") {
		p.spoil(name, key)
	}
}

// spoil makes the array that a name means one that cannot be read, unless it is a variable of the
// function, or the key is a new one.
func (p *arrayParser) spoil(name int, key string) {
	same := p.last[p.text(name)]
	if len(same) == 0 {
		return
	}
	code, scope := p.function(), p.scope(name)
	for i := len(same) - 1; i >= max(0, len(same)-farthest); i-- {
		a := &p.arrays[same[i]]
		visible := len(a.Scope) <= len(scope) && slices.Equal(a.Scope, scope[:len(a.Scope)])
		if a.Keys > 0 || a.Err != nil || a.Branch != p.branch || !visible || a.Stands != Declared && a.Stands != Local {
			continue
		}
		if a.Stands == Declared && !a.lacks(key) && (code == nil || p.outlives(name, code)) {
			fault := &Fault{listing: p.listing, name: a.Name, at: name, what: change, table: a.Size() > 1, Lone: a.Size() == 1}
			*a = Array{File: a.File, Line: a.Line, Name: a.Name, Err: fault, Stands: a.Stands, Scope: a.Scope, Branch: a.Branch}
		}
		return
	}
}

// lacks reports whether the array has no number, or its outermost elements have keys and none has
// this one.
func (a *Array) lacks(key string) bool {
	labels := a.Labels(nil)
	_, err := strconv.Atoi(key)
	return len(a.Values) == 0 || key != "" && err != nil && labels != nil && !slices.Contains(labels, key)
}

// most is how many tokens are looked back on.
const most = 3000

// function returns the outermost function around, nil without one.
func (p *arrayParser) function() *region {
	if p.region == nil {
		return nil
	}
	return p.region.code
}

// uses are words in front of a name that do not declare it.
var uses = map[string]bool{
	"return": true, "range": true, "in": true, "of": true, "if": true, "elif": true, "while": true, "else": true, "case": true, "not": true, "and": true,
	"or": true, "is": true, "do": true, "yield": true, "await": true, "throw": true, "delete": true, "del": true, "sizeof": true, "unsafe": true, "as": true,
}

// outlives reports whether a name in a function is not that of a variable or an argument of its
// own: nothing declares it there. What Python assigns to is the function's own, unless it is said
// to be global.
func (p *arrayParser) outlives(name int, code *region) bool {
	own := p.isLanguage("Python") && !p.isOneOf(name+1, "[", ".")
	for at := name - 1; at >= max(code.first, name-most); at-- {
		if p.text(at) != p.text(name) || !p.isName(at) {
			continue
		}
		header := at < code.body || code.body == 0 && p.token(at).line == p.token(code.first).line
		switch {
		case p.isLanguage("Python"):
			if p.global(at, code.first) {
				return true
			}
			own = own || header && p.isOneOf(at-1, "(", ",", "*") || p.is(at+1, "=") && p.first(at)
		case p.isName(at-1) && !uses[p.text(at-1)],
			p.isOneOf(at-1, "*", "&", ">", "]", ",") && !p.isOneOf(at+1, "[", "("), p.is(at-1, "(") && header:
			return false
		}
	}
	return !own
}

// global reports whether a name stands in a statement global a, b of Python.
func (p *arrayParser) global(at, first int) bool {
	for before := at - 1; before > first && p.token(before).line == p.token(at).line; before-- {
		if p.text(before) == "global" {
			return true
		}
	}
	return false
}

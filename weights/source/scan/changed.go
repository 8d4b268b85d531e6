package scan

import "slices"

// A change is what makes another number of a definition, after it.
const change = "changed after its definition"

// changes are the signs that change what stands before them.
var changes = []string{"+=", "-=", "*=", "/=", "%=", "|=", "&=", "^="}

// change takes notice of Tempo += 5 and Table[0] -= 1: the number of the definition before is not
// the one that counts.
func (p *arrayParser) change() {
	if !p.isOneOf(p.at, changes...) {
		return
	}
	name := p.at - 1
	for p.is(name, "]") {
		name = p.opening(name) - 1
	}
	if p.isName(name) && (!p.isOneOf(name-1, ".", "->", "::") || p.text(name-2) == "self" || p.text(name-2) == "this") {
		p.spoil(name)
	}
}

// spoil makes the array that a name means one that cannot be read, unless the name is that of a
// variable of the function.
func (p *arrayParser) spoil(name int) {
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
		if a.Stands == Declared && (code == nil || p.outlives(name, code)) {
			fault := &Fault{listing: p.listing, name: a.Name, at: name, what: change, Changed: true}
			*a = Array{File: a.File, Line: a.Line, Name: a.Name, Err: fault, Stands: a.Stands, Scope: a.Scope, Branch: a.Branch}
		}
		return
	}
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

// outlives reports whether a name in a function is not that of a variable or an argument of its
// own: in Python it is said to be global, elsewhere nothing declares it there.
func (p *arrayParser) outlives(name int, code *region) bool {
	for at := name - 1; at >= max(code.first, name-most); at-- {
		if p.text(at) != p.text(name) || !p.isName(at) {
			continue
		}
		if p.python && !p.isLanguage("Nim") {
			for before := at - 1; p.tokens[before].line == p.tokens[at].line && before > code.first; before-- {
				if p.text(before) == "global" {
					return true
				}
			}
			continue
		}
		if p.isName(at-1) && p.text(at-1) != "return" || p.isOneOf(at-1, "*", "&", ">", "]", "(", ",") && !p.isOneOf(at+1, "[", "(") {
			return false
		}
	}
	return !p.python || p.isLanguage("Nim")
}

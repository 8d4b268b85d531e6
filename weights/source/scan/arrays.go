// Package scan reads source code as text, in any of the languages of [language.All]: its
// literals of numbers, where each stands, and how another number is written in its place.
package scan

import (
	"io"
	"slices"
	"unicode"

	"example.org/centipawn/internal/atomicfile"
	"example.org/centipawn/weights/source/language"
)

// ReadArrays reads the literals of numbers in a source file, in the order of the file:
// {..}, [..], (..) and S(a, b) or any other name in front of a list, nested as deep as
// sixteen; and single numbers. The ending of the file's name says which language it is; one of
// which nothing is read is an error. Comments, strings and other code are passed over.
//
// A pair may have keys (.mg = 1, eg: 2). A list whose elements have constants or numbers for keys
// ([PAWN] = 1, chess.PAWN: 1, Piece::Pawn => 1, {3, 1} of a dictionary) is one array, see
// [Array.Labels]; each element is an array of its own, too. Of a list with other keys, fields and
// strings, each is a name of its own. Table[PAWN] = {..} is PAWN in the scope of Table.
//
// Expressions are not evaluated: what holds one is an Array with an Err, as it is with a
// name for a value. One name, or one that means nothing (null, X.init), in place of numbers of a
// list is left out, see [Array.Ranks]. A number that other code changes later (x += 1) is an Err.
//
// What stands between #if 0 and its #endif is not code, nor is the #else of #if 1. Of
// any other condition all branches are read: this program cannot know which counts. A
// condition inside a literal is an Err.
func ReadArrays(name string, r io.Reader) ([]Array, error) {
	data, err := atomicfile.ReadAll(name, r, atomicfile.SmallLimit)
	if err != nil {
		return nil, err
	}
	lang, err := language.Of(name)
	if err != nil {
		return nil, err
	}
	p := &arrayParser{listing: &listing{file: name, src: string(data), lang: lang, python: lang.Indents}, failed: map[string]bool{}, fields: map[int]string{}, last: map[string][]int{}}
	if p.tokens, err = tokenize(p.listing); err != nil {
		return nil, err
	}
	p.golang = lang.Name == "Go" || lang.Name == "" && p.text(0) == "package" && !p.is(2, ";") && !p.is(2, ".") // package x; is Java
	p.lang.Lines = p.lang.Lines || p.golang
	for p.at = 0; p.at < len(p.tokens); p.at++ {
		if p.otherwise(p.at) {
			p.branch++
		}
		if before := p.at; !p.assignment() {
			p.change()
			p.follow(before)
		}
	}
	return p.arrays, nil
}

// assignment reads the literal after name = or "name":, or of Type name{..}, if the token
// at p.at is the sign, and moves p.at to its end. It reports whether there was one.
func (p *arrayParser) assignment() bool {
	key := p.is(p.at, ":") && p.at > 1 && p.tokens[p.at-1].kind == stringToken && (p.isOneOf(p.at-2, "{", ",", "(", "[") || p.tokens[p.at-2].kind == conditionToken)
	switch {
	case key, p.is(p.at, ":") && p.isKey(p.at-1):
		return p.read(target{name: p.at - 1}, p.at+1, true)
	case p.is(p.at, "="), p.is(p.at, ":="):
		if to, ok := p.indexed(p.at - 1); ok && p.beforeType(p.at-1) < 0 {
			return p.read(to, p.at+1, true)
		}
		first := len(p.arrays)
		if !p.read(target{name: p.nameBefore(p.at)}, p.at+1, false) {
			return false
		}
		if a := &p.arrays[first]; a.called() {
			a.unlist() // Tempo = V(12)
		}
		return true
	case p.is(p.at, "(") && p.constructed(p.at):
		return p.read(target{name: p.at - 1}, p.at, true)
	case p.is(p.at, "(") && p.is(p.at-2, ".") && adding[p.text(p.at-1)]:
		return p.added()
	case p.is(p.at, "(") && p.within(enumRegion) && p.parens == 0 && p.isName(p.at-1) && p.isOneOf(p.at-2, "{", ","):
		return p.read(target{name: p.at - 1}, p.at, true) // PAWN(100, 5)
	case p.is(p.at, "=>") && p.isLanguage("C#"):
		return p.read(target{name: p.expressed(p.at)}, p.at+1, true)
	case p.is(p.at, "{"):
		single := p.isName(p.at-1) && !p.is(p.at-2, ">")
		first := len(p.arrays)
		if !p.read(target{name: p.initialized(p.at)}, p.at, true) {
			return false
		}
		if a := &p.arrays[first]; single && len(a.Values) == 1 && len(a.lists) == 1 {
			a.unlist() // int Tempo{12}
		}
		return true
	}
	return false
}

// constructed reports whether the bracket at i gives a name of C++ its value: Type name(1, 2), outside
// of functions.
func (p *arrayParser) constructed(i int) bool {
	if !p.isLanguage("C") || p.function() != nil || p.parens > 0 || !p.isName(i-1) || p.isMacro(i-1) {
		return false
	}
	return p.is(i-2, ">") || p.isName(i-2) && p.text(i-2) != "return" && !p.isMacro(i-2)
}

// called reports whether the array is one number in a call, V(12).
func (a *Array) called() bool {
	return len(a.Values) == 1 && len(a.lists) == 1 && !a.Pairs && unicode.IsLetter(rune(a.src[a.lists[0].pos]))
}

// unlist makes a list of one number the number.
func (a *Array) unlist() {
	a.lists, a.Wrap = nil, 0
	a.places[0].list, a.places[0].at = -1, 0
}

// isKey reports whether a token is the name of a field in a list: Weights{tempo: 12}.
func (p *arrayParser) isKey(i int) bool {
	return p.within(tableRegion) && p.isName(i) && p.isOneOf(i-1, "{", ",", "(")
}

// read reads the literal at a token and gives it to a name. Of what is likely no literal
// at all, quiet leaves no trace. It reports whether it is one.
func (p *arrayParser) read(to target, at int, quiet bool) bool {
	if to.name < 0 || p.text(to.name) == "" {
		return false
	}
	array := Array{File: p.file, Line: int(p.tokens[to.name].line), Name: p.text(to.name), Branch: p.branch, mapping: p.mapping(to.name, at)}
	array.doubled = p.isLanguage("C") && !p.is(to.name+1, "[")
	read, keys, end, err := readLiteral(p.listing, at, array)
	if err == nil && p.together(to.name) {
		err = &Fault{listing: p.listing, name: array.Name, at: to.name, what: several, Lone: len(read.Values) == 1, table: len(read.Values) > 1}
	}
	if err == nil {
		if to.keys != nil {
			p.changed(to.name, to.keys[0])
		} else if p.function() != nil && p.is(p.at, "=") && p.sets(to.name) {
			p.changed(to.name, "")
		}
		p.place(&read, to, at)
		if !array.mapping { // of which the first type is that of the keys
			read.kind = p.kind(to.name, at)
		}
		p.last[read.Name] = append(p.last[read.Name], len(p.arrays))
		p.arrays = append(p.arrays, read)
		p.elements(&read, keys)
		p.at = end - 1
		return true
	}
	p.fail(array, to, at, quiet, err)
	return false
}

// fail takes notice of a name whose value is not a literal.
func (p *arrayParser) fail(array Array, to target, at int, quiet bool, err error) {
	fault, ok := err.(*Fault)
	if ok && fault.what == keyed && p.is(fault.open, "(") {
		p.fields[fault.open] = array.Name
	}
	if to.keys != nil && ok && fault.Table() {
		quiet = false
	}
	if !quiet && !p.failed[array.Name] {
		array.Err = err
		p.place(&array, to, at)
		p.failed[array.Name] = true
		p.arrays = append(p.arrays, array)
	}
}

// place says where an array stands: its scope, what kind of name it is, and its keys.
func (p *arrayParser) place(a *Array, to target, at int) {
	a.Stands, a.Scope = p.standing(to.name, at), p.scope(to.name)
	if n := len(to.keys); n > 0 {
		a.Scope = append(append(a.Scope, a.Name), to.keys[:n-1]...)
		a.Name, a.Keys = to.keys[n-1], n
	}
	member := a.Keys > 0 || slices.Contains(a.Scope, "self") || slices.Contains(a.Scope, "this")
	if a.Stands == Local && p.parens == 0 && member && len(a.Values) > 2 {
		a.Stands = Declared // it lasts
	}
}

// elements gives each element with a key a name of its own, too: Table[PAWN].
func (p *arrayParser) elements(table *Array, keys []keyedElement) {
	for _, k := range keys {
		a := Array{File: p.file, Line: int(p.token(k.at).line), Name: k.key, Branch: p.branch, mapping: table.mapping}
		read, below, _, err := readLiteral(p.listing, k.at, a)
		if err != nil {
			continue
		}
		read.kind, read.Stands, read.Keys = table.kind, Element, table.Keys+1
		read.Scope = append(slices.Clone(table.Scope), table.Name)
		p.arrays = append(p.arrays, read)
		p.elements(&read, below)
	}
}

// together reports whether the name is one of several in front of one sign, as Go and
// Python have them.
func (p *arrayParser) together(name int) bool {
	first := name
	for p.is(first-1, ",") && p.isName(first-2) {
		first -= 2
	}
	if first == name || !p.golang && !p.python {
		return false
	}
	before := p.tokens[max(first-1, 0)]
	return first == 0 || before.line < p.tokens[first].line || p.text(first-1) == "var" || p.text(first-1) == "const"
}

// initialized returns the name that C++ gives the list at i to without a sign: Type
// name{..} or Type name[64]{..}; -1 where there is none, as in other languages.
func (p *arrayParser) initialized(i int) int {
	name := p.back(i - 1)
	if p.golang || p.lang.Name != "" && !p.isLanguage("C") || !p.isName(name) || p.is(i-1, ">") || !p.isName(p.back(name-1)) {
		return -1
	}
	switch p.text(name - 1) {
	case "return", "new", "case", "struct", "class", "enum", "union", "namespace":
		return -1
	}
	return name
}

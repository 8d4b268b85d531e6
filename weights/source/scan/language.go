package scan

import (
	"fmt"
	"path"
	"strings"
)

// A language says how a source is cut into words, strings and statements. The zero value is a
// guess at any of them, for files whose name says nothing: C's rules, and what few others need.
type language struct {
	name string

	lines   bool // a statement ends with its line
	colon   bool // the type stands after the name: name: T = value
	indents bool // blocks are told by their indent
	words   bool // blocks end with the word end
	headers bool // a class may have arguments: class Score(val mg: Int) {

	line, block string // what comments begin with; "": // and /*, "-": nothing
	nested      bool   // comments stand in comments

	single   bool // ' is a quotation mark of strings, as " is
	triple   bool // """ begins a string of several lines
	long     bool // a string may go over lines
	backtick rune // what ` begins: 't' a template, 'n' a name, 0 a string as it stands
	raw      rune // what strings as they stand begin with: 'R' R"x(, 'r' r#", '@' @", '#' #", '\\' \\, '[' [[, 0 nothing

	hash rune // what # begins: 0 a directive, '-' nothing
}

// languages are those that are read, by the endings of their files.
var languages = map[string]*language{}

func init() {
	c := &language{name: "C", raw: 'R'}
	js := &language{name: "JavaScript", lines: true, single: true, backtick: 't', hash: '-'}
	ts := *js
	ts.name, ts.colon = "TypeScript", true
	java := &language{name: "Java", headers: true, triple: true, hash: '-'}
	for _, l := range []struct {
		*language
		endings string
	}{
		{c, "c h cc cpp cxx c++ hh hpp hxx h++ inl ipp tcc cu m mm ino"},
		{&language{name: "C#", headers: true, triple: true, raw: '@'}, "cs"},
		{&language{name: "D", nested: true, hash: '-'}, "d di"},
		{&language{name: "Dart", single: true, triple: true, hash: '-'}, "dart"},
		{&language{name: "Go", lines: true, hash: '-'}, "go"},
		{java, "java"},
		{js, "js mjs cjs jsx"},
		{&ts, "ts mts cts tsx"},
		{&language{name: "JSON", hash: '-'}, "json json5 jsonc"},
		{&language{name: "Kotlin", lines: true, colon: true, headers: true, nested: true, triple: true, backtick: 'n', hash: '-'}, "kt kts"},
		{&language{name: "Lua", lines: true, words: true, line: "--", block: "--[[", single: true, raw: '[', hash: '-'}, "lua"},
		{&language{name: "Nim", lines: true, colon: true, indents: true, line: "#", block: "#[", triple: true, backtick: 'n'}, "nim"},
		{&language{name: "Python", lines: true, indents: true, line: "#", block: "-", single: true, triple: true}, "py pyi pyx"},
		{&language{name: "Rust", colon: true, nested: true, long: true, raw: 'r'}, "rs"},
		{&language{name: "Scala", lines: true, colon: true, headers: true, nested: true, triple: true, backtick: 'n', hash: '-'}, "scala sc"},
		{&language{name: "Swift", lines: true, colon: true, headers: true, nested: true, triple: true, backtick: 'n', raw: '#'}, "swift"},
		{&language{name: "Zig", colon: true, block: "-", raw: '\\', hash: '-'}, "zig zon"},
	} {
		for _, ending := range strings.Fields(l.endings) {
			languages[ending] = l.language
		}
	}
}

// unread are languages of which nothing is read, by the endings of their files.
var unread = map[string]string{
	"adb": "Ada", "ads": "Ada", "asm": "assembly", "s": "assembly", "bas": "Basic", "vb": "Basic", "clj": "Clojure", "cr": "Crystal",
	"erl": "Erlang", "ex": "Elixir", "exs": "Elixir", "f": "Fortran", "f90": "Fortran", "for": "Fortran", "fs": "F#", "hs": "Haskell",
	"jl": "Julia", "lisp": "Lisp", "ml": "OCaml", "mli": "OCaml", "odin": "Odin", "pas": "Pascal", "pp": "Pascal",
	"dpr": "Pascal", "php": "PHP", "pl": "Perl", "pm": "Perl", "r": "R", "rb": "Ruby", "rkt": "Racket", "sh": "shell", "v": "V",
	"wat": "WebAssembly",
}

// Languages names those that are read.
const Languages = "C, C++, C#, D, Dart, Go, Java, JavaScript, JSON, Kotlin, Lua, Nim, Python, Rust, Scala, Swift, TypeScript or Zig"

// languageOf returns the language of a file. One that is not read is an error.
func languageOf(file string) (language, error) {
	ending := strings.ToLower(strings.TrimPrefix(path.Ext(file), "."))
	if name, other := unread[ending]; other {
		return language{}, fmt.Errorf("%s: %s is not read: want %s, or export the numbers as JSON", file, name, Languages)
	}
	if l := languages[ending]; l != nil {
		return *l, nil
	}
	return language{triple: true}, nil
}

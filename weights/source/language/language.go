// Package language says how source code of each language that is read is cut: into comments,
// strings and statements.
package language

import (
	"fmt"
	"path"
	"strings"
)

// A Language says how a source is cut into words, strings and statements. The zero value is a
// guess at any of them, for files whose name says nothing: C's rules, and what few others need.
type Language struct {
	Name string

	Lines   bool // a statement ends with its line
	Colon   bool // the type stands after the name: name: T = value
	Indents bool // blocks are told by their indent
	Words   bool // blocks end with the word end
	Headers bool // a class may have arguments: class Score(val mg: Int) {

	Line, Block string // what comments begin with; "": // and /*, "-": nothing
	Nested      bool   // comments stand in comments

	Single   bool // ' is a quotation mark of strings, as " is
	Triple   bool // """ begins a string of several lines
	Long     bool // a string may go over lines
	Backtick rune // what ` begins: 't' a template, 'n' a name, 0 a string as it stands
	Raw      rune // what strings as they stand begin with: 'R' R"x(, 'r' r#", '@' @", '#' #", '\\' \\, '[' [[, 0 nothing

	Hash rune // what # begins: 0 a directive, '-' nothing
}

// languages are those that are read, by the endings of their files.
var languages = map[string]*Language{}

func init() {
	c := &Language{Name: "C", Raw: 'R'}
	js := &Language{Name: "JavaScript", Lines: true, Single: true, Backtick: 't', Hash: '-'}
	ts := *js
	ts.Name, ts.Colon = "TypeScript", true
	java := &Language{Name: "Java", Headers: true, Triple: true, Hash: '-'}
	for _, l := range []struct {
		*Language
		endings string
	}{
		{c, "c h cc cpp cxx c++ hh hpp hxx h++ inl ipp tcc cu m mm ino"},
		{&Language{Name: "C#", Headers: true, Triple: true, Raw: '@'}, "cs"},
		{&Language{Name: "D", Nested: true, Hash: '-'}, "d di"},
		{&Language{Name: "Dart", Single: true, Triple: true, Hash: '-'}, "dart"},
		{&Language{Name: "Go", Lines: true, Hash: '-'}, "go"},
		{java, "java"},
		{js, "js mjs cjs jsx"},
		{&ts, "ts mts cts tsx"},
		{&Language{Name: "JSON", Hash: '-'}, "json json5 jsonc"},
		{&Language{Name: "Kotlin", Lines: true, Colon: true, Headers: true, Nested: true, Triple: true, Backtick: 'n', Hash: '-'}, "kt kts"},
		{&Language{Name: "Lua", Lines: true, Words: true, Line: "--", Block: "--[[", Single: true, Raw: '[', Hash: '-'}, "lua"},
		{&Language{Name: "Nim", Lines: true, Colon: true, Indents: true, Line: "#", Block: "#[", Triple: true, Backtick: 'n'}, "nim"},
		{&Language{Name: "Python", Lines: true, Indents: true, Line: "#", Block: "-", Single: true, Triple: true}, "py pyi pyx"},
		{&Language{Name: "Rust", Colon: true, Nested: true, Long: true, Raw: 'r'}, "rs"},
		{&Language{Name: "Scala", Lines: true, Colon: true, Headers: true, Nested: true, Triple: true, Backtick: 'n', Hash: '-'}, "scala sc"},
		{&Language{Name: "Swift", Lines: true, Colon: true, Headers: true, Nested: true, Triple: true, Backtick: 'n', Raw: '#'}, "swift"},
		{&Language{Name: "Zig", Colon: true, Block: "-", Raw: '\\', Hash: '-'}, "zig zon"},
	} {
		for _, ending := range strings.Fields(l.endings) {
			languages[ending] = l.Language
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

// All names those that are read.
const All = "C, C++, C#, D, Dart, Go, Java, JavaScript, JSON, Kotlin, Lua, Nim, Python, Rust, Scala, Swift, TypeScript or Zig"

// Of returns the language of a file. One that is not read is an error.
func Of(file string) (Language, error) {
	ending := strings.ToLower(strings.TrimPrefix(path.Ext(file), "."))
	if name, other := unread[ending]; other {
		return Language{}, fmt.Errorf("%s: %s is not read: want %s, or export the numbers as JSON", file, name, All)
	}
	if l := languages[ending]; l != nil {
		return *l, nil
	}
	return Language{Triple: true}, nil
}

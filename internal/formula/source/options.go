package source

import (
	"slices"
	"strings"

	"example.org/centipawn/internal/enum"
	"example.org/centipawn/internal/formula"
	"example.org/centipawn/internal/formula/kernel"
)

// A Dialect is a language that [Write] knows.
type Dialect uint8

// The dialects: as old as C99, C++11, Java 8, C# 6, ECMAScript 2015, Python 3; Go 1.21.
const (
	Go Dialect = iota
	C
	CPP
	Rust
	Python
	CSharp
	Java
	JavaScript
)

var names = []string{"go", "c", "cpp", "rust", "python", "csharp", "java", "javascript"}

func (d Dialect) String() string { return enum.Name(names, d) }

// UnmarshalText reads the name of a dialect: go, c, cpp, rust, python, csharp, java or javascript.
func (d *Dialect) UnmarshalText(text []byte) error { return enum.Parse(d, names, text) }

// Options configures [Write]. The zero value works.
type Options struct {
	// Name is the function's name; empty means "combine". The functions and tables that it needs have
	// names that begin with it.
	Name string

	// Weight returns the expression of a weight, a floating-point number of the language: the name of a
	// constant, a call, or a number, see [Number]. nil makes the weights the function's last parameter.
	Weight func(name string) string

	// Table returns the name of an array of the language that has the weights NAME.0, NAME.1, … of a lookup
	// table NAME, "" if there is none: then the function brings its own. nil: there are none. With Weight.
	Table func(name string) string

	// About is a comment in front of the function, of lines.
	About string

	// Indent stands in front of each line.
	Indent string
}

func (o Options) name() string {
	if o.Name == "" {
		return "combine"
	}
	return o.Name
}

// A Parameter is what a function is given.
type Parameter struct {
	Leaf int    // of the program
	Name string // in the function
}

// WeightOrder returns the names of the weights that the program reads, in the order in which they stand
// in the function's last parameter: those of the tables first.
func WeightOrder(p *formula.Program) []string {
	var list []string
	for _, t := range tables(p) {
		list = append(list, t.weights...)
	}
	for _, leaf := range p.Leaves {
		if leaf.Kind == formula.Weight && !slices.Contains(list, leaf.Name) {
			list = append(list, leaf.Name)
		}
	}
	return list
}

// A table is a lookup table's weights. Tables of one name are one table: the longest.
type table struct {
	name    string
	weights []string
}

func tables(p *formula.Program) []table {
	var list []table
	for _, n := range p.Nodes() {
		if n.Op != kernel.Lookup {
			continue
		}
		name := tableName(p, n)
		i := slices.IndexFunc(list, func(t table) bool { return t.name == name })
		if i < 0 {
			i = len(list)
			list = append(list, table{name: name})
		}
		for _, w := range n.Table[min(len(list[i].weights), len(n.Table)):] {
			list[i].weights = append(list[i].weights, p.Leaves[p.Nodes()[w].Leaf].Name)
		}
	}
	return list
}

// tableName is the name of which the weights are NAME.0, NAME.1, …
func tableName(p *formula.Program, n formula.Node) string {
	return strings.TrimSuffix(p.Leaves[p.Nodes()[n.Table[0]].Leaf].Name, ".0")
}

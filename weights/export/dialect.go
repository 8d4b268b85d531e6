package export

import (
	"fmt"
	"strconv"
	"strings"

	"example.org/centipawn/internal/formula/source"
)

// A dialect is how a language writes constants. In declarations $pkg and $PKG stand for the
// package, $high and $low for the halves of a packed weight.
type dialect struct {
	language     source.Dialect
	check        func(pkg string) error // whether the package can have that name; nil: it has none
	comment      string                 // what begins a comment up to the end of the line
	about        string                 // the comment's first line; "": none
	begin        string                 // what follows the head's comment; in it $imports are what the formula needs
	afterImports string
	indent       string                       // of what stands between them
	end          string                       // what ends the file
	format       func([]byte) ([]byte, error) // of the whole file; nil: it stays
	identifier   func(term string) string     // "" where the language has no such name
	valid        func(name string) bool       // whether a name with its prefix is one
	taken        []string                     // keywords, and names of its own
	float        func(v float64) string

	pairs, packed           string    // declarations of tapered weights, in either form
	pairOf, packedOf        string    // formats of a pair: two integers
	function                string    // name of the formula's
	score, integer, decimal string    // types
	packedScore             string    // type of a packed pair; "": score
	constant, variable      string    // formats of a number and of a pair: name, type, value
	open                    [2]string // before a group's constants, of numbers and of pairs
	close                   string    // after them
	array                   func(name, elem string, sizes []int) string
	brackets                [2]string // of a list
	terminator              string    // after an array
}

// sized writes sizes as C does: [4][28].
func sized(sizes []int) string {
	var b strings.Builder
	for _, n := range sizes {
		fmt.Fprintf(&b, "[%d]", n)
	}
	return b.String()
}

// shortest returns the shortest constant that is v again, with a point or an
// exponent in it, so that no language takes it for an integer.
func shortest(v float64) string {
	text := strconv.FormatFloat(v, 'g', -1, 64)
	if !strings.ContainsAny(text, ".e") {
		text += ".0"
	}
	return text
}

// words joins the words of a term's name, letters and digits of ASCII, by an
// underscore: pst.knight becomes pst_knight. "" where that is not an identifier.
func words(term string) string {
	for _, r := range term {
		if r > '~' {
			return ""
		}
	}
	fields := strings.FieldsFunc(term, func(r rune) bool { return !isLetter(r) && !isDigit(r) })
	name := strings.Join(fields, "_")
	if name == "" || isDigit(rune(name[0])) {
		return ""
	}
	return name
}

// upperWords is words in capitals, as Rust and Python name constants.
func upperWords(term string) string { return strings.ToUpper(words(term)) }

// plainName reports whether a name is letters, digits and underscores.
func plainName(name string) bool {
	return name != "" && !isDigit(rune(name[0])) &&
		strings.Trim(name, "_") != "" && strings.TrimFunc(name, func(r rune) bool { return isLetter(r) || isDigit(r) || r == '_' }) == ""
}

func isLetter(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' }
func isDigit(r rune) bool  { return r >= '0' && r <= '9' }

// Package export writes weights files as source code: Go, C, C++, Rust, Python and JSON.
// Package source reads it back.
package export

import (
	"fmt"
	"strings"

	"centipawn/weights"
)

// A Language is one that [Code] can write.
type Language uint8

// The languages. A new one is a constant here, a line in languages and a file with its
// dialect.
const (
	Go Language = iota
	C
	CPP
	Rust
	Python
	JSON
)

// languages holds each language's name on the command line and how it is written: in a
// dialect, or as JSON.
var languages = [...]struct {
	name    string
	dialect *dialect
}{
	Go:     {"go", &goDialect},
	C:      {"c", &cDialect},
	CPP:    {"cpp", &cppDialect},
	Rust:   {"rust", &rustDialect},
	Python: {"python", &pythonDialect},
	JSON:   {"json", nil},
}

func (l Language) String() string { return languages[l].name }

// Languages returns the names of all languages, for a person.
func Languages() string {
	var names []string
	for _, l := range languages {
		names = append(names, l.name)
	}
	return strings.Join(names, ", ")
}

// ParseLanguage returns the language of that name, such as "go".
func ParseLanguage(name string) (Language, error) {
	for l := range languages {
		if languages[l].name == name {
			return Language(l), nil
		}
	}
	return 0, fmt.Errorf("no export to %q: want %s", name, Languages())
}

// Options configures [Code]. The zero value works.
type Options struct {
	// Package is the package of Go, the namespace of C++ and the include guard of
	// C. A module of Rust or Python has its file's name. Empty means "evaluation".
	Package string

	// Packed makes a tapered weight one 32-bit number, mg·65536 + eg, so that one
	// addition adds both. Functions in the source code take it apart; the carry
	// of a negative endgame value is theirs to mind. JSON has no such form.
	Packed bool
}

// WithDefaults returns o with its zero fields set to their defaults.
func (o Options) WithDefaults() Options {
	if o.Package == "" {
		o.Package = "evaluation"
	}
	return o
}

// Code returns the weights as source code that compiles without any
// dependency: plain terms as floating-point constants of full precision, tapered
// ones as pairs S(mg, eg) of 16-bit integers, piece-square tables as arrays of
// 64, a1 first. [RoundingOf] says what the integers cost.
//
// O02, an integer that does not fit, is an error: a weight beyond 16 bits; and of
// packed ones a pair beyond 32 bits, or tables with which the pieces of one side
// could sum to more than 32,767.
func Code(f *weights.File, lang Language, opt Options) ([]byte, error) {
	if err := f.Validate(); err != nil {
		return nil, fmt.Errorf("weights: %w", err)
	}
	if err := fits(f, opt.Packed); err != nil {
		return nil, fmt.Errorf("weights: %w", err)
	}
	if d := languages[lang].dialect; d != nil {
		return d.write(f, opt.WithDefaults())
	}
	return writeJSON(f, opt)
}

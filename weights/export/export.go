// Package export writes weights files as source code: Go, C, C++, Rust, Python, C#, Java, JavaScript
// and JSON.
// Package source reads it back.
package export

import (
	"fmt"
	"strings"

	"example.org/centipawn/internal/enum"
	"example.org/centipawn/weights"
)

// A Language is one that [Code] can write.
type Language uint8

// The languages. A new one is a constant here, its name, and a file with its dialect.
const (
	Go Language = iota
	C
	CPP
	Rust
	Python
	CSharp
	Java
	JavaScript
	JSON
)

var (
	languages = []string{"go", "c", "cpp", "rust", "python", "csharp", "java", "javascript", "json"}
	spoken    = []string{"Go", "C", "C++", "Rust", "Python", "C#", "Java", "JavaScript", "JSON"} // in errors
	dialects  = []*dialect{                                                                      // JSON has none
		&goDialect, &cDialect, &cppDialect, &rustDialect, &pythonDialect, &csharpDialect, &javaDialect, &javascriptDialect,
	}
)

func (l Language) String() string               { return enum.Name(languages, l) }
func (l Language) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

func (l *Language) UnmarshalText(text []byte) error { return enum.Parse(l, languages, text) }

// Languages returns the names of all languages, for a person.
func Languages() string { return strings.Join(languages, ", ") }

// Code returns the weights as source code that compiles without any dependency: tapered
// terms as pairs of 16-bit integers, plain ones as opt.Digits says, piece-square tables as
// arrays of 64, terms with numbers at the end of their names as arrays of as many
// dimensions. [RoundingOf] says what the integers cost.
//
// O02, an integer that does not fit, is an error: a weight beyond 16 bits, or a plain one
// beyond 32; and of packed ones a pair beyond 32 bits, or tables with which the pieces of
// one side could sum to more than 32,767. A policy is refused: an engine would need its terms too.
func Code(f *weights.File, lang Language, opt Options) ([]byte, error) {
	if err := f.Validate(); err != nil {
		return nil, fmt.Errorf("weights: %w", err)
	}
	if err := f.Require(weights.Evaluation); err != nil {
		return nil, err
	}
	opt = opt.withDefaults(f)
	if err := fits(f, opt); err != nil {
		return nil, fmt.Errorf("weights: %w", err)
	}
	if int(lang) < len(dialects) {
		return dialects[lang].write(spoken[lang], f, opt)
	}
	return writeJSON(f, opt)
}

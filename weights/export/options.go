package export

import (
	"strings"

	"example.org/centipawn/internal/enum"
	"example.org/centipawn/weights"
)

// Options configures [Code]. The zero value works.
type Options struct {
	// Package is the package of Go, the namespace of C++ and, in C, the include guard and
	// the first word of every name that is not a weight; the package of Java and the namespace of C#,
	// whose class is called Weights. A module of Rust, Python or JavaScript has its file's name. Empty means "evaluation".
	Package string

	// Prefix stands in front of every weight's name.
	Prefix string

	// Packed makes a tapered weight one 32-bit number, so that one addition adds both
	// halves. Functions in the source code take it apart; the carry of a negative half
	// is theirs to mind. JSON has no such form.
	Packed bool

	// High is the half in the upper 16 bits of a packed weight.
	High Half

	// RankEight: boards begin with a8, b8 …, as they are printed. Otherwise with a1, b1 ….
	RankEight bool

	// Digits says what plain weights are. Tapered ones are whole centipawns.
	Digits Digits
}

// withDefaults returns o with its zero fields set to their defaults.
func (o Options) withDefaults(f *weights.File) Options {
	if o.Package == "" {
		o.Package = DefaultPackage
	}
	if o.Digits == AsTapered {
		o.Digits = Decimals
		for _, t := range f.Terms {
			if t.Tapered {
				o.Digits = Whole
			}
		}
	}
	return o
}

// DefaultPackage is the name of a package that has no other.
const DefaultPackage = "evaluation"

// A Half is one of the two of a tapered weight.
type Half uint8

const (
	MiddleGame Half = iota
	Endgame
)

var halves = []string{"mg", "eg"}

func (h Half) String() string               { return enum.Name(halves, h) }
func (h Half) MarshalText() ([]byte, error) { return []byte(h.String()), nil }

func (h *Half) UnmarshalText(text []byte) error { return enum.Parse(h, halves, text) }

// of puts the halves into the order of the bits, the upper ones first.
func (h Half) of(mg, eg float64) (high, low float64) {
	if h == Endgame {
		return eg, mg
	}
	return mg, eg
}

// fill puts the names of the halves into a declaration of packed weights.
func (h Half) fill(text string) string {
	high, low := h.String(), (1 - h).String()
	title := map[string]string{"mg": "Mg", "eg": "Eg"}
	return strings.NewReplacer("$high", high, "$low", low, "$High", strings.ToUpper(high), "$Low", strings.ToUpper(low),
		"$TitleHigh", title[high], "$TitleLow", title[low]).Replace(text)
}

// Digits is how plain weights are rounded.
type Digits uint8

const (
	AsTapered Digits = iota // whole beside tapered weights, which are; else with decimals
	Whole                   // whole centipawns
	Decimals                // floating point, of full precision
)

var digits = []string{"auto", "whole", "decimals"}

func (d Digits) String() string               { return enum.Name(digits, d) }
func (d Digits) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

func (d *Digits) UnmarshalText(text []byte) error { return enum.Parse(d, digits, text) }

package weights

import (
	"fmt"
	"math"
	"strings"
)

// A Language is one that [Export] can write.
type Language uint8

// The languages. Adding one is a constant here, a line in exporters and a file
// export_<language>.go.
const (
	Go Language = iota
)

// exporters holds each language's name on the command line and its writer. The
// writer gets a valid file and returns the source code.
var exporters = [...]struct {
	name  string
	write func(*File, ExportOptions) ([]byte, error)
}{
	Go: {"go", exportGo},
}

func (l Language) String() string { return exporters[l].name }

// ParseLanguage returns the language of that name, such as "go".
func ParseLanguage(name string) (Language, error) {
	var names []string
	for l, e := range exporters {
		if e.name == name {
			return Language(l), nil
		}
		names = append(names, e.name)
	}
	return 0, fmt.Errorf("no export to %q: want %s", name, strings.Join(names, ", "))
}

// ExportOptions configures [Export]. The zero value works.
type ExportOptions struct {
	// Package is the package or module that the source declares. Empty means
	// "evaluation".
	Package string
}

// WithDefaults returns o with its zero fields set to their defaults.
func (o ExportOptions) WithDefaults() ExportOptions {
	if o.Package == "" {
		o.Package = "evaluation"
	}
	return o
}

// Export returns the weights as source code that compiles without any
// dependency: plain terms as floating-point constants of full precision, tapered
// ones as pairs S(mg, eg) of 16-bit integers, piece-square tables as arrays of
// 64, a1 first. [RoundingOf] says what the integers cost.
func Export(f *File, lang Language, opt ExportOptions) ([]byte, error) {
	if err := f.Validate(); err != nil {
		return nil, fmt.Errorf("weights: %w", err)
	}
	for _, t := range f.Terms {
		if err := fitsInt16(t); err != nil {
			return nil, fmt.Errorf("weights: %w", err)
		}
	}
	return exporters[lang].write(f, opt.WithDefaults())
}

func fitsInt16(t Term) error {
	if !t.Tapered {
		return nil
	}
	for _, w := range t.Weights() {
		if r := roundHalfAway(w.Value); r < math.MinInt16 || r > math.MaxInt16 {
			return fmt.Errorf("O02 %s: %s cp does not fit into 16 bits", w.Name, Number(w.Value))
		}
	}
	return nil
}

// roundHalfAway rounds to the nearest integer, a half away from zero, so that a
// weight and its negative round alike. Never truncation, which shrinks all
// weights.
func roundHalfAway(v float64) float64 { return math.Round(v) }

// A Rounding says what becomes of the tapered weights as integers.
type Rounding struct {
	Weights int     // rounded weights: two for every tapered term
	Largest string  // name of the weight that moves farthest, "" without weights
	Change  float64 // by how much it moves, in centipawns, rounded minus fitted
	Lost    int     // weights that are not zero and round to zero
}

// RoundingOf returns the rounding that [Export] applies to the file.
func RoundingOf(f *File) Rounding {
	var r Rounding
	for _, t := range f.Terms {
		if !t.Tapered {
			continue
		}
		for _, w := range t.Weights() {
			r.add(w)
		}
	}
	return r
}

func (r *Rounding) add(w Named) {
	rounded := roundHalfAway(w.Value)
	r.Weights++
	if w.Value != 0 && rounded == 0 {
		r.Lost++
	}
	if change := rounded - w.Value; r.Largest == "" || math.Abs(change) > math.Abs(r.Change) {
		r.Largest, r.Change = w.Name, change
	}
}

// maxLost is the share of weights that may lose their sign in rounding before
// it is a warning.
const maxLost = 0.005

// Warnings returns O01 if more than 0.5 % of the weights become zero. What the
// rounding does to the error on held-out rows is for the caller to measure.
func (r Rounding) Warnings() []Warning {
	if float64(r.Lost) <= maxLost*float64(r.Weights) {
		return nil
	}
	return []Warning{{"O01", fmt.Sprintf("%d of %d weights round to zero and lose their sign", r.Lost, r.Weights)}}
}

// String says in a sentence how far rounding goes.
func (r Rounding) String() string {
	if r.Weights == 0 {
		return "no weight is rounded"
	}
	return fmt.Sprintf("%d weights rounded, %s moves farthest: %s cp; %d become zero", r.Weights, r.Largest, signed(r.Change), r.Lost)
}

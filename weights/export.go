package weights

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"centipawn/note"
)

// A Language is one that [Export] can write.
type Language uint8

// The languages. Adding one is a constant here, a line in exporters and a file
// export_<language>.go.
const (
	Go Language = iota
	C
	CPP
	Rust
	Python
	JSON
)

// exporters holds each language's name on the command line and its writer. The
// writer gets a valid file and returns the source code.
var exporters = [...]struct {
	name  string
	write func(*File, ExportOptions) ([]byte, error)
}{
	Go:     {"go", exportGo},
	C:      {"c", exportC},
	CPP:    {"cpp", exportCPP},
	Rust:   {"rust", exportRust},
	Python: {"python", exportPython},
	JSON:   {"json", exportJSON},
}

func (l Language) String() string { return exporters[l].name }

// Languages returns the names of all languages, for a person.
func Languages() string {
	var names []string
	for _, e := range exporters {
		names = append(names, e.name)
	}
	return strings.Join(names, ", ")
}

// ParseLanguage returns the language of that name, such as "go".
func ParseLanguage(name string) (Language, error) {
	for l, e := range exporters {
		if e.name == name {
			return Language(l), nil
		}
	}
	return 0, fmt.Errorf("no export to %q: want %s", name, Languages())
}

// ExportOptions configures [Export]. The zero value works.
type ExportOptions struct {
	// Package is the package of Go, the namespace of C++ and the include guard of
	// C. A module of Rust or Python has its file's name. Empty means "evaluation".
	Package string

	// Packed makes a tapered weight one 32-bit number, mg·65536 + eg, so that one
	// addition adds both. Functions in the source code take it apart; the carry
	// of a negative endgame value is theirs to mind. JSON has no such form.
	Packed bool
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
//
// O02, an integer that does not fit, is an error: a weight beyond 16 bits; and of
// packed ones a pair beyond 32 bits, or tables with which the men of one side
// could sum to more than 32,767.
func Export(f *File, lang Language, opt ExportOptions) ([]byte, error) {
	if err := f.Validate(); err != nil {
		return nil, fmt.Errorf("weights: %w", err)
	}
	for _, t := range f.Terms {
		if err := fitsInt16(t); err != nil {
			return nil, fmt.Errorf("weights: %w", err)
		}
	}
	if opt.Packed {
		if err := fitsPacked(f); err != nil {
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
			return note.Refuse(note.O02, "%s: %s cp does not fit into 16 bits", w.Name, Number(w.Value))
		}
	}
	return nil
}

// fitsPacked checks every pair, and the sum of a side's men. What other terms add
// depends on their counts, which a file does not know.
func fitsPacked(f *File) error {
	for _, t := range f.Terms {
		mg, eg := roundHalfAway(t.MG.Value), roundHalfAway(t.EG.Value)
		if packed := mg*65536 + eg; packed < math.MinInt32 || packed > math.MaxInt32 {
			return note.Refuse(note.O02, "%s: S(%g, %g) does not fit into 32 bits: export it unpacked", t.Name, mg, eg)
		}
	}
	for _, s := range (Group{Tapered: true}).sides() {
		if sum := f.heaviest(s); sum > math.MaxInt16 {
			return note.Refuse(note.O02, "%s: the men of one side can sum to %s cp, and a packed sum holds %d: export it unpacked", s.name, Number(sum), math.MaxInt16)
		}
	}
	return nil
}

// heaviest returns the most that one side's men can be worth by their tapered
// tables and material: king, queen, two rooks, bishops and knights, and eight men
// of the dearest kind, each on the square farthest from zero.
func (f *File) heaviest(s side) float64 {
	sum, dearest := 0.0, 0.0
	for _, piece := range pieceNames {
		worth := 0.0
		for _, g := range f.Groups() {
			if g.Board && g.Tapered && strings.HasSuffix(g.Name, "."+piece) {
				worth += math.Abs(s.of(slices.MaxFunc(g.Terms, func(a, b Term) int {
					return cmp.Compare(math.Abs(s.of(a).Value), math.Abs(s.of(b).Value))
				})).Value)
			}
		}
		if t, ok := f.Term("material." + piece); ok && t.Tapered {
			worth += math.Abs(s.of(t).Value)
		}
		sum += float64(men[piece]) * worth
		if piece != "king" {
			dearest = max(dearest, worth)
		}
	}
	return sum + 8*dearest
}

// men are those of one side beside its eight pawns.
var men = map[string]int{"knight": 2, "bishop": 2, "rook": 2, "queen": 1, "king": 1}

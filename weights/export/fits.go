package export

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"example.org/centipawn/internal/note"
	"example.org/centipawn/weights"
)

// fits reports the first weight that does not fit into the integers of an export.
func fits(f *weights.File, opt Options) error {
	for _, t := range f.Terms {
		bits := 32
		if t.Tapered {
			bits = 16
		}
		if !t.Linear() || !t.Tapered && opt.Digits != Whole {
			continue
		}
		if err := fitsBits(t, bits); err != nil {
			return err
		}
	}
	if opt.Packed {
		return fitsPacked(f, opt.High)
	}
	return nil
}

// fitsBits reports a weight that is not an integer of this many bits.
func fitsBits(t weights.Term, bits int) error {
	most := float64(int64(1)<<(bits-1) - 1)
	for _, w := range t.Weights() {
		if r := math.Round(w.Value); r < -most-1 || r > most {
			return note.Refuse(note.O02, "%s: %s cp does not fit into %d bits", w.Name, weights.Number(w.Value), bits)
		}
	}
	return nil
}

// fitsPacked checks every pair, and the sum of a side's pieces. What other terms add
// depends on their counts, which a file does not know.
func fitsPacked(f *weights.File, upper Half) error {
	for _, t := range f.Terms {
		if !t.Linear() {
			continue
		}
		mg, eg := weights.Whole(t.MG.Value), weights.Whole(t.EG.Value)
		high, low := upper.of(mg, eg)
		if packed := high*65536 + low; packed < math.MinInt32 || packed > math.MaxInt32 {
			return note.Refuse(note.O02, "%s: S(%g, %g) does not fit into 32 bits: export it unpacked", t.Name, mg, eg)
		}
	}
	for _, s := range (weights.Group{Tapered: true}).Sides() {
		if sum := heaviest(f, s); sum > math.MaxInt16 {
			return note.Refuse(note.O02, "%s: the pieces of one side can sum to %s cp, and a packed sum holds %d: export it unpacked",
				s.Name, weights.Number(sum), math.MaxInt16)
		}
	}
	return nil
}

// heaviest returns the most that one side's pieces can be worth by their tapered
// tables and material: king, queen, two rooks, bishops and knights, and eight pieces
// of the dearest kind, each on the square farthest from zero.
func heaviest(f *weights.File, s weights.Side) float64 {
	sum, dearest := 0.0, 0.0
	for _, piece := range weights.PieceNames {
		worth := 0.0
		for _, g := range f.Groups() {
			if g.Board && g.Tapered && strings.HasSuffix(g.Name, "."+piece) {
				worth += math.Abs(s.Of(slices.MaxFunc(g.Terms, func(a, b weights.Term) int {
					return cmp.Compare(math.Abs(s.Of(a).Value), math.Abs(s.Of(b).Value))
				})).Value)
			}
		}
		if t, ok := f.Term("material." + piece); ok && t.Tapered {
			worth += math.Abs(s.Of(t).Value)
		}
		sum += float64(pieces[piece]) * worth
		if piece != "king" {
			dearest = max(dearest, worth)
		}
	}
	return sum + 8*dearest
}

// pieces are those of one side beside its eight pawns.
var pieces = map[string]int{"knight": 2, "bishop": 2, "rook": 2, "queen": 1, "king": 1}

package eval

import (
	"math/bits"
	"slices"

	"example.org/centipawn/board"
	"example.org/centipawn/features"
	"example.org/centipawn/tapered"
)

// The sizes of the caches, in entries. All fit into the cache of a core with room for the
// histories and tables of a search: twice the size takes 1 % more time.
const (
	pawnBits     = 12 // of 88 bytes
	kingBits     = 12 // of 32 bytes; of 64, a line, if there are sums beside linear
	materialBits = 11 // of 16 bytes; of 64
)

// A pawnEntry is what the pawns of a position are worth. An empty one has the key of a
// board without pawns: see newCaches.
type pawnEntry struct {
	skeletons features.Skeletons
	sum       tapered.Packed // of the families that depend on pawns
}

// golden spreads keys over a table: its multiples fill the highest bits evenly.
//
// Source: D. Knuth, The Art of Computer Programming 3 (1973), 6.4, Fibonacci hashing.
const golden = 0x9e3779b97f4a7c15

// caches hold what was counted before, by what it depends on. An entry makes way for
// the next of its place. Beside it is what families add to sums other than linear, so
// that a look-up reads one line of memory.
type caches struct {
	pawns    [1 << pawnBits]pawnEntry
	kings    entries
	material entries
}

// entries are the entries of a cache in words, each of 2^shift: the key, the linear sum, and the
// sums that are kept.
type entries struct {
	words []uint64
	shift int
}

// The words of an entry before the sums that are kept.
const (
	kingWords     = 4 // White's pawns, Black's, the kings' squares, the linear sum
	materialWords = 2 // the headcount, the linear sum
)

func newEntries(size, words int) entries {
	shift := bits.Len(uint(words - 1))
	return entries{make([]uint64, 1<<(size+shift)), shift}
}

// begin returns where the words of an entry begin.
func (e *entries) begin(entry uint64) int { return int(entry << (e.shift & 63)) }

// keptSums is the number of sums that are kept together.
const keptSums = 4

// A kept says which sums other than linear the families of the caches add to: those from the
// first on, in blocks of keptSums.
type kept struct{ first, blocks int }

// keptOf returns what is kept for a set.
func keptOf(set *features.Set) kept {
	var sums []int8
	for on := features.OnNumbers; on <= features.OnPawnsAndKings; on++ {
		sums = append(sums, set.SumsThatDepend(on)...)
	}
	if len(sums) == 0 {
		return kept{}
	}
	first, last := int(slices.Min(sums)), int(slices.Max(sums))
	if last-first >= keptSums {
		return kept{0, features.MaxSums / keptSums}
	}
	return kept{min(first, features.MaxSums-keptSums), 1}
}

// newCaches returns caches that know a board without pawns, whose key an empty entry
// has.
func newCaches(k kept) *caches {
	c := &caches{
		kings:    newEntries(kingBits, kingWords+k.blocks*keptSums),
		material: newEntries(materialBits, materialWords+k.blocks*keptSums),
	}
	c.pawns[0].skeletons = features.SeePawns(0, 0)
	return c
}

// knowBareKings makes the entry of numbers right that holds before anything is counted: linear
// terms count nothing there, sums of the position may.
func (e *SearchEvaluator) knowBareKings() error {
	bare, err := board.ParseFEN("8/8/8/3k4/8/3K4/8/8 w - - 0 1")
	if err == nil {
		e.tally.Start(&bare)
		e.part(features.OnNumbers)
		e.keep(e.caches.material.words[materialWords:])
	}
	return err
}

// keep moves to the words of an entry what families added to the sums that are kept.
func (e *SearchEvaluator) keep(words []uint64) {
	if e.kept.blocks > 0 {
		sums := e.tally.Others()[e.kept.first:][:e.kept.blocks*keptSums]
		for i, v := range sums {
			words[i], sums[i] = uint64(v), 0
		}
	}
}

// addKept adds what entries that begin at these words have to the sums that are kept.
func (e *SearchEvaluator) addKept(king, number int) {
	kings, material := e.caches.kings.words[king+kingWords:], e.caches.material.words[number+materialWords:]
	for i := 0; i < e.kept.blocks*keptSums; i += keptSums {
		sums := (*[keptSums]tapered.Packed)(e.tally.Others()[e.kept.first+i:])
		a, b := (*[keptSums]uint64)(kings[i:]), (*[keptSums]uint64)(material[i:])
		sums[0] += tapered.Packed(a[0] + b[0])
		sums[1] += tapered.Packed(a[1] + b[1])
		sums[2] += tapered.Packed(a[2] + b[2])
		sums[3] += tapered.Packed(a[3] + b[3])
	}
}

// pawns returns what the pawns, and pawns and kings, of the position are worth that
// was started, and where the words of kings begin. It gives the tally what else is known
// of the pawns.
func (e *SearchEvaluator) pawns(p *board.Position) (sum tapered.Packed, entry int) {
	white, black := p.Pieces(board.White, board.Pawn), p.Pieces(board.Black, board.Pawn)
	hash := (uint64(white) ^ bits.RotateLeft64(uint64(black), 32)) * golden
	pawns := &e.caches.pawns[hash>>(64-pawnBits)]
	known := pawns.skeletons.Are(white, black)
	if !known {
		pawns.skeletons = features.SeePawns(white, black)
	}
	e.tally.UsePawns(&pawns.skeletons)
	if !known {
		pawns.sum = e.part(features.OnPawns)
	}
	squares := uint64(p.King(board.White))<<6 | uint64(p.King(board.Black))
	entry = e.caches.kings.begin((hash ^ squares*golden) >> (64 - kingBits))
	kings := (*[kingWords]uint64)(e.caches.kings.words[entry:])
	if kings[0] != uint64(white) || kings[1] != uint64(black) || kings[2] != squares {
		kings[0], kings[1], kings[2] = uint64(white), uint64(black), squares
		kings[3] = uint64(e.part(features.OnPawnsAndKings))
		e.keep(e.caches.kings.words[entry+kingWords:])
	}
	return pawns.sum + tapered.Packed(kings[3]), entry
}

// material returns what the numbers of pieces of the position are worth that was
// started, and where their words begin.
func (e *SearchEvaluator) material(pieces headcount) (sum tapered.Packed, entry int) {
	if !e.set.Has(features.OnNumbers) {
		return 0, 0
	}
	entry = e.caches.material.begin(uint64(pieces) * golden >> (64 - materialBits))
	numbers := (*[materialWords]uint64)(e.caches.material.words[entry:])
	if numbers[0] != uint64(pieces) {
		numbers[0], numbers[1] = uint64(pieces), uint64(e.part(features.OnNumbers))
		e.keep(e.caches.material.words[entry+materialWords:])
	}
	return tapered.Packed(numbers[1]), entry
}

// part returns what the families are worth that depend on this.
func (e *SearchEvaluator) part(on features.Dependence) tapered.Packed {
	before := e.tally.Sum()
	e.set.CountPart(on, e.tally)
	return e.tally.Sum() - before
}

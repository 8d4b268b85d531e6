package eval

import (
	"math/bits"

	"example.org/centipawn/board"
	"example.org/centipawn/features"
	"example.org/centipawn/tapered"
)

// The sizes of the caches, in entries. All fit into the cache of a core with room for the
// histories and tables of a search: twice the size takes 1 % more time.
const (
	pawnBits     = 12 // of 120 bytes
	kingBits     = 12 // of 32 bytes
	materialBits = 11 // of 16 bytes
)

// A pawnEntry is what the pawns of a position are worth. An empty one has the key of a
// board without pawns: see newCaches.
type pawnEntry struct {
	skeletons features.Skeletons
	sum       tapered.Packed // of the families that depend on pawns
}

// A kingEntry is what pawns and kings together are worth. The empty one holds for no
// position: both kings cannot be on a1.
type kingEntry struct {
	white, black board.Bitboard // pawns
	kings        uint64         // White's king's square, Black's after it
	sum          tapered.Packed // of the families that depend on pawns and kings
}

// A materialEntry is what the numbers of pieces are worth. The empty one holds for bare
// kings.
type materialEntry struct {
	pieces headcount
	sum    tapered.Packed // of the families that depend on the numbers of pieces
}

// golden spreads keys over a table: its multiples fill the highest bits evenly.
//
// Source: D. Knuth, The Art of Computer Programming 3 (1973), 6.4, Fibonacci hashing.
const golden = 0x9e3779b97f4a7c15

// caches hold what was counted before, by what it depends on. An entry makes way for
// the next of its place.
type caches struct {
	pawns    [1 << pawnBits]pawnEntry
	kings    [1 << kingBits]kingEntry
	material [1 << materialBits]materialEntry
}

// newCaches returns caches that know a board without pawns, whose key an empty entry
// has.
func newCaches() *caches {
	c := new(caches)
	c.pawns[0].skeletons = features.SeePawns(0, 0)
	return c
}

// A kept is what families of one dependence add to sums of a formula, by entry of their cache.
type kept struct {
	sums   []int8
	values []tapered.Packed // a value of each sum for each entry
}

func newKept(set *features.Set, on features.Dependence, bits int) kept {
	sums := set.SumsThatDepend(on)
	return kept{sums, make([]tapered.Packed, len(sums)<<bits)}
}

// keepSums makes room for what families add to other sums than linear, and makes the entries right that hold before anything is counted: those of bare kings. Linear
// terms count nothing there, sums of the position may.
func (e *SearchEvaluator) keepSums() {
	e.pawnSums = newKept(e.set, features.OnPawns, pawnBits)
	e.kingSums = newKept(e.set, features.OnPawnsAndKings, kingBits)
	e.materialSums = newKept(e.set, features.OnNumbers, materialBits)
	bare, err := board.ParseFEN("8/8/8/3k4/8/3K4/8/8 w - - 0 1")
	if err != nil {
		panic(err)
	}
	e.tally.Start(&bare)
	e.partInto(features.OnPawns, &e.pawnSums, 0)
	e.partInto(features.OnNumbers, &e.materialSums, 0)
}

// add adds what an entry has to the sums of a tally.
func (k *kept) add(t *features.Tally, entry uint64) {
	if len(k.sums) > 0 {
		t.AddSums(k.sums, k.values[int(entry)*len(k.sums):])
	}
}

// keep makes what was added since before an entry.
func (k *kept) keep(others, before *[features.MaxSums]tapered.Packed, entry uint64) {
	for i, sum := range k.sums {
		k.values[int(entry)*len(k.sums)+i] = others[sum] - before[sum]
	}
}

// pawns returns what the pawns, and pawns and kings, of the position are worth that
// was started, and gives the tally what else is known of them.
func (e *SearchEvaluator) pawns(p *board.Position) tapered.Packed {
	white, black := p.Pieces(board.White, board.Pawn), p.Pieces(board.Black, board.Pawn)
	hash := (uint64(white) ^ bits.RotateLeft64(uint64(black), 32)) * golden
	at := hash >> (64 - pawnBits)
	pawns := &e.caches.pawns[at]
	known := pawns.skeletons.Are(white, black)
	if !known {
		pawns.skeletons = features.SeePawns(white, black)
	}
	e.tally.UsePawns(&pawns.skeletons)
	if !known {
		pawns.sum = e.partInto(features.OnPawns, &e.pawnSums, at)
	} else {
		e.pawnSums.add(e.tally, at)
	}
	squares := uint64(p.King(board.White))<<6 | uint64(p.King(board.Black))
	at = (hash ^ squares*golden) >> (64 - kingBits)
	kings := &e.caches.kings[at]
	if kings.white != white || kings.black != black || kings.kings != squares {
		*kings = kingEntry{white, black, squares, e.partInto(features.OnPawnsAndKings, &e.kingSums, at)}
	} else {
		e.kingSums.add(e.tally, at)
	}
	return pawns.sum + kings.sum
}

// material returns what the numbers of pieces of the position are worth that was
// started.
func (e *SearchEvaluator) material(pieces headcount) tapered.Packed {
	if !e.set.Has(features.OnNumbers) {
		return 0
	}
	at := uint64(pieces) * golden >> (64 - materialBits)
	entry := &e.caches.material[at]
	if entry.pieces != pieces {
		*entry = materialEntry{pieces, e.partInto(features.OnNumbers, &e.materialSums, at)}
	} else {
		e.materialSums.add(e.tally, at)
	}
	return entry.sum
}

// partInto returns what the families are worth that depend on this, and keeps what they add to
// other sums.
func (e *SearchEvaluator) partInto(on features.Dependence, k *kept, entry uint64) tapered.Packed {
	if len(k.sums) == 0 {
		return e.part(on)
	}
	before := *e.tally.Others()
	sum := e.part(on)
	k.keep(e.tally.Others(), &before, entry)
	return sum
}

// part returns what the families are worth that depend on this.
func (e *SearchEvaluator) part(on features.Dependence) tapered.Packed {
	before := e.tally.Sum()
	e.set.CountPart(on, e.tally)
	return e.tally.Sum() - before
}

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

// pawns returns what the pawns, and pawns and kings, of the position are worth that
// was started, and gives the tally what else is known of them.
func (e *SearchEvaluator) pawns(p *board.Position) tapered.Packed {
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
	kings := &e.caches.kings[(hash^squares*golden)>>(64-kingBits)]
	if kings.white != white || kings.black != black || kings.kings != squares {
		*kings = kingEntry{white, black, squares, e.part(features.OnPawnsAndKings)}
	}
	return pawns.sum + kings.sum
}

// material returns what the numbers of pieces of the position are worth that was
// started.
func (e *SearchEvaluator) material(pieces headcount) tapered.Packed {
	if !e.set.Has(features.OnNumbers) {
		return 0
	}
	entry := &e.caches.material[uint64(pieces)*golden>>(64-materialBits)]
	if entry.pieces != pieces {
		*entry = materialEntry{pieces, e.part(features.OnNumbers)}
	}
	return entry.sum
}

// part returns what the families are worth that depend on this.
func (e *SearchEvaluator) part(on features.Dependence) tapered.Packed {
	before := e.tally.Sum()
	e.set.CountPart(on, e.tally)
	return e.tally.Sum() - before
}

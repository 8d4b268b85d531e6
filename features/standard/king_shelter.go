package standard

import (
	"fmt"
	"math/bits"

	"example.org/centipawn/board"
	"example.org/centipawn/features"
)

// kingShelter counts the pawns before a king, its own and those that storm it, and
// the files near it.
var kingShelter = features.Family{Name: "king shelter", Terms: shelterDefinitions(), Depends: features.OnPawnsAndKings, Count: countShelter}

// A shelter is a side's terms of shield and storm that count 1, as a set of their
// offsets: of the king's file and the one to its west, which have no term in common,
// and of the file to its east, which may have the same as the one to the west.
type shelter struct{ here, east board.Bitboard }

// The shelter's terms, as offsets. Ranks count from 0 at the side's own. A file's
// distance from the king's is 0 or 1.
const (
	shelterShield  = 0                   // by distance, ranks 2 to 6
	shelterNone    = shelterShield + 2*5 // by distance
	shelterOpen    = shelterNone + 2     // by distance
	shelterHalf    = shelterOpen + 2     // by distance
	shelterStorm   = shelterHalf + 2     // by distance, ranks 1 to 6
	shelterBlocked = shelterStorm + 2*6  // by distance, ranks 2 to 6
)

// shelterDefinitions defines the terms. The shield has no entry for the second
// rank: with it, every file would count once. A pawn at home is what the others
// are weighed against.
func shelterDefinitions() (terms []features.Definition) {
	add := func(unit, formula, name string, numbers ...any) {
		terms = append(terms, features.Definition{
			Name: fmt.Sprintf("king."+name, numbers...), Unit: unit, Formula: formula, Taper: features.Tapered,
			Source: "Stockfish 11, pawns.cpp, king shelter and storm (2020)",
		})
	}
	where := [2]string{"the king's file", "the files next to the king's"}
	for distance, file := range where {
		for rank := 3; rank <= 7; rank++ {
			add("files", fmt.Sprintf("of %s, those whose nearest own pawn not behind the king stands on rank %d, against rank 2", file, rank), "shield.%d.%d", distance, rank)
		}
	}
	for distance, file := range where {
		add("files", "of "+file+", those with no own pawn but behind the king", "no_shield.%d", distance)
	}
	for distance, file := range where {
		add("files", "of "+file+", those with no pawn", "open_file.%d", distance)
	}
	for distance, file := range where {
		add("files", "of "+file+", those with enemy pawns alone", "half_open_file.%d", distance)
	}
	for distance, file := range where {
		for rank := 2; rank <= 7; rank++ {
			add("files", fmt.Sprintf("of %s, those whose nearest enemy pawn not behind the king stands on rank %d, from the king's side, and before no own pawn", file, rank), "storm.%d.%d", distance, rank)
		}
	}
	for distance, file := range where {
		for rank := 3; rank <= 7; rank++ {
			add("files", fmt.Sprintf("of %s, those whose nearest enemy pawn not behind the king stands on rank %d, from the king's side, right before an own pawn", file, rank), "blocked_storm.%d.%d", distance, rank)
		}
	}
	return terms
}

// countShelter adds the files near both kings.
func countShelter(c *features.Context, t *features.Tally, first features.Term) {
	white, black := c.Sides()
	w := shelterOf(white.King, white.Pawns, black.Pawns)
	b := shelterOf(black.King.Flip(), black.Pawns.Flip(), white.Pawns.Flip())
	t.AddSquares(first, w.here, b.here)
	t.AddSquares(first, w.east, b.east)
}

// shelterOf returns the shelter of a king whose side plays up the board.
func shelterOf(king board.Square, own, enemy board.Bitboard) (s shelter) {
	ahead, file := uint8(0xff)<<king.Rank(), king.File()
	s.here = shelterOfFile(ranksOf(own, file), ranksOf(enemy, file), ahead, 0)
	if file > 0 {
		s.here |= shelterOfFile(ranksOf(own, file-1), ranksOf(enemy, file-1), ahead, 1)
	}
	if file < 7 {
		s.east = shelterOfFile(ranksOf(own, file+1), ranksOf(enemy, file+1), ahead, 1)
	}
	return s
}

// ranksOf returns the ranks of a set's squares on a file, the first rank's in the
// lowest bit.
func ranksOf(bb board.Bitboard, file int) uint8 {
	return uint8(bb >> (file & 7) & board.FileA * 0x0102040810204080 >> 56)
}

// shelterOfFile returns the terms of one file, given the ranks of both sides' pawns
// and those that are not behind the king.
func shelterOfFile(own, enemy, ahead uint8, distance int) board.Bitboard {
	table := &shelterTables[distance&1]
	shield, storm := bits.TrailingZeros8(own&ahead), bits.TrailingZeros8(enemy&ahead)
	blocked := uint(own) << 1 >> (storm & 15) & 1
	none := board.Bitboard(own).One()<<1 | board.Bitboard(enemy).One()
	return table.files[none&3] | table.shield[shield&15] | table.storm[blocked][storm&15]
}

// A shelterTable holds the terms of a file at one distance from the king, by the
// rank of the nearest pawn, 8 for none.
type shelterTable struct {
	files  [4]board.Bitboard // by whether there are own and enemy pawns
	shield [16]board.Bitboard
	storm  [2][16]board.Bitboard // the second if an own pawn blocks the enemy's
}

var shelterTables = func() (tables [2]shelterTable) {
	for distance := range tables {
		t := &tables[distance]
		t.files = [4]board.Bitboard{1 << (shelterOpen + distance), 1 << (shelterHalf + distance), 0, 0}
		for rank := 2; rank <= 6; rank++ {
			t.shield[rank] = 1 << (shelterShield + 5*distance + rank - 2)
			t.storm[1][rank] = 1 << (shelterBlocked + 5*distance + rank - 2)
		}
		t.shield[8] = 1 << (shelterNone + distance)
		for rank := 1; rank <= 6; rank++ {
			t.storm[0][rank] = 1 << (shelterStorm + 6*distance + rank - 1)
		}
	}
	return tables
}()

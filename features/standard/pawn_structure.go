package standard

import (
	"fmt"
	"slices"

	"example.org/centipawn/board"
	"example.org/centipawn/features"
)

// pawnStructureFamily counts what a side's pawns are to one another and to the
// enemy's.
var pawnStructureFamily = features.Family{Name: "pawn structure", Terms: pawnStructureTerms(), Depends: features.OnPawns, Count: countPawnStructure, Sides: countPawnSides}

// The pawn structure's terms, as offsets from its first. Tables have a term a
// rank.
const (
	pawnIsolated features.Term = iota
	pawnBackward
	pawnWeakUnopposed
	pawnDoubled
	pawnDoubledNext
	pawnDoubledIsolated
	pawnConnectedUnopposed
	pawnIslandCount
	pawnPhalanx                       // ranks 2 to 6
	pawnSupported = pawnPhalanx + 5   // ranks 3 to 6
	pawnLever     = pawnSupported + 4 // ranks 5 and 6
	pawnBlocked   = pawnLever + 2     // ranks 5 and 6

	pawnStructures = pawnBlocked + 2
)

// pawnStructureTerms defines the terms in the order of their offsets.
func pawnStructureTerms() []features.Definition {
	terms := append(slices.Clone(pawnKinds), pawnTables()...)
	for i := range terms {
		terms[i].Taper = features.Tapered
	}
	return terms
}

// pawnKinds defines the terms that are not tables.
var pawnKinds = []features.Definition{{
	Name:    "pawn.isolated",
	Unit:    "pawns",
	Formula: "pawns with no own pawn on an adjacent file",
	Source:  "C. Shannon, \"Programming a Computer for Playing Chess\" (1950), section 3",
}, {
	Name: "pawn.backward",
	Unit: "pawns",
	Formula: "pawns with own pawns on the adjacent files, all of them further ahead, " +
		"whose stop square holds an enemy pawn or is attacked by one",
	Source: "C. Shannon, \"Programming a Computer for Playing Chess\" (1950), section 3; Stockfish 11, Pawns (2020)",
}, {
	Name:    "pawn.weak_unopposed",
	Unit:    "pawns",
	Formula: "isolated and backward pawns with no enemy pawn ahead on their file",
	Source:  "Stockfish 11, Pawns (2020), weak unopposed pawn",
}, {
	Name:    "pawn.doubled",
	Unit:    "pawns",
	Formula: "pawns with an own pawn ahead on their file: three on a file are two",
	Source:  "C. Shannon, \"Programming a Computer for Playing Chess\" (1950), section 3",
}, {
	Name:    "pawn.doubled_next",
	Unit:    "pawns",
	Formula: "pawns that no own pawn defends, with an own pawn on the square right behind them",
	Source:  "Stockfish 11, Pawns (2020), doubled pawn",
}, {
	Name:    "pawn.doubled_isolated",
	Unit:    "pawns",
	Formula: "isolated pawns with an own pawn ahead on their file",
	Source:  "H. Kmoch, Pawn Power in Chess (1959), on doubled pawns",
}, {
	Name:    "pawn.connected_unopposed",
	Unit:    "pawns",
	Formula: "pawns beside or defended by an own pawn, with no enemy pawn ahead on their file",
	Source:  "Stockfish 11, Pawns (2020), connected pawn",
}, {
	Name:    "pawn.islands",
	Unit:    "islands",
	Formula: "groups of own pawns on adjacent files, parted by files without one",
	Source:  "chessprogramming.org, Pawn Islands (Chess)",
}}

// pawnTables defines the terms by rank.
func pawnTables() (terms []features.Definition) {
	terms = append(terms, rankTable(features.Definition{
		Name:    "pawn.phalanx",
		Unit:    "pawns",
		Formula: "pawns with an own pawn beside them on the next file (on rank 7 see passed.connected)",
		Source:  "H. Kmoch, Pawn Power in Chess (1959), duo; Stockfish 11, Pawns (2020), phalanx",
	}, 2, 6)...)
	terms = append(terms, rankTable(features.Definition{
		Name:    "pawn.supported",
		Unit:    "pawns",
		Formula: "pawns that an own pawn defends (on rank 7 see passed.supported)",
		Source:  "Stockfish 11, Pawns (2020), supported pawn",
	}, 3, 6)...)
	terms = append(terms, rankTable(features.Definition{
		Name: "pawn.lever",
		Unit: "pawns",
		Formula: "pawns that attack an enemy pawn (lower ranks are the other side's view " +
			"of these levers, and on rank 4 both attack one another)",
		Source: "H. Kmoch, Pawn Power in Chess (1959), lever; Stockfish 6, Pawns (2015)",
	}, 5, 6)...)
	terms = append(terms, rankTable(features.Definition{
		Name:    "pawn.blocked",
		Unit:    "pawns",
		Formula: "pawns whose stop square holds an enemy pawn",
		Source:  "H. Kmoch, Pawn Power in Chess (1959), ram; Stockfish 12, Pawns (2020), blocked pawn",
	}, 5, 6)...)
	return terms
}

// rankTable defines a term for each rank from lowest to highest, counted from
// the owner's side: a pawn on rank 7 is about to promote.
func rankTable(def features.Definition, lowest, highest int) []features.Definition {
	var terms []features.Definition
	for rank := lowest; rank <= highest; rank++ {
		term := def
		term.Name = fmt.Sprintf("%s.%d", def.Name, rank)
		term.Formula = fmt.Sprintf("on the owner's rank %d: %s", rank, def.Formula)
		terms = append(terms, term)
	}
	return terms
}

// seenBy turns the board so that color's pawns go north, or turns it back.
func seenBy(color board.Color, bb board.Bitboard) board.Bitboard {
	if color == board.Black {
		return bb.Flip()
	}
	return bb
}

// A pawnStructure holds one side's pawns by what they are.
type pawnStructure struct {
	isolated, backward, weakUnopposed      board.Bitboard
	doubled, doubledNext, doubledIsolated  board.Bitboard
	phalanx, supported, connectedUnopposed board.Bitboard
	lever, blocked                         board.Bitboard
}

// sort sorts the pawns of the side own.
func (s *pawnStructure) sort(color board.Color, own, enemy *features.Side) {
	pawns, back := own.Pawns, color.Other()
	neighbours := pawns.Beside()
	unopposed := pawns &^ enemy.Pawns.FrontSpan(back)
	s.isolated = pawns &^ own.PawnFiles().Beside()
	s.blocked = pawns & enemy.Pawns.Forward(back)
	s.backward = pawns &^ (neighbours | own.PawnSpan) &^ s.isolated & (enemy.Pawns | enemy.PawnAttacks).Forward(back)
	s.weakUnopposed = (s.isolated | s.backward) & unopposed
	s.phalanx = pawns & neighbours
	s.supported = pawns & own.PawnAttacks
	s.connectedUnopposed = (s.phalanx | s.supported) & unopposed
	s.doubled = pawns & pawns.FrontSpan(back)
	s.doubledNext = pawns & pawns.Forward(color) &^ s.supported
	s.doubledIsolated = s.doubled & s.isolated
	s.lever = pawns & enemy.PawnAttacks
}

// countPawnStructure adds the terms. Most counts are 0, but to ask each whether it
// is costs 12 ns more than to add it: what is asked has no pattern.
func countPawnStructure(c *features.Context, t *features.Tally, first features.Term) {
	white, black := c.Sides()
	pawns := kindOf(c.Pos, black, board.Pawn)
	var w, b pawnStructure
	w.sort(board.White, white, black)
	b.sort(board.Black, black, white)
	n := [pawnStructures]int{
		pawnIsolated:           pawns.difference(w.isolated | b.isolated),
		pawnBackward:           pawns.difference(w.backward | b.backward),
		pawnWeakUnopposed:      pawns.difference(w.weakUnopposed | b.weakUnopposed),
		pawnDoubled:            pawns.difference(w.doubled | b.doubled),
		pawnDoubledNext:        pawns.difference(w.doubledNext | b.doubledNext),
		pawnDoubledIsolated:    pawns.difference(w.doubledIsolated | b.doubledIsolated),
		pawnConnectedUnopposed: pawns.difference(w.connectedUnopposed | b.connectedUnopposed),
		pawnIslandCount:        white.Islands() - black.Islands(),
	}
	rankDifferences(w.phalanx, b.phalanx).fill(n[pawnPhalanx:pawnSupported], 1)
	rankDifferences(w.supported, b.supported).fill(n[pawnSupported:pawnLever], 2)
	rankDifferences(w.lever, b.lever).fill(n[pawnLever:pawnBlocked], 4)
	rankDifferences(w.blocked, b.blocked).fill(n[pawnBlocked:], 4)
	t.AddCounts(first, n[:])
}

// byRank holds a number for each rank, the first rank's in the lowest byte, 128 more
// than it.
type byRank uint64

// rankDifferences returns for each rank, from its owner's side, the number of
// White's squares less that of Black's.
func rankDifferences(white, black board.Bitboard) byRank {
	return byRank(countRanks(white) + 0x8080808080808080 - countRanks(black.Flip()))
}

// fill sets counts to the numbers from a rank on, 0 being the first.
func (b byRank) fill(counts []int, lowest int) {
	b >>= 8 * (lowest & 7)
	for i := range counts {
		counts[i] = int(b&0xff) - 128
		b >>= 8
	}
}

// addByRank adds to a table of one term a rank, whose first stands for the rank
// lowest, the number of White's squares less that of Black's. Each set is as
// its side sees it, with no square below the lowest rank.
func addByRank(t *features.Tally, table features.Term, lowest int, white, black board.Bitboard) {
	if white == black {
		return
	}
	w, b := countRanks(white), countRanks(black)
	for differ := board.Bitboard(w ^ b); differ != 0; {
		rank := differ.First().Rank()
		differ &^= board.RankMask(rank)
		n := int(w>>(8*rank)&0xff) - int(b>>(8*rank)&0xff)
		t.Add(table+features.Term(rank+1-lowest), n)
	}
}

// countRanks returns the number of squares of each rank, the first rank's in
// the lowest byte.
func countRanks(bb board.Bitboard) uint64 {
	x := uint64(bb)
	x -= x >> 1 & 0x5555555555555555
	x = x&0x3333333333333333 + x>>2&0x3333333333333333
	return (x + x>>4) & 0x0f0f0f0f0f0f0f0f
}

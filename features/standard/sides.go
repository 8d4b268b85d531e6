package standard

import (
	"example.org/centipawn/board"
	"example.org/centipawn/features"
)

// What the families count for each side apart whose Count adds differences alone, because that is
// faster.

// countPawnSides is countPawnStructure by side.
func countPawnSides(c *features.Context, t *features.Tally, first features.Term) {
	white, black := c.Sides()
	addPawnSide(t, first, board.White, white, black)
	addPawnSide(t, first, board.Black, black, white)
}

func addPawnSide(t *features.Tally, first features.Term, color board.Color, own, enemy *features.Side) {
	var s pawnStructure
	s.sort(color, own, enemy)
	for offset, set := range [pawnIslandCount]board.Bitboard{
		pawnIsolated: s.isolated, pawnBackward: s.backward, pawnWeakUnopposed: s.weakUnopposed,
		pawnDoubled: s.doubled, pawnDoubledNext: s.doubledNext, pawnDoubledIsolated: s.doubledIsolated,
		pawnConnectedUnopposed: s.connectedUnopposed,
	} {
		t.AddFor(first+features.Term(offset), color, set.Count())
	}
	t.AddFor(first+pawnIslandCount, color, own.Islands())
	addRanksFor(t, first+pawnPhalanx, 2, 6, color, s.phalanx)
	addRanksFor(t, first+pawnSupported, 3, 6, color, s.supported)
	addRanksFor(t, first+pawnLever, 5, 6, color, s.lever)
	addRanksFor(t, first+pawnBlocked, 5, 6, color, s.blocked)
}

// countCandidateSides is the count of the candidates by side.
func countCandidateSides(c *features.Context, t *features.Tally, first features.Term) {
	white, black := &c.Skeletons()[board.White], &c.Skeletons()[board.Black]
	addRanksFor(t, first, 2, 6, board.White, candidates(board.White, white, black))
	addRanksFor(t, first, 2, 6, board.Black, candidates(board.Black, black, white).Flip())
}

// addRanksFor adds to a table of one term a rank from lowest to highest, counted from 1 at the side's
// own, the squares of the board on these ranks.
func addRanksFor(t *features.Tally, table features.Term, lowest, highest int, color board.Color, set board.Bitboard) {
	for rank := lowest; rank <= highest; rank++ {
		t.AddFor(table+features.Term(rank-lowest), color, (set & rankOf(color, rank-1)).Count())
	}
}

// countPieceSides is countPieces by side.
func countPieceSides(c *features.Context, t *features.Tally, first features.Term) {
	white, black := c.Sides()
	for offset, n := range piecesOfSide(c.Pos, board.White, white, black) {
		t.AddFor(first+features.Term(offset), board.White, n)
	}
	for offset, n := range piecesOfSide(c.Pos, board.Black, black, white) {
		t.AddFor(first+features.Term(offset), board.Black, n)
	}
}

// piecesOfSide counts the terms of a side's pieces.
func piecesOfSide(p *board.Position, color board.Color, own, enemy *features.Side) (n [pieceTerms]int) {
	rooks := p.Pieces(color, board.Rook)
	n[rookOpenFile] = (rooks &^ (own.PawnFiles() | enemy.PawnFiles())).Count()
	n[rookHalfOpenFile] = (rooks & enemy.PawnFiles() &^ own.PawnFiles()).Count()
	n[rookSeventh] = countSeventh(p, color)
	n[rookQueenFile] = (rooks & p.ByType(board.Queen).FillFiles()).Count()
	n[trappedRook] = countTrappedRooks(own, rooks, rankOf(color, 0))

	men, knights, bishops := p.ByColor(color), p.Pieces(color, board.Knight), p.Pieces(color, board.Bishop)
	posts := (rankOf(color, 3) | rankOf(color, 4) | rankOf(color, 5)) & own.PawnAttacks &^ enemy.PawnSpan
	n[knightOutpost], n[bishopOutpost] = (knights & posts).Count(), (bishops & posts).Count()
	n[knightReachesOutpost] = (knights &^ posts & knightsTo(posts&^men)).Count()
	n[minorBehindPawn] = ((knights | bishops) & p.ByType(board.Pawn).Forward(color.Other())).Count()

	blocked := own.Pawns & (board.FileC | board.FileD | board.FileE | board.FileF) & p.Occupied().Forward(color.Other())
	n[bishopPawns] = shadesOf(bishops).pairs(pawnShades(own))
	n[bishopBlockedPawns] = shadesOf(bishops).pairs(shadesOf(blocked))
	for rest := bishops & longDiagonals; rest != 0; {
		if (board.BishopAttacks(rest.Pop(), p.ByType(board.Pawn)) & middle).Several() {
			n[bishopLongDiagonal]++
		}
	}
	n[trappedBishop] = countTrappedBishops(seenBy(color, bishops), seenBy(color, enemy.Pawns))
	return n
}

// middle are the four squares in the middle of the board.
const middle = (board.FileD | board.FileE) & (board.Rank4 | board.Rank5)

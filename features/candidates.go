package features

import "centipawn/board"

// candidateFamily counts the pawns that may become passed.
var candidateFamily = Family{
	Name: "candidate passed pawns",
	Terms: rankTable(Definition{
		Name: "passed.candidate",
		Unit: "pawns",
		Formula: "pawns that are not passed, with no pawn ahead on their own file, and on the " +
			"adjacent files no more enemy pawns ahead of them than own pawns level with or behind them",
		Source: "H. Kmoch, Pawn Power in Chess (1959), candidate; chessprogramming.org, Candidate Passed Pawn",
		Taper:  Tapered,
	}, 2, 6),
	Depends: OnPawns,
	Count: func(c *Context, t *Tally, first Term) {
		white, black := &c.Skeletons()[board.White], &c.Skeletons()[board.Black]
		addByRank(t, first, 2, white.candidates(board.White, black), black.candidates(board.Black, white))
	},
}

// candidates returns the pawns that may become passed, as the side sees them.
func (s *Skeleton) candidates(color board.Color, enemy *Skeleton) (candidates board.Bitboard) {
	own, against := seenBy(color, s.Pawns), seenBy(color, enemy.Pawns)
	for open := seenBy(color, s.foremost(color, enemy)&^s.Passed); open != 0; {
		pawn := open.Pop()
		adjacent, ahead := beside(board.FileMask(pawn.File())), ^board.Bitboard(0)<<(8*pawn.Rank()+8)
		if (against & adjacent & ahead).Count() <= (own & adjacent &^ ahead).Count() {
			candidates |= board.SquareBB(pawn)
		}
	}
	return candidates
}

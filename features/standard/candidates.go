package standard

import (
	"example.org/centipawn/board"
	"example.org/centipawn/features"
)

// candidateFamily counts the pawns that may become passed.
var candidateFamily = features.Family{
	Name: "candidate passed pawns",
	Terms: rankTable(features.Definition{
		Name: "passed.candidate",
		Unit: "pawns",
		Formula: "pawns that are not passed, with no pawn ahead on their own file, and on the " +
			"adjacent files no more enemy pawns ahead of them than own pawns level with or behind them",
		Source: "H. Kmoch, Pawn Power in Chess (1959), candidate; chessprogramming.org, Candidate Passed Pawn",
		Taper:  features.Tapered,
	}, 2, 6),
	Depends: features.OnPawns,
	Sides:   countCandidateSides,
	Count: func(c *features.Context, t *features.Tally, first features.Term) {
		white, black := &c.Skeletons()[board.White], &c.Skeletons()[board.Black]
		addByRank(t, first, 2, candidates(board.White, white, black), candidates(board.Black, black, white))
	},
}

// candidates returns the pawns that may become passed, as the side sees them.
func candidates(color board.Color, s, enemy *features.Skeleton) (found board.Bitboard) {
	own, against := seenBy(color, s.Pawns), seenBy(color, enemy.Pawns)
	for open := seenBy(color, s.Foremost(color, enemy)&^s.Passed); open != 0; {
		pawn := open.Pop()
		adjacent, ahead := board.FileMask(pawn.File()).Beside(), ^board.Bitboard(0)<<(8*pawn.Rank()+8)
		if (against & adjacent & ahead).Count() <= (own & adjacent &^ ahead).Count() {
			found |= board.SquareBB(pawn)
		}
	}
	return found
}

package alphabeta

import (
	"example.org/centipawn/board/syzygy"
	"example.org/centipawn/search"
)

// tableWin is what a position that tables call won is worth at the root: less than every mate, more than
// every evaluation.
const tableWin = search.Mate - 2*search.MaxPly

// tabled returns what endgame tables say of the position at ply, if they know it. They are asked after
// captures and moves of pawns: elsewhere fifty moves may prevent their wins, and a search that trusted them
// would make no progress, for they know no distance.
//
// Source: R. de Man, Cfish (2015), for where they are asked.
func (w *worker) tabled(ply int) (score search.Score, known bool) {
	p, tables := &w.frames[ply].pos, w.options.Tables
	if tables == nil || ply == 0 || p.HalfmoveClock() != 0 {
		return 0, false
	}
	end, known := tables.Probe(p)
	switch {
	case !known || p.CountMoves() == 0: // mate is worth more, and stalemate is the search's to see
		return 0, false
	case end == syzygy.Win:
		return tableWin - search.Score(ply), true
	case end == syzygy.Loss:
		return search.Score(ply) - tableWin, true
	}
	return 0, true
}

package features

import "centipawn/board"

// passedFamily counts passed pawns, what helps and hinders them, and the pawns
// that may become one.
var passedFamily = Family{Name: "passed pawns", Terms: passedTerms(), Count: countPassed}

// The passed pawns' terms, as offsets from its first. Tables have a term a rank.
const (
	passedOwnRook Term = iota
	passedEnemyRook
	passedUnstoppable
	passedRank                              // ranks 2 to 6
	passedBlocked      = passedRank + 5     // ranks 4 to 7
	passedStopFree     = passedBlocked + 4  // ranks 4 to 6
	passedPathFree     = passedStopFree + 3 // ranks 4 to 7
	passedStopDefended = passedPathFree + 4
	passedSupported    = passedStopDefended + 4
	passedConnected    = passedSupported + 4
	passedOwnKing      = passedConnected + 4
	passedEnemyKing    = passedOwnKing + 4
	passedCandidate    = passedEnemyKing + 4 // ranks 2 to 6
)

// advanced are the ranks of the tables that begin on rank 4.
const advanced = board.Rank4 | board.Rank5 | board.Rank6 | board.Rank7

// passedTerms defines the terms in the order of their offsets.
func passedTerms() []Definition {
	const chess45 = "D. Slate and L. Atkin, \"CHESS 4.5\", in Chess Skill in Man and Machine (1977), on pawns"
	const stockfish = "Stockfish 11, Evaluation (2020), passed pawns"
	terms := []Definition{{
		Name:    "passed.own_rook_behind",
		Unit:    "rooks",
		Formula: "own rooks behind an own passed pawn on its file, with no man between",
		Source:  "S. Tarrasch, The Game of Chess (1931), on rook endings",
	}, {
		Name:    "passed.enemy_rook_behind",
		Unit:    "rooks",
		Formula: "enemy rooks behind an own passed pawn on its file, with no man between",
		Source:  "S. Tarrasch, The Game of Chess (1931), on rook endings",
	}, {
		Name: "passed.unstoppable",
		Unit: "sides",
		Formula: "1 if the enemy has only its king and pawns, and an own passed pawn with no man ahead on " +
			"its file needs fewer moves to promote (a pawn on rank 2 needs five) than the enemy king needs to the " +
			"promotion square, of which one is taken off if the enemy is to move",
		Source: "R. Fine, Basic Chess Endings (1941), rule of the square",
	}}
	table := func(name, unit, formula, source string, lowest, highest int) {
		terms = append(terms, rankTable(Definition{Name: name, Unit: unit, Formula: formula, Source: source}, lowest, highest)...)
	}
	table("passed.rank", "pawns", "passed pawns: no enemy pawn ahead on their own or an adjacent file, and no own pawn "+
		"ahead on their own (on rank 7 all are, and the piece-square table counts them)", chess45, 2, 6)
	table("passed.blocked", "pawns", "passed pawns whose stop square holds an enemy man",
		"A. Nimzowitsch, My System (1925), on the passed pawn; "+chess45, 4, 7)
	table("passed.stop_free", "pawns", "passed pawns whose stop square holds no enemy man and is not attacked by one "+
		"(on rank 7 that is passed.free_path)", stockfish, 4, 6)
	table("passed.free_path", "pawns", "passed pawns ahead of which on their file no square holds an enemy man or is "+
		"attacked by one", stockfish, 4, 7)
	table("passed.stop_defended", "pawns", "passed pawns whose stop square an own man attacks", stockfish, 4, 7)
	table("passed.supported", "pawns", "passed pawns that an own pawn defends", chess45, 4, 7)
	table("passed.connected", "pawns", "passed pawns with another own passed pawn on an adjacent file, at most one rank apart",
		"chessprogramming.org, Connected Passed Pawns", 4, 7)
	table("passed.own_king", "moves", "moves of the own king on an empty board to a passed pawn's stop square, at most 5, summed",
		stockfish, 4, 7)
	table("passed.enemy_king", "moves", "moves of the enemy king on an empty board to a passed pawn's stop square, at most 5, summed",
		stockfish, 4, 7)
	table("passed.candidate", "pawns", "pawns that are not passed, with no pawn ahead on their own file, and on the "+
		"adjacent files no more enemy pawns ahead of them than own pawns level with or behind them",
		"H. Kmoch, Pawn Power in Chess (1959), candidate; chessprogramming.org, Candidate Passed Pawn", 2, 6)
	for i := range terms {
		terms[i].Taper = Tapered
	}
	return terms
}

// countPassed adds the terms.
func countPassed(c *Context, t *Tally, first Term) {
	white, black := viewPawns(c.Pos, board.White), viewPawns(c.Pos, board.Black)
	wPassed, bPassed := passersOf(white), passersOf(black)
	addByRank(t, first+passedCandidate, 2, candidates(white, wPassed), candidates(black, bPassed))
	if wPassed|bPassed == 0 {
		return
	}
	var w, b passers
	w.inspect(c, board.White, wPassed)
	b.inspect(c, board.Black, bPassed)
	addPassers(t, first, &w, &b)
	addKings(c, t, first, board.White, wPassed&advanced)
	addKings(c, t, first, board.Black, bPassed&advanced)
	addUnless0(t, first+passedUnstoppable,
		unstoppable(c.Pos, board.White, wPassed)-unstoppable(c.Pos, board.Black, bPassed))
}

// passersOf returns the passed pawns of a view's own side that have no own pawn
// ahead.
func passersOf(v pawnView) board.Bitboard {
	return passed(v.own, v.enemy, board.White) &^ v.own.South().FillSouth()
}

// candidates returns the pawns of a view's own side that may become passed, of
// which passers are.
func candidates(v pawnView, passers board.Bitboard) (found board.Bitboard) {
	for open := v.own &^ passers &^ (v.own | v.enemy).South().FillSouth(); open != 0; {
		pawn := open.Pop()
		adjacent, ahead := beside(board.FileMask(pawn.File())), ^board.Bitboard(0)<<(8*pawn.Rank()+8)
		if (v.enemy & adjacent & ahead).Count() <= (v.own & adjacent &^ ahead).Count() {
			found |= board.SquareBB(pawn)
		}
	}
	return found
}

// passers are the passed pawns of one side by what helps and hinders them, as
// the side sees them.
type passers struct {
	all                  board.Bitboard
	ownRooks, enemyRooks board.Bitboard // behind passed pawns

	// These are on the advanced ranks.
	blocked, stopFree, pathFree, stopDefended, supported, connected board.Bitboard
}

// inspect looks at the passed pawns of a side, given as it sees them.
func (s *passers) inspect(c *Context, color board.Color, pawns board.Bitboard) {
	if pawns == 0 {
		return
	}
	s.all = pawns
	p, enemy := c.Pos, color.Other()
	behind := fillBehind(pawns, seenBy(color, ^p.Occupied()))
	s.ownRooks = behind & seenBy(color, p.Pieces(color, board.Rook))
	s.enemyRooks = behind & seenBy(color, p.Pieces(enemy, board.Rook))
	connected := pawns & (beside(pawns).North() | beside(pawns) | beside(pawns).South())
	if pawns &= advanced; pawns == 0 {
		return
	}
	enemyMen := seenBy(color, p.ByColor(enemy))
	unsafe := enemyMen | seenBy(color, c.Side(enemy).All)
	s.blocked = pawns & enemyMen.South()
	s.stopFree = pawns &^ unsafe.South() &^ board.Rank7
	s.pathFree = pawns &^ unsafe.South().FillSouth()
	s.stopDefended = pawns & seenBy(color, c.Side(color).All).South()
	s.supported = pawns & seenBy(color, c.Side(color).PawnAttacks)
	s.connected = pawns & connected
}

// fillBehind returns the squares south of bb on its files, up to and with the
// first that is not empty.
func fillBehind(bb, empty board.Bitboard) board.Bitboard {
	bb |= empty & (bb >> 8)
	empty &= empty >> 8
	bb |= empty & (bb >> 16)
	empty &= empty >> 16
	bb |= empty & (bb >> 32)
	return bb.South()
}

// addPassers adds the terms of both sides' passed pawns but the kings'.
func addPassers(t *Tally, first Term, w, b *passers) {
	addByRank(t, first+passedRank, 2, w.all&^board.Rank7, b.all&^board.Rank7)
	addMore(t, first+passedOwnRook, w.ownRooks, b.ownRooks)
	addMore(t, first+passedEnemyRook, w.enemyRooks, b.enemyRooks)
	addByRank(t, first+passedBlocked, 4, w.blocked, b.blocked)
	addByRank(t, first+passedStopFree, 4, w.stopFree, b.stopFree)
	addByRank(t, first+passedPathFree, 4, w.pathFree, b.pathFree)
	addByRank(t, first+passedStopDefended, 4, w.stopDefended, b.stopDefended)
	addByRank(t, first+passedSupported, 4, w.supported, b.supported)
	addByRank(t, first+passedConnected, 4, w.connected, b.connected)
}

// farAway is the distance beyond which a king is far.
const farAway = 5

// addKings adds the kings' distances to the stop squares of a side's passed
// pawns on the advanced ranks, which are given as the side sees them.
func addKings(c *Context, t *Tally, first Term, color board.Color, pawns board.Bitboard) {
	sign := 1 - 2*int(color)
	for pawns = seenBy(color, pawns); pawns != 0; {
		sq := pawns.Pop()
		stop, rank := sq+8, sq.Rank()
		if color == board.Black {
			stop, rank = sq-8, 7-rank
		}
		term := first + Term(rank-3)
		t.Add(term+passedOwnKing, sign*min(kingMoves(c.Pos.King(color), stop), farAway))
		t.Add(term+passedEnemyKing, sign*min(kingMoves(c.Pos.King(color.Other()), stop), farAway))
	}
}

// kingMoves returns the moves of a king from a to b on an empty board.
func kingMoves(a, b board.Square) int {
	files, ranks := a.File()-b.File(), a.Rank()-b.Rank()
	return max(files, -files, ranks, -ranks)
}

// unstoppable returns 1 if one of a side's passed pawns, given as the side sees
// them, promotes before the enemy, who has no piece, can stop it.
func unstoppable(p *board.Position, color board.Color, pawns board.Bitboard) int {
	enemy := color.Other()
	if pawns == 0 || p.ByColor(enemy) != p.Pieces(enemy, board.Pawn)|p.Pieces(enemy, board.King) {
		return 0
	}
	king, start := p.King(enemy), 0
	if color == board.Black {
		king = king.Flip()
	}
	if p.SideToMove() == enemy {
		start = 1
	}
	for free := pawns &^ seenBy(color, p.Occupied()).South().FillSouth(); free != 0; {
		pawn := free.Pop()
		promotion := board.NewSquare(pawn.File(), 7)
		if kingMoves(king, promotion)-start > min(kingMoves(pawn, promotion), 5) {
			return 1
		}
	}
	return 0
}

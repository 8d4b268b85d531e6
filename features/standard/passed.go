package standard

import (
	"example.org/centipawn/board"
	"example.org/centipawn/features"
)

// passedFamily counts passed pawns, and what helps and hinders them.
var passedFamily = features.Family{Name: "passed pawns", Terms: passedTerms(), Count: countPassed}

// The passed pawns' terms, as offsets from its first. Tables have a term a rank.
const (
	passedOwnRook features.Term = iota
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
)

// advanced are the ranks of the tables that begin on rank 4.
const advanced = board.Rank4 | board.Rank5 | board.Rank6 | board.Rank7

// passedTerms defines the terms in the order of their offsets.
func passedTerms() []features.Definition {
	const chess45 = "D. Slate and L. Atkin, \"CHESS 4.5\", in Chess Skill in Man and Machine (1977), on pawns"
	const stockfish = "Stockfish 11, Evaluation (2020), passed pawns"
	terms := []features.Definition{{
		Name:    "passed.own_rook_behind",
		Unit:    "rooks",
		Formula: "own rooks behind an own passed pawn on its file, with no piece between",
		Source:  "S. Tarrasch, The Game of Chess (1931), on rook endings",
	}, {
		Name:    "passed.enemy_rook_behind",
		Unit:    "rooks",
		Formula: "enemy rooks behind an own passed pawn on its file, with no piece between",
		Source:  "S. Tarrasch, The Game of Chess (1931), on rook endings",
	}, {
		Name: "passed.unstoppable",
		Unit: "sides",
		Formula: "1 if the enemy has only its king and pawns, and an own passed pawn with no piece ahead on " +
			"its file needs fewer moves to promote (a pawn on rank 2 needs five) than the enemy king needs to the " +
			"promotion square, of which one is taken off if the enemy is to move",
		Source: "R. Fine, Basic Chess Endings (1941), rule of the square",
	}}
	table := func(name, unit, formula, source string, lowest, highest int) {
		terms = append(terms, rankTable(features.Definition{Name: name, Unit: unit, Formula: formula, Source: source}, lowest, highest)...)
	}
	table("passed.rank", "pawns", "passed pawns: no enemy pawn ahead on their own or an adjacent file, and no own pawn "+
		"ahead on their own (on rank 7 all are, and the piece-square table counts them)", chess45, 2, 6)
	table("passed.blocked", "pawns", "passed pawns whose stop square holds an enemy piece",
		"A. Nimzowitsch, My System (1925), on the passed pawn; "+chess45, 4, 7)
	table("passed.stop_free", "pawns", "passed pawns whose stop square holds no enemy piece and is not attacked by one "+
		"(on rank 7 that is passed.free_path)", stockfish, 4, 6)
	table("passed.free_path", "pawns", "passed pawns ahead of which on their file no square holds an enemy piece or is "+
		"attacked by one", stockfish, 4, 7)
	table("passed.stop_defended", "pawns", "passed pawns whose stop square an own piece attacks", stockfish, 4, 7)
	table("passed.supported", "pawns", "passed pawns that an own pawn defends", chess45, 4, 7)
	table("passed.connected", "pawns", "passed pawns with another own passed pawn on an adjacent file, at most one rank apart",
		"chessprogramming.org, Connected Passed Pawns", 4, 7)
	table("passed.own_king", "moves", "moves of the own king on an empty board to a passed pawn's stop square, at most 5, summed",
		stockfish, 4, 7)
	table("passed.enemy_king", "moves", "moves of the enemy king on an empty board to a passed pawn's stop square, at most 5, summed",
		stockfish, 4, 7)
	for i := range terms {
		terms[i].Taper = features.Tapered
	}
	return terms
}

// countPassed adds the terms.
func countPassed(c *features.Context, t *features.Tally, first features.Term) {
	white, black := &c.Skeletons()[board.White], &c.Skeletons()[board.Black]
	if white.Passed|black.Passed == 0 {
		return
	}
	wPassed, bPassed := white.Passed, black.Passed.Flip()
	addPassers(c, t, first, board.White, wPassed)
	addPassers(c, t, first, board.Black, bPassed)
	t.AddDifference(first+passedUnstoppable,
		unstoppable(c.Pos, board.White, wPassed), unstoppable(c.Pos, board.Black, bPassed))
}

// passers is what helps and hinders the passed pawns of one side, as the side sees
// the board.
type passers struct {
	ownRooks, enemyRooks board.Bitboard // behind passed pawns

	// These hold the pawns to which it happens, and other squares.
	blocked, stopFree, pathFree, stopDefended, supported, connected board.Bitboard
}

// inspect looks at the passed pawns of a side, given as it sees them.
func (s *passers) inspect(c *features.Context, color board.Color, pawns board.Bitboard) {
	p, enemy := c.Pos, color.Other()
	behind := fillBehind(pawns, seenBy(color, ^p.Occupied()))
	s.ownRooks = behind & seenBy(color, p.Pieces(color, board.Rook))
	s.enemyRooks = behind & seenBy(color, p.Pieces(enemy, board.Rook))
	s.connected = pawns & (pawns.Beside().North() | pawns.Beside() | pawns.Beside().South())
	enemyMen := seenBy(color, p.ByColor(enemy))
	unsafe := enemyMen | seenBy(color, c.Side(enemy).All)
	s.blocked = enemyMen.South()
	s.stopFree = ^unsafe.South() &^ board.Rank7
	s.pathFree = ^unsafe.South().FillSouth()
	s.stopDefended = seenBy(color, c.Side(color).All).South()
	s.supported = seenBy(color, c.Side(color).PawnAttacks)
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

// addPassers adds the terms of a side's passed pawns, given as it sees them, pawn by
// pawn: there are few, and table by table costs 20 ns more.
func addPassers(c *features.Context, t *features.Tally, first features.Term, color board.Color, pawns board.Bitboard) {
	if pawns == 0 {
		return
	}
	var s passers
	s.inspect(c, color, pawns)
	sign := 1 - 2*int(color)
	if s.ownRooks|s.enemyRooks != 0 {
		t.AddFor(first+passedOwnRook, color, s.ownRooks.Count())
		t.AddFor(first+passedEnemyRook, color, s.enemyRooks.Count())
	}
	addKings(c, t, first, color, pawns&advanced)
	for pawns != 0 {
		sq := pawns.Pop()
		rank, n := features.Term(sq.Rank()), 0
		var offsets [8]uint8
		if rank < 6 {
			n = note(&offsets, n, passedRank+rank-1, 1)
		}
		if rank -= 3; rank >= 0 {
			n = note(&offsets, n, passedBlocked+rank, s.blocked>>(sq&63))
			n = note(&offsets, n, passedStopFree+rank, s.stopFree>>(sq&63))
			n = note(&offsets, n, passedPathFree+rank, s.pathFree>>(sq&63))
			n = note(&offsets, n, passedStopDefended+rank, s.stopDefended>>(sq&63))
			n = note(&offsets, n, passedSupported+rank, s.supported>>(sq&63))
			n = note(&offsets, n, passedConnected+rank, s.connected>>(sq&63))
		}
		t.AddEach(first, offsets[:n&7], sign)
	}
}

// note writes an offset that is wanted, in the lowest bit, after n others.
func note(offsets *[8]uint8, n int, offset features.Term, wanted board.Bitboard) int {
	offsets[n&7] = uint8(offset)
	return n + int(wanted&1)
}

// farAway is the distance beyond which a king is far.
const farAway = 5

// addKings adds the kings' distances to the stop squares of a side's passed
// pawns on the advanced ranks, which are given as the side sees them.
func addKings(c *features.Context, t *features.Tally, first features.Term, color board.Color, pawns board.Bitboard) {
	for pawns = seenBy(color, pawns); pawns != 0; {
		sq := pawns.Pop()
		stop, rank := sq+8, sq.Rank()
		if color == board.Black {
			stop, rank = sq-8, 7-rank
		}
		term := first + features.Term(rank-3)
		t.AddFor(term+passedOwnKing, color, min(c.Pos.King(color).Distance(stop), farAway))
		t.AddFor(term+passedEnemyKing, color, min(c.Pos.King(color.Other()).Distance(stop), farAway))
	}
}

// unstoppable returns 1 if one of a side's passed pawns, given as the side sees
// them, promotes before the enemy, without pieces, can stop it.
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
		if king.Distance(promotion)-start > min(pawn.Distance(promotion), 5) {
			return 1
		}
	}
	return 0
}

package features

import "centipawn/board"

// A Skeleton is what the terms need to know of one side's pawns. It depends on the
// pawns of both sides alone, so that an evaluator may keep it for all positions
// that have them.
type Skeleton struct {
	Pawns        board.Bitboard // own pawns
	PawnAttacks  board.Bitboard // squares that own pawns attack
	PawnAttacks2 board.Bitboard // squares that two own pawns attack
	PawnFiles    board.Bitboard // files with own pawns
	PawnFront    board.Bitboard // squares ahead of own pawns on their files
	PawnSpan     board.Bitboard // squares that own pawns attack or may attack as they advance
	Passed       board.Bitboard // own pawns with no enemy pawn ahead on their or the adjacent files, and no own one on theirs

	// Room holds the squares of the centre that count as space, and Behind those of
	// them that lie one to three ranks behind an own pawn.
	Room, Behind board.Bitboard

	RoomSquares int // the number of Room's
	PawnNumber  int // the number of own pawns
	LightPawns  int // those of them on light squares
}

// Skeletons are the skeletons of both sides, by board.Color. The zero value is of no
// board: without pawns there is room in the centre.
type Skeletons [2]Skeleton

// SeePawns returns the skeletons of the pawns of White and Black.
func SeePawns(white, black board.Bitboard) (both Skeletons) {
	both[board.White].see(board.White, white)
	both[board.Black].see(board.Black, black)
	both[board.White].seeEnemy(board.White, &both[board.Black])
	both[board.Black].seeEnemy(board.Black, &both[board.White])
	return both
}

// Are reports whether the skeletons are those of these pawns.
func (s *Skeletons) Are(white, black board.Bitboard) bool {
	return s[board.White].Pawns == white && s[board.Black].Pawns == black
}

// see sets what the own pawns give.
func (s *Skeleton) see(color board.Color, pawns board.Bitboard) {
	ahead := pawns.Forward(color)
	east, west := ahead.East(), ahead.West()
	front := pawns.FrontSpan(color)
	s.Pawns, s.PawnFiles = pawns, pawns.FillFiles()
	s.PawnAttacks, s.PawnAttacks2 = east|west, east&west
	s.PawnFront, s.PawnSpan = front, beside(front)
	s.PawnNumber, s.LightPawns = pawns.Count(), (pawns & board.LightSquares).Count()
}

// seeEnemy sets what the enemy's pawns leave to the own.
func (s *Skeleton) seeEnemy(color board.Color, enemy *Skeleton) {
	s.Passed = s.foremost(color, enemy) &^ enemy.PawnSpan
	s.Room = centre[color&1] &^ s.Pawns &^ enemy.PawnAttacks
	behind := s.Pawns.Forward(color.Other())
	behind |= behind.Forward(color.Other())
	behind |= behind.Forward(color.Other())
	s.Behind, s.RoomSquares = s.Room&behind, s.Room.Count()
}

// foremost returns the pawns with no pawn ahead on their file.
func (s *Skeleton) foremost(color board.Color, enemy *Skeleton) board.Bitboard {
	return s.Pawns &^ s.Pawns.FrontSpan(color.Other()) &^ enemy.PawnFront
}

package features

import (
	"math/bits"

	"example.org/centipawn/board"
)

// A Skeleton is what the terms need to know of one side's pawns and costs something.
// It depends on the pawns of both sides alone, so that an evaluator may keep it for
// all positions that have them.
type Skeleton struct {
	Pawns    board.Bitboard // own pawns
	PawnSpan board.Bitboard // squares that own pawns attack or may attack as they advance
	Passed   board.Bitboard // own pawns with no enemy pawn ahead on their or the adjacent files, and no own one on theirs
	Behind   board.Bitboard // squares of the centre that count as space, one to three ranks behind an own pawn

	Room  uint8 // number of all squares of the centre that count as space
	Light uint8 // number of own pawns on light squares

	number uint8 // of own pawns
	files  uint8 // those with own pawns, as a set
}

// Skeletons are the skeletons of both sides, by board.Color. The zero value is that
// of a board without pawns.
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

// PawnFiles returns the files with own pawns.
func (s *Skeleton) PawnFiles() board.Bitboard { return board.Bitboard(s.files) * board.FileA }

// see sets what the own pawns give.
func (s *Skeleton) see(color board.Color, pawns board.Bitboard) {
	s.Pawns, s.PawnSpan = pawns, pawns.FrontSpan(color).Beside()
	s.files = uint8(pawns.FillSouth())
	s.number, s.Light = uint8(pawns.Count()), uint8((pawns & board.LightSquares).Count())
}

// seeEnemy sets what the enemy's pawns leave to the own.
func (s *Skeleton) seeEnemy(color board.Color, enemy *Skeleton) {
	s.Passed = s.Foremost(color, enemy) &^ enemy.PawnSpan
	room := centre[color&1] &^ s.Pawns &^ board.PawnAttackSet(color.Other(), enemy.Pawns)
	behind := s.Pawns.Forward(color.Other())
	behind |= behind.Forward(color.Other())
	behind |= behind.Forward(color.Other())
	s.Behind, s.Room = room&behind, uint8(room.Count())
}

// Foremost returns the pawns with no pawn ahead on their file.
func (s *Skeleton) Foremost(color board.Color, enemy *Skeleton) board.Bitboard {
	back := color.Other()
	return s.Pawns &^ s.Pawns.FrontSpan(back) &^ enemy.Pawns.FrontSpan(back)
}

// Islands returns the number of runs of files with own pawns.
func (s *Skeleton) Islands() int { return runs(s.files) }

// runs returns the number of runs of files.
func runs(files uint8) int { return bits.OnesCount8(files &^ (files << 1)) }

// centre holds the squares that count as space, by colour.
var centre = [2]board.Bitboard{
	board.White: (board.FileC | board.FileD | board.FileE | board.FileF) & (board.Rank2 | board.Rank3 | board.Rank4),
	board.Black: (board.FileC | board.FileD | board.FileE | board.FileF) & (board.Rank7 | board.Rank6 | board.Rank5),
}

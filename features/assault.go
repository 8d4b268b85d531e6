package features

import "example.org/centipawn/board"

// An Assault is what one side's pieces do to the enemy king, a count for each term, and
// after them room for counts of the family that is weighed by side.
type Assault [AssaultTerms + assaultRoom]int

// assaultRoom is for the terms of danger that an assault lacks.
const assaultRoom = 6

// The terms of an assault, as offsets. The kinds of pieces stand in their order.
const (
	kingAttackers   = 0 // pawn to queen
	kingZoneAttacks = 5
	kingSafeChecks  = 6 // knight to queen
	kingOtherChecks = 10
	kingWeakRing    = 11
	kingAimed       = 12 // bishop, rook
	kingFlank       = 14 // attacked, attacked twice, defended
	AssaultTerms    = 17
)

// see counts what the side own does to the king of the side enemy.
func (a *Assault) see(p *board.Position, color board.Color, own, enemy *Side) {
	a.seeAttackers(p, color, own, enemy)
	weak := own.All &^ enemy.Twice & (^enemy.All | enemy.ByType[board.King] | enemy.ByType[board.Queen])
	a[kingWeakRing] = (enemy.KingZone & weak).Count()
	a.seeChecks(p, own, enemy.King, ^p.ByColor(color), ^enemy.All|weak&own.Twice)
	flank := kingFlanks[color.Other()&1][enemy.King.File()]
	a[kingFlank] = (own.All & flank).Count()
	a[kingFlank+1] = (own.Twice & flank).Count()
	a[kingFlank+2] = (enemy.All & flank).Count()
}

// seeAttackers counts the pieces that attack the zone or are aimed at it.
func (a *Assault) seeAttackers(p *board.Position, color board.Color, own, enemy *Side) {
	zone, pawns := enemy.KingZone, p.ByType(board.Pawn)
	bishops, rooks := p.ByType(board.Bishop), p.ByType(board.Rook)
	a[kingAttackers] = (own.Pawns & board.PawnAttackSet(color.Other(), zone)).Count()
	a[kingAttackers+1] = (own.OnZone & p.ByType(board.Knight)).Count()
	a[kingAttackers+2] = (own.OnZone & bishops).Count()
	a[kingAttackers+3] = (own.OnZone & rooks).Count()
	a[kingAttackers+4] = (own.OnZone & p.ByType(board.Queen)).Count()
	a[kingZoneAttacks] = own.ZoneAttacks
	others, aimed := p.ByColor(color)&^own.OnZone, 0
	for from := others & bishops; from != 0; {
		aimed += (board.BishopAttacks(from.Pop(), pawns) & zone).One()
	}
	a[kingAimed] = aimed
	a[kingAimed+1] = (others & rooks & alongFiles(zone, ^pawns)).Count()
}

// alongFiles returns the squares of a set, and those on its files from which the
// way to it is free.
func alongFiles(set, free board.Bitboard) board.Bitboard {
	north, south, above, below := set, set, free, free
	north |= above & (north << 8)
	south |= below & (south >> 8)
	above, below = above&(above<<8), below&(below>>8)
	north |= above & (north << 16)
	south |= below & (south >> 16)
	above, below = above&(above<<16), below&(below>>16)
	return north | south | above&(north<<32) | below&(south>>32)
}

// seeChecks counts the squares from which pieces can check a king: free ones, of
// which some are safe.
func (a *Assault) seeChecks(p *board.Position, own *Side, king board.Square, free, safe board.Bitboard) {
	diagonals, lines := board.BishopAttacks(king, p.Occupied())&free, board.RookAttacks(king, p.Occupied())&free
	knights := board.KnightAttacks(king) & free & own.ByType[board.Knight]
	bishops, rooks := diagonals&own.ByType[board.Bishop], lines&own.ByType[board.Rook]
	a[kingSafeChecks] = (knights & safe).Count()
	a[kingSafeChecks+1] = (bishops & safe).Count()
	a[kingSafeChecks+2] = (rooks & safe).Count()
	a[kingSafeChecks+3] = ((diagonals | lines) & own.ByType[board.Queen] & safe).Count()
	a[kingOtherChecks] = ((knights | bishops | rooks) &^ safe).Count()
}

// kingFlanks holds the squares of a king's flank in the five ranks nearest to its
// side, by its colour and file: three files for a king on the a- or h-file, four
// for one on the other files.
var kingFlanks = func() (flanks [2][8]board.Bitboard) {
	const (
		left   = board.FileA | board.FileB | board.FileC | board.FileD
		middle = board.FileC | board.FileD | board.FileE | board.FileF
		right  = board.FileE | board.FileF | board.FileG | board.FileH
	)
	files := [8]board.Bitboard{left &^ board.FileD, left, left, middle, middle, right, right, right &^ board.FileE}
	for file, flank := range files {
		flanks[board.White][file] = flank &^ (board.Rank6 | board.Rank7 | board.Rank8)
		flanks[board.Black][file] = flank &^ (board.Rank1 | board.Rank2 | board.Rank3)
	}
	return flanks
}()

// flankFiles are the files of a king's flank, by its file.
var flankFiles = func() (files [8]board.Bitboard) {
	for file := range files {
		files[file] = kingFlanks[board.White][file].FillFiles()
	}
	return files
}()

// Flank returns the files of the king's flank.
func (s *Side) Flank() board.Bitboard { return flankFiles[s.King.File()] }

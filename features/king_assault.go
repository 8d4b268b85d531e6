package features

import "centipawn/board"

// kingAssault counts what the enemy's pieces do to a king.
var kingAssault = Family{
	Name:  "king assault",
	Terms: assaultDefinitions("king", Tapered),
	Count: func(c *Context, t *Tally, first Term) {
		t.AddDifferences(first, c.assault(board.White)[:], c.assault(board.Black)[:])
	},
}

// An assault is what one side's pieces do to the enemy king, a count for each term.
// The linear family and the quadratic block weigh the same counts.
type assault [assaultTerms]int

// The terms of an assault, as offsets. The kinds of pieces stand in their order.
const (
	kingAttackers   = 0 // pawn to queen
	kingZoneAttacks = 5
	kingSafeChecks  = 6 // knight to queen
	kingOtherChecks = 10
	kingWeakRing    = 11
	kingAimed       = 12 // bishop, rook
	kingFlank       = 14 // attacked, attacked twice, defended
	assaultTerms    = 17
)

// assaultDefinitions defines the terms under a prefix such as "king".
func assaultDefinitions(prefix string, taper Taper) (terms []Definition) {
	add := func(name, unit, formula, source string) {
		terms = append(terms, Definition{Name: prefix + "." + name, Unit: unit, Formula: formula, Source: source, Taper: taper})
	}
	const (
		attackUnits = "chessprogramming.org, King Safety, attacking the king zone"
		stockfish   = "Stockfish 11, evaluate.cpp, king danger (2020)"
		ring        = "the enemy king's zone: the nine squares around it, those of a king at the edge moved one square inwards"
	)
	for pt := board.Pawn; pt <= board.Queen; pt++ {
		add("attackers."+pt.String(), "pieces", "own "+pt.String()+"s that attack a square of "+ring, attackUnits)
	}
	add("zone_attacks", "pairs", "pairs of an own piece that attacks "+ring+", and a square next to that king that it attacks", attackUnits)
	for pt := board.Knight; pt <= board.Queen; pt++ {
		add("safe_check."+pt.String(), "squares", "squares from which an own "+pt.String()+" can give check on its next move, "+
			"safe ones: no enemy piece attacks the square, or only the king or a queen does and two own pieces attack it", stockfish)
	}
	add("other_checks", "squares", "squares from which an own knight, bishop or rook can give check on its next move, but not safely", stockfish)
	add("weak_ring", "squares", "squares of "+ring+", that an own piece attacks and no enemy piece, or only the king or a queen, defends", stockfish)
	const aimed = "Stockfish 12, evaluate.cpp, bishop and rook on king ring (2020)"
	add("aimed.bishop", "pieces", "own bishops that attack no square of "+ring+", but would if only pawns stood in the way", aimed)
	add("aimed.rook", "pieces", "own rooks that attack no square of "+ring+", but would along their file if only pawns stood in the way", aimed)
	add("flank_attack", "squares", "squares that an own piece attacks on the enemy king's flank (see king.pawnless_flank), in the enemy's five ranks", stockfish)
	add("flank_attack_twice", "squares", "squares that two own pieces attack on the enemy king's flank, in the enemy's five ranks", stockfish)
	add("flank_defence", "squares", "squares that the enemy attacks on his king's flank, in his five ranks", stockfish)
	return terms
}

// seeAssaults computes the assaults of both sides.
func (c *Context) seeAssaults() {
	c.assaulted = true
	white, black := c.Sides()
	c.assaults[board.White].see(c.Pos, board.White, white, black)
	c.assaults[board.Black].see(c.Pos, board.Black, black, white)
}

// see counts what the side own does to the king of the side enemy.
func (a *assault) see(p *board.Position, color board.Color, own, enemy *Side) {
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
func (a *assault) seeAttackers(p *board.Position, color board.Color, own, enemy *Side) {
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
		aimed += one(board.BishopAttacks(from.Pop(), pawns) & zone)
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
func (a *assault) seeChecks(p *board.Position, own *Side, king board.Square, free, safe board.Bitboard) {
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

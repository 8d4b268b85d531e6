package standard

import (
	"fmt"

	"example.org/centipawn/board"
	"example.org/centipawn/features"
)

// threatsFamily counts what a side attacks, or could attack with its next move.
var threatsFamily = features.Family{Name: "threats", Terms: threatDefinitions(), Count: countThreats}

// The threats' terms, as offsets from the first.
const (
	threatPawn       = 0 // by victim, knight to queen
	threatSafePawn   = 4
	threatPawnPush   = 5
	threatMinor      = 6  // by victim, pawn to queen
	threatRook       = 11 // by victim, pawn to queen
	threatKing       = 16
	threatHanging    = 17
	threatRestricted = 18
	threatOnQueen    = 19 // by attacker: knight, slider
	threatDiscovered = 21
	threatTerms      = 22
)

// threatDefinitions defines the terms in the order of their offsets.
func threatDefinitions() (terms []features.Definition) {
	const (
		source = "Stockfish 11, evaluate.cpp, threats (2020)"
		weak   = "no pawn defends, nor two pieces while at most one own piece attacks"
	)
	add := func(name, unit, formula, source string) {
		terms = append(terms, features.Definition{Name: "threat." + name, Unit: unit, Formula: formula, Source: source, Taper: features.Tapered})
	}
	for pt := board.Knight; pt <= board.Queen; pt++ {
		add("pawn."+pt.String(), "pieces", fmt.Sprintf("enemy %vs that own pawns attack", pt), "chessprogramming.org, Attack and Defend Maps; "+source)
	}
	add("safe_pawn", "pieces", "enemy knights, bishops, rooks and queens that an own pawn attacks which is defended or not attacked", source)
	add("pawn_push", "pieces", "enemy knights, bishops, rooks and queens that an own pawn would attack after a step or double step "+
		"to a free square, not attacked by an enemy pawn, and defended or not attacked at all", source)
	for pt := board.Pawn; pt <= board.Queen; pt++ {
		formula := fmt.Sprintf("enemy %vs that own knights or bishops attack", pt)
		if pt == board.Pawn {
			formula += " and " + weak
		}
		add("minor."+pt.String(), "pieces", formula, source)
	}
	for pt := board.Pawn; pt <= board.Queen; pt++ {
		formula := fmt.Sprintf("enemy %vs that own rooks attack", pt)
		if pt != board.Queen {
			formula += " and " + weak
		}
		add("rook."+pt.String(), "pieces", formula, source)
	}
	add("king", "pieces", "enemy pieces and pawns that the own king attacks and "+weak, source)
	add("hanging", "pieces", "enemy pieces and pawns that are attacked and not defended, and enemy pieces other than pawns that are attacked twice and "+weak, source)
	add("restricted", "squares", "squares that both sides attack and "+weak, source)
	add("knight_on_queen", "squares", "squares from which an own knight would attack an enemy queen after its next move, once for each queen: "+
		"in the own mobility area, and "+weak, source)
	add("slider_on_queen", "squares", "squares from which an own bishop or rook would attack an enemy queen after its next move, once for each queen: "+
		"in the own mobility area, attacked by another own piece too, and "+weak, source)
	add("discovered_queen", "pieces", "own bishops and rooks on a line of an enemy queen with one piece of either colour between", "Stockfish 11, evaluate.cpp, weak queen (2020)")
	return terms
}

// countThreats adds the differences of both sides' threats.
func countThreats(c *features.Context, t *features.Tally, first features.Term) {
	var n [2][threatTerms]int
	white, black := c.Sides()
	seeThreats(c.Pos, board.White, white, black, &n[board.White])
	seeThreats(c.Pos, board.Black, black, white, &n[board.Black])
	t.AddDifferences(first, n[board.White][:], n[board.Black][:])
}

// seeThreats counts the threats of the side own.
func seeThreats(p *board.Position, color board.Color, own, enemy *features.Side, n *[threatTerms]int) {
	targets := p.ByColor(color.Other()) &^ p.ByType(board.King)
	pieces := targets &^ enemy.Pawns
	covered := enemy.PawnAttacks | enemy.Twice&^own.Twice
	weak := targets & own.All &^ covered
	seePawnThreats(p, color, own, enemy, pieces, n)

	byMinor, byRook := own.ByType[board.Knight]|own.ByType[board.Bishop], own.ByType[board.Rook]
	n[threatMinor] = (weak & byMinor & enemy.Pawns).Count()
	n[threatRook] = (weak & byRook & enemy.Pawns).Count()
	if victims := pieces & (byMinor | byRook); victims != 0 {
		for pt := board.Knight; pt <= board.Queen; pt++ {
			kind := victims & p.ByType(pt)
			n[threatMinor+int(pt)] = (kind & byMinor).Count()
			if pt != board.Queen {
				kind &= weak
			}
			n[threatRook+int(pt)] = (kind & byRook).Count()
		}
	}
	n[threatKing] = (weak & own.ByType[board.King]).Count()
	n[threatHanging] = (weak & (^enemy.All | own.Twice&^enemy.Pawns)).Count()
	n[threatRestricted] = (enemy.All & own.All &^ covered).Count()
	safe := own.MobilityArea &^ covered
	for i := len(enemy.Pieces) - 1; i >= 0 && enemy.Pieces[i].Type == board.Queen; i-- {
		queen := enemy.Pieces[i]
		if enemy.Pinned.Has(queen.From) {
			queen.Attacks = board.QueenAttacks(queen.From, p.Occupied())
		}
		seeQueenThreats(p, color, own, &queen, safe, n)
	}
}

// thirdRanks are the ranks that a pawn passes on its double step.
var thirdRanks = [2]board.Bitboard{board.Rank3, board.Rank6}

// seePawnThreats counts those of the pawns against the enemy's pieces.
func seePawnThreats(p *board.Position, color board.Color, own, enemy *features.Side, pieces board.Bitboard, n *[threatTerms]int) {
	if victims := own.PawnAttacks & pieces; victims != 0 {
		for pt := board.Knight; pt <= board.Queen; pt++ {
			n[threatPawn+int(pt-board.Knight)] = (victims & p.Pieces(color.Other(), pt)).Count()
		}
		n[threatSafePawn] = (board.PawnAttackSet(color, own.Pawns&(own.All|^enemy.All)) & pieces).Count()
	}
	step := own.Pawns.Forward(color) &^ p.Occupied()
	step |= (step & thirdRanks[color&1]).Forward(color) &^ p.Occupied()
	step &= (own.All | ^enemy.All) &^ enemy.PawnAttacks
	n[threatPawnPush] = (board.PawnAttackSet(color, step) & pieces).Count()
}

// seeQueenThreats adds those of pieces that can come to attack a queen, on safe
// squares, or see it through one piece. The queen's attacks are those of one that is
// not pinned.
func seeQueenThreats(p *board.Position, color board.Color, own *features.Side, queen *features.Piece, safe board.Bitboard, n *[threatTerms]int) {
	diagonals, lines := board.Diagonals(queen.From), board.Orthogonals(queen.From)
	n[threatOnQueen] += (board.KnightAttacks(queen.From) & own.ByType[board.Knight] & safe).Count()
	sliders := diagonals&own.ByType[board.Bishop] | lines&own.ByType[board.Rook]
	n[threatOnQueen+1] += (sliders & queen.Attacks & own.Twice & safe).Count()
	behind := (p.Pieces(color, board.Bishop)&diagonals | p.Pieces(color, board.Rook)&lines) &^ queen.Attacks
	for behind != 0 {
		if !(board.Between(queen.From, behind.Pop()) & p.Occupied()).Several() {
			n[threatDiscovered]++
		}
	}
}

// LishexFamily counts two terms of one paper. They are in no set: beside the other
// terms of [Set] they lower no error on games that the fit has not seen
// (docs/standard.md).
var LishexFamily = features.Family{
	Name: "lishex",
	Terms: []features.Definition{{
		Name:    "lishex.pawn_supports_minor",
		Unit:    "pieces",
		Formula: "own knights and bishops that an own pawn defends",
		Source:  "Lishex (2023), on evaluation",
		Taper:   features.Tapered,
	}, {
		Name:    "lishex.queen_on_hanging_pawn",
		Unit:    "pawns",
		Formula: "enemy pawns that an own queen attacks and nothing defends",
		Source:  "Lishex (2023), on evaluation",
		Taper:   features.Tapered,
	}},
	Count: func(c *features.Context, t *features.Tally, first features.Term) {
		white, black, p := c.Side(board.White), c.Side(board.Black), c.Pos
		minors := p.ByType(board.Knight) | p.ByType(board.Bishop)
		t.AddDifference(first, (white.PawnAttacks & minors & p.ByColor(board.White)).Count(), (black.PawnAttacks & minors & p.ByColor(board.Black)).Count())
		t.AddDifference(first+1, (white.ByType[board.Queen] & black.Pawns &^ black.All).Count(), (black.ByType[board.Queen] & white.Pawns &^ white.All).Count())
	},
}

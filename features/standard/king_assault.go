package standard

import (
	"example.org/centipawn/board"
	"example.org/centipawn/features"
)

// kingAssault counts what the enemy's pieces do to a king.
var kingAssault = features.Family{
	Name:  "king assault",
	Terms: assaultDefinitions("king", features.Tapered),
	Count: func(c *features.Context, t *features.Tally, first features.Term) {
		t.AddDifferences(first, c.Assault(board.White)[:features.AssaultTerms], c.Assault(board.Black)[:features.AssaultTerms])
	},
}

// assaultDefinitions defines the terms under a prefix such as "king".
func assaultDefinitions(prefix string, taper features.Taper) (terms []features.Definition) {
	add := func(name, unit, formula, source string) {
		terms = append(terms, features.Definition{Name: prefix + "." + name, Unit: unit, Formula: formula, Source: source, Taper: taper})
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

package standard

import (
	"example.org/centipawn/board"
	"example.org/centipawn/features"
)

// dangerFamily is the danger that each side makes for the enemy king, which grows
// faster than the number of its causes. The terms of an
// assault are counted again, beside what is there to attack with and to defend.
var dangerFamily = features.Family{
	Name:  "danger",
	Terms: append(assaultDefinitions("danger", features.Plain), dangerDefinitions()...),
	Sums:  []string{"white", "black"},
	Count: countDanger,
}

// dangerDefinitions defines the terms beside the assault.
func dangerDefinitions() (terms []features.Definition) {
	for _, d := range []struct{ name, unit, formula string }{
		{"base", "kings", "1, for the danger that is always there"},
		{"queen", "sides", "1 if the side has a queen"},
		{"pinned", "pieces", "enemy pieces that would expose the enemy king"},
		{"knight_defence", "sides", "1 if an enemy knight attacks a square next to the enemy king"},
		{"pawn_defence", "pawns", "enemy pawns in the enemy king's zone, the nine squares around it, those of a king at the edge moved one square inwards"},
		{"bare_files", "files", "of the enemy king's file and those next to it, those with no enemy pawn"},
	} {
		terms = append(terms, features.Definition{
			Name: "danger." + d.name, Unit: d.unit, Formula: d.formula, Taper: features.Plain,
			Source: "Stockfish 11, evaluate.cpp, king danger (2020)",
		})
	}
	return terms
}

// countDanger adds what each side does to the other's king.
func countDanger(c *features.Context, t *features.Tally, first features.Term) {
	ofWhite, ofBlack := c.Assault(board.White), c.Assault(board.Black)
	white, black := c.Sides()
	seeDanger(c.Pos.Pieces(board.White, board.Queen), black, ofWhite)
	seeDanger(c.Pos.Pieces(board.Black, board.Queen), white, ofBlack)
	t.AddSideCounts(first, ofWhite[:], ofBlack[:])
}

// seeDanger adds to an assault what is not part of it, in the order of [dangerDefinitions].
//
//go:noinline
func seeDanger(queens board.Bitboard, enemy *features.Side, a *features.Assault) {
	n := (*[6]int)(a[features.AssaultTerms:])
	n[0] = 1
	n[1] = queens.One()
	n[2] = enemy.Pinned.Count()
	n[3] = (enemy.ByType[board.Knight] & enemy.ByType[board.King]).One()
	n[4] = (enemy.Pawns & enemy.KingZone).Count()
	n[5] = bareFiles(enemy)
}

// bareFiles returns the number of files of a king and next to it without an own pawn.
func bareFiles(s *features.Side) int { return (nearFiles[s.King.File()] &^ s.PawnFiles()).Count() }

// nearFiles are the first squares of a file and those next to it, by the file.
var nearFiles = func() (files [8]board.Bitboard) {
	for file := range files {
		files[file] = board.SquareBB(board.NewSquare(file, 0)).Widen()
	}
	return files
}()

package features

import "centipawn/board"

// kingGuards counts what a king has around it, beside its shelter of pawns.
var kingGuards = Family{Name: "king guards", Terms: guardDefinitions(), Count: countGuards}

// guardDefinitions defines the terms in the order in which they are counted.
func guardDefinitions() (terms []Definition) {
	for _, pt := range []board.PieceType{board.Knight, board.Bishop} {
		terms = append(terms, Definition{
			Name:    "king.distance." + pt.String(),
			Unit:    "steps",
			Formula: "sum of the king's steps to each own " + pt.String() + " on an empty board",
			Source:  "Stockfish 11, evaluate.cpp, king protector (2020)",
			Taper:   Tapered,
		})
	}
	return append(terms, Definition{
		Name:    "king.pawnless_flank",
		Unit:    "kings",
		Formula: "1 if no pawn of either colour stands on the king's flank: the files a to c or f to h for a king at the edge, else a to d, c to f or e to h",
		Source:  "Stockfish 11, evaluate.cpp, pawnless flank (2020)",
		Taper:   Tapered,
	})
}

// countGuards adds the distances and the pawnless flanks.
func countGuards(c *Context, t *Tally, first Term) {
	white, black := c.Sides()
	pawns := c.Pos.ByType(board.Pawn)
	t.AddCounts(first, []int{
		white.KnightSteps - black.KnightSteps,
		white.BishopSteps - black.BishopSteps,
		one(pawns&flankFiles[black.King.File()]) - one(pawns&flankFiles[white.King.File()]),
	})
}

// kingSteps holds [kingMoves] from one square to another.
var kingSteps = func() (steps [64][64]uint8) {
	for from := range board.Square(64) {
		for to := range board.Square(64) {
			steps[from][to] = uint8(kingMoves(from, to))
		}
	}
	return steps
}()

// flankFiles are the files of a king's flank, by its file.
var flankFiles = func() (files [8]board.Bitboard) {
	for file := range files {
		files[file] = kingFlanks[board.White][file].FillFiles()
	}
	return files
}()

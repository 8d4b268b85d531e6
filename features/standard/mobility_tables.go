package standard

import (
	"fmt"

	"example.org/centipawn/board"
	"example.org/centipawn/features"
)

// mobilityTables counts pieces by the number of squares that they reach: a table
// for each kind, because the fourth square of a knight is worth more than the
// eighth. A table lacks one entry, the most frequent number. With it the entries
// would add up to the number of pieces, which the piece-square tables count
// already, so that no data could tell the two apart: the value of a piece in its
// piece-square table is that of one with this many squares.
var mobilityTables = features.Family{Name: "mobility tables", Terms: mobilityTerms(), Count: countMobility}

// A mobilityTable is the extent of one kind's table.
type mobilityTable struct {
	squares   int // the most that can be reached
	reference int // the entry that is left out
}

var mobilityRange = [...]mobilityTable{
	board.Knight: {squares: 8, reference: 5},
	board.Bishop: {squares: 13, reference: 4},
	board.Rook:   {squares: 14, reference: 7},
	board.Queen:  {squares: 27, reference: 9},
}

// mobilityTerms defines the terms, knights first, few squares first.
func mobilityTerms() (terms []features.Definition) {
	for pt := board.Knight; pt <= board.Queen; pt++ {
		for n := range mobilityRange[pt].squares + 1 {
			if n != mobilityRange[pt].reference {
				terms = append(terms, mobilityTerm(pt, n))
			}
		}
	}
	return terms
}

func mobilityTerm(pt board.PieceType, n int) features.Definition {
	return features.Definition{
		Name: fmt.Sprintf("mobility.%v.%d", pt, n),
		Unit: "pieces",
		Formula: fmt.Sprintf("%vs that attack %d squares of the mobility area, against one that attacks %d: "+
			"not attacked by enemy pawns, without the own king, queens, pinned pieces, and pawns that are blocked or on the ranks 2 and 3; "+
			"a bishop looks through own queens, a rook through own queens and rooks, a pinned piece attacks along the pin",
			pt, n, mobilityRange[pt].reference),
		Source: "Stockfish 11, evaluate.cpp, mobility area and mobility bonus (2020)",
		Taper:  features.Tapered,
	}
}

// noTerm stands for the entry that a table leaves out.
const noTerm = ^uint8(0)

// mobilityOffsets holds a term's offset from the family's first by kind and
// number of squares.
var mobilityOffsets = func() (offsets [8][32]uint8) {
	next := uint8(0)
	for pt := board.Knight; pt <= board.Queen; pt++ {
		for n := range offsets[pt] {
			offsets[pt][n] = noTerm
			if n <= mobilityRange[pt].squares && n != mobilityRange[pt].reference {
				offsets[pt][n] = next
				next++
			}
		}
	}
	return offsets
}()

// countMobility adds every piece to its entry.
func countMobility(c *features.Context, t *features.Tally, first features.Term) {
	addMobility(c.Side(board.White), t, first, 1)
	addMobility(c.Side(board.Black), t, first, -1)
}

func addMobility(s *features.Side, t *features.Tally, first features.Term, sign int) {
	var offsets [16]uint8
	n := 0
	for i := range s.Pieces {
		piece := &s.Pieces[i]
		offset := mobilityOffsets[piece.Type&7][piece.Mobility&31]
		offsets[n&15] = offset
		n += int(^offset >> 7) // none if it is noTerm
	}
	t.AddEach(first, offsets[:n&15], sign)
}

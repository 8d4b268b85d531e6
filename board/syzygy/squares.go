package syzygy

import "example.org/centipawn/board"

// The numbers of squares by which placements are counted.
var (
	binomials  [mostPieces][64]uint64 // of k things out of n, by k and n
	triangle   [64]int                // of a1-d1-d4: those below the diagonal 0 to 5, then the diagonal's 6 to 9
	below      [64]int                // of those below the diagonal a1-h8: 0 to 27
	kings      [10][64]int            // of two kings, the first in the triangle: 0 to 461
	pawnRanks  [64]int                // of squares of pawns: 47 to 0, from a2 and h2 up, file by file
	leadIndex  [mostPieces][64]uint64 // by how many pawns lead: of the leading one's square
	leadCounts [mostPieces][4]uint64  // how many placements of that many pawns have it on a file
)

// Numbers of placements of the leading pieces.
const (
	twoKings   = 462
	threeLeads = 31332
)

// Squares off the board's half that a group does not use.
const notOfPawns = 8 // of the first rank, below every square of a pawn

func init() {
	for n := range uint64(64) {
		binomials[0][n] = 1
		for k := uint64(1); k < mostPieces && n > 0; k++ {
			binomials[k][n] = binomials[k-1][n-1] + binomials[k][n-1]
		}
	}
	numberDiagonals()
	numberKings()
	numberPawns()
}

// side returns where a square is seen from the diagonal a1-h8: below it < 0, above it > 0.
func side(sq int) int { return sq>>3 - sq&7 }

func numberDiagonals() {
	lower, off, on := 0, 0, 6
	for sq := range 64 {
		inTriangle := sq&7 < 4 && sq>>3 < 4
		switch {
		case side(sq) < 0:
			below[sq] = lower
			lower++
			if inTriangle {
				triangle[sq] = off
				off++
			}
		case side(sq) == 0 && inTriangle:
			triangle[sq] = on
			on++
		}
	}
}

// numberKings numbers the placements of two kings that do not touch. Where the first stands on the
// diagonal the second stands not above it, and those with both on it come last.
func numberKings() {
	var firsts [10]int
	for sq := range 64 {
		if sq&7 < 4 && side(sq) <= 0 {
			firsts[triangle[sq]] = sq
		}
	}
	code := 0
	for _, bothOnDiagonal := range []bool{false, true} {
		for i, first := range firsts {
			for second := range 64 {
				near := board.KingAttacks(board.Square(first)) | board.SquareBB(board.Square(first))
				onDiagonal := side(first) == 0
				if near.Has(board.Square(second)) || onDiagonal && side(second) > 0 || (onDiagonal && side(second) == 0) != bothOnDiagonal {
					continue
				}
				kings[i][second] = code
				code++
			}
		}
	}
}

// numberPawns numbers squares so that the pawn nearest to the edge leads, of several on a file the
// hindmost.
func numberPawns() {
	rank := 47
	for file := range 4 {
		for sq := 8 + file; sq < 56; sq += 8 {
			pawnRanks[sq], pawnRanks[sq^7] = rank, rank-1
			rank -= 2
		}
	}
	for n := 1; n < mostPieces; n++ {
		for file := range 4 {
			for sq := 8 + file; sq < 56; sq += 8 {
				leadIndex[n][sq] = leadCounts[n][file]
				leadCounts[n][file] += binomials[n-1][pawnRanks[sq]]
			}
		}
	}
}
